package org.hloexplorer.pipeline.fusion;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.hloexplorer.hlo.Annotations;
import org.hloexplorer.hlo.FusionKind;
import org.hloexplorer.hlo.HloComputation;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.pipeline.rewrite.ComputationEditor;
import org.hloexplorer.pipeline.rewrite.ModuleEditor;

/**
 * Moves producers into fusions.
 *
 * <p>An instruction that goes into its last user keeps its id there; only where it is needed elsewhere too, a copy with
 * a new id goes in.
 */
public final class Fuser {
    private final FusionGraph graph;
    private final ComputationEditor editor;
    private final ModuleEditor module;

    public Fuser(FusionGraph graph) {
        this.graph = graph;
        this.editor = graph.editor();
        this.module = editor.module();
    }

    /** What came of fusing: the fusion, and the producer as it is inside. */
    public record Fused(HloInstruction fusion, HloInstruction inside) {}

    /** Makes a fusion of one instruction, named after it and the producer it is made for. */
    public HloInstruction wrap(HloInstruction consumer, HloInstruction producer, FusionKind kind) {
        var parameters = new LinkedHashMap<Integer, HloInstruction>();
        for (var operand : graph.operands(consumer)) {
            parameters.computeIfAbsent(operand.id(), _ -> parameter(parameters.size(), operand));
        }
        var root = withOperands(consumer, parameters)
                .withAnnotations(
                        Annotations.NONE.withMetadata(consumer.annotations().metadata()));
        var instructions = new ArrayList<>(parameters.values());
        instructions.add(root);
        var body = new HloComputation(module.newId(), module.newName("fused_computation"), instructions, root.id());
        module.add(body);
        return replace(
                consumer, fusionOf(consumer, producer, new HloOp.Fusion(kind, body.id(), List.of()), parameters));
    }

    private HloInstruction fusionOf(
            HloInstruction consumer,
            HloInstruction producer,
            HloOp.Fusion op,
            Map<Integer, HloInstruction> parameters) {
        var name =
                "%s_%s_fusion".formatted(producer.op().mnemonic(), consumer.op().mnemonic());
        return module.instruction(name, op, consumer.shape(), ids(parameters.keySet()))
                .withAnnotations(consumer.annotations())
                .withOrigins(consumer.id());
    }

    private HloInstruction replace(HloInstruction consumer, HloInstruction fusion) {
        editor.insertBefore(fusion, consumer);
        editor.replaceAllUses(consumer, fusion);
        editor.remove(consumer);
        return fusion;
    }

    /** Takes a producer, or the whole body of one that is a fusion itself, into a fusion that uses it. */
    public Fused absorb(HloInstruction fusion, HloInstruction producer) {
        var body = graph.body(fusion);
        boolean moves = editor.userCount(producer) == 1 && !editor.isRoot(producer);
        var operands = new OperandList(fusion.operandIds());
        int number = operands.indexOf(producer.id());
        var parameters = new LinkedHashMap<Integer, HloInstruction>();
        for (var operand : graph.operands(producer)) {
            parameters.computeIfAbsent(operand.id(), _ -> parameterFor(operand, operands, body));
        }
        var inside = FusionGraph.isFusion(producer)
                ? insertBody(producer, parameters, body, moves)
                : List.of(insert(producer, parameters, body, moves));
        body.replaceParameter(number, inside);
        operands.remove(number);
        var grown = editor.updateUses(fusion.withOperands(operands.toArray()), producer.id(), producer.operandIds());
        if (moves) {
            remove(producer);
        }
        return new Fused(grown, inside.getLast());
    }

    private HloInstruction insert(
            HloInstruction instruction, Map<Integer, HloInstruction> operands, FusionBody body, boolean moves) {
        var named = moves ? instruction : instruction.copiedAs(module.newId(), module.newName(instruction.name()));
        return body.editor().insert(withOperands(named, operands));
    }

    /** Puts what a fusion computes into another body; its own parameters become those of the other. */
    private List<HloInstruction> insertBody(
            HloInstruction fusion, Map<Integer, HloInstruction> parameters, FusionBody body, boolean moves) {
        var inside = new HashMap<Integer, HloInstruction>();
        var inserted = new ArrayList<HloInstruction>();
        for (var instruction : graph.body(fusion).instructions()) {
            if (instruction.op() instanceof HloOp.Parameter(int number)) {
                inside.put(instruction.id(), Objects.requireNonNull(parameters.get(fusion.operandId(number))));
            } else {
                inserted.add(insert(instruction, inside, body, moves));
                inside.put(instruction.id(), inserted.getLast());
            }
        }
        return inserted;
    }

    private void remove(HloInstruction producer) {
        editor.remove(producer);
        if (producer.op() instanceof HloOp.Fusion fusion) {
            module.remove(fusion.computation());
        }
    }

    private HloInstruction parameterFor(HloInstruction operand, OperandList operands, FusionBody body) {
        int known = operands.indexOf(operand.id());
        if (known >= 0) {
            return body.parameter(known);
        }
        operands.add(operand.id());
        return body.addParameter(parameter(operands.size() - 1, operand));
    }

    private HloInstruction parameter(int number, HloInstruction operand) {
        return module.instruction("param_" + number, new HloOp.Parameter(number), operand.shape());
    }

    private static HloInstruction withOperands(HloInstruction instruction, Map<Integer, HloInstruction> parameters) {
        var ids = instruction.operandIds();
        for (int i = 0; i < ids.length; i++) {
            var parameter = parameters.get(ids[i]);
            ids[i] = parameter == null ? ids[i] : parameter.id();
        }
        return instruction.withOperands(ids);
    }

    private static int[] ids(Collection<Integer> ids) {
        return ids.stream().mapToInt(Integer::intValue).toArray();
    }
}
