package org.hloexplorer.hlo.proto;

import java.util.List;

/** A message as bytes, and what it could not take. */
public final class WrittenProto {
    private final byte[] content;
    private final List<String> leftOut;

    WrittenProto(byte[] content, List<String> leftOut) {
        this.content = content;
        this.leftOut = List.copyOf(leftOut);
    }

    public byte[] content() {
        return content.clone();
    }

    /** A sentence for each thing that the module has and XLA's message has no place for. */
    public List<String> leftOut() {
        return leftOut;
    }
}
