package org.hloexplorer.app.workbench;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.property.ReadOnlyStringProperty;
import javafx.beans.property.ReadOnlyStringWrapper;
import javafx.beans.property.SimpleObjectProperty;
import org.hloexplorer.pipeline.PipelineRun;
import org.hloexplorer.pipeline.backend.BackendException;
import org.hloexplorer.pipeline.backend.DeviceKind;
import org.hloexplorer.pipeline.backend.RunOptions;
import org.hloexplorer.pipeline.backend.tpu.simulator.TpuConfig;
import org.hloexplorer.pipeline.fusion.gpu.GpuDevice;
import org.hloexplorer.roofline.GpuRoofline;
import org.hloexplorer.roofline.RooflineData;
import org.hloexplorer.roofline.RooflineMeasurer;
import org.jspecify.annotations.Nullable;

/** The roofline of the open program: measured on demand, and again when the program changes. */
public final class RooflineModel {
    private static final String MEASURE = "roofline";
    private static final int REPEAT = 20;
    private static final long SEED = 1;
    private static final Duration LIMIT = Duration.ofMinutes(2);

    private final RooflineMeter meter;
    private final Tasks tasks;
    private final LogModel log;
    private final Supplier<TpuConfig> tpu;
    private final ObjectProperty<DeviceKind> device = new SimpleObjectProperty<>(DeviceKind.CPU);
    private final ReadOnlyStringWrapper reason = new ReadOnlyStringWrapper("");
    private final ReadOnlyObjectWrapper<@Nullable RooflineData> data = new ReadOnlyObjectWrapper<>();
    private @Nullable PipelineRun program;
    private @Nullable PipelineRun measured;
    private boolean isWanted;

    /** @param tpu the TPU that is simulated at present */
    RooflineModel(RooflineMeter meter, Supplier<TpuConfig> tpu, Tasks tasks, LogModel log) {
        this.meter = meter;
        this.tpu = tpu;
        this.tasks = tasks;
        this.log = log;
        device.subscribe(_ -> remeasure());
    }

    /** What is measured: the CPU, a GPU or the published limits of one, or the TPU that is simulated. */
    public ObjectProperty<DeviceKind> deviceProperty() {
        return device;
    }

    /** Why there is no measurement, in a sentence; empty while none failed. */
    public ReadOnlyStringProperty reasonProperty() {
        return reason.getReadOnlyProperty();
    }

    /** The last measurement; null while there is none. */
    public ReadOnlyObjectProperty<@Nullable RooflineData> dataProperty() {
        return data.getReadOnlyProperty();
    }

    void clear() {
        tasks.cancel(MEASURE);
        isWanted = false;
        program = null;
        measured = null;
        reason.set("");
        data.set(null);
    }

    /** From now on this is what is measured; where a measurement is shown, it is made again. */
    void compiled(PipelineRun run) {
        program = run;
        remeasure();
    }

    /** Another TPU is simulated from now on. */
    void tpuChanged() {
        if (device.get() == DeviceKind.TPU) {
            remeasure();
        }
    }

    /** Dots are computed by something else from now on. */
    void contractionsChanged() {
        if (device.get() == DeviceKind.CPU) {
            remeasure();
        }
    }

    private void remeasure() {
        if (isWanted) {
            measure();
        }
    }

    private RooflineData measure(PipelineRun run, DeviceKind kind, TpuConfig config, Progress progress)
            throws BackendException, IOException {
        if (kind == DeviceKind.GPU && !meter.hasGpu()) {
            // The GPU that fusion is decided for stands in for the one that is missing, and is said to.
            return GpuRoofline.estimated(run, GpuDevice.OPTION.defaultValue());
        }
        var arguments = ProgramInputs.of(run.input(), SEED, Map.of());
        if (kind == DeviceKind.GPU) {
            return meter.measureOnGpu(
                            0,
                            List.of(new RooflineMeasurer.Subject(run, arguments)),
                            new RunOptions(REPEAT, 1, LIMIT),
                            progress)
                    .getFirst();
        }
        return kind == DeviceKind.TPU
                ? RooflineMeter.measure(
                        run,
                        config.equals(Devices.TEACHING_ARRAY) ? Devices.CLOCKED_ARRAY : config,
                        arguments,
                        new RunOptions(1, 1, LIMIT),
                        progress)
                : meter.measure(
                        run,
                        arguments,
                        new RunOptions(REPEAT, Runtime.getRuntime().availableProcessors(), LIMIT),
                        progress);
    }

    public void measure() {
        var run = program;
        if (run == null) {
            log.warn("There is no program without errors to measure.");
            return;
        }
        isWanted = true;
        var kind = device.get();
        var config = tpu.get();
        tasks.start(MEASURE, "roofline", progress -> measure(run, kind, config, progress), new Tasks.Outcome<>() {
            @Override
            public void succeeded(RooflineData result) {
                reason.set("");
                measured = run;
                data.set(result);
                log.info("Roofline: " + result.summary());
            }

            @Override
            public void failed(Exception exception) {
                // Another chip may have what this one lacks; a program that the CPU cannot run stays so.
                isWanted = kind == DeviceKind.TPU;
                reason.set(String.valueOf(exception.getMessage()));
                // What was measured of the same program stays to look at, below the reason.
                if (!run.equals(measured)) {
                    data.set(null);
                }
                log.error("The roofline cannot be measured: " + exception.getMessage());
            }

            @Override
            public void cancelled() {
                isWanted = false;
            }
        });
    }
}
