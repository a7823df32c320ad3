package org.hloexplorer.pipeline.worker;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Optional;

/** Frames on a byte stream: four bytes of length, most significant first, then so many bytes. */
final class Frames {
    /** A length beyond this is not a frame but text: as a length, whatever begins with a printable character is longer. */
    static final int LONGEST = (' ' << 24) - 1;

    private Frames() {}

    static void write(OutputStream stream, byte[] frame) throws IOException {
        if (frame.length > LONGEST) {
            throw new IOException("a frame of %d bytes is longer than %d".formatted(frame.length, LONGEST));
        }
        var data = new DataOutputStream(stream);
        data.writeInt(frame.length);
        data.write(frame);
        data.flush();
    }

    /** The next frame, or nothing where the stream ends between frames. */
    static Optional<byte[]> read(InputStream stream) throws IOException {
        var data = new DataInputStream(stream);
        int first = data.read();
        if (first < 0) {
            return Optional.empty();
        }
        int length = first << 24 | data.readUnsignedByte() << 16 | data.readUnsignedShort();
        if (length < 0 || length > LONGEST) {
            throw new IOException("not a frame: its length reads as " + Integer.toUnsignedString(length));
        }
        var frame = data.readNBytes(length);
        if (frame.length < length) {
            throw new EOFException("the stream ended after %d of %d bytes".formatted(frame.length, length));
        }
        return Optional.of(frame);
    }
}
