package org.hloexplorer.pipeline.worker;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import org.hloexplorer.pipeline.driver.DeviceSession.Needs;

/** What became of one kernel on a device. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "outcome")
@JsonSubTypes({
    @JsonSubTypes.Type(value = DeviceBuild.Built.class, name = "built"),
    @JsonSubTypes.Type(value = DeviceBuild.Refused.class, name = "refused"),
})
public sealed interface DeviceBuild {

    /**
     * It compiles.
     *
     * @param log what the compiler said about the program it is in
     */
    record Built(Needs needs, String log) implements DeviceBuild {}

    /** It does not; the log is the compiler's own, with lines of the kernel's text. */
    record Refused(String log) implements DeviceBuild {}
}
