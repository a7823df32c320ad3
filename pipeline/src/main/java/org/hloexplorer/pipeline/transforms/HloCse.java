package org.hloexplorer.pipeline.transforms;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.hloexplorer.hlo.Attribute;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.pipeline.Effect;
import org.hloexplorer.pipeline.HloPass;
import org.hloexplorer.pipeline.Option;
import org.hloexplorer.pipeline.PassContext;
import org.hloexplorer.pipeline.RuleDescription;
import org.hloexplorer.pipeline.rewrite.ComputationEditor;
import org.hloexplorer.pipeline.rewrite.ModuleEditor;
import org.jspecify.annotations.Nullable;

/**
 * Computes equal values once: the later of two equal instructions gives way to the earlier.
 *
 * <p>Computations that are called count by what they do, not by their names.
 */
public final class HloCse implements HloPass {

    /** Whether values in different layouts are different. */
    public static final Option<Boolean> LAYOUT_SENSITIVE = Option.flag(
            "cse.layout-sensitive", false, "tells equal values in different layouts apart, as after layout assignment");

    private static final String INSTRUCTION = "common-subexpression";
    private static final String CONSTANT = "common-constant";

    @Override
    public String name() {
        return "cse";
    }

    @Override
    public String summary() {
        return "computes equal values once";
    }

    @Override
    public List<Option<?>> options() {
        return List.of(LAYOUT_SENSITIVE);
    }

    @Override
    public List<RuleDescription> rules() {
        return List.of(
                new RuleDescription(CONSTANT, "two equal constants or iotas → one", Effect.EXACT),
                new RuleDescription(INSTRUCTION, "f(x), f(x) → f(x)", Effect.EXACT));
    }

    @Override
    public HloModule run(HloModule module, PassContext context) {
        var editor = new ModuleEditor(module, context);
        var fingerprints = new ComputationFingerprints(module);
        for (var computation : NonFusionComputations.of(module)) {
            new Merging(editor.edit(computation), fingerprints, context.option(LAYOUT_SENSITIVE)).run();
        }
        return editor.commit();
    }

    /** All that makes an instruction compute what it computes; the shape is text where layouts do not matter. */
    private record Key(
            HloOp op,
            Object shape,
            List<Integer> operands,
            @Nullable String sharding,
            @Nullable String backendConfig,
            List<Attribute> otherAttributes) {}

    private record Merging(
            ComputationEditor editor,
            ComputationFingerprints fingerprints,
            boolean isLayoutSensitive,
            Map<Key, Integer> first) {

        Merging(ComputationEditor editor, ComputationFingerprints fingerprints, boolean isLayoutSensitive) {
            this(editor, fingerprints, isLayoutSensitive, new HashMap<>());
        }

        void run() {
            for (var visited : editor.base().instructions()) {
                if (editor.contains(visited.id()) && canMerge(editor.current(visited))) {
                    merge(editor.current(visited));
                }
            }
        }

        private boolean canMerge(HloInstruction instruction) {
            return switch (instruction.opcode()) {
                case PARAMETER, DOMAIN, UNKNOWN, AFTER_ALL -> false;
                case CONSTANT, IOTA, REPLICA_ID, PARTITION_ID -> true;
                default ->
                    instruction.operandCount() > 0
                            && !editor.module().sideEffects().of(instruction);
            };
        }

        private void merge(HloInstruction instruction) {
            var earlier = first.putIfAbsent(keyOf(instruction), instruction.id());
            if (earlier == null || !editor.contains(earlier)) {
                return;
            }
            var rule = instruction.operandCount() == 0 ? CONSTANT : INSTRUCTION;
            if (editor.hasControlDependencies(instruction)) {
                var reason = "control dependencies hold it in its place, though %s is equal"
                        .formatted(editor.instruction(earlier));
                editor.context().declined(rule, instruction.id(), instruction.name(), reason, List.of());
            } else {
                editor.rewrite(rule, instruction, () -> editor.instruction(earlier));
            }
        }

        private Key keyOf(HloInstruction instruction) {
            var annotations = instruction.annotations();
            return new Key(
                    opOf(instruction.op()),
                    isLayoutSensitive
                            ? instruction.shape()
                            : instruction.shape().withoutLayout(),
                    operandsOf(instruction),
                    annotations.sharding(),
                    annotations.backendConfig(),
                    annotations.others());
        }

        private HloOp opOf(HloOp op) {
            if (op.calledComputations().isEmpty()) {
                return op;
            }
            return op.withCalledComputations(op.calledComputations().stream()
                    .map(fingerprints::representative)
                    .toList());
        }

        private static List<Integer> operandsOf(HloInstruction instruction) {
            var ids = Arrays.stream(instruction.operandIds());
            return (instruction.opcode().isCommutative() ? ids.sorted() : ids)
                    .boxed()
                    .toList();
        }
    }
}
