package org.hloexplorer.hlo.verify;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.hloexplorer.hlo.Annotations;
import org.hloexplorer.hlo.HloComputation;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.Literal;
import org.hloexplorer.hlo.text.HloParser;
import org.junit.jupiter.api.Test;

/** Modules that no text can say, because the parser would not take them. */
final class HloVerifierTests {
    private static final HloModule MODULE = HloParser.parseOrThrow("""
            HloModule m

            inner {
              a = f32[] parameter(0)
              ROOT b = f32[] negate(a)
            }

            ENTRY main {
              p = f32[] parameter(0)
              q = f32[] constant(1)
              sum = f32[] add(p, q)
              ROOT out = f32[] call(sum), to_apply=inner
            }
            """);

    private static int id(String name) {
        return MODULE.entry().find(name).orElseThrow().id();
    }

    private static HloModule editing(UnaryOperator<HloInstruction> edit) {
        var entry = MODULE.entry();
        var instructions = entry.instructions().stream().map(edit).toList();
        return MODULE.withComputation(entry.withInstructions(instructions, entry.rootId()), MODULE.nextId());
    }

    private static HloModule editing(String name, UnaryOperator<HloInstruction> edit) {
        return editing(each -> each.name().equals(name) ? edit.apply(each) : each);
    }

    private static List<FindingCode> codes(HloModule module) {
        return HloVerifier.verify(module).stream().map(Finding::code).toList();
    }

    @Test
    void aSoundModuleEarnsNoFinding() {
        assertThat(HloVerifier.verify(MODULE)).isEmpty();
    }

    @Test
    void anOperandMustBeThere() {
        assertThat(codes(editing("sum", each -> each.withOperands(id("p"), 999))))
                .containsExactly(FindingCode.OPERAND_MISSING);
    }

    @Test
    void anOperandStandsBeforeItsUser() {
        var entry = MODULE.entry();
        var turned = new ArrayList<>(entry.instructions());
        turned.add(0, turned.remove(2));
        var module = MODULE.withComputation(entry.withInstructions(turned, entry.rootId()), MODULE.nextId());
        assertThat(codes(module)).containsExactly(FindingCode.OPERAND_ORDER, FindingCode.OPERAND_ORDER);
        assertThat(codes(editing("sum", each -> each.withOperands(id("sum"), id("p")))))
                .containsExactly(FindingCode.OPERAND_ORDER);
    }

    @Test
    void anIdIsTakenOnce() {
        var entry = MODULE.entry();
        var doubled = new ArrayList<>(entry.instructions());
        doubled.add(
                1,
                entry.root()
                        .copiedAs(id("p"), "copy")
                        .withOp(entry.instruction(id("q")).op())
                        .withOperands());
        var module = MODULE.withComputation(entry.withInstructions(doubled, entry.rootId()), MODULE.nextId());
        assertThat(codes(module)).contains(FindingCode.DUPLICATE_ID);
    }

    @Test
    void theRootIsOneOfTheInstructions() {
        var entry = MODULE.entry();
        var module = MODULE.withComputation(
                new HloComputation(entry.id(), entry.name(), entry.instructions(), 999), MODULE.nextId());
        assertThat(codes(module)).containsExactly(FindingCode.ROOT_MISSING);
    }

    @Test
    void aCalleeMustBeThere() {
        assertThat(codes(editing("out", each -> each.withOp(new HloOp.Call(999, false)))))
                .containsExactly(FindingCode.CALLEE_MISSING);
    }

    @Test
    void aComputationDoesNotCallItself() {
        var entry = MODULE.entry();
        assertThat(codes(editing("out", each -> each.withOp(new HloOp.Call(entry.id(), false)))))
                .contains(FindingCode.CALL_CYCLE);
    }

    @Test
    void aLiteralHasTheShapeOfItsConstant() {
        var op = new HloOp.Constant(Literal.ofFloats(new float[] {1, 2}, 2));
        assertThat(codes(editing("q", each -> each.withOp(op)))).containsExactly(FindingCode.LITERAL_SHAPE);
    }

    @Test
    void controlPredecessorsAreOtherInstructionsOfTheComputation() {
        var itself = Annotations.NONE.withControlPredecessors(List.of(id("sum")));
        assertThat(codes(editing("sum", each -> each.withAnnotations(itself))))
                .containsExactly(FindingCode.CONTROL_PREDECESSOR);
    }

    @Test
    void namesAreTakenOnce() {
        assertThat(codes(editing("sum", each -> each.withName("p")))).containsExactly(FindingCode.DUPLICATE_NAME);
    }

    @Test
    void findingsComeInTheOrderOfTheModule() {
        var module = editing(
                each -> each.name().equals("out") || each.name().equals("sum") ? each.withOperands(999, 998) : each);
        assertThat(HloVerifier.verify(module).stream()
                        .map(Finding::instructionId)
                        .distinct())
                .containsExactly(id("sum"), id("out"));
    }
}
