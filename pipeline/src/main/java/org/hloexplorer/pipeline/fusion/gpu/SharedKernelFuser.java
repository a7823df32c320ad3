package org.hloexplorer.pipeline.fusion.gpu;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.hloexplorer.hlo.FusionKind;
import org.hloexplorer.hlo.HloComputation;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.HloOpcode;
import org.hloexplorer.hlo.Shape;
import org.hloexplorer.pipeline.fusion.FusionGraph;
import org.hloexplorer.pipeline.rewrite.ComputationEditor;
import org.hloexplorer.pipeline.rewrite.ModuleEditor;

/** Makes one fusion with the results of two kernels, the second of which may use the first. */
final class SharedKernelFuser {
    private final FusionGraph graph;
    private final ComputationEditor editor;
    private final ModuleEditor module;
    private final Set<Integer> made = new HashSet<>();

    SharedKernelFuser(FusionGraph graph) {
        this.graph = graph;
        this.editor = graph.editor();
        this.module = editor.module();
    }

    /** A body that grows: what stands for values from outside, and what is yielded. */
    private static final class Body {
        final Map<Integer, HloInstruction> inside = new LinkedHashMap<>();
        final List<HloInstruction> operands = new ArrayList<>();
        final List<HloInstruction> parameters = new ArrayList<>();
        final List<HloInstruction> instructions = new ArrayList<>();
        final List<HloInstruction> results = new ArrayList<>();
    }

    HloInstruction fuse(HloInstruction first, HloInstruction second, FusionKind kind) {
        var body = new Body();
        take(first, body);
        int fromFirst = body.results.size();
        take(second, body);
        var fusion = fusion(body, kind, first, second);
        hand(first, fusion, 0);
        hand(second, fusion, fromFirst);
        return fusion;
    }

    /** Moves what a kernel computes into the body. */
    private void take(HloInstruction kernel, Body body) {
        if (!FusionGraph.isFusion(kernel)) {
            var moved = moved(kernel, operandsOf(kernel, body), body);
            body.results.add(moved);
            body.inside.put(kernel.id(), moved);
            return;
        }
        var source = graph.body(kernel);
        var inside = new HashMap<Integer, HloInstruction>();
        for (var instruction : source.instructions()) {
            if (instruction.op() instanceof HloOp.Parameter(int number)) {
                inside.put(instruction.id(), valueOf(graph.operand(kernel, number), body));
            } else if (instruction.id() != source.root().id() || !(kernel.shape() instanceof Shape.Tuple)) {
                inside.put(instruction.id(), moved(instruction, inside, body));
            }
        }
        if (kernel.shape() instanceof Shape.Tuple) {
            source.editor()
                    .operands(source.root())
                    .forEach(each -> body.results.add(Objects.requireNonNull(inside.get(each.id()))));
        } else {
            var result = Objects.requireNonNull(inside.get(source.root().id()));
            body.results.add(result);
            body.inside.put(kernel.id(), result);
        }
    }

    private Map<Integer, HloInstruction> operandsOf(HloInstruction kernel, Body body) {
        var values = new HashMap<Integer, HloInstruction>();
        graph.operands(kernel).forEach(each -> values.put(each.id(), valueOf(each, body)));
        return values;
    }

    private static HloInstruction moved(HloInstruction instruction, Map<Integer, HloInstruction> operands, Body body) {
        var ids = instruction.operandIds();
        for (int i = 0; i < ids.length; i++) {
            ids[i] = Objects.requireNonNull(operands.get(ids[i])).id();
        }
        var moved = instruction.withOperands(ids);
        body.instructions.add(moved);
        return moved;
    }

    /** What stands for a value in the body: what computes it there, or a parameter. */
    private HloInstruction valueOf(HloInstruction outside, Body body) {
        var known = body.inside.get(outside.id());
        if (known != null) {
            return known;
        }
        int number = body.operands.size();
        var parameter = module.instruction("param_" + number, new HloOp.Parameter(number), outside.shape());
        body.operands.add(outside);
        body.parameters.add(parameter);
        body.inside.put(outside.id(), parameter);
        return parameter;
    }

    private HloInstruction fusion(Body body, FusionKind kind, HloInstruction first, HloInstruction second) {
        var shape =
                new Shape.Tuple(body.results.stream().map(HloInstruction::shape).toList());
        var root = module.instruction("tuple", new HloOp.Plain(HloOpcode.TUPLE), shape, ids(body.results));
        var instructions = new ArrayList<>(body.parameters);
        instructions.addAll(body.instructions);
        instructions.add(root);
        var computation =
                new HloComputation(module.newId(), module.newName("fused_computation"), instructions, root.id());
        module.add(computation);
        var fusion = module.instruction(
                        "fusion", new HloOp.Fusion(kind, computation.id(), List.of()), shape, ids(body.operands))
                .withAnnotations(second.annotations())
                .withOrigins(Stream.of(first, second).flatMapToInt(this::known).toArray());
        made.add(fusion.id());
        return editor.insertBefore(fusion, second);
    }

    /** What others know of a kernel: one that was made here, and goes again, is in no version of the module. */
    private IntStream known(HloInstruction kernel) {
        return made.contains(kernel.id())
                ? kernel.originIds().stream().mapToInt(Integer::intValue)
                : IntStream.of(kernel.id());
    }

    /** Gives the results to whoever used those of the kernel, which goes. */
    private void hand(HloInstruction kernel, HloInstruction fusion, int from) {
        if (kernel.shape() instanceof Shape.Tuple) {
            for (var element : List.copyOf(graph.users(kernel))) {
                int index = ((HloOp.GetTupleElement) element.op()).index();
                editor.replaceAllUses(element, element(fusion, from + index, element));
                editor.remove(element);
            }
        } else {
            editor.replaceAllUses(kernel, element(fusion, from, kernel));
        }
        editor.remove(kernel);
        if (kernel.op() instanceof HloOp.Fusion old) {
            module.remove(old.computation());
        }
    }

    private HloInstruction element(HloInstruction fusion, int index, HloInstruction replaced) {
        var shape = ((Shape.Tuple) fusion.shape()).elements().get(index);
        var element = module.instruction("get-tuple-element", new HloOp.GetTupleElement(index), shape, fusion.id())
                .withOrigins(replaced.id());
        return editor.insertBefore(element, replaced);
    }

    private static int[] ids(List<HloInstruction> instructions) {
        return instructions.stream().mapToInt(HloInstruction::id).toArray();
    }
}
