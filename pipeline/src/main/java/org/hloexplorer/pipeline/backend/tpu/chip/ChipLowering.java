package org.hloexplorer.pipeline.backend.tpu.chip;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntToLongFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.hloexplorer.hlo.HloComputation;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.HloOpcode;
import org.hloexplorer.hlo.Shape;
import org.hloexplorer.hlo.analysis.HloCostAnalysis;
import org.hloexplorer.pipeline.backend.tpu.chip.BlockedTasks.Work;
import org.hloexplorer.pipeline.backend.tpu.simulator.VectorTile;

/**
 * Turns a program that has run into tasks for the units of a chip.
 *
 * <p>Parameters lie in main memory and results go there. A value in between stays on the chip where there is room until its
 * last use, otherwise it goes to main memory and comes back. Loops, calls and branches end a piece: nothing overlaps them.
 */
public final class ChipLowering {
    private final HloModule module;
    private final ChipModel model;
    private final IntToLongFunction executions;
    private final IntToLongFunction productCycles;
    private final KernelWork kernels;
    private final List<ChipPiece> pieces = new ArrayList<>();
    private final Set<Integer> lowered = new HashSet<>();
    private long onChipPeak;

    private ChipLowering(
            HloModule module,
            ChipModel model,
            IntToLongFunction executions,
            IntToLongFunction productCycles,
            boolean weightsStream) {
        this.module = module;
        this.model = model;
        this.executions = executions;
        this.productCycles = productCycles;
        this.kernels = new KernelWork(module, HloCostAnalysis.of(module), productCycles, weightsStream);
    }

    /**
     * The program on a chip.
     *
     * @param executions how often the run came by an instruction, by its id
     * @param productCycles cycles that the matrix units take for an instruction, 0 for what is no product of theirs
     * @param weightsStream whether those cycles include bringing the weights from main memory
     */
    public static ChipRun of(
            HloModule module,
            ChipModel model,
            IntToLongFunction executions,
            IntToLongFunction productCycles,
            boolean weightsStream) {
        var lowering = new ChipLowering(module, model, executions, productCycles, weightsStream);
        lowering.lower(module.entry(), 1);
        return new ChipRun(model, lowering.pieces, lowering.onChipPeak);
    }

    private void lower(HloComputation computation, long times) {
        if (lowered.add(computation.id()) && times > 0) {
            new Walk(computation, times).run();
        }
    }

    private long times(HloComputation computation) {
        return computation.instructions().stream()
                .mapToLong(each -> executions.applyAsLong(each.id()))
                .max()
                .orElse(0);
    }

    /** One computation from its first instruction to its last. */
    private final class Walk {
        private final HloComputation computation;
        private final long times;
        private final LastUses lastUses;
        private final Map<Integer, List<StoredValue>> values = new HashMap<>();
        private final OnChipMemory memory;
        private final List<ChipPiece.Occupancy> occupancy = new ArrayList<>();
        private BlockedTasks tasks;

        Walk(HloComputation computation, long times) {
            this.computation = computation;
            this.times = times;
            this.lastUses = new LastUses(computation);
            this.memory = new OnChipMemory(model.onChipBytes() / 2);
            this.tasks = new BlockedTasks(model);
            occupancy.add(new ChipPiece.Occupancy(-1, 0));
        }

        void run() {
            var instructions = computation.instructions();
            for (int place = 0; place < instructions.size(); place++) {
                var instruction = instructions.get(place);
                values.put(instruction.id(), value(instruction, place));
                memory.freeAfter(place);
            }
            endPiece();
            onChipPeak = Math.max(onChipPeak, memory.peak());
        }

        private List<StoredValue> value(HloInstruction instruction, int place) {
            return switch (instruction.op()) {
                case HloOp.While(int condition, int body) -> {
                    jump(List.of(module.computation(condition), module.computation(body)));
                    yield inMemory(instruction);
                }
                case HloOp.Conditional _, HloOp.Call _ -> {
                    jump(module.called(instruction));
                    yield inMemory(instruction);
                }
                default -> LastUses.isAlias(instruction) ? alias(instruction) : made(instruction, place);
            };
        }

        private void jump(List<HloComputation> called) {
            endPiece();
            called.forEach(each -> lower(each, ChipLowering.this.times(each)));
        }

        private void endPiece() {
            if (!tasks.isEmpty()) {
                pieces.add(new ChipPiece(computation.name(), times, tasks.schedule(), occupancy));
                tasks = new BlockedTasks(model);
                occupancy.clear();
                occupancy.add(new ChipPiece.Occupancy(-1, memory.used()));
            }
            values.values().forEach(each -> each.forEach(value -> value.madeBy(-1)));
        }

        private List<StoredValue> alias(HloInstruction instruction) {
            if (instruction.op() instanceof HloOp.GetTupleElement(int index)
                    && computation.operand(instruction, 0).shape() instanceof Shape.Tuple(var elements)) {
                int from = elements.subList(0, index).stream()
                        .mapToInt(Walk::leaves)
                        .sum();
                var whole = values(instruction.operandId(0));
                return whole.subList(from, from + leaves(elements.get(index)));
            }
            if (instruction.opcode() == HloOpcode.TUPLE) {
                return operands(instruction).flatMap(List::stream).toList();
            }
            return values(instruction.operandId(0));
        }

        private static int leaves(Shape shape) {
            return shape instanceof Shape.Tuple(var elements)
                    ? elements.stream().mapToInt(Walk::leaves).sum()
                    : 1;
        }

        private Stream<List<StoredValue>> operands(HloInstruction instruction) {
            return IntStream.of(instruction.operandIds()).mapToObj(this::values);
        }

        private List<StoredValue> values(int instruction) {
            var found = values.get(instruction);
            if (found == null) {
                throw new IllegalStateException("instruction %d is used before it is there".formatted(instruction));
            }
            return found;
        }

        private List<StoredValue> inMemory(HloInstruction instruction) {
            var made = new ArrayList<StoredValue>();
            add(made, instruction.shape(), lastUses.of(instruction));
            return made;
        }

        private static void add(List<StoredValue> made, Shape shape, int lastUse) {
            if (shape instanceof Shape.Tuple(var elements)) {
                elements.forEach(element -> add(made, element, lastUse));
            } else {
                made.add(new StoredValue(VectorTile.storedBytes(shape), lastUse));
            }
        }

        private List<StoredValue> made(HloInstruction instruction, int place) {
            var result = inMemory(instruction);
            if (instruction.opcode() == HloOpcode.PARAMETER || executions.applyAsLong(instruction.id()) == 0) {
                return result;
            }
            switch (kernels.of(instruction, computation)) {
                case KernelWork.Kernel kernel -> run(instruction, kernel, result, place);
                case KernelWork.Host _ -> runOnHost(instruction, result);
                case KernelWork.Free _ -> result.forEach(memory::hold);
            }
            return result;
        }

        private void runOnHost(HloInstruction instruction, List<StoredValue> result) {
            long sent = operands(instruction)
                    .flatMap(List::stream)
                    .mapToLong(StoredValue::bytes)
                    .sum();
            int done = tasks.addHost(instruction, sent, bytes(result), makers(instruction));
            result.forEach(each -> each.madeBy(done));
        }

        private void run(HloInstruction instruction, KernelWork.Kernel kernel, List<StoredValue> result, int place) {
            var needs = makers(instruction);
            long load = 0;
            for (int i = 0; i < instruction.operandCount(); i++) {
                load += load(values(instruction.operandId(i)), kernel.operandBytes(i), place);
            }
            long store = 0;
            for (var each : result) {
                boolean stays = !lastUses.escapes(each) && memory.hold(each);
                store += stays ? 0 : each.bytes();
            }
            store = Math.min(store, kernel.storedBytes(store));
            int done = tasks.add(
                    instruction, new Work(load, store, kernel.productCycles(), kernel.vectorOperations(), needs));
            result.forEach(each -> each.madeBy(done));
            occupancy.add(new ChipPiece.Occupancy(done, memory.used()));
        }

        /** Bytes to bring for an operand; it stays for its next use where there is room. */
        private long load(List<StoredValue> operand, long needed, int place) {
            long bytes = 0;
            for (var each : operand) {
                if (!each.isOnChip()) {
                    bytes += each.bytes();
                    if (needed >= each.bytes() && each.lastUse() > place) {
                        memory.hold(each);
                    }
                }
            }
            return Math.min(bytes, needed);
        }

        private List<Integer> makers(HloInstruction instruction) {
            return operands(instruction)
                    .flatMap(List::stream)
                    .map(StoredValue::madeBy)
                    .filter(task -> task >= 0)
                    .distinct()
                    .sorted()
                    .toList();
        }

        private static long bytes(List<StoredValue> values) {
            return values.stream().mapToLong(StoredValue::bytes).sum();
        }
    }
}
