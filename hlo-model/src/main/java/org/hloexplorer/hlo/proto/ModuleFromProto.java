package org.hloexplorer.hlo.proto;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.hloexplorer.hlo.HloComputation;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.StackFrames;
import org.hloexplorer.hlo.proto.wire.HloComputationProto;
import org.hloexplorer.hlo.proto.wire.HloInstructionProto;
import org.hloexplorer.hlo.proto.wire.HloModuleProto;
import org.hloexplorer.hlo.proto.wire.StackFrameIndexProto;

/** Makes a module of its message: ids become ours, the order of instructions that of the schedule where there is one. */
final class ModuleFromProto {
    private final HloModuleProto proto;
    private final Map<Long, Integer> computationIds = new HashMap<>();
    private final Map<Integer, List<Integer>> calls = new HashMap<>();
    private int nextId;

    ModuleFromProto(HloModuleProto proto) {
        this.proto = proto;
    }

    HloModule read() {
        if (proto.getComputationsCount() == 0) {
            throw new InvalidProtoException("there is no computation in it");
        }
        var computations = new ArrayList<HloComputation>();
        for (var computation : proto.getComputationsList()) {
            try {
                computations.add(read(computation));
            } catch (InvalidProtoException e) {
                throw e.within("computation '" + computation.getName() + "'");
            }
        }
        return new HloModule(
                proto.getName(),
                ModuleAttributesText.read(proto),
                stackFrames(),
                new CallOrder(computations, calls).sorted(),
                entryId(),
                nextId);
    }

    private int entryId() {
        var id = computationIds.get(proto.getEntryComputationId());
        if (id == null) {
            throw new InvalidProtoException("the entry computation '%s' is not among the computations"
                    .formatted(proto.getEntryComputationName()));
        }
        return id;
    }

    private HloComputation read(HloComputationProto computation) {
        int id = nextId++;
        var ids = new HashMap<Long, Integer>();
        var read = new HashMap<Long, HloInstruction>();
        var instructions = new ArrayList<HloInstruction>();
        for (var instruction : inOrder(computation)) {
            try {
                var made = read(instruction, ids, read);
                instructions.add(made);
                if (read.put(instruction.getId(), made) != null) {
                    throw new InvalidProtoException("another instruction has the id " + instruction.getId());
                }
            } catch (InvalidProtoException e) {
                throw e.within("instruction '" + instruction.getName() + "'");
            } catch (ArithmeticException e) {
                throw new InvalidProtoException(
                        "instruction '%s': a number in it is out of range".formatted(instruction.getName()), e);
            }
        }
        if (instructions.isEmpty()) {
            throw new InvalidProtoException("there is no instruction in it");
        }
        var root = read.get(computation.getRootId());
        if (root == null) {
            throw new InvalidProtoException("no instruction has the id of the root, " + computation.getRootId());
        }
        if (computationIds.put(computation.getId(), id) != null) {
            throw new InvalidProtoException("another computation has the id " + computation.getId());
        }
        calls.put(id, callsInOrderOfIds(computation));
        var thread = computation.getExecutionThread();
        return new HloComputation(
                id,
                computation.getName(),
                instructions,
                root.id(),
                thread.isEmpty() ? HloComputation.MAIN_THREAD : thread);
    }

    /** The instructions in the order they run in, if the module says so; else as they stand. */
    private List<HloInstructionProto> inOrder(HloComputationProto computation) {
        var sequence = proto.getSchedule().getSequencesMap().get(computation.getId());
        if (sequence == null || sequence.getInstructionIdsCount() != computation.getInstructionsCount()) {
            return computation.getInstructionsList();
        }
        var byId = new HashMap<Long, HloInstructionProto>();
        computation.getInstructionsList().forEach(each -> byId.put(each.getId(), each));
        var ordered = sequence.getInstructionIdsList().stream().map(byId::get).toList();
        if (ordered.contains(null)) {
            throw new InvalidProtoException("the schedule names instructions that are not there");
        }
        return ordered;
    }

    private HloInstruction read(
            HloInstructionProto instruction, Map<Long, Integer> ids, Map<Long, HloInstruction> read) {
        int id = nextId++;
        ids.put(instruction.getId(), id);
        var operands = new ArrayList<HloInstruction>();
        for (long operand : instruction.getOperandIdsList()) {
            operands.add(find(read, operand, "operand"));
        }
        var predecessors = new ArrayList<Integer>();
        for (long predecessor : instruction.getControlPredecessorIdsList()) {
            predecessors.add(find(read, predecessor, "control predecessor").id());
        }
        var shape = ShapeProtos.read(instruction.getShape());
        var op = new OpFromProto(instruction, operands, called(instruction)).read(shape);
        return HloInstruction.of(
                        id,
                        instruction.getName(),
                        op,
                        shape,
                        operands.stream().mapToInt(HloInstruction::id).toArray())
                .withAnnotations(AnnotationsFromProto.read(instruction, op, shape, predecessors));
    }

    private List<Integer> callsInOrderOfIds(HloComputationProto computation) {
        return computation.getInstructionsList().stream()
                .sorted(Comparator.comparingLong(HloInstructionProto::getId))
                .flatMap(instruction -> called(instruction).stream())
                .toList();
    }

    private static HloInstruction find(Map<Long, HloInstruction> read, long id, String what) {
        var found = read.get(id);
        if (found == null) {
            throw new InvalidProtoException("no instruction before it has the id %d of its %s".formatted(id, what));
        }
        return found;
    }

    private List<Integer> called(HloInstructionProto instruction) {
        var called = new ArrayList<Integer>();
        for (long id : instruction.getCalledComputationIdsList()) {
            var computation = computationIds.get(id);
            if (computation == null) {
                throw new InvalidProtoException("no computation before it has the id %d that it calls".formatted(id));
            }
            called.add(computation);
        }
        return called;
    }

    private StackFrames stackFrames() {
        var index = proto.getStackFrameIndex();
        return new StackFrames(
                index.getFileNamesList(),
                index.getFunctionNamesList(),
                index.getFileLocationsList().stream()
                        .map(ModuleFromProto::location)
                        .toList(),
                index.getStackFramesList().stream()
                        .map(frame -> new StackFrames.Frame(frame.getFileLocationId(), frame.getParentFrameId()))
                        .toList());
    }

    private static StackFrames.Location location(StackFrameIndexProto.FileLocation location) {
        return new StackFrames.Location(
                location.getFileNameId(),
                location.getFunctionNameId(),
                location.getLine(),
                location.getEndLine(),
                location.getColumn(),
                location.getEndColumn());
    }

    /** Whether an operation is an asynchronous one whose computation only its start names. */
    static boolean continuesAsync(List<HloInstruction> operands) {
        return !operands.isEmpty() && operands.getFirst().op() instanceof HloOp.Async;
    }
}
