package org.hloexplorer.hlo.eval;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.hloexplorer.hlo.Cancellation;
import org.hloexplorer.hlo.HloComputation;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.Literal;
import org.hloexplorer.hlo.Shape;

/**
 * Where a program written for whole arrays goes over to what each device of a mesh does with its part, and back: what
 * JAX's {@code shard_map} becomes.
 *
 * <p>Every simulated device has the whole arrays outside. On the way in it takes its part of them; on the way back the
 * devices put theirs together.
 */
final class PartBoundary {
    private static final String TO_PARTS = "xla.sdy.GlobalToLocalShape";
    private static final String TO_WHOLE = "xla.sdy.LocalToGlobalShape";
    private static final Pattern MANUAL_AXIS = Pattern.compile("\"([^\"]+)\"");

    private final DeviceMesh mesh;
    private final Communication communication;
    private final DataMovement movement;

    private PartBoundary(DeviceMesh mesh, Communication communication, Cancellation cancellation) {
        this.mesh = mesh;
        this.communication = communication;
        this.movement = new DataMovement(cancellation);
    }

    /** How many devices a computation of a module for one device is written for behind such boundaries; 1 for none. */
    static int devices(HloModule module, HloComputation computation) {
        boolean hasMesh = module.attributes().others().stream()
                .anyMatch(each -> each.text().contains(DeviceMesh.MARK));
        if (!hasMesh) {
            return 1;
        }
        var looked = computation.id() == module.entryId() ? module.computations() : List.of(computation);
        return looked.stream()
                .flatMap(each -> each.instructions().stream())
                .filter(PartBoundary::changesShapes)
                .findFirst()
                .flatMap(each -> DeviceMesh.of(module, shardings(each)))
                .map(DeviceMesh::devices)
                .orElse(1);
    }

    private static boolean changesShapes(HloInstruction instruction) {
        return instruction.op() instanceof HloOp.CustomCall call
                && (call.target().equals(TO_PARTS) || call.target().equals(TO_WHOLE));
    }

    /** The value behind a boundary; empty where the instruction is none, or where there are no devices to share out to. */
    static Optional<Literal> evaluate(
            HloModule module,
            HloInstruction instruction,
            List<Literal> operands,
            Communication communication,
            Cancellation cancellation) {
        if (communication.partitions() == 1 || !changesShapes(instruction)) {
            return Optional.empty();
        }
        return DeviceMesh.of(module, shardings(instruction))
                .filter(mesh -> mesh.devices() == communication.partitions())
                .map(mesh -> new PartBoundary(mesh, communication, cancellation).evaluate(instruction, operands));
    }

    private Literal evaluate(HloInstruction instruction, List<Literal> operands) {
        var shardings = mesh.shardings(instruction, shardings(instruction), manualAxes(instruction));
        if (shardings.size() != operands.size()) {
            throw new EvaluationException(
                    instruction, "it has %d values and %d shardings".formatted(operands.size(), shardings.size()));
        }
        boolean isInwards = ((HloOp.CustomCall) instruction.op()).target().equals(TO_PARTS);
        var all = isInwards ? List.of(operands) : communication.exchange(instruction, operands);
        var values = new ArrayList<Literal>();
        for (int i = 0; i < operands.size(); i++) {
            var shape = result(instruction, i);
            values.add(
                    isInwards
                            ? part(operands.get(i), shardings.get(i), shape)
                            : whole(parts(all, i), shardings.get(i), shape));
        }
        return instruction.shape() instanceof Shape.Tuple ? Literal.tuple(values) : values.getFirst();
    }

    private static Shape.Array result(HloInstruction instruction, int index) {
        return instruction.shape() instanceof Shape.Tuple(var elements)
                ? elements.get(index).asArray()
                : instruction.shape().asArray();
    }

    private static List<Literal> parts(List<List<Literal>> all, int index) {
        return all.stream().map(each -> each.get(index)).toList();
    }

    private Literal part(Literal whole, DeviceMesh.Sharding sharding, Shape.Array shape) {
        return movement.dynamicSlice(whole, mesh.start(sharding, communication.partition(), shape), shape);
    }

    /** Devices that hold the same part hold the same values, so that any of them may come last. */
    private Literal whole(List<Literal> parts, DeviceMesh.Sharding sharding, Shape.Array shape) {
        var whole = Asynchronous.zero(shape);
        for (int device = 0; device < parts.size(); device++) {
            var part = parts.get(device);
            whole = movement.dynamicUpdateSlice(
                    whole, part, mesh.start(sharding, device, part.shape().asArray()));
        }
        return whole;
    }

    private static String shardings(HloInstruction instruction) {
        var attributes = instruction.annotations().frontendAttributes();
        return unescaped(
                attributes.getOrDefault("xla.sdy.in_shardings", attributes.getOrDefault("xla.sdy.out_shardings", "")));
    }

    private static List<String> manualAxes(HloInstruction instruction) {
        var text = instruction.annotations().frontendAttributes().getOrDefault("xla.sdy.manual_axes", "");
        return MANUAL_AXIS
                .matcher(unescaped(text))
                .results()
                .map(each -> each.group(1))
                .toList();
    }

    private static String unescaped(String text) {
        return text.replace("\\\"", "\"");
    }
}
