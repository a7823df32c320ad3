package org.hloexplorer.roofline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.List;
import org.hloexplorer.hlo.Cancellation;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.Literal;
import org.hloexplorer.hlo.text.HloParser;
import org.hloexplorer.pipeline.PassRun;
import org.hloexplorer.pipeline.PassStatus;
import org.hloexplorer.pipeline.PipelineRun;
import org.hloexplorer.pipeline.backend.Backend;
import org.hloexplorer.pipeline.backend.DeviceDescription;
import org.hloexplorer.pipeline.backend.DeviceKind;
import org.hloexplorer.pipeline.backend.Executable;
import org.hloexplorer.pipeline.backend.ExecutionProfile;
import org.hloexplorer.pipeline.backend.ExecutionProfile.KernelTime;
import org.hloexplorer.pipeline.backend.ExecutionProfile.Timing;
import org.hloexplorer.pipeline.backend.ExecutionResult;
import org.hloexplorer.pipeline.backend.KernelDescription;
import org.hloexplorer.pipeline.backend.RunOptions;
import org.junit.jupiter.api.Test;

/** On a device that takes a millisecond for everything, so that every figure is known beforehand. */
final class RooflineMeasurerTests {
    private static final String UNFUSED = """
            HloModule m

            ENTRY main {
              x = f32[1000] parameter(0)
              y = f32[1000] add(x, x)
              ROOT z = f32[1000] multiply(y, y)
            }
            """;
    private static final String FUSED = """
            HloModule m

            fused {
              p = f32[1000] parameter(0)
              y = f32[1000] add(p, p)
              ROOT z = f32[1000] multiply(y, y)
            }

            ENTRY main {
              x = f32[1000] parameter(0)
              ROOT f = f32[1000] fusion(x), kind=kLoop, calls=fused
            }
            """;

    @Test
    void kernelsAreMeasuredBeforeAndAfterFusion() throws Exception {
        var data = measure(timeline("fusion"));

        assertThat(data.stages()).extracting(Stage::name).containsExactly("before fusion", "after fusion");
        assertThat(data.stages().getFirst().kernels()).hasSize(2);
        var fused = data.stages().getLast().kernels().getFirst().kernel();
        assertThat(fused.flops().value()).isEqualTo(2000);
        assertThat(fused.bytes().value()).isEqualTo(8000);
        assertThat(fused.seconds().value()).isCloseTo(1e-3, within(1e-12));
        assertThat(fused.seconds().source()).isEqualTo("median of 3 runs on 1 thread, a test's clock");
    }

    /** The add's result has one reader, so fused it would be neither stored nor loaded: 2 × 4000 of its 12,000 bytes. */
    @Test
    void aKernelThatMemoryLimitsIsToldWhatFusingSaves() throws Exception {
        var before = measure(timeline("fusion")).stages().getFirst().kernels();

        assertThat(before.getFirst().verdict())
                .endsWith("Fusing it with z would save %s of the %s it moves; Decisions says why it was not."
                        .formatted(Numbers.bytes(8000), Numbers.bytes(12_000)));
        assertThat(measure(timeline("fusion"))
                        .stages()
                        .getLast()
                        .kernels()
                        .getFirst()
                        .verdict())
                .doesNotContain("would save");
    }

    @Test
    void withoutFusionThereIsOneStage() throws Exception {
        assertThat(measure(timeline("algsimp")).stages()).hasSize(1);
    }

    private static RooflineData measure(PipelineRun timeline) throws Exception {
        var subjects = List.of(new RooflineMeasurer.Subject(timeline, List.of()));
        return new RooflineMeasurer(new MillisecondDevice())
                .measure(subjects, new RunOptions(3, 1, Duration.ofSeconds(1)), new Cancellation())
                .getFirst()
                .under(SampleData.ROOFS);
    }

    private static PipelineRun timeline(String pass) {
        var before = parse(UNFUSED);
        var after = parse(FUSED);
        var run = new PassRun(0, "test", pass, 0, PassStatus.CHANGED, before, after, List.of(), 0, Duration.ZERO, null);
        return new PipelineRun("test", before, List.of(run), List.of());
    }

    private static HloModule parse(String text) {
        return HloParser.parse("test.hlo", text).module().orElseThrow();
    }

    private record MillisecondDevice() implements Backend {
        @Override
        public DeviceDescription device() {
            return new DeviceDescription(DeviceKind.CPU, "test", null);
        }

        @Override
        public Executable compile(HloModule module, Cancellation cancellation) {
            return new MillisecondProgram(module);
        }
    }

    private record MillisecondProgram(HloModule module) implements Executable {
        @Override
        public List<KernelDescription> kernels() {
            return module.entry().instructions().stream()
                    .filter(each -> each.operandCount() > 0)
                    .map(each ->
                            new KernelDescription(each.name(), each.id(), List.of(each.id()), "test", null, List.of()))
                    .toList();
        }

        @Override
        public Duration compileTime() {
            return Duration.ZERO;
        }

        @Override
        public ExecutionResult run(List<Literal> arguments, RunOptions options, Cancellation cancellation) {
            var timing = new Timing(options.repeat(), 1e6, 1e6, 1e6);
            var times = kernels().stream()
                    .map(kernel -> new KernelTime(kernel.name(), timing))
                    .toList();
            return new ExecutionResult(
                    Literal.token(), new ExecutionProfile(timing, times, options.threads(), "a test's clock"));
        }

        @Override
        public void close() {
            // Nothing to let go of.
        }
    }
}
