package org.hloexplorer.hlo.diff;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.text.HloParser;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class HloQueryTests {
    private static final HloModule MODULE = HloParser.parseOrThrow("""
            HloModule m

            plus {
              a = f32[] parameter(0)
              b = f32[] parameter(1)
              ROOT c = f32[] add(a, b)
            }

            inner {
              x = f32[8,8] parameter(0)
              ROOT deep = f32[8,8] tanh(x)
            }

            ENTRY main {
              p = f32[8,4] parameter(0), metadata={op_name="jit(f)/softmax/input"}
              q = bf16[4,8] parameter(1)
              z = f32[] constant(0)
              w = f32[4,8] convert(q)
              product = f32[8,8] dot(p, w), lhs_contracting_dims={1}, rhs_contracting_dims={0}
              fused = f32[8,8] fusion(product), kind=kLoop, calls=inner
              scaled = f32[8,8] multiply(fused, product)
              row.sums = f32[8] reduce(scaled, z), dimensions={1}, to_apply=plus
              direct = f32[8] reduce(product, z), dimensions={0}, to_apply=plus
              alone = f32[8] negate(row.sums)
              ROOT out = (f32[8], f32[8]) tuple(alone, direct)
            }
            """);

    private static List<String> find(String query) {
        return HloQuery.parse(query).find(MODULE).stream()
                .map(HloInstruction::name)
                .toList();
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', quoteCharacter = '`', textBlock = """
            dot                                 ; product
            reduce                              ; row.sums, direct
            re*                                 ; row.sums, direct
            linear-algebra                      ; product
            name~sum                            ; row.sums
            name=row*                           ; row.sums
            softmax                             ; p
            shape=f32[8,4]                      ; p
            shape~bf16                          ; q
            type=bf16                           ; q
            dimensions={1}                      ; row.sums
            dimensions~0                        ; direct
            rank=2 & bytes>200                  ; x, deep, product, fused, scaled
            bytes<=16 in=main                   ; z
            users>2                             ; product
            reduce !name~row                    ; direct
            reduce not name~row                 ; direct
            dot | negate                        ; product, alone
            dot or (reduce and dimensions={0})  ; product, direct
            op_name~"soft.*input"               ; p
            """)
    void findsInstructions(String query, String names) {
        assertThat(find(query)).containsExactlyInAnyOrder(names.split(", "));
    }

    @Test
    void findsPathsOfValues() {
        assertThat(find("dot -> reduce")).containsExactly("product", "direct");
        assertThat(find("dot -> .* -> reduce")).containsExactly("product", "row.sums", "direct");
        assertThat(find("dot -> . -> reduce")).containsExactly("product", "scaled", "row.sums");
        assertThat(find("dot -> .* -> name=row.sums -> negate")).containsExactly("product", "row.sums", "alone");
        assertThat(find("reduce -> .* -> dot")).isEmpty();
    }

    @Test
    void valuesFlowIntoComputationsAndOut() {
        assertThat(find("dot -> .* -> tanh -> fusion")).containsExactly("deep", "product", "fused");
        assertThat(find("convert -> .* -> tanh")).containsExactly("deep", "w");
    }

    @Test
    void anythingAtTheEndsIsTaken() {
        assertThat(find("parameter in=main -> .*")).containsExactly("p", "q");
        assertThat(find(".* -> negate")).containsExactly("alone");
    }

    @Test
    void oneInstructionCanBeAskedAbout() {
        var query = HloQuery.parse("reduce dimensions={1}");
        var entry = MODULE.entry();
        assertThat(query.isAboutOne()).isTrue();
        assertThat(query.matches(MODULE, entry, entry.find("row.sums").orElseThrow()))
                .isTrue();
        assertThat(query.matches(MODULE, entry, entry.find("direct").orElseThrow()))
                .isFalse();
        assertThat(HloQuery.parse("dot -> reduce").isAboutOne()).isFalse();
    }

    @Test
    void andOrNotAreOpcodesWhereAConditionBegins() {
        var module = HloParser.parseOrThrow(
                "e { p = pred[] parameter(0)\n a = pred[] and(p, p)\n ROOT o = pred[] or(a, p) }");
        assertThat(HloQuery.parse("opcode=and").find(module)).hasSize(1);
        assertThat(HloQuery.parse("opcode=and or opcode=or").find(module)).hasSize(2);
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', textBlock = """
            dot ->         ; 6  ; the query ends
            name~(         ; 5  ; no regular expression
            (dot           ; 4  ; a ')' is missing
            elements>many  ; 9  ; a whole number
            dot ) add      ; 4  ; nothing is expected
            """)
    void nonsenseIsExplainedWithItsPlace(String query, int position, String explanation) {
        assertThatThrownBy(() -> HloQuery.parse(query)).isInstanceOfSatisfying(HloQueryException.class, failure -> {
            assertThat(failure.position()).isEqualTo(position);
            assertThat(failure).hasMessageContaining(explanation);
        });
    }

    @Test
    void anExpressionThatNeverEndsIsEnded() {
        var name = "a".repeat(60);
        var module = HloParser.parseOrThrow("e { ROOT %s = f32[] parameter(0) }".formatted(name));
        var query = HloQuery.parse("name~(.*)(.*)(.*)(.*)(.*)(.*)(.*)c");
        assertThatThrownBy(() -> query.find(module)).isInstanceOf(HloQueryException.class);
    }
}
