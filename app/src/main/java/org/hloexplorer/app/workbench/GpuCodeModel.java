package org.hloexplorer.app.workbench;

import java.util.List;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.property.ReadOnlyStringProperty;
import javafx.beans.property.ReadOnlyStringWrapper;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.pipeline.PipelineRun;
import org.hloexplorer.pipeline.backend.KernelDescription;
import org.hloexplorer.pipeline.backend.gpu.GpuCode;
import org.jspecify.annotations.Nullable;

/** Code of the compiled program for graphics processors, which needs none: to be read, not run. */
public final class GpuCodeModel {
    private static final String SLOT = "gpu-code";

    /**
     * The kernels of one version of the program.
     *
     * @param version of the module in the timeline
     */
    public record Code(List<KernelDescription> kernels, HloModule module, int version) {}

    private final Devices devices;
    private final Tasks tasks;
    private final ReadOnlyObjectWrapper<@Nullable Code> code = new ReadOnlyObjectWrapper<>();
    private final ReadOnlyStringWrapper reason = new ReadOnlyStringWrapper("");
    private @Nullable PipelineRun program;
    private boolean isWanted;

    GpuCodeModel(Devices devices, Tasks tasks) {
        this.devices = devices;
        this.tasks = tasks;
    }

    /** The code of the program as it is now; null where it was not asked for, or there is none. */
    public ReadOnlyObjectProperty<@Nullable Code> codeProperty() {
        return code.getReadOnlyProperty();
    }

    /** Why there is none; empty where nobody asked. */
    public ReadOnlyStringProperty reasonProperty() {
        return reason.getReadOnlyProperty();
    }

    /** From now on, code is made of every program, or of none. */
    public void want(boolean isWantedNow) {
        isWanted = isWantedNow;
        make();
    }

    /** Another program is opened. */
    void clear() {
        program = null;
        make();
    }

    /** From now on this is what code is made of. */
    void compiled(PipelineRun run) {
        program = run;
        make();
    }

    private void make() {
        tasks.cancel(SLOT);
        var compiled = program;
        if (!isWanted || compiled == null) {
            fail(isWanted ? "There is no program without errors to make code of." : "");
            return;
        }
        var module = compiled.output();
        reason.set("Code is being made …");
        tasks.start(SLOT, "code for GPUs", _ -> GpuCode.of(module, devices.worker()), new Tasks.Outcome<>() {
            @Override
            public void succeeded(List<KernelDescription> kernels) {
                reason.set(kernels.isEmpty() ? "The program has no kernels." : "");
                code.set(new Code(kernels, module, compiled.versions() - 1));
            }

            @Override
            public void failed(Exception exception) {
                fail(String.valueOf(exception.getMessage()));
            }

            @Override
            public void cancelled() {
                fail("Making the code was cancelled.");
            }
        });
    }

    private void fail(String why) {
        code.set(null);
        reason.set(why);
    }
}
