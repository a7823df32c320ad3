package org.hloexplorer.pipeline.buffers;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.hloexplorer.hlo.Cancellation;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.Literal;
import org.hloexplorer.hlo.eval.GeneratedInputs;
import org.hloexplorer.hlo.eval.HloEvaluator;
import org.hloexplorer.hlo.text.HloParser;
import org.hloexplorer.pipeline.buffers.BufferAllocation.AssignedValue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Programs that run in their buffers, beside the reference. */
final class BufferEvaluatorTests {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "xla-20440-dus-and-slice-copies",
                "tf-57087-tuple-of-same-constant",
                "jax-40101-dus-accumulate-loop"
            })
    void agreesWithTheReference(String name) throws IOException {
        var module = CopyInsertionTests.cpu(CopyInsertionTests.read(name)).output();
        assertThat(run(module, BufferAssigner.assign(module))).isEqualTo(reference(module));
    }

    private static Literal reference(HloModule module) {
        return new HloEvaluator().evaluate(module, GeneratedInputs.of(module, 1));
    }

    private static Literal run(HloModule module, BufferAssignment assignment) {
        try (var evaluator = new BufferEvaluator(assignment, HloSchedule.asWritten(module), new Cancellation())) {
            return evaluator.run(GeneratedInputs.of(module, 1));
        }
    }

    private static final String TWO_ALIVE = """
            HloModule two_alive

            ENTRY main {
              x = f32[64] parameter(0)
              y = f32[64] parameter(1)
              xy = f32[64,64] dot(x, y), lhs_contracting_dims={}, rhs_contracting_dims={}
              yx = f32[64,64] dot(y, x), lhs_contracting_dims={}, rhs_contracting_dims={}
              both = f32[64,64] dot(xy, yx), lhs_contracting_dims={1}, rhs_contracting_dims={0}
              ROOT r = f32[64] dot(both, x), lhs_contracting_dims={1}, rhs_contracting_dims={0}
            }
            """;

    private static final String RING = """
            HloModule ring, num_partitions=2

            add {
              a = f32[] parameter(0)
              b = f32[] parameter(1)
              ROOT sum = f32[] add(a, b)
            }

            ENTRY main {
              x = f32[8] parameter(0)
              next = f32[8] collective-permute(x), channel_id=1, source_target_pairs={{0,1},{1,0}}
              all = f32[8] all-reduce(x), channel_id=2, replica_groups={{0,1}}, use_global_device_ids=true, to_apply=add
              id = u32[] partition-id()
              f = f32[] convert(id)
              ids = f32[8] broadcast(f), dimensions={}
              s = f32[8] subtract(next, all)
              ROOT r = f32[8] add(s, ids)
            }
            """;

    @Test
    void devicesMeetInCollectives() {
        var module = HloParser.parse("ring.hlo", RING).orThrow();
        var inputs = List.of(GeneratedInputs.of(module, 1), GeneratedInputs.of(module, 2));
        var actual = BufferDevices.run(
                BufferAssigner.assign(module), HloSchedule.asWritten(module), inputs, new Cancellation());
        assertThat(actual).isEqualTo(new HloEvaluator().evaluateOnDevices(module, inputs));
        assertThat(actual.get(0)).isNotEqualTo(actual.get(1));
    }

    @Test
    void findsAnOverlap() {
        var module = HloParser.parse("two_alive.hlo", TWO_ALIVE).orThrow();
        var assignment = BufferAssigner.assign(module);
        assertThat(run(module, assignment)).isEqualTo(reference(module));
        assertThat(run(module, overlapping(assignment))).isNotEqualTo(reference(module));
    }

    /** The two largest temporaries, which are alive at the same time, half over one another. */
    private static BufferAssignment overlapping(BufferAssignment assignment) {
        var changed = new ArrayList<BufferAllocation>();
        for (var allocation : assignment.allocations()) {
            changed.add(allocation.isTemporary() ? moved(allocation) : allocation);
        }
        return assignment.withAllocations(changed);
    }

    private static BufferAllocation moved(BufferAllocation allocation) {
        var values = new ArrayList<AssignedValue>(allocation.values());
        values.sort(
                Comparator.comparingLong((AssignedValue each) -> -each.size()).thenComparingInt(AssignedValue::id));
        var first = values.get(0);
        var second = values.get(1);
        values.set(
                1,
                new AssignedValue(
                        second.id(),
                        second.name(),
                        second.shape(),
                        first.offset() + first.size() / 2,
                        second.size(),
                        second.range(),
                        "moved by a test"));
        return new BufferAllocation(
                allocation.index(),
                allocation.size() * 2,
                allocation.color(),
                allocation.kind(),
                allocation.detail(),
                List.copyOf(values));
    }
}
