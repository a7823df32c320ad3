package org.hloexplorer.pipeline.worker;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.util.List;
import org.hloexplorer.pipeline.llvm.Target;
import org.hloexplorer.pipeline.onednn.Primitive;

/** What the parent asks of a child. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "request")
@JsonSubTypes({
    @JsonSubTypes.Type(value = WorkerRequest.Compile.class, name = "compile"),
    @JsonSubTypes.Type(value = WorkerRequest.CreatePrimitives.class, name = "create-primitives"),
    @JsonSubTypes.Type(value = WorkerRequest.Load.class, name = "load"),
    @JsonSubTypes.Type(value = WorkerRequest.Run.class, name = "run"),
    @JsonSubTypes.Type(value = WorkerRequest.Unload.class, name = "unload"),
    @JsonSubTypes.Type(value = WorkerRequest.Measure.class, name = "measure"),
    @JsonSubTypes.Type(value = WorkerRequest.Emit.class, name = "emit"),
    @JsonSubTypes.Type(value = WorkerRequest.FindDevices.class, name = "find-devices"),
    @JsonSubTypes.Type(value = WorkerRequest.BuildDevice.class, name = "build-device"),
    @JsonSubTypes.Type(value = WorkerRequest.LoadDevice.class, name = "load-device"),
    @JsonSubTypes.Type(value = WorkerRequest.DescribeMachine.class, name = "describe-machine"),
    @JsonSubTypes.Type(value = WorkerRequest.Shutdown.class, name = "shutdown"),
})
sealed interface WorkerRequest {

    /** Compiles kernels for this machine. */
    record Compile(List<CompileTask> tasks) implements WorkerRequest {}

    /** Creates primitives of oneDNN for so many threads; it keeps their code for programs that are loaded later. */
    record CreatePrimitives(List<Primitive> primitives, int threads) implements WorkerRequest {}

    /** Links a program's objects, allocates and touches its memory. */
    record Load(int program, ProgramImage image) implements WorkerRequest {}

    /**
     * Runs some of a loaded program's steps: copies in, runs, copies out.
     *
     * @param exchange the mapped file that both sides copy through
     */
    record Run(
            int program,
            String exchange,
            long exchangeBytes,
            List<Transfer> uploads,
            List<Transfer> downloads,
            int firstStep,
            int endStep,
            RunOptions options)
            implements WorkerRequest {}

    record Unload(int program) implements WorkerRequest {}

    /** Times a kernel of one's own on fresh buffers, on several threads at once. */
    record Measure(MicroKernel kernel, ObjectCode object, int threads, int rounds) implements WorkerRequest {}

    /** Makes assembly of a kernel's IR for a graphics processor. */
    record Emit(KernelSource kernel, Target target) implements WorkerRequest {}

    /** Asks the drivers for their devices. */
    record FindDevices() implements WorkerRequest {}

    /** Compiles a program on its device, which keeps it for programs that are loaded later. */
    record BuildDevice(DeviceSource source) implements WorkerRequest {}

    /** Makes a program's kernels on its device and allocates its memory there. */
    record LoadDevice(int program, DeviceImage image) implements WorkerRequest {}

    record DescribeMachine() implements WorkerRequest {}

    record Shutdown() implements WorkerRequest {}
}
