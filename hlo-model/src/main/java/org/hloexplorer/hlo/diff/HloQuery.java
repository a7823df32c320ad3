package org.hloexplorer.hlo.diff;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.hloexplorer.hlo.HloComputation;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloModule;

/**
 * A question about instructions, for search, styling and assertions.
 *
 * <pre>
 *   dot                        operations of an opcode, or of a category such as elementwise; * stands for any letters
 *   name~^add                  a field that a regular expression is found in: name, opcode, shape, op_name, in, ...
 *   shape=f32[8,*]             a field that is equal to a text, * stands for any letters
 *   elements&gt;1000              a number: elements, bytes, rank, operands, users
 *   dot shape~bf16             both; also with "and"
 *   add | multiply             either; also "or"
 *   !constant                  not; also "not"
 *   dot -&gt; reduce              a reduce that takes a dot's value
 *   dot -&gt; .* -&gt; reduce        the same with any number of instructions between
 *   dot -&gt; . -&gt; reduce         the same with exactly one between
 * </pre>
 *
 * <p>A word that is neither opcode nor category is looked for in names and in {@code op_name}. Values flow from operands to
 * users, into the computations an instruction calls, and out of them again.
 */
public final class HloQuery {
    private final String text;
    private final List<Step> steps;

    /** One place on a path. */
    sealed interface Step {
        /** An instruction of a kind. */
        record One(Condition condition) implements Step {}

        /** Any number of instructions. */
        record Any() implements Step {}
    }

    private HloQuery(String text, List<Step> steps) {
        this.text = text;
        this.steps = List.copyOf(steps);
    }

    /**
     * Reads a query.
     *
     * @throws HloQueryException where it makes no sense, with the place
     */
    public static HloQuery parse(String text) {
        return new HloQuery(text, new QueryParser(text).parse());
    }

    /** The instructions that lie on a path that the query describes, in the module's order. */
    public List<HloInstruction> find(HloModule module) {
        var flow = Dataflow.of(module);
        var onPath = new Search(module, flow).run();
        var found = new ArrayList<HloInstruction>();
        for (int i = onPath.nextSetBit(0); i >= 0; i = onPath.nextSetBit(i + 1)) {
            found.add(flow.instruction(i));
        }
        return found;
    }

    /**
     * Whether one instruction by itself is what the query asks for.
     *
     * @throws IllegalStateException where the query asks for more than one
     */
    public boolean matches(HloModule module, HloComputation computation, HloInstruction instruction) {
        if (steps.size() != 1 || !(steps.getFirst() instanceof Step.One(var condition))) {
            throw new IllegalStateException("'" + text + "' asks for a path, not for one instruction");
        }
        return condition.holds(new Subject(module, computation, instruction));
    }

    /** Whether the query asks for one instruction, so that {@link #matches} can be asked. */
    public boolean isAboutOne() {
        return steps.size() == 1 && steps.getFirst() instanceof Step.One;
    }

    @Override
    public String toString() {
        return text;
    }

    /** Goes along the steps forwards, then backwards over what was reached, so that only whole paths stay. */
    private final class Search {
        private final HloModule module;
        private final Dataflow flow;
        private final List<BitSet> reached = new ArrayList<>();

        Search(HloModule module, Dataflow flow) {
            this.module = module;
            this.flow = flow;
        }

        BitSet run() {
            for (int i = 0; i < steps.size(); i++) {
                reached.add(forwards(i));
            }
            var result = new BitSet();
            var alive = reached.getLast();
            for (int i = steps.size() - 1; i >= 0; i--) {
                alive = i == steps.size() - 1 ? alive : backwards(i, alive);
                if (steps.get(i) instanceof Step.One) {
                    result.or(alive);
                }
            }
            return result;
        }

        private BitSet forwards(int step) {
            var from = step == 0 ? null : reached.get(step - 1);
            return switch (steps.get(step)) {
                case Step.One(var condition) -> {
                    var next = from == null ? flow.all() : flow.successors(from);
                    yield holding(condition, next);
                }
                case Step.Any _ -> from == null ? flow.all() : flow.closure(from);
            };
        }

        /**
         * Those of a step's instructions from which the next step's are reached. Any number of instructions may be none:
         * then the step before shares its instruction.
         */
        private BitSet backwards(int step, BitSet next) {
            BitSet before;
            if (steps.get(step + 1) instanceof Step.Any) {
                before = steps.get(step) instanceof Step.Any ? flow.backClosure(next) : (BitSet) next.clone();
            } else {
                before = flow.predecessors(next);
                before = steps.get(step) instanceof Step.Any ? flow.backClosure(before) : before;
            }
            before.and(reached.get(step));
            return before;
        }

        private BitSet holding(Condition condition, BitSet candidates) {
            var holding = new BitSet();
            for (int i = candidates.nextSetBit(0); i >= 0; i = candidates.nextSetBit(i + 1)) {
                if (condition.holds(new Subject(module, flow.home(i), flow.instruction(i)))) {
                    holding.set(i);
                }
            }
            return holding;
        }
    }
}
