package org.hloexplorer.hlo.text;

import org.hloexplorer.hlo.OpMetadata;
import org.jspecify.annotations.Nullable;

/** Metadata as XLA prints it: the fields that say something, blanks between them. */
final class MetadataText {
    private MetadataText() {}

    static void append(OpMetadata metadata, StringBuilder out) {
        out.append('{');
        int start = out.length();
        string("op_type", metadata.opType(), out, start);
        string("op_name", metadata.opName(), out, start);
        string("source_file", metadata.sourceFile(), out, start);
        number("source_line", metadata.sourceLine(), out, start);
        number("source_end_line", metadata.sourceEndLine(), out, start);
        number("source_column", metadata.sourceColumn(), out, start);
        number("source_end_column", metadata.sourceEndColumn(), out, start);
        if (!metadata.otherText().isEmpty()) {
            separator(out, start).append(metadata.otherText());
        }
        number("stack_frame_id", metadata.stackFrameId(), out, start);
        out.append('}');
    }

    private static void string(String name, @Nullable String value, StringBuilder out, int start) {
        if (value != null) {
            separator(out, start).append(name).append("=\"");
            Escapes.encode(value, out);
            out.append('"');
        }
    }

    private static void number(String name, int value, StringBuilder out, int start) {
        if (value != 0) {
            separator(out, start).append(name).append('=').append(value);
        }
    }

    private static StringBuilder separator(StringBuilder out, int start) {
        return out.length() > start ? out.append(' ') : out;
    }
}
