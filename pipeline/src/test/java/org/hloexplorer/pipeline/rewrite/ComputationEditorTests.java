package org.hloexplorer.pipeline.rewrite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.hloexplorer.hlo.Annotations;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.HloOpcode;
import org.hloexplorer.hlo.OpMetadata;
import org.hloexplorer.pipeline.PassEvent;
import org.hloexplorer.pipeline.PassLog;
import org.hloexplorer.pipeline.TestModule;
import org.junit.jupiter.api.Test;

final class ComputationEditorTests {
    private final TestModule test = new TestModule();
    private final PassLog context = PassLog.unrestricted();
    private final HloInstruction x = test.parameter("x");
    private final HloInstruction y = test.parameter("y");

    private ComputationEditor editorOf(HloModule module) {
        return new ModuleEditor(module, context).entry();
    }

    @Test
    void givesBackTheSameModuleWhereNothingChanged() {
        test.plain("sum", HloOpcode.ADD, x, y);
        var module = test.build();
        var editor = new ModuleEditor(module, context);
        editor.entry().users(x);
        assertThat(editor.commit()).isSameAs(module);
    }

    @Test
    void replacesAndRemovesWhatIsThenDead() {
        var negative = test.plain("negative", HloOpcode.NEGATE, x);
        var positive = test.plain("positive", HloOpcode.NEGATE, negative);
        test.plain("result", HloOpcode.ADD, positive, y);
        var editor = editorOf(test.build());
        assertThat(editor.rewrite("double-negation", positive, () -> x)).isTrue();
        assertThat(editor.commit().instructions())
                .extracting(HloInstruction::name)
                .containsExactly("x", "y", "result");
        assertThat(editor.operands(editor.root()))
                .extracting(HloInstruction::name)
                .containsExactly("x", "y");
        assertThat(editor.users(x)).extracting(HloInstruction::name).containsExactly("result");
        assertThat(context.events())
                .extracting(PassEvent::toText)
                .containsExactly("double-negation: %positive = f32[4]{0} negate(%negative) → %x");
    }

    @Test
    void keepsIdAndNameWhereTheOperationStaysTheSame() {
        var sum = test.plain("sum", HloOpcode.ADD, x, y);
        var editor = editorOf(test.build());
        editor.rewrite("swap", sum, () -> editor.add(sum.op(), sum.shape(), y, x));
        assertThat(editor.root().id()).isEqualTo(sum.id());
        assertThat(editor.root().name()).isEqualTo("sum");
        assertThat(editor.operands(editor.root()))
                .extracting(HloInstruction::name)
                .containsExactly("y", "x");
    }

    @Test
    void handsOnMetadataShardingAndOrigins() {
        var metadata = new OpMetadata("sub", "jit(f)/sub", null, 0, 0, 0, 0, 0, "");
        var annotations = Annotations.NONE.withMetadata(metadata).withSharding("{replicated}");
        var difference = test.plain("difference", HloOpcode.SUBTRACT, x, y);
        var module = test.build();
        var annotated = module.withComputation(
                module.entry()
                        .withInstructions(List.of(x, y, difference.withAnnotations(annotations)), difference.id()),
                module.nextId());
        var editor = editorOf(annotated);
        editor.rewrite("subtraction-as-addition", difference, () -> {
            var negated = editor.add(new HloOp.Plain(HloOpcode.NEGATE), y.shape(), y);
            return editor.add(new HloOp.Plain(HloOpcode.ADD), x.shape(), x, negated);
        });
        var sum = editor.root();
        assertThat(sum.annotations().metadata()).isEqualTo(metadata);
        assertThat(sum.annotations().sharding()).isEqualTo("{replicated}");
        assertThat(sum.originIds()).containsExactly(difference.id());
        assertThat(editor.operand(sum, 1).annotations().metadata()).isEqualTo(metadata);
        assertThat(editor.operand(sum, 1).annotations().sharding()).isNull();
    }

    @Test
    void numbersNamesThatAreTaken() {
        var sum = test.plain("add", HloOpcode.SUBTRACT, x, y);
        test.plain("add.1", HloOpcode.SUBTRACT, sum, y);
        var editor = editorOf(test.build());
        assertThat(editor.add(new HloOp.Plain(HloOpcode.ADD), x.shape(), x, y).name())
                .isEqualTo("add.2");
        assertThat(editor.add(new HloOp.Plain(HloOpcode.NEGATE), x.shape(), x).name())
                .isEqualTo("negate");
    }

    @Test
    void standsNewInstructionsBeforeWhatTheyReplace() {
        var first = test.plain("first", HloOpcode.ADD, x, y);
        var second = test.plain("second", HloOpcode.MULTIPLY, first, y);
        test.plain("third", HloOpcode.ADD, second, y);
        var editor = editorOf(test.build());
        editor.rewrite("test", second, () -> {
            var negated = editor.addNamed("negated", new HloOp.Plain(HloOpcode.NEGATE), x.shape(), y);
            return editor.addNamed("divided", new HloOp.Plain(HloOpcode.DIVIDE), x.shape(), first, negated);
        });
        assertThat(editor.commit().instructions())
                .extracting(HloInstruction::name)
                .containsExactly("x", "y", "first", "negated", "divided", "third");
    }

    @Test
    void wrapsAnInstructionInOneThatUsesIt() {
        var sum = test.plain("sum", HloOpcode.ADD, x, y);
        test.plain("result", HloOpcode.MULTIPLY, sum, sum);
        var editor = editorOf(test.build());
        editor.rewrite("wrap", sum, () -> editor.add(new HloOp.Plain(HloOpcode.NEGATE), sum.shape(), sum));
        assertThat(editor.commit().instructions())
                .extracting(HloInstruction::name)
                .containsExactly("x", "y", "sum", "negate", "result");
        assertThat(editor.operands(editor.root()))
                .extracting(HloInstruction::name)
                .containsExactly("negate", "negate");
    }

    @Test
    void leavesNothingOfARewriteThatFails() {
        var sum = test.plain("sum", HloOpcode.ADD, x, y);
        var module = test.build();
        var editor = editorOf(module);
        assertThatThrownBy(() -> editor.rewrite("bad", sum, () -> {
            editor.add(new HloOp.Plain(HloOpcode.NEGATE), sum.shape(), sum);
            throw new IllegalStateException("on purpose");
        }));
        assertThat(editor.commit().instructions())
                .extracting(HloInstruction::name)
                .containsExactly("x", "y", "sum");
    }

    @Test
    void doesNotCallInstructionsDeadThatControlDependenciesHold() {
        var held = test.plain("held", HloOpcode.NEGATE, x);
        var sum = test.plain("sum", HloOpcode.ADD, x, y);
        var module = test.build();
        var controlled = sum.withAnnotations(Annotations.NONE.withControlPredecessors(List.of(held.id())));
        var editor = editorOf(module.withComputation(
                module.entry().withInstructions(List.of(x, y, held, controlled), sum.id()), module.nextId()));
        assertThat(editor.isDead(held)).isFalse();
        assertThat(editor.hasControlDependencies(controlled)).isTrue();
    }
}
