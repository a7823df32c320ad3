package org.hloexplorer.hlo.eval;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.hloexplorer.hlo.Literal;
import org.hloexplorer.hlo.Shape;
import org.hloexplorer.hlo.text.HloParser;
import org.junit.jupiter.api.Test;

final class DeviceRunTests {
    private static final String SUM = """
            sum {
              a = f32[] parameter(0)
              b = f32[] parameter(1)
              ROOT c = f32[] add(a, b)
            }
            """;

    @Test
    void addsUpAmongTheReplicasOfEachGroup() {
        var results = onReplicas(
                4, "ROOT r = f32[2] all-reduce(x), replica_groups={{0,2},{1,3}}, to_apply=sum", values(1, 2, 3, 4));
        assertThat(results).containsExactly(floats(4, 4), floats(6, 6), floats(4, 4), floats(6, 6));
    }

    @Test
    void gathersInTheOrderOfTheGroup() {
        var results =
                onReplicas(2, "ROOT r = f32[4] all-gather(x), replica_groups={{1,0}}, dimensions={0}", values(1, 2));
        assertThat(results).containsExactly(floats(2, 2, 1, 1), floats(2, 2, 1, 1));
    }

    @Test
    void scattersWhatItReduced() {
        var results = onReplicas(
                2,
                "ROOT r = f32[1] reduce-scatter(x), replica_groups={}, dimensions={0}, to_apply=sum",
                List.of(floats(1, 2), floats(10, 20)));
        assertThat(results).containsExactly(floats(11), floats(22));
    }

    @Test
    void exchangesPartsAllToAll() {
        var results = onReplicas(
                2,
                "ROOT r = f32[2] all-to-all(x), replica_groups={{0,1}}, dimensions={0}",
                List.of(floats(1, 2), floats(10, 20)));
        assertThat(results).containsExactly(floats(1, 10), floats(2, 20));
    }

    @Test
    void exchangesTuplesAllToAll() {
        var results = onReplicas(2, """
                y = f32[2] negate(x)
                t = (f32[2], f32[2]) all-to-all(x, y), replica_groups={{0,1}}
                a = f32[2] get-tuple-element(t), index=0
                b = f32[2] get-tuple-element(t), index=1
                ROOT r = f32[4] concatenate(a, b), dimensions={0}
                """, values(1, 2));
        assertThat(results).containsExactly(floats(1, 1, 2, 2), floats(-1, -1, -2, -2));
    }

    @Test
    void passesAlongARing() {
        var results = onReplicas(
                3, "ROOT r = f32[2] collective-permute(x), source_target_pairs={{0,1},{1,2}}", values(1, 2, 3));
        assertThat(results).containsExactly(floats(0, 0), floats(1, 1), floats(2, 2));
    }

    @Test
    void broadcastsFromTheFirstOfTheGroup() {
        var results = onReplicas(2, "ROOT r = f32[2] collective-broadcast(x), replica_groups={{1,0}}", values(1, 2));
        assertThat(results).containsExactly(floats(2, 2), floats(2, 2));
    }

    @Test
    void startsAndEnds() {
        var results = onReplicas(2, """
                s = f32[2] all-reduce-start(x), replica_groups={{0,1}}, to_apply=sum
                d = f32[2] all-reduce-done(s)
                g = (f32[2], f32[4]) all-gather-start(d), replica_groups={{0,1}}, dimensions={0}
                h = f32[4] all-gather-done(g)
                p = (f32[4], f32[4], u32[], u32[]) collective-permute-start(h), source_target_pairs={{0,1},{1,0}}
                ROOT q = f32[4] collective-permute-done(p)
                """, values(1, 2));
        assertThat(results).containsExactly(floats(3, 3, 3, 3), floats(3, 3, 3, 3));
    }

    @Test
    void knowsWhereItRuns() {
        var module = HloParser.parseOrThrow("""
                HloModule m, replica_count=2, num_partitions=2
                ENTRY main {
                  r = u32[] replica-id()
                  p = u32[] partition-id()
                  ten = u32[] constant(10)
                  t = u32[] multiply(r, ten)
                  ROOT s = u32[] add(t, p)
                }
                """);
        var results = new HloEvaluator().evaluateOnDevices(module, List.of(List.of(), List.of(), List.of(), List.of()));
        assertThat(results.stream().map(each -> each.bitsAt(0))).containsExactly(0L, 1L, 10L, 11L);
    }

    @Test
    void addsUpAmongPartitionsOfAllReplicas() {
        var module = HloParser.parseOrThrow("HloModule m, replica_count=2, num_partitions=2\n" + SUM + """
                ENTRY main {
                  x = f32[2] parameter(0)
                  a = f32[2] all-reduce(x), channel_id=1, replica_groups={{0},{1}}, to_apply=sum
                  b = f32[2] all-reduce(x), channel_id=2, use_global_device_ids=true, replica_groups=[2,2]<=[2,2]T(1,0), to_apply=sum
                  ROOT r = f32[4] concatenate(a, b), dimensions={0}
                }
                """);
        var results = new HloEvaluator().evaluateOnDevices(module, arguments(values(1, 10, 100, 1000)));
        assertThat(results.stream().map(DeviceRunTests::values))
                .containsExactly(
                        floats(11, 11, 101, 101),
                        floats(11, 11, 1010, 1010),
                        floats(1100, 1100, 101, 101),
                        floats(1100, 1100, 1010, 1010));
    }

    @Test
    void sendsRaggedRows() {
        var module = HloParser.parseOrThrow("""
                HloModule m, replica_count=2
                ENTRY main {
                  x = f32[4] parameter(0)
                  o = f32[4] constant({0, 0, 0, 0})
                  r = u32[] replica-id()
                  z = u32[] constant(0)
                  first = pred[] compare(r, z), direction=EQ
                  firsts = pred[2] broadcast(first), dimensions={}
                  in0 = s32[2] constant({0, 1})
                  in1 = s32[2] constant({0, 3})
                  input_offsets = s32[2] select(firsts, in0, in1)
                  send0 = s32[2] constant({1, 2})
                  send1 = s32[2] constant({3, 1})
                  send_sizes = s32[2] select(firsts, send0, send1)
                  out0 = s32[2] constant({0, 0})
                  out1 = s32[2] constant({1, 2})
                  output_offsets = s32[2] select(firsts, out0, out1)
                  recv0 = s32[2] constant({1, 3})
                  recv1 = s32[2] constant({2, 1})
                  recv_sizes = s32[2] select(firsts, recv0, recv1)
                  ROOT t = f32[4] ragged-all-to-all(x, o, input_offsets, send_sizes, output_offsets, recv_sizes), replica_groups={{0,1}}
                }
                """);
        var results = new HloEvaluator()
                .evaluateOnDevices(module, arguments(List.of(floats(1, 2, 3, 4), floats(10, 20, 30, 40))));
        assertThat(results.stream().map(DeviceRunTests::values))
                .containsExactly(floats(1, 10, 20, 30), floats(2, 3, 40, 0));
    }

    /** Not that another device has left, which is only what follows. */
    @Test
    void saysWhoIsInNoGroup() {
        assertThatThrownBy(() -> onReplicas(
                        4, "ROOT r = f32[2] all-reduce(x), replica_groups={{0,1}}, to_apply=sum", values(1, 2, 3, 4)))
                .hasMessageContaining("replica 2 is in none of its groups");
        assertThatThrownBy(() -> onReplicas(
                        4,
                        "ROOT r = f32[2] all-reduce(x), replica_groups={{0,1},{2,9}}, to_apply=sum",
                        values(1, 2, 3, 4)))
                .hasMessageContaining("needs more devices than the 4");
    }

    @Test
    void startsAndEndsWrappedCollectives() {
        var results = onReplicas(2, """
                s = ((f32[2]), f32[1], u32[]) reduce-scatter-start(x), replica_groups={}, dimensions={0}, to_apply=sum
                d = f32[1] reduce-scatter-done(s)
                b = f32[2] concatenate(d, d), dimensions={0}
                t = ((f32[2]), f32[2]) all-to-all-start(b), replica_groups={{1,0}}, dimensions={0}
                ROOT q = f32[2] all-to-all-done(t)
                """, values(1, 2));
        assertThat(results).containsExactly(floats(3, 3), floats(3, 3));
    }

    @Test
    void saysWhereDevicesWouldWaitForEver() {
        var module = HloParser.parseOrThrow("HloModule m, replica_count=2\n" + SUM + """
                yes {
                  y = f32[2] parameter(0)
                  ROOT a = f32[2] all-reduce(y), replica_groups={{0,1}}, to_apply=sum
                }
                no {
                  ROOT n = f32[2] parameter(0)
                }
                ENTRY main {
                  x = f32[2] parameter(0)
                  r = u32[] replica-id()
                  z = u32[] constant(0)
                  first = pred[] compare(r, z), direction=EQ
                  ROOT c = f32[2] conditional(first, x, x), true_computation=yes, false_computation=no
                }
                """);
        assertThatThrownBy(() -> new HloEvaluator().evaluateOnDevices(module, arguments(values(1, 2))))
                .isInstanceOf(EvaluationException.class)
                .hasMessageContaining("another device has ended");
    }

    private static List<List<Float>> onReplicas(int replicas, String body, List<List<Float>> inputs) {
        var module = HloParser.parseOrThrow(
                "HloModule m, replica_count=%d\n%sENTRY main {\n  x = f32[2] parameter(0)\n%s\n}\n"
                        .formatted(replicas, SUM, body));
        return new HloEvaluator()
                .evaluateOnDevices(module, arguments(inputs)).stream()
                        .map(DeviceRunTests::values)
                        .toList();
    }

    private static List<List<Literal>> arguments(List<List<Float>> inputs) {
        return inputs.stream().map(each -> List.of(literal(each))).toList();
    }

    private static Literal literal(List<Float> values) {
        var floats = new float[values.size()];
        for (int i = 0; i < floats.length; i++) {
            floats[i] = values.get(i);
        }
        return Literal.ofFloats(floats, floats.length);
    }

    /** Two equal elements on each device. */
    private static List<List<Float>> values(float... perDevice) {
        var inputs = new ArrayList<List<Float>>();
        for (float each : perDevice) {
            inputs.add(floats(each, each));
        }
        return inputs;
    }

    private static List<Float> floats(float... values) {
        var list = new ArrayList<Float>();
        for (float each : values) {
            list.add(each);
        }
        return list;
    }

    private static List<Float> values(Literal literal) {
        assertThat(literal.shape()).isInstanceOf(Shape.Array.class);
        var list = new ArrayList<Float>();
        for (long i = 0; i < literal.elementCount(); i++) {
            list.add((float) literal.doubleAt(i));
        }
        return list;
    }
}
