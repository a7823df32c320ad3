package org.hloexplorer.app.workbench;

import java.time.Duration;
import java.util.Map;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import org.hloexplorer.pipeline.PipelineRun;
import org.hloexplorer.pipeline.backend.RunOptions;
import org.hloexplorer.roofline.RooflineData;
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
    private final ReadOnlyObjectWrapper<@Nullable RooflineData> data = new ReadOnlyObjectWrapper<>();
    private @Nullable PipelineRun program;
    private boolean isWanted;

    RooflineModel(RooflineMeter meter, Tasks tasks, LogModel log) {
        this.meter = meter;
        this.tasks = tasks;
        this.log = log;
    }

    /** The last measurement; null while there is none. */
    public ReadOnlyObjectProperty<@Nullable RooflineData> dataProperty() {
        return data.getReadOnlyProperty();
    }

    void clear() {
        tasks.cancel(MEASURE);
        isWanted = false;
        program = null;
        data.set(null);
    }

    /** From now on this is what is measured; where a measurement is shown, it is made again. */
    void compiled(PipelineRun run) {
        program = run;
        if (isWanted) {
            measure();
        }
    }

    public void measure() {
        var run = program;
        if (run == null) {
            log.warn("There is no program without errors to measure.");
            return;
        }
        isWanted = true;
        tasks.start(
                MEASURE,
                "roofline",
                progress -> meter.measure(
                        run,
                        ProgramInputs.of(run.input(), SEED, Map.of()),
                        new RunOptions(REPEAT, Runtime.getRuntime().availableProcessors(), LIMIT),
                        progress),
                new Tasks.Outcome<>() {
                    @Override
                    public void succeeded(RooflineData result) {
                        data.set(result);
                        log.info("Roofline: " + result.summary());
                    }

                    @Override
                    public void failed(Exception exception) {
                        isWanted = false;
                        log.error("The roofline cannot be measured: " + exception.getMessage());
                    }

                    @Override
                    public void cancelled() {
                        isWanted = false;
                    }
                });
    }
}
