package org.hloexplorer.pipeline.buffers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.reader.HloReader;
import org.hloexplorer.hlo.text.HloParser;
import org.hloexplorer.pipeline.buffers.BufferAllocation.AssignedValue;
import org.hloexplorer.pipeline.buffers.BufferAllocation.Kind;
import org.junit.jupiter.api.Test;

/** Holds buffer assignments and their texts to those that XLA wrote for a program. */
final class BufferAssignmentTests {
    private static final String DUMP =
            "src/test/resources/dumps/softmax_cpu/module_0000.jit_softmax.cpu_after_optimizations";

    private static HloModule softmax() throws IOException {
        return HloReader.read(Path.of(DUMP + ".txt")).orThrow();
    }

    @Test
    void readsWhatXlaWrites() throws IOException {
        var allocations = BufferAssignmentText.parse(Files.readString(Path.of(DUMP + "-buffer-assignment.txt")));
        assertThat(allocations).hasSize(9);
        assertThat(allocations.get(0).kind()).isEqualTo(Kind.LIVE_OUT);
        assertThat(allocations.get(0).values().stream().map(AssignedValue::name))
                .containsExactly("ynn_fusion.1", "broadcast_multiply_fusion");
        assertThat(allocations.get(1).kind()).isEqualTo(Kind.PARAMETER);
        assertThat(allocations.get(8).isTemporary()).isTrue();
        assertThat(allocations.get(8).values().getLast().size()).isEqualTo(2048);
        assertThat(allocations.stream().mapToLong(BufferAllocation::size).sum()).isEqualTo(8390680);
    }

    @Test
    void putsXlasProgramWhereXlaPutIt() throws IOException {
        var assignment = BufferAssigner.assign(softmax());
        assertThat(assignment.totalBytes()).isEqualTo(8390680);
        var ours = BufferAssignmentText.print(assignment);
        assertThat(ours.lines())
                .contains(
                        "allocation 0: size 4194304, output shape is |f32[512,2048]|, maybe-live-out:",
                        "allocation 8: size 2048, preallocated-temp:",
                        "Total bytes used: 8390680 (8.00MiB)");
    }

    @Test
    void memoryUsageReportsAreReadAndWritten() throws IOException {
        var theirs = Files.readString(Path.of(DUMP + "-memory-usage-report.txt"));
        assertThat(MemoryUsageReport.parse(theirs).totalBytes()).isEqualTo(8390680);
        var ours = MemoryUsageReport.print(BufferAssigner.assign(softmax()));
        assertThat(ours.strip()).isEqualTo(theirs.strip());
    }

    @Test
    void whatIsPrintedIsReadAgain() throws IOException {
        var module = CopyInsertionTests.cpu(CopyInsertionTests.read("jax-40101-dus-accumulate-loop"))
                .output();
        var assignment = BufferAssigner.assign(module);
        var read = BufferAssignmentText.parse(BufferAssignmentText.print(assignment));
        assertThat(read).hasSameSizeAs(assignment.allocations());
        for (int i = 0; i < read.size(); i++) {
            assertThat(read.get(i).size())
                    .isEqualTo(assignment.allocations().get(i).size());
            assertThat(read.get(i).kind())
                    .isEqualTo(assignment.allocations().get(i).kind());
            assertThat(read.get(i).values())
                    .hasSameSizeAs(assignment.allocations().get(i).values());
        }
    }

    @Test
    void aStrangeLineIsNamed() {
        assertThatThrownBy(() -> BufferAssignmentText.parse("BufferAssignment:\nwhat is this"))
                .hasMessage("line 2 is none of a buffer assignment: what is this");
        assertThatThrownBy(() -> MemoryUsageReport.parse("nothing"))
                .hasMessageContaining("this is no memory usage report");
    }

    @Test
    void aValueTakesThePlaceOfTheOneThatIsReadLast() {
        var module = HloParser.parse("chain.hlo", """
                        HloModule chain

                        sum {
                          p = f32[] parameter(0)
                          q = f32[] parameter(1)
                          ROOT s = f32[] add(p, q)
                        }

                        ENTRY main {
                          x = f32[64] parameter(0)
                          zero = f32[] constant(0)
                          a = f32[64] exponential(x)
                          b = f32[64] negate(a)
                          c = f32[64] cosine(b)
                          ROOT r = f32[] reduce(c, zero), dimensions={0}, to_apply=sum
                        }
                        """).orThrow();
        var assignment = BufferAssigner.assign(module);
        assertThat(assignment.bytes(Kind.TEMPORARY)).isEqualTo(256);
        assertThat(assignment.fragmentation()).isZero();
        var temporaries = assignment.allocations().getLast().values();
        assertThat(temporaries.get(1).reason()).isEqualTo("takes the place of %a: %b works element by element");
        assertThat(assignment.peakBytes()).isEqualTo(256 + 256 + 4 + 4);
    }
}
