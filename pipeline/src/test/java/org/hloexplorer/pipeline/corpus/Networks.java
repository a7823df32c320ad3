package org.hloexplorer.pipeline.corpus;

import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.text.HloParser;

/** Programs of any size: eight instructions per layer, with a product, a softmax without its maximum, and a transpose. */
public final class Networks {

    private Networks() {}

    /** A chain of layers over f32[64,64]. */
    public static HloModule ofLayers(int layers) {
        var text = new StringBuilder("""
                HloModule network
                add {
                  a = f32[] parameter(0)
                  b = f32[] parameter(1)
                  ROOT c = f32[] add(a, b)
                }
                ENTRY main {
                  x0 = f32[64,64] parameter(0)
                  w = f32[64,64] parameter(1)
                  zero = f32[] constant(0)
                  zeros = f32[64,64] broadcast(zero), dimensions={}
                """);
        for (int i = 0; i < layers; i++) {
            text.append("""
                      d%1$d = f32[64,64] dot(x%1$d, w), lhs_contracting_dims={1}, rhs_contracting_dims={0}
                      r%1$d = f32[64,64] maximum(d%1$d, zeros)
                      e%1$d = f32[64,64] exponential(r%1$d)
                      s%1$d = f32[64] reduce(e%1$d, zero), dimensions={1}, to_apply=add
                      b%1$d = f32[64,64] broadcast(s%1$d), dimensions={0}
                      q%1$d = f32[64,64] divide(e%1$d, b%1$d)
                      t%1$d = f32[64,64] transpose(q%1$d), dimensions={1,0}
                      x%2$d = f32[64,64] add(t%1$d, x%1$d)
                    """.formatted(i, i + 1));
        }
        text.append("  ROOT result = f32[64,64] copy(x%d)\n}\n".formatted(layers));
        return HloParser.parseOrThrow(text.toString());
    }
}
