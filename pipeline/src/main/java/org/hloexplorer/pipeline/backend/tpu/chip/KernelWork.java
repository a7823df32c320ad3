package org.hloexplorer.pipeline.backend.tpu.chip;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntToLongFunction;
import org.hloexplorer.hlo.HloComputation;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.HloOpcode;
import org.hloexplorer.hlo.analysis.HloCostAnalysis;
import org.hloexplorer.pipeline.backend.tpu.simulator.VectorTile;
import org.jspecify.annotations.Nullable;

/** What instructions of a computation ask of the chip's units, fusions taken as one. */
final class KernelWork {
    private final HloModule module;
    private final HloCostAnalysis costs;
    private final IntToLongFunction productCycles;
    private final boolean weightsStream;

    KernelWork(HloModule module, HloCostAnalysis costs, IntToLongFunction productCycles, boolean weightsStream) {
        this.module = module;
        this.costs = costs;
        this.productCycles = productCycles;
        this.weightsStream = weightsStream;
    }

    /** What one instruction asks for. */
    sealed interface Demand {}

    /** Nothing. */
    record Free() implements Demand {}

    /** The host. */
    record Host(String reason) implements Demand {}

    /**
     * Work on the chip.
     *
     * @param atMost bytes that are read of an operand, where that is less than all of it
     * @param written bytes of the result that are written where it is not written whole, -1 where it is
     */
    record Kernel(long productCycles, long vectorOperations, Map<Integer, Long> atMost, long written)
            implements Demand {
        long operandBytes(int operand) {
            return atMost.getOrDefault(operand, Long.MAX_VALUE);
        }

        long storedBytes(long whole) {
            return written < 0 ? whole : written;
        }
    }

    Demand of(HloInstruction instruction, HloComputation computation) {
        return switch (instruction.op()) {
            case HloOp.Fusion fusion -> fused(module.computation(fusion.computation()));
            case HloOp.Async async
            when async.opcode() == HloOpcode.ASYNC_START -> fused(module.computation(async.computation()));
            default -> single(instruction, computation);
        };
    }

    private Demand single(HloInstruction instruction, HloComputation computation) {
        long product = productCycles.applyAsLong(instruction.id());
        if (product > 0) {
            return new Kernel(product, 0, weightsStream ? Map.of(1, 0L) : Map.of(), -1);
        }
        return switch (VectorWork.of(instruction, computation, module, costs, false)) {
            case VectorWork.None _ -> new Free();
            case VectorWork.OnHost(var reason) -> new Host(reason);
            case VectorWork.Operations(long count, var _) ->
                new Kernel(0, count, partlyRead(instruction), written(instruction, computation));
        };
    }

    private static Map<Integer, Long> partlyRead(HloInstruction instruction) {
        return switch (instruction.opcode()) {
            case SLICE, DYNAMIC_SLICE, GATHER -> Map.of(0, VectorTile.storedBytes(instruction.shape()));
            case DYNAMIC_UPDATE_SLICE -> Map.of(0, 0L);
            default -> Map.of();
        };
    }

    private static long written(HloInstruction instruction, HloComputation computation) {
        return instruction.opcode() == HloOpcode.DYNAMIC_UPDATE_SLICE
                ? VectorTile.storedBytes(computation.operand(instruction, 1).shape())
                : -1;
    }

    private Demand fused(HloComputation body) {
        var sum = new Sum();
        add(sum, body);
        if (sum.hostReason != null) {
            return new Host(sum.hostReason);
        }
        var atMost = new HashMap<Integer, Long>();
        for (var parameter : body.parameters()) {
            if (parameter.op() instanceof HloOp.Parameter(int number)) {
                long read = read(parameter, body);
                if (read >= 0) {
                    atMost.put(number, read);
                }
            }
        }
        return new Kernel(sum.productCycles, sum.operations, atMost, written(body.root(), body));
    }

    private static final class Sum {
        private long productCycles;
        private long operations;
        private @Nullable String hostReason;
    }

    private void add(Sum sum, HloComputation body) {
        for (var instruction : body.instructions()) {
            if (instruction.op() instanceof HloOp.Fusion fusion) {
                add(sum, module.computation(fusion.computation()));
                continue;
            }
            long product = productCycles.applyAsLong(instruction.id());
            sum.productCycles += product;
            if (product == 0) {
                switch (VectorWork.of(instruction, body, module, costs, true)) {
                    case VectorWork.Operations(long count, var _) -> sum.operations += count;
                    case VectorWork.OnHost(var reason) -> sum.hostReason = reason;
                    case VectorWork.None _ -> {}
                }
            }
        }
    }

    /** Bytes that a fusion reads of a parameter where all users take a part of it only; -1 where one takes all. */
    private long read(HloInstruction parameter, HloComputation body) {
        long read = 0;
        List<HloInstruction> users = body.users(parameter);
        for (var user : users) {
            boolean isStreamedWeight = weightsStream
                    && user.operandCount() == 2
                    && user.operandId(1) == parameter.id()
                    && productCycles.applyAsLong(user.id()) > 0;
            var parts = user.operandId(0) == parameter.id() ? partlyRead(user).get(0) : null;
            if (!isStreamedWeight && parts == null) {
                return -1;
            }
            read += parts == null ? 0 : parts;
        }
        return users.isEmpty() ? -1 : read;
    }
}
