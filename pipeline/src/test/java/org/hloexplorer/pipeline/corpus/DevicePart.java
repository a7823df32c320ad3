package org.hloexplorer.pipeline.corpus;

import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.HloOpcode;
import org.hloexplorer.hlo.Literal;
import org.hloexplorer.hlo.eval.GeneratedInputs;
import org.hloexplorer.hlo.eval.HloEvaluator;

/**
 * What each of several devices computes in a program that is written for one of them, such as JAX's {@code shard_map}
 * makes: the computation between {@code GlobalToLocalShape} and {@code LocalToGlobalShape}.
 *
 * @param module that computation as one of its own, cut into as many partitions as there are devices
 */
record DevicePart(HloModule module) {
    private static final String TO_PART = "xla.sdy.GlobalToLocalShape";

    /** The part of this program; empty where all of it is written for the devices together. */
    static Optional<DevicePart> of(HloModule program) {
        return program.entry().instructions().stream()
                .filter(each -> each.op() instanceof HloOp.CustomCall call
                        && call.target().equals(TO_PART))
                .findFirst()
                .map(cut -> new DevicePart(part(program, cut)));
    }

    private static HloModule part(HloModule program, HloInstruction cut) {
        var entry = program.entry();
        var call = entry.users(cut).stream()
                .filter(each -> each.opcode() == HloOpcode.CALL)
                .findFirst()
                .orElseThrow();
        long whole = entry.operand(cut, 0).shape().asArray().elements();
        int devices = Math.toIntExact(whole / cut.shape().asArray().elements());
        return new HloModule(
                program.name(),
                program.attributes().withNumPartitions(devices),
                program.stackFrames(),
                program.computations().stream()
                        .filter(each -> each.id() != entry.id())
                        .toList(),
                call.calledComputations().getFirst(),
                program.nextId());
    }

    /** What each device yields for inputs of its own. */
    List<Literal> evaluate() {
        return new HloEvaluator().evaluateOnDevices(module, inputs());
    }

    /** Inputs for each device. */
    List<List<Literal>> inputs() {
        return LongStream.rangeClosed(1, module.attributes().numPartitions())
                .mapToObj(seed -> GeneratedInputs.of(module, seed))
                .toList();
    }
}
