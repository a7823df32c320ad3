package org.hloexplorer.pipeline.worker;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.util.List;
import org.hloexplorer.pipeline.driver.DriverReport;
import org.hloexplorer.pipeline.llvm.Target;
import org.hloexplorer.pipeline.onednn.PrimitiveOutcome;

/** What a child answers. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "reply")
@JsonSubTypes({
    @JsonSubTypes.Type(value = WorkerReply.Hello.class, name = "hello"),
    @JsonSubTypes.Type(value = WorkerReply.Holding.class, name = "holding"),
    @JsonSubTypes.Type(value = WorkerReply.Compiled.class, name = "compiled"),
    @JsonSubTypes.Type(value = WorkerReply.PrimitivesCreated.class, name = "primitives-created"),
    @JsonSubTypes.Type(value = WorkerReply.Ran.class, name = "ran"),
    @JsonSubTypes.Type(value = WorkerReply.Measured.class, name = "measured"),
    @JsonSubTypes.Type(value = WorkerReply.Emitted.class, name = "emitted"),
    @JsonSubTypes.Type(value = WorkerReply.Devices.class, name = "devices"),
    @JsonSubTypes.Type(value = WorkerReply.DeviceBuilt.class, name = "device-built"),
    @JsonSubTypes.Type(value = WorkerReply.Machine.class, name = "machine"),
    @JsonSubTypes.Type(value = WorkerReply.Done.class, name = "done"),
    @JsonSubTypes.Type(value = WorkerReply.Refused.class, name = "refused"),
})
sealed interface WorkerReply {

    /** The child is there. It says so unasked, once. */
    record Hello(int version) implements WorkerReply {}

    /** The child has mapped the file of its request, which may go; the answer proper follows. */
    record Holding() implements WorkerReply {}

    /** One outcome for each kernel of the request, in its order. */
    record Compiled(List<CompileOutcome> outcomes) implements WorkerReply {}

    /** One outcome for each primitive of the request, in its order. */
    record PrimitivesCreated(List<PrimitiveOutcome> outcomes) implements WorkerReply {}

    record Ran(RunTimes times) implements WorkerReply {}

    /** Wall time of each round's slowest thread, in nanoseconds, in the order they were run. */
    record Measured(List<Long> nanoseconds) implements WorkerReply {}

    record Emitted(EmittedCode code) implements WorkerReply {}

    record Devices(DriverReport report) implements WorkerReply {}

    /** One outcome for each kernel of the request, in its order. */
    record DeviceBuilt(List<DeviceBuild> outcomes) implements WorkerReply {}

    record Machine(Target target, int processors) implements WorkerReply {}

    record Done() implements WorkerReply {}

    /**
     * The request failed and the child lives on.
     *
     * @param kernel that was being run; empty where none was
     * @param ends whether the child is of no further use
     */
    record Refused(String message, String kernel, boolean ends) implements WorkerReply {}
}
