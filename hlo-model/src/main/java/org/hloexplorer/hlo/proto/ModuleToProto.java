package org.hloexplorer.hlo.proto;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.hloexplorer.hlo.HloComputation;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.ProgramShape;
import org.hloexplorer.hlo.StackFrames;
import org.hloexplorer.hlo.proto.wire.HloComputationProto;
import org.hloexplorer.hlo.proto.wire.HloInstructionProto;
import org.hloexplorer.hlo.proto.wire.HloModuleProto;
import org.hloexplorer.hlo.proto.wire.HloScheduleProto;
import org.hloexplorer.hlo.proto.wire.ProgramShapeProto;
import org.hloexplorer.hlo.proto.wire.StackFrameIndexProto;

/** Makes the message of a module. Our ids serve as XLA's. */
final class ModuleToProto {
    private final HloModule module;
    private final List<String> leftOut = new ArrayList<>();

    ModuleToProto(HloModule module) {
        this.module = module;
    }

    /** What the message has no place for, a sentence for each. */
    List<String> leftOut() {
        return leftOut;
    }

    HloModuleProto write() {
        var entry = module.entry();
        var proto = HloModuleProto.newBuilder()
                .setName(module.name())
                .setEntryComputationName(entry.name())
                .setEntryComputationId(entry.id())
                .setHostProgramShape(programShape(entry));
        var fused = fusedComputations();
        for (var computation : module.computations()) {
            proto.addComputations(write(computation, fused.contains(computation.id())));
        }
        if (module.attributes().isScheduled()) {
            proto.setSchedule(schedule(fused));
        }
        if (!module.stackFrames().isEmpty()) {
            proto.setStackFrameIndex(stackFrames(module.stackFrames()));
        }
        new ModuleAttributesToProto(proto, leftOut).write(module.attributes());
        return proto.build();
    }

    private Set<Integer> fusedComputations() {
        var fused = new HashSet<Integer>();
        for (var computation : module.computations()) {
            for (var instruction : computation.instructions()) {
                if (instruction.op() instanceof HloOp.Fusion fusion) {
                    fused.add(fusion.computation());
                }
            }
        }
        return fused;
    }

    private HloScheduleProto schedule(Set<Integer> fused) {
        var schedule = HloScheduleProto.newBuilder();
        for (var computation : module.computations()) {
            if (!fused.contains(computation.id())) {
                var sequence = HloScheduleProto.InstructionSequence.newBuilder();
                computation.instructions().forEach(each -> sequence.addInstructionIds(each.id()));
                schedule.putSequences(computation.id(), sequence.build());
            }
        }
        return schedule.build();
    }

    private HloComputationProto write(HloComputation computation, boolean isFused) {
        var proto = HloComputationProto.newBuilder()
                .setName(computation.name())
                .setId(computation.id())
                .setRootId(computation.rootId())
                .setProgramShape(programShape(computation))
                .setIsFusionComputation(isFused)
                .setExecutionThread(computation.executionThread());
        for (var instruction : computation.instructions()) {
            proto.addInstructions(write(instruction));
        }
        return proto.build();
    }

    private HloInstructionProto write(HloInstruction instruction) {
        var proto = HloInstructionProto.newBuilder()
                .setName(instruction.name())
                .setOpcode(instruction.op().mnemonic())
                .setId(instruction.id())
                .setShape(ShapeProtos.write(instruction.shape()));
        for (int operand : instruction.operandIds()) {
            proto.addOperandIds(operand);
        }
        new OpToProto(proto, instruction.operandCount()).write(instruction.op());
        new AnnotationsToProto(instruction, proto, leftOut).write();
        return proto.build();
    }

    private static ProgramShapeProto programShape(HloComputation computation) {
        var shape = ProgramShape.of(computation);
        var proto = ProgramShapeProto.newBuilder().setResult(ShapeProtos.write(shape.result()));
        shape.parameters().forEach(each -> proto.addParameters(ShapeProtos.write(each)));
        computation.parameters().forEach(each -> proto.addParameterNames(each.name()));
        return proto.build();
    }

    private static StackFrameIndexProto stackFrames(StackFrames frames) {
        var proto = StackFrameIndexProto.newBuilder()
                .addAllFileNames(frames.fileNames())
                .addAllFunctionNames(frames.functionNames());
        for (var location : frames.locations()) {
            proto.addFileLocations(StackFrameIndexProto.FileLocation.newBuilder()
                    .setFileNameId(location.fileNameId())
                    .setFunctionNameId(location.functionNameId())
                    .setLine(location.line())
                    .setEndLine(location.endLine())
                    .setColumn(location.column())
                    .setEndColumn(location.endColumn()));
        }
        for (var frame : frames.frames()) {
            proto.addStackFrames(StackFrameIndexProto.StackFrame.newBuilder()
                    .setFileLocationId(frame.locationId())
                    .setParentFrameId(frame.parentFrameId()));
        }
        return proto.build();
    }
}
