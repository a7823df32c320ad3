package org.hloexplorer.pipeline.kernel.library;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.hloexplorer.hlo.HloComputation;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.HloOpcode;
import org.hloexplorer.hlo.PrimitiveType;
import org.hloexplorer.hlo.Shape;
import org.hloexplorer.pipeline.onednn.PostOp;

/** Looks whether what follows a dot or convolution is a chain of steps that the library does to its result. */
final class EpilogueMatch {
    private final HloInstruction fusion;
    private final HloComputation fused;
    private final HloInstruction start;

    /** For each value that depends on the start, the positions of those that every way to it goes through. */
    private final Map<Integer, Set<Integer>> through = new HashMap<>();

    private EpilogueMatch(HloInstruction fusion, HloComputation fused, HloInstruction start) {
        this.fusion = fusion;
        this.fused = fused;
        this.start = start;
    }

    /** Whether some of what uses it could be steps that the library does: fusions, and elementwise operations. */
    static boolean isWorthALook(HloComputation computation, HloInstruction contraction) {
        return computation.users(contraction).stream()
                .anyMatch(each ->
                        each.op() instanceof HloOp.Fusion || each.opcode().isElementwise());
    }

    /**
     * The steps.
     *
     * @throws Unsuitable where there are others; says which
     */
    static Epilogue of(HloModule module, HloComputation computation, HloInstruction contraction) {
        var users = computation.users(contraction);
        if (computation.rootId() == contraction.id()) {
            throw new Unsuitable("%%%s is a result of the computation itself".formatted(contraction.name()));
        }
        if (users.size() > 1) {
            throw new Unsuitable(
                    "%%%s has %d users, and a fused result only one".formatted(contraction.name(), users.size()));
        }
        var user = users.getFirst();
        if (!(user.op() instanceof HloOp.Fusion(var _, int called, var _))) {
            throw new Unsuitable("its user %%%s is no fusion".formatted(user.name()));
        }
        var numbers = IntStream.range(0, user.operandCount())
                .filter(i -> user.operandId(i) == contraction.id())
                .toArray();
        var fused = module.computation(called);
        check(contraction, user, fused, numbers.length);
        return new EpilogueMatch(user, fused, fused.parameters().get(numbers[0])).match();
    }

    private static void check(HloInstruction contraction, HloInstruction user, HloComputation fused, int uses) {
        if (uses != 1) {
            throw new Unsuitable("%%%s reads it %d times".formatted(user.name(), uses));
        }
        if (!(fused.root().shape() instanceof Shape.Array result)
                || !result.dimensions().equals(contraction.shape().asArray().dimensions())) {
            throw new Unsuitable("%%%s gives another shape, %s"
                    .formatted(user.name(), user.shape().withoutLayout()));
        }
        if (contraction.shape().asArray().elementType() != PrimitiveType.F32) {
            throw new Unsuitable("%%%s rounds to %s before what follows, and the library after it"
                    .formatted(
                            contraction.name(),
                            contraction.shape().asArray().elementType().text()));
        }
    }

    private Epilogue match() {
        for (int i = 0; i < fused.instructions().size(); i++) {
            note(fused.instructions().get(i), i);
        }
        var end = end();
        var positions = through.get(end.id());
        if (positions == null) {
            throw new Unsuitable("%%%s does not depend on it".formatted(fusion.name()));
        }
        return new Epilogue(fusion, steps(List.copyOf(positions)));
    }

    /** The last step but for rounding to a narrower type, which the library does as it writes. */
    private HloInstruction end() {
        var root = fused.root();
        boolean rounds = root.opcode() == HloOpcode.CONVERT
                && fused.operand(root, 0).shape().asArray().elementType() == PrimitiveType.F32;
        var end = rounds ? fused.operand(root, 0) : root;
        if (end.shape().asArray().elementType() != PrimitiveType.F32) {
            throw new Unsuitable("%%%s computes in %s"
                    .formatted(
                            fusion.name(), end.shape().asArray().elementType().text()));
        }
        return end;
    }

    private void note(HloInstruction instruction, int position) {
        Set<Integer> common = null;
        for (var operand : fused.operands(instruction)) {
            var before = through.get(operand.id());
            if (before != null) {
                if (common == null) {
                    common = new TreeSet<>(before);
                } else {
                    common.retainAll(before);
                }
            }
        }
        if (instruction.id() == start.id()) {
            common = new TreeSet<>();
        }
        if (common != null) {
            common.add(position);
            through.put(instruction.id(), common);
        }
    }

    private List<Epilogue.Step> steps(List<Integer> positions) {
        List<Epilogue.Step> steps = new ArrayList<>();
        int at = 0;
        while (at < positions.size() - 1) {
            int from = at;
            var known = IntStream.iterate(positions.size() - 1, i -> i > from, i -> i - 1)
                    .boxed()
                    .flatMap(to -> function(positions.get(from), positions.get(to)).stream()
                            .map(each -> Map.entry(to, each)))
                    .findFirst()
                    .orElseThrow(() -> new Unsuitable("%%%s in %%%s is no bias, relu, gelu, tanh, logistic or scale"
                            .formatted(
                                    fused.instructions()
                                            .get(positions.get(from + 1))
                                            .name(),
                                    fusion.name())));
            steps.add(known.getValue());
            at = known.getKey();
        }
        return steps;
    }

    private Optional<Epilogue.Step> function(int from, int to) {
        var first = fused.instructions().get(from);
        var last = fused.instructions().get(to);
        Set<Integer> inputs = new HashSet<>();
        boolean isElementwise = collect(last, first, inputs, new HashSet<>());
        if (isElementwise && inputs.isEmpty()) {
            return new ScalarFunction(fused, first, last).known().map(Epilogue.Step.Function::new);
        }
        return withArray(first, last);
    }

    /** Whether there are only elementwise operations of constants in between; notes the parameters that come in. */
    private boolean collect(HloInstruction at, HloInstruction first, Set<Integer> inputs, Set<Integer> seen) {
        if (at.id() == first.id() || !seen.add(at.id())) {
            return true;
        }
        if (new ScalarFunction(fused, first, at).constant(at).isPresent()) {
            return true;
        }
        if (at.op() instanceof HloOp.Parameter(int number)) {
            inputs.add(number);
            return true;
        }
        return at.opcode().isElementwise()
                && fused.operands(at).stream().allMatch(each -> collect(each, first, inputs, seen));
    }

    private Optional<Epilogue.Step> withArray(HloInstruction first, HloInstruction last) {
        if (last.operandCount() != 2 || !last.hasOperand(first.id())) {
            return Optional.empty();
        }
        boolean isFirst = last.operandId(0) == first.id();
        var operator = switch (last.opcode()) {
            case ADD -> Optional.of(PostOp.Operator.ADD);
            case MULTIPLY -> Optional.of(PostOp.Operator.MUL);
            case SUBTRACT -> isFirst ? Optional.of(PostOp.Operator.SUB) : Optional.<PostOp.Operator>empty();
            default -> Optional.<PostOp.Operator>empty();
        };
        var other = fused.operand(last, isFirst ? 1 : 0);
        return operator.flatMap(each -> array(each, other));
    }

    /** A parameter as it is, or broadcast. */
    private Optional<Epilogue.Step> array(PostOp.Operator operator, HloInstruction other) {
        int rank = other.shape().asArray().rank();
        return switch (other.op()) {
            case HloOp.Parameter(int number)
            when other.id() != start.id() ->
                Optional.of(new Epilogue.Step.WithArray(
                        operator, number, IntStream.range(0, rank).boxed().toList()));
            case HloOp.WithDimensions(var opcode, var dimensions)
            when opcode == HloOpcode.BROADCAST
                    && fused.operand(other, 0).op() instanceof HloOp.Parameter(int number)
                    && number >= 0
                    && fused.operand(other, 0).id() != start.id() ->
                Optional.of(new Epilogue.Step.WithArray(operator, number, dimensions));
            default -> Optional.empty();
        };
    }
}
