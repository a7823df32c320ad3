package org.hloexplorer.pipeline.buffers;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CyclicBarrier;
import java.util.stream.IntStream;
import org.hloexplorer.hlo.Cancellation;
import org.hloexplorer.hlo.HloComputation;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.HloOpcode;
import org.hloexplorer.hlo.Literal;
import org.hloexplorer.hlo.eval.EvaluationOptions;
import org.hloexplorer.hlo.eval.HloEvaluator;

/**
 * Runs a module on several simulated devices, each with buffers of its own: as {@link BufferEvaluator} does, and where
 * devices meet, in collectives, the reference works out what each gets.
 */
public final class BufferDevices {
    private final BufferAssignment assignment;
    private final HloSchedule schedule;
    private final Cancellation cancellation;
    private final HloEvaluator evaluator;
    private final int devices;
    private final CyclicBarrier barrier;
    private final Map<Integer, HloInstruction> at = new ConcurrentHashMap<>();
    private final Map<Integer, List<Literal>> given = new ConcurrentHashMap<>();
    private List<Literal> results = List.of();

    /** A device that waited for others in vain. */
    private static final class AbandonedException extends IllegalStateException {
        private static final long serialVersionUID = 1L;

        AbandonedException(HloInstruction instruction, Exception cause) {
            super("%s waits for devices that failed, or went another way".formatted(instruction), cause);
        }
    }

    private BufferDevices(BufferAssignment assignment, HloSchedule schedule, int devices, Cancellation cancellation) {
        this.assignment = assignment;
        this.schedule = schedule;
        this.devices = devices;
        this.cancellation = cancellation;
        this.evaluator = new HloEvaluator(EvaluationOptions.standard().withCancellation(cancellation));
        this.barrier = new CyclicBarrier(devices, this::meet);
    }

    /**
     * The result of each device.
     *
     * @param arguments of each device
     */
    public static List<Literal> run(
            BufferAssignment assignment,
            HloSchedule schedule,
            List<List<Literal>> arguments,
            Cancellation cancellation) {
        return new BufferDevices(assignment, schedule, arguments.size(), cancellation).run(arguments);
    }

    private List<Literal> run(List<List<Literal>> arguments) {
        var started = new ArrayList<CompletableFuture<Literal>>();
        for (int i = 0; i < devices; i++) {
            int device = i;
            started.add(CompletableFuture.supplyAsync(
                    () -> runOne(device, arguments.get(device)),
                    task -> Thread.ofPlatform()
                            .daemon()
                            .name("device " + device)
                            .start(task)));
        }
        started.forEach(each -> each.handle((_, _) -> true).join());
        started.stream()
                .filter(CompletableFuture::isCompletedExceptionally)
                .map(CompletableFuture::exceptionNow)
                .filter(RuntimeException.class::isInstance)
                .map(RuntimeException.class::cast)
                // A device that failed by itself says more than those that waited for it in vain.
                .min(Comparator.comparing(AbandonedException.class::isInstance))
                .ifPresent(fault -> {
                    throw fault;
                });
        return started.stream().map(CompletableFuture::join).toList();
    }

    private Literal runOne(int device, List<Literal> arguments) {
        InstructionWork work =
                (instruction, operands) -> instruction.opcode().category() == HloOpcode.Category.COLLECTIVE
                        ? exchange(device, instruction, operands)
                        : evaluator.evaluateInstruction(instruction, operands, assignment.module());
        try (var own = new BufferEvaluator(assignment, schedule, cancellation, work)) {
            return own.run(arguments);
        } catch (RuntimeException e) {
            // The others must not wait for a device that will not come.
            barrier.reset();
            throw e;
        }
    }

    private Literal exchange(int device, HloInstruction instruction, List<Literal> operands) {
        at.put(device, instruction);
        given.put(device, operands);
        try {
            barrier.await();
        } catch (BrokenBarrierException e) {
            throw new AbandonedException(instruction, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AbandonedException(instruction, e);
        }
        return results.get(device);
    }

    /** When all have come: nobody goes on before this is done. */
    private void meet() {
        var places = at.values().stream().distinct().toList();
        if (places.size() != 1) {
            throw new IllegalStateException("devices met at different instructions: " + places);
        }
        var operands = IntStream.range(0, devices)
                .mapToObj(device -> given.getOrDefault(device, List.of()))
                .toList();
        results = evaluator.evaluateOnDevices(alone(places.getFirst()), operands);
    }

    /** A module of one instruction, with what it calls, for as many devices. */
    private HloModule alone(HloInstruction instruction) {
        var module = assignment.module();
        var home = module.computationOf(instruction.id()).orElseThrow();
        int next = module.nextId();
        var instructions = new ArrayList<HloInstruction>();
        var ids = new int[instruction.operandCount()];
        for (int i = 0; i < ids.length; i++) {
            ids[i] = next++;
            var shape = home.operand(instruction, i).shape();
            instructions.add(HloInstruction.of(ids[i], "operand" + i, new HloOp.Parameter(i), shape));
        }
        instructions.add(
                HloInstruction.of(instruction.id(), instruction.name(), instruction.op(), instruction.shape(), ids));
        var entry = new HloComputation(next, "alone", instructions, instruction.id());
        var computations = new ArrayList<HloComputation>();
        instruction.calledComputations().forEach(each -> computations.add(module.computation(each)));
        computations.add(entry);
        return new HloModule(
                module.name(), module.attributes(), module.stackFrames(), computations, entry.id(), next + 1);
    }
}
