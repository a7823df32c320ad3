package org.hloexplorer.hlo;

import org.jspecify.annotations.Nullable;

/**
 * Where an instruction comes from in the user's program.
 *
 * @param sourceLine 0 where unknown, as are the other positions and the frame
 * @param stackFrameId into the module's {@link StackFrames}, counted from 1
 * @param otherText further fields as XLA prints them, kept unread
 */
public record OpMetadata(
        @Nullable String opType,
        @Nullable String opName,
        @Nullable String sourceFile,
        int sourceLine,
        int sourceEndLine,
        int sourceColumn,
        int sourceEndColumn,
        int stackFrameId,
        String otherText) {

    public static final OpMetadata NONE = new OpMetadata(null, null, null, 0, 0, 0, 0, 0, "");

    public boolean isEmpty() {
        return equals(NONE);
    }
}
