package org.hloexplorer.hlo.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.hloexplorer.hlo.HloComputation;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloOpcode;
import org.hloexplorer.hlo.ModuleBuilder;
import org.hloexplorer.hlo.PrimitiveType;
import org.hloexplorer.hlo.Shape;
import org.hloexplorer.hlo.text.HloParser;
import org.junit.jupiter.api.Test;

final class HloReachabilityTests {
    private final HloComputation diamond = HloParser.parseOrThrow("""
                    ENTRY main {
                      x = f32[] parameter(0)
                      a = f32[] negate(x)
                      b = f32[] exponential(a)
                      c = f32[] add(a, b)
                      d = f32[] tanh(x), control-predecessors={b}
                      ROOT t = (f32[], f32[]) tuple(c, d)
                    }
                    """).entry();
    private final HloReachability reachability = HloReachability.of(diamond);

    @Test
    void followsOperandsAndControlPredecessors() {
        assertThat(reachability.isReachable(find("x"), find("c"))).isTrue();
        assertThat(reachability.isReachable(find("a"), find("d"))).isTrue();
        assertThat(reachability.isReachable(find("c"), find("d"))).isFalse();
        assertThat(reachability.isReachable(find("c"), find("a"))).isFalse();
        assertThat(reachability.isReachable(find("c"), find("c"))).isTrue();
        assertThat(reachability.isConnected(find("d"), find("b"))).isTrue();
        assertThat(reachability.isConnected(find("d"), find("c"))).isFalse();
    }

    @Test
    void namesAShortestWay() {
        assertThat(reachability.path(find("a"), find("c"))).contains(List.of(find("a"), find("c")));
        assertThat(reachability.path(find("c"), find("d"))).isEmpty();
    }

    @Test
    void namesTheDetourThatForbidsAFusion() {
        assertThat(reachability.detour(find("a"), find("c"))).contains(List.of(find("a"), find("b"), find("c")));
        assertThat(reachability.detour(find("b"), find("c"))).isEmpty();
    }

    /** Each instruction takes the two before it that the numbers name. */
    @Property(tries = 100)
    void agreesWithWalkingThroughOperands(
            @ForAll @Size(min = 1, max = 30) int[] first, @ForAll @IntRange(max = 1000) int salt) {
        var builder = new ModuleBuilder();
        var shape = Shape.scalar(PrimitiveType.F32);
        var made = new ArrayList<HloInstruction>();
        made.add(builder.parameter(0, shape));
        for (int number : first) {
            var a = made.get(Math.floorMod(number, made.size()));
            var b = made.get(Math.floorMod(Objects.hash(number, salt), made.size()));
            made.add(builder.plain(HloOpcode.ADD, shape, a, b));
        }
        var computation = builder.build().entry();
        var rows = HloReachability.of(computation);
        for (var from : made) {
            for (var to : made) {
                assertThat(rows.isReachable(from, to)).isEqualTo(walks(computation, from, to));
                assertThat(rows.path(from, to).isPresent()).isEqualTo(rows.isReachable(from, to));
            }
        }
    }

    private static boolean walks(HloComputation computation, HloInstruction from, HloInstruction to) {
        return from.id() == to.id()
                || (from.id() < to.id()
                        && computation.operands(to).stream().anyMatch(each -> walks(computation, from, each)));
    }

    private HloInstruction find(String name) {
        return diamond.find(name).orElseThrow();
    }
}
