package org.hloexplorer.pipeline.backend.tpu.chip;

import java.util.List;
import java.util.Set;
import org.hloexplorer.hlo.HloComputation;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.Shape;
import org.hloexplorer.hlo.Window;
import org.hloexplorer.hlo.analysis.HloCostAnalysis;
import org.hloexplorer.pipeline.backend.tpu.simulator.VectorTile;

/** What an instruction costs the vector unit, or why it is none of its work. */
public sealed interface VectorWork {

    /**
     * Operations on whole vector registers, padding included.
     *
     * @param formula how they were counted, with the numbers
     */
    record Operations(long count, String formula) implements VectorWork {}

    /** The host does it; its operands leave the chip and its result comes back. */
    record OnHost(String reason) implements VectorWork {}

    /** Nothing is computed or moved. */
    record None() implements VectorWork {}

    /** Rotations that bring 8 sublanes together. */
    int SUBLANE_STEPS = 3;

    /** Rotations that bring 128 lanes together. */
    int LANE_STEPS = 7;

    /** Custom calls that move nothing. */
    Set<String> SHARDINGS = Set.of(
            "Sharding",
            "SPMDFullToShardShape",
            "SPMDShardToFullShape",
            "xla.sdy.GlobalToLocalShape",
            "xla.sdy.LocalToGlobalShape",
            "xla.sdy.FuncResultSharding",
            "xla.sdy.PropagationBarrier");

    /**
     * The work of one instruction that is no product and calls nothing but scalar functions.
     *
     * @param isFused whether its operands and result may stay in registers
     */
    static VectorWork of(
            HloInstruction instruction,
            HloComputation computation,
            HloModule module,
            HloCostAnalysis costs,
            boolean isFused) {
        long result = registers(instruction.shape());
        return switch (instruction.opcode()) {
            case PARAMETER,
                    CONSTANT,
                    TUPLE,
                    GET_TUPLE_ELEMENT,
                    BITCAST,
                    AFTER_ALL,
                    ADD_DEPENDENCY,
                    DOMAIN,
                    OPTIMIZATION_BARRIER,
                    COPY_DONE,
                    ASYNC_UPDATE,
                    ASYNC_DONE,
                    SEND_DONE,
                    RECV_DONE,
                    ALL_GATHER_DONE,
                    ALL_REDUCE_DONE,
                    COLLECTIVE_PERMUTE_DONE,
                    GET_DIMENSION_SIZE,
                    REPLICA_ID,
                    PARTITION_ID -> new None();
            case BROADCAST -> isFused ? new None() : moved(result, "written");
            case RESHAPE, DYNAMIC_RESHAPE, SET_DIMENSION_SIZE -> reshape(instruction, computation, result);
            case TRANSPOSE, COPY, COPY_START, REVERSE ->
                moved(registers(computation.operand(instruction, 0).shape()) + result, "read and written");
            case DYNAMIC_UPDATE_SLICE ->
                moved(registers(computation.operand(instruction, 1).shape()), "of the update written");
            case SLICE, DYNAMIC_SLICE, CONCATENATE, PAD, IOTA -> moved(result, "written");
            case GATHER -> gather(instruction, computation, result);
            case SCATTER -> scatter(instruction, computation);
            case REDUCE -> reduce(instruction, computation, module);
            case REDUCE_WINDOW, SELECT_AND_SCATTER -> windows(instruction, computation, module);
            case SORT, TOPK -> sort(instruction, computation);
            case MAP -> times(result, functionLength(instruction, module), "registers", "operations of the function");
            case INFEED, OUTFEED, SEND, RECV -> new OnHost("the host is at the other end");
            case CUSTOM_CALL ->
                isSharding(instruction)
                        ? new None()
                        : new OnHost(
                                "a call out of the program: " + instruction.op().mnemonic());
            case UNKNOWN ->
                new OnHost("the vector unit knows no " + instruction.op().mnemonic());
            default ->
                instruction.opcode().isElementwise()
                        ? new Operations(result, "%,d registers of 8x128 words".formatted(result))
                        : counted(instruction, costs, result);
        };
    }

    /** A note about which device holds which part: the chip that is simulated has its own from the beginning. */
    private static boolean isSharding(HloInstruction instruction) {
        return instruction.op() instanceof HloOp.CustomCall call && SHARDINGS.contains(call.target());
    }

    private static VectorWork moved(long registers, String how) {
        return new Operations(registers, "%,d registers %s".formatted(registers, how));
    }

    private static Operations times(long registers, long each, String what, String per) {
        return new Operations(
                Math.multiplyExact(registers, each), "%,d %s × %,d %s".formatted(registers, what, each, per));
    }

    /** A reshape that leaves the two minor dimensions alone only renames what is there. */
    private static VectorWork reshape(HloInstruction instruction, HloComputation computation, long result) {
        if (computation.operand(instruction, 0).shape() instanceof Shape.Array from
                && instruction.shape() instanceof Shape.Array to
                && from.layout().isDescending()
                && to.layout().isDescending()
                && (minor(from, 1) == minor(to, 1) && minor(from, 2) == minor(to, 2))) {
            return new None();
        }
        return moved(registers(computation.operand(instruction, 0).shape()) + result, "read and written");
    }

    private static long minor(Shape.Array shape, int fromEnd) {
        return shape.rank() < fromEnd ? 1 : shape.dimension(shape.rank() - fromEnd);
    }

    /** Each row that an index names is fetched by itself. */
    private static VectorWork gather(HloInstruction instruction, HloComputation computation, long result) {
        long rows = rows(computation.operand(instruction, 1).shape());
        return new Operations(
                Math.max(rows, result), "the larger of %,d indices and %,d registers".formatted(rows, result));
    }

    private static VectorWork scatter(HloInstruction instruction, HloComputation computation) {
        int arrays = instruction.operandCount() / 2;
        long rows = rows(computation.operand(instruction, arrays).shape());
        long updates = registers(computation.operand(instruction, arrays + 1).shape());
        long each = Math.max(rows, updates);
        return times(each, 2, "indices or registers", "operations, to fetch and to combine");
    }

    /** How many rows an array of indices names: its elements but for those that make up one index. */
    private static long rows(Shape shape) {
        if (!(shape instanceof Shape.Array array) || array.rank() == 0) {
            return 1;
        }
        return Math.max(1, array.elements() / Math.max(1, array.dimension(array.rank() - 1)));
    }

    /** Registers are combined one into the other; what is left of a reduced sublane or lane dimension by rotations. */
    private static VectorWork reduce(HloInstruction instruction, HloComputation computation, HloModule module) {
        long length = functionLength(instruction, module);
        long input = registers(computation.operand(instruction, 0).shape());
        int steps = rotations(instruction, computation);
        long result = registers(instruction.shape());
        return new Operations(
                Math.multiplyExact(input + steps * result, length),
                "(%,d registers + %d rotations × %,d results) × %d operations".formatted(input, steps, result, length));
    }

    private static int rotations(HloInstruction instruction, HloComputation computation) {
        if (!(instruction.op() instanceof HloOp.OverDimensions over)
                || !(computation.operand(instruction, 0).shape() instanceof Shape.Array operand)) {
            return 0;
        }
        var order = operand.layout().minorToMajor();
        int steps = !order.isEmpty() && over.dimensions().contains(order.getFirst()) ? LANE_STEPS : 0;
        return order.size() > 1 && over.dimensions().contains(order.get(1)) ? steps + SUBLANE_STEPS : steps;
    }

    private static VectorWork windows(HloInstruction instruction, HloComputation computation, HloModule module) {
        var window = switch (instruction.op()) {
            case HloOp.ReduceWindow reduce -> reduce.window();
            case HloOp.SelectAndScatter select -> select.window();
            default -> new Window(List.of());
        };
        long size = 1;
        for (var dimension : window.dimensions()) {
            size = Math.multiplyExact(size, dimension.size());
        }
        long registers = Math.max(registers(instruction.shape()), 0);
        return times(
                registers,
                Math.multiplyExact(size, functionLength(instruction, module)),
                "registers",
                "operations of the window");
    }

    /** A bitonic network: k(k+1)/2 stages of comparing and exchanging for 2^k elements. */
    private static VectorWork sort(HloInstruction instruction, HloComputation computation) {
        if (!(computation.operand(instruction, 0).shape() instanceof Shape.Array keys) || keys.rank() == 0) {
            return new None();
        }
        long longest =
                keys.dimensions().stream().mapToLong(Long::longValue).max().orElse(1);
        long levels = longest <= 1 ? 0 : Long.SIZE - Long.numberOfLeadingZeros(longest - 1);
        long registers = registers(instruction.shape());
        return times(registers, levels * (levels + 1) / 2, "registers", "stages of a bitonic network");
    }

    /** What has no rule of its own: the operations that XLA's cost analysis counts, a register's worth at a time. */
    private static VectorWork counted(HloInstruction instruction, HloCostAnalysis costs, long result) {
        var cost = costs.cost(instruction);
        long operations = Math.max(0, cost.flops()) + Math.max(0, cost.transcendentals());
        long registers = Math.max(result, Math.ceilDiv(operations, ChipModel.REGISTER));
        return new Operations(
                registers,
                "the larger of %,d registers and %,d operations of XLA's cost analysis, 1024 at a time"
                        .formatted(result, operations));
    }

    /** Operations of a scalar function, one at least. */
    private static long functionLength(HloInstruction instruction, HloModule module) {
        long length = module.called(instruction).stream()
                .flatMap(called -> called.instructions().stream())
                .filter(each -> each.opcode().isElementwise())
                .count();
        return Math.max(1, length);
    }

    /** Registers that all arrays of a value fill. */
    private static long registers(Shape shape) {
        return switch (shape) {
            case Shape.Array array -> array.elements() == 0 ? 0 : VectorTile.registers(array);
            case Shape.Tuple(var elements) ->
                elements.stream().mapToLong(VectorWork::registers).sum();
            case Shape.Buffer(var contents) -> registers(contents);
            case Shape.Token _, Shape.Opaque _ -> 0;
        };
    }
}
