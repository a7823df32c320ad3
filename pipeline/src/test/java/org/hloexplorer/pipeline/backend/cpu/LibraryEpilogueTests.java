package org.hloexplorer.pipeline.backend.cpu;

import static org.assertj.core.api.Assertions.assertThat;

import org.hloexplorer.pipeline.worker.Worker;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What follows a dot or convolution, computed along by oneDNN. */
@ExtendWith(SharedWorker.class)
final class LibraryEpilogueTests {
    private static final String DOT = """
            HloModule followed
            fused {
              d = f32[33,48] parameter(0)
              bias = f32[48] parameter(1)
              column = f32[33] parameter(2)
              whole = f32[33,48] parameter(3)
              one = f32[] parameter(4)
              %s
            }
            ENTRY main {
              a = f32[33,64] parameter(0)
              b = f32[64,48] parameter(1)
              bias = f32[48] parameter(2)
              column = f32[33] parameter(3)
              whole = f32[33,48] parameter(4)
              one = f32[] parameter(5)
              d = f32[33,48] dot(a, b), lhs_contracting_dims={1}, rhs_contracting_dims={0}
              ROOT r = %s[33,48] fusion(d, bias, column, whole, one), kind=kLoop, calls=fused
            }
            """;

    private static final String BIAS = "wide = f32[33,48] broadcast(bias), dimensions={1} x = f32[33,48] add(d, wide) ";
    private static final String HALF = "h = f32[] constant(0.5) half = f32[33,48] broadcast(h), dimensions={} ";
    private static final String ONES = "o = f32[] constant(1) ones = f32[33,48] broadcast(o), dimensions={} ";

    private static final String GELU_TANH = HALF + ONES
            + "c1 = f32[] constant(0.044715) k1 = f32[33,48] broadcast(c1), dimensions={} "
            + "c2 = f32[] constant(0.797884583) k2 = f32[33,48] broadcast(c2), dimensions={} "
            + "s = f32[33,48] multiply(x, x) q = f32[33,48] multiply(s, x) p = f32[33,48] multiply(q, k1) "
            + "y = f32[33,48] add(x, p) z = f32[33,48] multiply(y, k2) t = f32[33,48] tanh(z) "
            + "u = f32[33,48] add(t, ones) v = f32[33,48] multiply(u, half) ROOT r = f32[33,48] multiply(x, v)";

    private static final String GELU_ERF = HALF + ONES
            + "c = f32[] constant(0.707106769) k = f32[33,48] broadcast(c), dimensions={} "
            + "y = f32[33,48] multiply(x, k) e = f32[33,48] erf(y) u = f32[33,48] add(e, ones) "
            + "m = f32[33,48] multiply(x, half) ROOT r = f32[33,48] multiply(m, u)";

    private static final String RELU = "z = f32[] constant(0) zeros = f32[33,48] broadcast(z), dimensions={} ";

    private static String dot(String body) {
        return DOT.formatted(body.replaceAll(" (?=(ROOT )?[a-z0-9]+ = )", "\n  "), "f32");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "bias | matmul + bias",
                "relu | matmul + bias + relu",
                "gelu_tanh | matmul + bias + gelu_tanh",
                "gelu_erf | matmul + bias + gelu_erf",
                "plain relu | matmul + relu",
                "tanh | matmul + bias + tanh",
                "logistic | matmul + bias + logistic",
                "scale | matmul + linear + bias",
                "residual | matmul + bias + binary_add",
                "one | matmul + binary_mul",
            })
    void isFused(String what, String engine, Worker worker) {
        var kernels = new LibraryRun(worker).kernels(dot(body(what)));
        assertThat(kernels).hasSize(1);
        assertThat(kernels.getFirst().engine())
                .startsWith("oneDNN " + engine.replace("linear + bias", "linear + binary_add") + ", ");
        assertThat(kernels.getFirst().instructions()).hasSizeGreaterThan(2);
    }

    private static String body(String what) {
        return switch (what) {
            case "bias" -> "wide = f32[33,48] broadcast(bias), dimensions={1} ROOT r = f32[33,48] add(d, wide)";
            case "relu" -> BIAS + RELU + "ROOT r = f32[33,48] maximum(x, zeros)";
            case "gelu_tanh" -> BIAS + GELU_TANH;
            case "gelu_erf" -> BIAS + GELU_ERF;
            case "plain relu" -> RELU + "ROOT r = f32[33,48] maximum(d, zeros)";
            case "tanh" -> BIAS + "ROOT r = f32[33,48] tanh(x)";
            case "logistic" ->
                BIAS + ONES + "n = f32[33,48] negate(x) e = f32[33,48] exponential(n) a = f32[33,48] add(e, ones) "
                        + "ROOT r = f32[33,48] divide(ones, a)";
            case "scale" ->
                HALF + "m = f32[33,48] multiply(d, half) wide = f32[33,48] broadcast(bias), dimensions={1} "
                        + "ROOT r = f32[33,48] add(m, wide)";
            case "residual" -> BIAS + "ROOT r = f32[33,48] add(x, whole)";
            case "column" -> "wide = f32[33,48] broadcast(column), dimensions={0} ROOT r = f32[33,48] add(d, wide)";
            case "one" -> "wide = f32[33,48] broadcast(one), dimensions={} ROOT r = f32[33,48] multiply(d, wide)";
            default -> throw new IllegalArgumentException(what);
        };
    }

    @Test
    void whatOneDnnDoesNotTakeIsAKernelOfItsOwn(Worker worker) {
        var kernels = new LibraryRun(worker).kernels(dot(body("column")));
        assertThat(kernels).hasSize(2);
        assertThat(kernels.getFirst().engine()).startsWith("oneDNN matmul, ");
        assertThat(kernels.getFirst().remark())
                .startsWith("What follows is a kernel of its own: it has only its slow reference implementation")
                .contains("brgemm_matmul: unsupported post-ops");
    }

    @Test
    void whatIsNoneOfTheseIsAKernelOfItsOwn(Worker worker) {
        var kernels = new LibraryRun(worker).kernels(dot(BIAS + "ROOT r = f32[33,48] cosine(x)"));
        assertThat(kernels).hasSize(2);
        assertThat(kernels.getFirst().remark())
                .isEqualTo(
                        "What follows is a kernel of its own: %r in %r is no bias, relu, gelu, tanh, logistic or scale.");
    }

    @Test
    void aResultThatIsReadTwiceIsWrittenAsItIs(Worker worker) {
        var twice = dot("ROOT r = f32[33,48] add(d, whole)")
                .replace("fusion(d, bias, column, whole", "fusion(d, bias, column, d");
        var kernels = new LibraryRun(worker).kernels(twice);
        assertThat(kernels.getFirst().remark()).contains("%r reads it 2 times");
    }

    @Test
    void roundingToANarrowTypeIsDoneAsItIsWritten(Worker worker) {
        var module = DOT.formatted(
                        BIAS.replaceAll(" (?=(ROOT )?[a-z0-9]+ = )", "\n  ") + "\n  ROOT r = bf16[33,48] convert(x)",
                        "bf16")
                .replace("a = f32[33,64] parameter(0)", "n.a = bf16[33,64] parameter(0)\n a = f32[33,64] convert(n.a)")
                .replace("b = f32[64,48] parameter(1)", "n.b = bf16[64,48] parameter(1)\n b = f32[64,48] convert(n.b)");
        var kernels = new LibraryRun(worker).kernels(module);
        assertThat(kernels).hasSize(1);
        assertThat(kernels.getFirst().code().getFirst().text()).contains("destination: bf16[33, 48]");
    }

    @Test
    void aConvolutionsBiasAndReluAreFused(Worker worker) {
        var kernels = new LibraryRun(worker).kernels("""
                HloModule convolved
                fused {
                  c = f32[2,8,8,32] parameter(0)
                  bias = f32[32] parameter(1)
                  wide = f32[2,8,8,32] broadcast(bias), dimensions={3}
                  x = f32[2,8,8,32] add(c, wide)
                  z = f32[] constant(0)
                  zeros = f32[2,8,8,32] broadcast(z), dimensions={}
                  ROOT r = f32[2,8,8,32] maximum(x, zeros)
                }
                ENTRY main {
                  x = f32[2,8,8,16] parameter(0)
                  w = f32[3,3,16,32] parameter(1)
                  bias = f32[32] parameter(2)
                  c = f32[2,8,8,32] convolution(x, w), window={size=3x3 pad=1_1x1_1}, dim_labels=b01f_01io->b01f
                  ROOT r = f32[2,8,8,32] fusion(c, bias), kind=kLoop, calls=fused
                }
                """);
        assertThat(kernels).hasSize(1);
        assertThat(kernels.getFirst().engine()).startsWith("oneDNN convolution + bias + relu, ");
        assertThat(kernels.getFirst().code().getFirst().text())
                .contains("Of NaN, oneDNN's relu makes 0, where HLO's maximum gives NaN.");
    }
}
