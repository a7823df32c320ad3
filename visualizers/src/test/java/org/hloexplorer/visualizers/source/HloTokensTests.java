package org.hloexplorer.visualizers.source;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.CharRange;
import org.hloexplorer.visualizers.source.HloTokens.Kind;
import org.junit.jupiter.api.Test;

final class HloTokensTests {

    private static List<String> cut(String text, Kind kind) {
        return HloTokens.of(text).stream()
                .filter(token -> token.kind() == kind)
                .map(token -> text.substring(token.start(), token.end()))
                .toList();
    }

    @Test
    void knowsThePartsOfAnInstruction() {
        var line =
                "  ROOT %r = f32[8,4]{1,0} reduce(%x, %c.1), dimensions={1}, to_apply=%add, metadata={op_name=\"a b\"} // c";
        assertThat(cut(line, Kind.KEYWORD)).containsExactly("ROOT");
        assertThat(cut(line, Kind.OPCODE)).containsExactly("reduce");
        assertThat(cut(line, Kind.TYPE)).containsExactly("f32[8,4]{1,0}");
        assertThat(cut(line, Kind.NAME)).containsExactly("%r", "%x", "%c.1", "%add");
        assertThat(cut(line, Kind.ATTRIBUTE)).containsExactly("dimensions", "to_apply", "metadata", "op_name");
        assertThat(cut(line, Kind.STRING)).containsExactly("\"a b\"");
        assertThat(cut(line, Kind.COMMENT)).containsExactly("// c");
    }

    @Test
    void knowsNamesWithoutPercentSigns() {
        assertThat(cut("  r = f32[] add(x, c.1)", Kind.NAME)).containsExactly("r", "x", "c.1");
    }

    @Test
    void knowsNumbers() {
        assertThat(cut("constant({-1.5e-3, 7, inf})", Kind.NUMBER)).containsExactly("-1.5e-3", "7", "inf");
    }

    @Property
    void tokensOfAnyTextFollowOneAnother(@ForAll @CharRange(from = ' ', to = '~') String text) {
        int at = 0;
        for (var token : HloTokens.of(text)) {
            assertThat(token.start()).isGreaterThanOrEqualTo(at);
            assertThat(token.end()).isGreaterThan(token.start()).isLessThanOrEqualTo(text.length());
            at = token.end();
        }
    }
}
