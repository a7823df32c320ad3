package org.hloexplorer.hlo.diff;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.hloexplorer.hlo.FusionKind;
import org.hloexplorer.hlo.HloComputation;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.HloOpcode;
import org.hloexplorer.hlo.text.HloParser;
import org.junit.jupiter.api.Test;

final class HloDiffTests {
    private static final HloModule BEFORE = HloParser.parseOrThrow("""
            HloModule m

            ENTRY main {
              p = f32[8] parameter(0)
              q = f32[8] parameter(1)
              sum = f32[8] add(p, q)
              product = f32[8] multiply(sum, q)
              ROOT out = f32[8] negate(product)
            }
            """);

    private static HloInstruction named(HloModule module, String name) {
        return module.computations().stream()
                .flatMap(each -> each.find(name).stream())
                .findFirst()
                .orElseThrow();
    }

    private static int id(String name) {
        return named(BEFORE, name).id();
    }

    private static HloModule editing(UnaryOperator<List<HloInstruction>> edit) {
        var entry = BEFORE.entry();
        var instructions = edit.apply(new ArrayList<>(entry.instructions()));
        return BEFORE.withComputation(entry.withInstructions(instructions, entry.rootId()), BEFORE.nextId() + 10);
    }

    @Test
    void aModuleIsItself() {
        var diff = HloDiff.between(BEFORE, BEFORE);
        assertThat(diff.isEmpty()).isTrue();
        assertThat(diff.counts()).containsEntry(DiffState.SAME, 5);
    }

    @Test
    void anotherOperandIsAChange() {
        var after = editing(all -> {
            all.replaceAll(each -> each.replacingOperand(id("q"), id("p")));
            return all;
        });
        var diff = HloDiff.between(BEFORE, after);
        assertThat(diff.stateAfter(id("sum"))).isEqualTo(DiffState.CHANGED);
        assertThat(diff.stateBefore(id("out"))).isEqualTo(DiffState.SAME);
        assertThat(diff.changes(id("sum"))).containsExactly(new AttributeChange("operands", "%p, %q", "%p, %p"));
    }

    @Test
    void anInstructionMayGoAndAnotherComeFromIt() {
        int fresh = BEFORE.nextId();
        var after = editing(all -> {
            var shape = named(BEFORE, "sum").shape();
            all.set(
                    2,
                    HloInstruction.of(fresh, "difference", new HloOp.Plain(HloOpcode.SUBTRACT), shape, id("p"), id("q"))
                            .withOrigins(id("sum")));
            all.replaceAll(each -> each.replacingOperand(id("sum"), fresh));
            return all;
        });
        var diff = HloDiff.between(BEFORE, after);
        assertThat(diff.stateBefore(id("sum"))).isEqualTo(DiffState.REMOVED);
        assertThat(diff.stateAfter(fresh)).isEqualTo(DiffState.ADDED);
        assertThat(diff.successors(id("sum"))).containsExactly(fresh);
        assertThat(diff.counts()).containsEntry(DiffState.REMOVED, 1).containsEntry(DiffState.ADDED, 1);
    }

    @Test
    void aCopyInsideAFusionIsTheInstructionMoved() {
        var after = fused();
        var diff = HloDiff.between(BEFORE, after);
        int copy = named(after, "product.fused").id();
        assertThat(diff.stateBefore(id("product"))).isEqualTo(DiffState.MOVED);
        assertThat(diff.stateAfter(copy)).isEqualTo(DiffState.MOVED);
        assertThat(diff.counterpartAfter(id("product"))).hasValue(copy);
        assertThat(diff.changes(copy)).extracting(AttributeChange::attribute).contains("computation", "operands");
        assertThat(diff.isComputationAdded(after.computations().getFirst().id()))
                .isTrue();
        assertThat(diff.stateAfter(named(after, "fusion").id())).isEqualTo(DiffState.ADDED);
    }

    /** {@code product} in a computation of its own, called by a fusion. */
    private static HloModule fused() {
        int id = BEFORE.nextId();
        var shape = named(BEFORE, "sum").shape();
        var first = HloInstruction.of(id, "a", new HloOp.Parameter(0), shape);
        var second = HloInstruction.of(id + 1, "b", new HloOp.Parameter(1), shape);
        var copy = named(BEFORE, "product").copiedAs(id + 2, "product.fused").withOperands(id, id + 1);
        var fusedComputation = new HloComputation(id + 3, "fused_computation", List.of(first, second, copy), copy.id());
        var fusion = HloInstruction.of(
                        id + 4,
                        "fusion",
                        new HloOp.Fusion(FusionKind.LOOP, id + 3, List.of()),
                        shape,
                        id("sum"),
                        id("q"))
                .withOrigins(id("product"));
        var entry = BEFORE.entry();
        var instructions = new ArrayList<>(entry.instructions());
        instructions.set(3, fusion);
        instructions.replaceAll(each -> each.replacingOperand(id("product"), fusion.id()));
        return BEFORE.withComputations(
                List.of(fusedComputation, entry.withInstructions(instructions, entry.rootId())), id + 5);
    }

    @Test
    void aChangedAttributeIsNamed() {
        var before = HloParser.parseOrThrow("t { p = f32[2,2] parameter(0)\n"
                + "  ROOT t = f32[2,2] transpose(p), dimensions={0,1}, metadata={op_name=\"a\"} }");
        var entry = before.entry();
        var changed = entry.root().withOp(new HloOp.WithDimensions(HloOpcode.TRANSPOSE, List.of(1, 0)));
        var after = before.withComputation(
                entry.withInstructions(List.of(entry.instructions().getFirst(), changed), changed.id()), 10);
        assertThat(HloDiff.between(before, after).changes(changed.id()))
                .containsExactly(new AttributeChange("dimensions", "{0,1}", "{1,0}"));
    }
}
