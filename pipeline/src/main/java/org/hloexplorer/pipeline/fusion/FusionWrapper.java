package org.hloexplorer.pipeline.fusion;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Objects;
import org.hloexplorer.hlo.FusionKind;
import org.hloexplorer.hlo.HloComputation;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.Shape;
import org.hloexplorer.pipeline.Effect;
import org.hloexplorer.pipeline.HloPass;
import org.hloexplorer.pipeline.PassContext;
import org.hloexplorer.pipeline.RuleDescription;
import org.hloexplorer.pipeline.rewrite.ComputationEditor;
import org.hloexplorer.pipeline.rewrite.ModuleEditor;

/** Puts what runs as a kernel and was not fused with anything into a fusion by itself, so that all kernels are fusions. */
public final class FusionWrapper implements HloPass {
    private static final String RULE = "wrap";

    @Override
    public String name() {
        return "fusion-wrapper";
    }

    @Override
    public String summary() {
        return "puts what runs as a kernel of its own into a fusion";
    }

    @Override
    public List<RuleDescription> rules() {
        return List.of(new RuleDescription(RULE, "f(x) → fusion(x), calls={f}", Effect.EXACT));
    }

    @Override
    public HloModule run(HloModule module, PassContext context) {
        var editor = new ModuleEditor(module, context);
        for (var computation : KernelComputations.of(module)) {
            var computationEditor = editor.edit(computation);
            for (var instruction : computation.instructions()) {
                if (computationEditor.contains(instruction.id())) {
                    wrapKernel(computationEditor.current(instruction), computationEditor);
                }
            }
        }
        return editor.commit();
    }

    /** XLA's {@code MustWrapInstruction} for its loop emitters. */
    private static boolean runsAsKernel(HloInstruction instruction, ComputationEditor editor) {
        return switch (instruction.opcode()) {
            case BROADCAST,
                    CONCATENATE,
                    DYNAMIC_SLICE,
                    DYNAMIC_UPDATE_SLICE,
                    GATHER,
                    IOTA,
                    PAD,
                    REDUCE,
                    REDUCE_WINDOW,
                    REVERSE,
                    SCATTER,
                    SELECT_AND_SCATTER,
                    SLICE -> true;
            case TRANSPOSE -> !staysInPlace(instruction, editor);
            case BITCAST_CONVERT, COPY -> instruction.shape() instanceof Shape.Array;
            default -> instruction.opcode().isElementwise();
        };
    }

    /** A transpose into the layout in which no element moves. */
    private static boolean staysInPlace(HloInstruction transpose, ComputationEditor editor) {
        var operand = editor.operand(transpose, 0).shape().asArray();
        var permutation = ((HloOp.WithDimensions) transpose.op()).dimensions();
        return transpose.shape().asArray().layout().minorToMajor().stream()
                .map(permutation::get)
                .toList()
                .equals(operand.layout().minorToMajor());
    }

    private static void wrapKernel(HloInstruction instruction, ComputationEditor editor) {
        if (!runsAsKernel(instruction, editor)) {
            return;
        }
        if (editor.hasControlDependencies(instruction)) {
            editor.context()
                    .declined(
                            RULE,
                            instruction.id(),
                            instruction.name(),
                            "control dependencies fix when it runs",
                            List.of());
            return;
        }
        editor.rewrite(RULE, instruction, () -> wrapped(instruction, editor));
    }

    private static HloInstruction wrapped(HloInstruction instruction, ComputationEditor editor) {
        var module = editor.module();
        var name = "wrapped_" + instruction.op().mnemonic().replace('-', '_');
        var parameters = new LinkedHashMap<Integer, HloInstruction>();
        for (var operand : editor.operands(instruction)) {
            parameters.computeIfAbsent(
                    operand.id(),
                    _ -> module.instruction(
                            "param_" + parameters.size(), new HloOp.Parameter(parameters.size()), operand.shape()));
        }
        var inside = new ArrayList<>(parameters.values());
        var ids = instruction.operandIds();
        for (int i = 0; i < ids.length; i++) {
            ids[i] = Objects.requireNonNull(parameters.get(ids[i])).id();
        }
        inside.add(instruction
                .copiedAs(module.newId(), module.newName(instruction.name()))
                .withOperands(ids));
        var body = new HloComputation(
                module.newId(),
                module.newName(name + "_computation"),
                inside,
                inside.getLast().id());
        module.add(body);
        var operands = parameters.keySet().stream().map(editor::instruction).toArray(HloInstruction[]::new);
        return editor.addNamed(
                name, new HloOp.Fusion(FusionKind.LOOP, body.id(), List.of()), instruction.shape(), operands);
    }
}
