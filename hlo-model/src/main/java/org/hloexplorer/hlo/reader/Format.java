package org.hloexplorer.hlo.reader;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.regex.Pattern;
import org.hloexplorer.hlo.proto.HloProtoReader;

/** The formats a program comes in, told apart by what is in it, whatever the file is called. */
public enum Format {
    HLO_TEXT("HLO text"),
    HLO_PROTO("an HLO protocol buffer"),
    STABLEHLO_TEXT("StableHLO text"),
    STABLEHLO_BYTECODE("StableHLO bytecode, of which stablehlo-translate --deserialize makes text"),
    UNKNOWN("something unknown");

    private static final int LOOKED_AT = 4096;

    /** MLIR names locations and attributes before or behind all else; nothing in HLO begins so. */
    private static final Pattern ALIAS = Pattern.compile("#[\\w.-]+\\s*=");

    private final String words;

    Format(String words) {
        this.words = words;
    }

    /** A short name for machines: {@code hlo}, {@code pb}, {@code stablehlo}. */
    public String text() {
        return switch (this) {
            case HLO_TEXT -> "hlo";
            case HLO_PROTO -> "pb";
            case STABLEHLO_TEXT -> "stablehlo";
            case STABLEHLO_BYTECODE -> "stablehlo-bytecode";
            case UNKNOWN -> "unknown";
        };
    }

    /** How a sentence names the format. */
    public String words() {
        return words;
    }

    /** The format of contents that are not compressed any more. */
    public static Format of(byte[] content) {
        if (startsWith(content, 'M', 'L', 0xEF, 'R')) {
            return STABLEHLO_BYTECODE;
        }
        var head = new String(content, 0, Math.min(content.length, LOOKED_AT), StandardCharsets.UTF_8);
        if (isBinary(head)) {
            return startsWith(content, 0x0A) ? HLO_PROTO : UNKNOWN;
        }
        return isMlir(head) ? STABLEHLO_TEXT : HLO_TEXT;
    }

    private static boolean startsWith(byte[] content, int... expected) {
        if (content.length < expected.length) {
            return false;
        }
        for (int i = 0; i < expected.length; i++) {
            if ((content[i] & 0xFF) != expected[i]) {
                return false;
            }
        }
        return true;
    }

    /** Text has no control characters but blanks; a protocol buffer has them from the start. */
    private static boolean isBinary(String head) {
        return head.chars().limit(64).anyMatch(c -> c < ' ' && !Character.isWhitespace(c))
                || (head.startsWith("\n") && head.length() > 1 && head.charAt(1) < ' ' && head.charAt(1) != '\n');
    }

    private static boolean isMlir(String head) {
        var first = firstLine(head).toLowerCase(Locale.ROOT);
        return ALIAS.matcher(first).lookingAt()
                || first.startsWith("module @")
                || first.startsWith("module {")
                || first.startsWith("module attributes")
                || first.startsWith("\"builtin.module\"")
                || first.startsWith("builtin.module")
                || first.startsWith("func.func")
                || first.startsWith("\"func.func\"");
    }

    private static String firstLine(String head) {
        return head.lines()
                .map(String::strip)
                .filter(line -> !line.isEmpty() && !line.startsWith("//"))
                .findFirst()
                .orElse("");
    }

    /**
     * Whether a file that nobody named, but that lies in a folder, is a program: text that begins with a module, or
     * messages that hold one.
     */
    static boolean isProgram(byte[] content) {
        return switch (of(content)) {
            case HLO_TEXT -> {
                var head = new String(content, 0, Math.min(content.length, LOOKED_AT), StandardCharsets.UTF_8);
                yield firstLine(head).startsWith("HloModule ");
            }
            case HLO_PROTO -> HloProtoReader.isModule(content);
            case STABLEHLO_TEXT, STABLEHLO_BYTECODE -> true;
            case UNKNOWN -> false;
        };
    }
}
