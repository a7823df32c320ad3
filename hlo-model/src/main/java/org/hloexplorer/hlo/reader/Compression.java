package org.hloexplorer.hlo.reader;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.zip.GZIPInputStream;

/** Undoes gzip, also twice, and stops where no program is that large or the memory would not hold it. */
final class Compression {
    /** Above the largest dumps by far, below what a byte array takes. */
    private static final int LARGEST = 1 << 30;

    /** The contents are held more than once while they are read and made into a program. */
    private static final int PART_OF_MEMORY = 4;

    private static final int MOST_LAYERS = 3;

    private Compression() {}

    /** The contents as they were before they were compressed, if they were; text in UTF-8, without a mark before it. */
    static byte[] expand(byte[] content) throws IOException {
        return TextEncoding.toUtf8(uncompressed(content));
    }

    private static byte[] uncompressed(byte[] content) throws IOException {
        var plain = content;
        for (int layer = 0; isCompressed(plain); layer++) {
            if (layer == MOST_LAYERS) {
                throw new IOException("they are compressed more than " + MOST_LAYERS + " times over");
            }
            plain = expandOnce(plain);
        }
        return plain;
    }

    private static boolean isCompressed(byte[] content) {
        return content.length > 2 && (content[0] & 0xFF) == 0x1F && (content[1] & 0xFF) == 0x8B;
    }

    private static byte[] expandOnce(byte[] content) throws IOException {
        try (var stream = new GZIPInputStream(new ByteArrayInputStream(content))) {
            int limit = (int) Math.min(LARGEST, Runtime.getRuntime().maxMemory() / PART_OF_MEMORY);
            var plain = stream.readNBytes(limit);
            if (stream.read() >= 0) {
                throw new IOException("they take more than %d MiB%s"
                        .formatted(
                                limit >> 20,
                                limit == LARGEST ? "" : ", a quarter of the memory; more of it is given by -Xmx"));
            }
            return plain;
        }
    }
}
