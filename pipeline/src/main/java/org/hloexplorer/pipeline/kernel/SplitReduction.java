package org.hloexplorer.pipeline.kernel;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.hloexplorer.hlo.HloComputation;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.HloOpcode;
import org.hloexplorer.hlo.Shape;

/**
 * A reduction of many elements to few results, in two launches: the first reduces parts of the elements, by as many
 * work-groups as fill a device, and the second the parts.
 */
final class SplitReduction {
    private static final long LEAST_ELEMENTS = 1 << 16;

    /** With so many results, a group for each fills a device. */
    private static final long MANY_RESULTS = 64;

    private static final long GROUPS = 512;

    /** A part has so many elements at least, for each item of its group. */
    private static final long LEAST_SHARE = 8;

    private static final int PARTS = 0;
    private static final int INITIAL = 1;

    private SplitReduction() {}

    /** Nothing where the instruction is no reduction, or where one launch serves as well. */
    static Optional<List<KernelStage>> of(
            HloModule module, HloComputation computation, HloInstruction instruction, LoweringOptions options) {
        var groups = options.workGroups();
        if (groups == null || !(instruction.shape() instanceof Shape.Array shape) || shape.elements() > MANY_RESULTS) {
            return Optional.empty();
        }
        var place = Place.of(module, computation, instruction);
        if (place.isEmpty() || place.get().elements() < LEAST_ELEMENTS || shape.elements() == 0) {
            return Optional.empty();
        }
        long parts = Math.min(GROUPS / shape.elements(), place.get().elements() / (groups.size() * LEAST_SHARE));
        var type = ElementwiseEmitter.computeType(shape.elementType());
        if (parts < 2 || type != shape.elementType()) {
            return Optional.empty();
        }
        var dimensions = new ArrayList<>(shape.dimensions());
        dimensions.add(parts);
        var partial = Shape.array(shape.elementType(), dimensions);
        return GroupReduction.inParts(module, computation, instruction.withShape(partial), groups, parts)
                .map(first -> List.of(
                        new KernelStage(".parts", first, partial),
                        new KernelStage(
                                "", second(module, instruction, place.get(), partial, options), instruction.shape())));
    }

    /** The reduction in what the instruction computes. */
    private record Place(HloInstruction reduce, HloInstruction initial, long elements, OptionalInt operand) {

        static Optional<Place> of(HloModule module, HloComputation computation, HloInstruction instruction) {
            var body = instruction.op() instanceof HloOp.Fusion fusion
                    ? module.computation(fusion.computation())
                    : computation;
            var reduce = body == computation ? instruction : body.root();
            if (reduce.opcode() != HloOpcode.REDUCE || reduce.operandCount() != 2) {
                return Optional.empty();
            }
            var initial = body.operand(reduce, 1);
            var operand = operand(initial, body == computation);
            boolean isKnown = operand.isPresent() || initial.op() instanceof HloOp.Constant;
            var over = ((HloOp.OverDimensions) reduce.op()).dimensions();
            var input = body.operand(reduce, 0).shape().asArray();
            long elements = over.stream().mapToLong(input::dimension).reduce(1, Math::multiplyExact);
            return isKnown ? Optional.of(new Place(reduce, initial, elements, operand)) : Optional.empty();
        }

        private static OptionalInt operand(HloInstruction initial, boolean isAlone) {
            if (initial.op() instanceof HloOp.Constant) {
                return OptionalInt.empty();
            } else if (isAlone) {
                return OptionalInt.of(1);
            }
            return initial.op() instanceof HloOp.Parameter(int number) ? OptionalInt.of(number) : OptionalInt.empty();
        }
    }

    private static LoweredKernel second(
            HloModule module, HloInstruction instruction, Place place, Shape.Array partial, LoweringOptions options) {
        int last = partial.rank() - 1;
        var parts = HloInstruction.of(-3, instruction.name() + ".parts", new HloOp.Parameter(PARTS), partial);
        var initialOp = place.operand().isPresent()
                ? new HloOp.Parameter(INITIAL)
                : place.initial().op();
        var initial =
                HloInstruction.of(-2, "initial", initialOp, place.initial().shape());
        var over = (HloOp.OverDimensions) place.reduce().op();
        var op = new HloOp.OverDimensions(HloOpcode.REDUCE, List.of(last), over.toApply());
        var whole = HloInstruction.of(instruction.id(), instruction.name(), op, instruction.shape(), -3, -2);
        var computation = new HloComputation(-1, "parts", List.of(parts, initial, whole), instruction.id());
        return new KernelLowering(module, computation, whole, options)
                .lower()
                .withOperands(operand ->
                        operand == PARTS ? PARTS : 1 + place.operand().orElseThrow());
    }
}
