package org.hloexplorer.pipeline.worker;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Arrays;

/** A relocatable object as bytes: machine code with its symbols. Equal when the bytes are. */
public final class ObjectCode {
    private final byte[] bytes;

    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    public ObjectCode(byte[] bytes) {
        this.bytes = bytes.clone();
    }

    @JsonValue
    public byte[] bytes() {
        return bytes.clone();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof ObjectCode code && Arrays.equals(bytes, code.bytes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes);
    }

    @Override
    public String toString() {
        return "%,d bytes of object code".formatted(bytes.length);
    }
}
