package org.hloexplorer.app.workbench;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;

/** A file of a dump as text: unpacked where it is compressed, cut where it is long, and a sentence where it is no text. */
final class DumpedText {
    private DumpedText() {}

    /**
     * At most this many bytes of the file.
     *
     * @throws IOException where it cannot be read
     */
    static String of(Path file, int most) throws IOException {
        try (var in = opened(file)) {
            var bytes = in.readNBytes(most);
            boolean isCut = in.read() >= 0;
            return decoded(file, bytes, isCut) + (isCut ? cut(file, most) : "");
        }
    }

    private static InputStream opened(Path file) throws IOException {
        var raw = Files.newInputStream(file);
        return file.toString().endsWith(".gz") ? new GZIPInputStream(raw) : raw;
    }

    private static String cut(Path file, int most) {
        return "%n; %s goes on behind these %,d bytes, which are as many as are shown here.%n".formatted(file, most);
    }

    private static String decoded(Path file, byte[] bytes, boolean isCut) throws IOException {
        var decoder = StandardCharsets.UTF_8
                .newDecoder()
                .onUnmappableCharacter(CodingErrorAction.REPORT)
                // The cut may go through a character.
                .onMalformedInput(isCut ? CodingErrorAction.REPLACE : CodingErrorAction.REPORT);
        try {
            var text = decoder.decode(ByteBuffer.wrap(bytes)).toString();
            return text.indexOf(0) < 0 ? text : noText(file);
        } catch (CharacterCodingException e) {
            return noText(file);
        }
    }

    private static String noText(Path file) throws IOException {
        return "; %s holds %,d bytes that are no text. Of machine code, objdump -d or cuobjdump -sass shows the instructions."
                .formatted(file, Files.size(file));
    }
}
