package org.hloexplorer.pipeline.transforms.layout;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.hloexplorer.hlo.HloComputation;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloOpcode;
import org.hloexplorer.hlo.Shape;

/**
 * The layouts held in one computation in one round, and who wins where two are asked for: what is mandatory over what is
 * not, then the higher priority, then whoever came first.
 */
final class LayoutConstraints {
    /** Wishes that are not mandatory replace each other no more often than this, so that propagation ends; XLA's limit. */
    private static final int MOST_CHANGES = 2;

    /** The same for mandatory ones, which XLA does not limit. */
    private static final int MOST_MANDATORY_CHANGES = 8;

    /** A constraint that is new, or newly strong, and has not been carried on yet. */
    sealed interface Added {
        boolean isDepthFirst();

        int priority();

        record OfBuffer(ArrayBuffer buffer, boolean isDepthFirst, int priority) implements Added {}

        record OfOperand(HloInstruction user, int operand, boolean isDepthFirst, int priority) implements Added {}

        record OfResult(LayoutWish wish, int priority) implements Added {
            @Override
            public boolean isDepthFirst() {
                return true;
            }
        }
    }

    private record Use(int instruction, int operand) {}

    private record Held(LayoutConstraint constraint, int changes) {}

    private final HloComputation computation;
    private final BufferSources sources;
    private final Map<ArrayBuffer, Held> buffers = new HashMap<>();
    private final Map<Use, Held> operands = new HashMap<>();
    private List<Added> added = new ArrayList<>();

    LayoutConstraints(HloComputation computation, BufferSources sources) {
        this.computation = computation;
        this.sources = sources;
    }

    Optional<LayoutConstraint> buffer(ArrayBuffer buffer) {
        return Optional.ofNullable(buffers.get(buffer)).map(Held::constraint);
    }

    Optional<LayoutConstraint> operand(HloInstruction user, int operand) {
        return Optional.ofNullable(operands.get(new Use(user.id(), operand))).map(Held::constraint);
    }

    /** Asks for the layout of a buffer; the constraint's wish is of an array. */
    void holdBuffer(ArrayBuffer buffer, LayoutConstraint asked) {
        if (!Leaves.hasOrder(sources.shape(buffer))) {
            return;
        }
        var held = buffers.get(buffer);
        var next = held == null ? new Held(asked, 0) : merged(buffer, held, asked);
        if (!next.equals(held)) {
            buffers.put(buffer, next);
            var now = next.constraint();
            add(new Added.OfBuffer(buffer, now.isDepthFirst(), now.priority()));
        }
    }

    private Held merged(ArrayBuffer buffer, Held held, LayoutConstraint asked) {
        var now = held.constraint();
        if (Leaves.sameOrder(now.wish().layout(), asked.wish().layout())) {
            var stronger = now.with(
                    now.isMandatory() || asked.isMandatory(),
                    now.isDepthFirst() || asked.isDepthFirst(),
                    Math.max(now.priority(), asked.priority()));
            return stronger.equals(now) ? held : new Held(stronger, held.changes());
        }
        boolean mayChange = asked.isMandatory()
                ? held.changes() < MOST_MANDATORY_CHANGES
                : !now.isMandatory()
                        && held.changes() < MOST_CHANGES
                        && asked.priority() > now.priority()
                        && computation.instruction(buffer.instruction()).shape() instanceof Shape.Array;
        return mayChange ? new Held(asked, held.changes() + 1) : held;
    }

    /** Asks for the layout in which an instruction reads an operand; what the operand is otherwise, a copy brings there. */
    void holdOperand(HloInstruction user, int operand, LayoutConstraint wanted) {
        if (!Leaves.haveOrder(wanted.wish().shape())) {
            return;
        }
        var asked = demoted(user, operand, wanted);
        var use = new Use(user.id(), operand);
        var held = operands.get(use);
        if (held != null) {
            var now = held.constraint();
            boolean mayChange = asked.isMandatory()
                    && now.priority() <= asked.priority()
                    && held.changes() < MOST_MANDATORY_CHANGES
                    && !Leaves.sameOrder(now.wish().shape(), asked.wish().shape());
            if (!mayChange) {
                return;
            }
        }
        operands.put(use, new Held(asked, held == null ? 0 : held.changes() + 1));
        add(new Added.OfOperand(user, operand, asked.isDepthFirst(), asked.priority()));
    }

    /** The small operands of updates, and reshapes of slices, come after what is larger. */
    private LayoutConstraint demoted(HloInstruction user, int operand, LayoutConstraint asked) {
        boolean isSmall = switch (user.opcode()) {
            case DYNAMIC_UPDATE_SLICE -> operand > 0;
            case RESHAPE -> computation.operand(user, 0).opcode() == HloOpcode.DYNAMIC_SLICE;
            default -> false;
        };
        return isSmall && !asked.isMandatory() ? asked.with(false, false, asked.priority() - 1) : asked;
    }

    /** Asks for the layout of the computation's result. */
    void holdResult(LayoutWish wish, int priority) {
        add(new Added.OfResult(wish, priority));
    }

    private void add(Added constraint) {
        int place = added.size();
        if (!constraint.isDepthFirst()) {
            while (place > 0 && added.get(place - 1).priority() < constraint.priority()) {
                place--;
            }
        }
        added.add(place, constraint);
    }

    /** What was added since the last call. */
    List<Added> takeAdded() {
        var taken = added;
        added = new ArrayList<>();
        return taken;
    }
}
