package org.hloexplorer.hlo.diff;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.text.HloParser;
import org.junit.jupiter.api.Test;

/** Comparison of modules that were read apart, so that their ids mean nothing to each other. */
final class ForeignDiffTests {
    private static final String TEXT = """
            HloModule m

            plus {
              a = f32[] parameter(0)
              b = f32[] parameter(1)
              ROOT c = f32[] add(a, b)
            }

            ENTRY main {
              p = f32[8,8] parameter(0)
              z = f32[] constant(0)
              e = f32[8,8] exponential(p)
              t = f32[8,8] tanh(e)
              s = f32[8] reduce(t, z), dimensions={1}, to_apply=plus
              ROOT n = f32[8] negate(s)
            }
            """;
    private static final HloModule MODULE = HloParser.parseOrThrow(TEXT);

    private static HloModule changed(String from, String to) {
        var text = TEXT.replace(from, to);
        assertThat(text).isNotEqualTo(TEXT);
        return HloParser.parseOrThrow(text);
    }

    private static ModuleDiff diff(HloModule after) {
        return HloDiff.betweenForeign(MODULE, after);
    }

    private static DiffState stateAfter(ModuleDiff diff, String name) {
        return diff.stateAfter(diff.after().entry().find(name).orElseThrow().id());
    }

    @Test
    void otherNamesAreNoDifference() {
        var renamed = HloParser.parseOrThrow("""
                HloModule other

                %combine.7 {
                  %lhs = f32[] parameter(0)
                  %rhs = f32[] parameter(1)
                  ROOT %result = f32[] add(%lhs, %rhs), metadata={op_name="elsewhere"}
                }

                ENTRY %start {
                  %zero.1 = f32[] constant(0)
                  %input = f32[8,8] parameter(0)
                  %exp.9 = f32[8,8] exponential(%input)
                  %z = f32[8,8] tanh(%exp.9)
                  %p = f32[8] reduce(%z, %zero.1), dimensions={1}, to_apply=%combine.7
                  ROOT %last = f32[8] negate(%p)
                }
                """);
        assertThat(diff(renamed).isEmpty()).isTrue();
    }

    @Test
    void anAttributeOfOneInstructionDiffers() {
        var diff = diff(changed("dimensions={1}", "dimensions={0}"));
        assertThat(stateAfter(diff, "s")).isEqualTo(DiffState.CHANGED);
        assertThat(diff.changes(diff.after().entry().find("s").orElseThrow().id()))
                .containsExactly(new AttributeChange("dimensions", "{1}", "{0}"));
        assertThat(diff.counts()).containsEntry(DiffState.CHANGED, 1).containsEntry(DiffState.ADDED, 0);
    }

    @Test
    void anInstructionInBetweenIsAddedAndItsUserChanged() {
        var diff = diff(changed("t = f32[8,8] tanh(e)", "u = f32[8,8] sqrt(e)\n  t = f32[8,8] tanh(u)"));
        assertThat(stateAfter(diff, "u")).isEqualTo(DiffState.ADDED);
        assertThat(stateAfter(diff, "t")).isEqualTo(DiffState.CHANGED);
        assertThat(diff.counts()).containsEntry(DiffState.REMOVED, 0);
    }

    @Test
    void shiftedNumbersInNamesDoNotMislead() {
        var before = HloParser.parseOrThrow("""
                ENTRY e {
                  p = f32[8] parameter(0)
                  add.1 = f32[8] add(p, p)
                  add.2 = f32[8] add(add.1, p)
                  ROOT add.3 = f32[8] add(add.2, add.1)
                }
                """);
        var after = HloParser.parseOrThrow("""
                ENTRY e {
                  p = f32[8] parameter(0)
                  add.0 = f32[8] negate(p)
                  add.2 = f32[8] add(p, p)
                  add.3 = f32[8] add(add.2, p)
                  add.4 = f32[8] add(add.3, add.2)
                  ROOT add.5 = f32[8] multiply(add.4, add.0)
                }
                """);
        var diff = HloDiff.betweenForeign(before, after);
        int first = before.entry().find("add.1").orElseThrow().id();
        assertThat(diff.counterpartAfter(first))
                .hasValue(after.entry().find("add.2").orElseThrow().id());
        assertThat(diff.counts()).containsEntry(DiffState.ADDED, 2).containsEntry(DiffState.REMOVED, 0);
    }

    @Test
    void aCalleeMayDiffer() {
        var diff = diff(changed("ROOT c = f32[] add(a, b)", "ROOT c = f32[] multiply(a, b)"));
        assertThat(stateAfter(diff, "s")).isEqualTo(DiffState.SAME);
        assertThat(diff.counts()).containsEntry(DiffState.ADDED, 1).containsEntry(DiffState.REMOVED, 1);
    }

    @Test
    void aRealProgramIsItself() throws IOException {
        var text = Files.readString(Path.of("src/test/resources/programs/moe_top2.hlo"));
        var diff = HloDiff.betweenForeign(HloParser.parseOrThrow(text), HloParser.parseOrThrow(text));
        assertThat(diff.isEmpty()).as(diff.counts().toString()).isTrue();
    }
}
