package org.hloexplorer.app.workbench;

import java.util.List;
import java.util.Map;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.pipeline.PipelineRun;
import org.hloexplorer.pipeline.backend.ContractionEngine;
import org.hloexplorer.pipeline.backend.DeviceDescription;
import org.hloexplorer.pipeline.backend.DeviceKind;
import org.hloexplorer.pipeline.backend.RunOptions;
import org.hloexplorer.pipeline.backend.tpu.TpuSimulation;
import org.hloexplorer.pipeline.backend.tpu.simulator.TpuConfig;
import org.jspecify.annotations.Nullable;

/** Runs of the compiled program, the last of which is shown, and run again when the program changes. */
public final class RunModel {
    private static final String RUN = "run";
    private static final String DEVICES = "devices";

    /**
     * What the user wants to run.
     *
     * @param number of the device among those of its kind
     * @param seed for the arguments
     */
    public record Wish(DeviceKind device, int number, long seed, RunOptions options, boolean compares) {}

    /** Where the latest wish stands. */
    public sealed interface State {

        /** Nothing was run since the program was opened. */
        record Idle() implements State {}

        record Running(Wish wish) implements State {}

        /** The version is that of the module that was compiled. */
        record Finished(DeviceRun run, int version) implements State {}

        /** The reason is a sentence. */
        record Failed(String reason) implements State {}

        record Cancelled() implements State {}
    }

    private final Devices devices;
    private final Tasks tasks;
    private final LogModel log;
    private final ReadOnlyObjectWrapper<State> state = new ReadOnlyObjectWrapper<>(new State.Idle());
    private final ReadOnlyObjectWrapper<List<DeviceDescription>> descriptions = new ReadOnlyObjectWrapper<>(List.of());
    private final ReadOnlyObjectWrapper<TpuConfig> tpu = new ReadOnlyObjectWrapper<>(Devices.TEACHING_ARRAY);
    private final ReadOnlyObjectWrapper<@Nullable TpuSimulation> simulation = new ReadOnlyObjectWrapper<>();
    private final ReadOnlyObjectWrapper<ContractionEngine> contractions =
            new ReadOnlyObjectWrapper<>(ContractionEngine.GENERATED);
    private @Nullable Wish last;
    private @Nullable PipelineRun program;

    RunModel(Devices devices, Tasks tasks, LogModel log) {
        this.devices = devices;
        this.tasks = tasks;
        this.log = log;
    }

    /** What there is to run on; empty until {@link #describeDevices} has asked. */
    public ReadOnlyObjectProperty<List<DeviceDescription>> devicesProperty() {
        return descriptions.getReadOnlyProperty();
    }

    /** The TPU that is simulated. */
    public ReadOnlyObjectProperty<TpuConfig> tpuProperty() {
        return tpu.getReadOnlyProperty();
    }

    /** Asks all devices what they are. */
    public void describeDevices() {
        tasks.start(DEVICES, "looking for devices", _ -> devices.descriptions(), new Tasks.Outcome<>() {
            @Override
            public void succeeded(List<DeviceDescription> result) {
                descriptions.set(result);
            }

            @Override
            public void failed(Exception exception) {
                log.error("The devices cannot be listed: " + exception.getMessage());
            }
        });
    }

    /** Simulates another TPU from now on; what ran last on a TPU runs again. */
    public void useTpu(TpuConfig config) {
        devices.useTpu(config);
        tpu.set(config);
        describeDevices();
        if (last != null && last.device() == DeviceKind.TPU) {
            run(last);
        }
    }

    /** What computes dots and convolutions on the processor. */
    public ReadOnlyObjectProperty<ContractionEngine> contractionsProperty() {
        return contractions.getReadOnlyProperty();
    }

    /** Has them computed by this from now on; what ran last on the processor runs again. */
    public void useContractions(ContractionEngine engine) {
        if (engine == contractions.get()) {
            return;
        }
        devices.useContractions(engine);
        contractions.set(engine);
        if (last != null && last.device() == DeviceKind.CPU) {
            run(last);
        }
    }

    public ReadOnlyObjectProperty<State> stateProperty() {
        return state.getReadOnlyProperty();
    }

    /** What the array did in the last run on a TPU; null where there was none. */
    public ReadOnlyObjectProperty<@Nullable TpuSimulation> simulationProperty() {
        return simulation.getReadOnlyProperty();
    }

    /** Forgets all runs, as when another program is opened. */
    void clear() {
        tasks.cancel(RUN);
        last = null;
        program = null;
        simulation.set(null);
        state.set(new State.Idle());
    }

    /** From now on this is what runs; what ran last runs again. */
    void compiled(PipelineRun run) {
        program = run;
        if (last != null) {
            run(last);
        }
    }

    public void run(Wish wish) {
        var compiled = program;
        if (compiled == null) {
            state.set(new State.Failed("There is no program without errors to run."));
            return;
        }
        last = wish;
        state.set(new State.Running(wish));
        var runner = new ProgramRunner(devices.backend(wish.device(), wish.number()));
        tasks.start(
                RUN,
                "run on " + wish.device().text(),
                progress -> perform(runner, compiled.input(), compiled.output(), wish, progress),
                new Tasks.Outcome<>() {
                    @Override
                    public void succeeded(DeviceRun result) {
                        finish(result, compiled.versions() - 1);
                    }

                    @Override
                    public void failed(Exception exception) {
                        var reason = String.valueOf(exception.getMessage());
                        log.error(reason);
                        state.set(new State.Failed(reason));
                    }

                    @Override
                    public void cancelled() {
                        last = null;
                        state.set(new State.Cancelled());
                    }
                });
    }

    public void cancel() {
        if (tasks.isBusy(RUN)) {
            tasks.cancel(RUN);
            last = null;
            state.set(new State.Cancelled());
        }
    }

    private static DeviceRun perform(
            ProgramRunner runner, HloModule original, HloModule compiled, Wish wish, Progress progress)
            throws Exception {
        var arguments = ProgramInputs.of(original, wish.seed(), Map.of());
        var request = new RunRequest(wish.device(), wish.seed(), arguments, wish.options(), wish.compares());
        return runner.run(original, compiled, request, progress);
    }

    private void finish(DeviceRun run, int version) {
        if (run.simulation() != null) {
            simulation.set(run.simulation());
        }
        log.info(RunSentences.of(run));
        state.set(new State.Finished(run, version));
    }
}
