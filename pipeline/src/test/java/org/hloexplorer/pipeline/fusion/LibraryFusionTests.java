package org.hloexplorer.pipeline.fusion;

import static org.assertj.core.api.Assertions.assertThat;

import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.text.HloParser;
import org.hloexplorer.pipeline.fusion.FusionDecision.Forbidden;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Each condition on which XLA's library call takes in a neighbour, or does not. */
final class LibraryFusionTests {
    private static final String PROGRAM = """
            HloModule m

            plus {
              a = f32[] parameter(0)
              b = f32[] parameter(1)
              ROOT c = f32[] add(a, b)
            }

            sum {
              p = f32[128,128] parameter(0)
              z = f32[] constant(0)
              ROOT r = f32[128] reduce(p, z), dimensions={1}, to_apply=plus
            }

            product {
              p = f32[128,128] parameter(0)
              q = f32[128,128] parameter(1)
              ROOT d = f32[128,128] dot(p, q), lhs_contracting_dims={1}, rhs_contracting_dims={0}
            }

            ENTRY main {
              x = f32[128,128] parameter(0)
              y = s32[128,128] parameter(1)
              turned = f32[128,128] transpose(x), dimensions={1,0}
              of_turned = f32[128] fusion(turned), kind=kCustom, calls=sum, backend_config={"fusion_config":{"kind":"__ynn_fusion"}}
              shared = f32[128,128] exponential(x)
              other = f32[128,128] negate(shared)
              of_shared = f32[128] fusion(shared), kind=kCustom, calls=sum, backend_config={"fusion_config":{"kind":"__ynn_fusion"}}
              converted = f32[128,128] convert(y)
              of_converted = f32[128] fusion(converted), kind=kCustom, calls=sum, backend_config={"fusion_config":{"kind":"__ynn_fusion"}}
              root_of_few = f32[128] sqrt(of_converted)
              columns = f32[128,128]{0,1} copy(x)
              sine = f32[128,128]{0,1} sine(columns)
              of_columns = f32[128] fusion(sine), kind=kCustom, calls=sum, backend_config={"fusion_config":{"kind":"__ynn_fusion"}}
              alone = f32[128,128] fusion(x, x), kind=kCustom, calls=product, backend_config={"fusion_config":{"kind":"__ynn_fusion"}}
              behind = f32[128,128] negate(alone)
              taken = f32[128,128] abs(x)
              of_taken = f32[128] fusion(taken), kind=kCustom, calls=sum, backend_config={"fusion_config":{"kind":"__ynn_fusion"}}
              ROOT t = (f32[128], f32[128], f32[128,128], f32[128], f32[128], f32[128,128], f32[128]) tuple(of_turned, of_shared, other, root_of_few, of_columns, behind, of_taken)
            }
            """;

    private static final HloModule MODULE = HloParser.parseOrThrow(PROGRAM);

    private static HloInstruction instruction(String name) {
        return MODULE.entry().find(name).orElseThrow();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    turned       | of_turned    | the library has no transpose
                    shared       | of_shared    | a library call has one result, and %other needs %shared too
                    converted    | of_converted | the library does no convert of s32
                    of_converted | root_of_few  | handing over 128 elements takes longer than computing them
                    sine         | of_columns   | the library reads arrays row by row, and %sine is laid out {0,1}
                    alone        | behind       | products and convolutions are handed over by themselves
                    taken        | of_taken     | as it stands now, the library would take %taken too
                    """)
    void saysWhatKeepsANeighbourOut(String producer, String consumer, String sentence) {
        var considered = new PairQuestions(CpuInstructionFusion.PASS, MODULE)
                .ask(instruction(producer), instruction(consumer))
                .orElseThrow();
        assertThat(considered.decision()).isInstanceOfSatisfying(Forbidden.class, refusal -> {
            assertThat(refusal.obstacle()).isEqualTo(FusionDecision.Obstacle.LIBRARY_CALL);
            assertThat(refusal.explanation()).contains("comes from a library", sentence);
        });
    }
}
