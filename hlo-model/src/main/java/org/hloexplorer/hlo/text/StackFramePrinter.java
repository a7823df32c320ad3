package org.hloexplorer.hlo.text;

import java.util.List;
import java.util.function.BiConsumer;
import org.hloexplorer.hlo.StackFrames;

/** Writes the tables of stack frames between a module's header and its computations. */
final class StackFramePrinter {
    private StackFramePrinter() {}

    static void print(StackFrames frames, StringBuilder out) {
        table("FileNames", frames.fileNames(), StackFramePrinter::string, out);
        table("FunctionNames", frames.functionNames(), StackFramePrinter::string, out);
        table("FileLocations", frames.locations(), StackFramePrinter::location, out);
        table("StackFrames", frames.frames(), StackFramePrinter::frame, out);
        out.append('\n');
    }

    private static <T> void table(String title, List<T> rows, BiConsumer<T, StringBuilder> row, StringBuilder out) {
        out.append(title).append('\n');
        for (int i = 0; i < rows.size(); i++) {
            out.append(i + 1).append(' ');
            row.accept(rows.get(i), out);
            out.append('\n');
        }
        out.append('\n');
    }

    private static void string(String text, StringBuilder out) {
        out.append('"');
        Escapes.encode(text, out);
        out.append('"');
    }

    private static void location(StackFrames.Location location, StringBuilder out) {
        out.append("{file_name_id=").append(location.fileNameId());
        out.append(" function_name_id=").append(location.functionNameId());
        out.append(" line=").append(location.line());
        out.append(" end_line=").append(location.endLine());
        out.append(" column=").append(location.column());
        out.append(" end_column=").append(location.endColumn()).append('}');
    }

    private static void frame(StackFrames.Frame frame, StringBuilder out) {
        out.append("{file_location_id=").append(frame.locationId());
        out.append(" parent_frame_id=").append(frame.parentFrameId() + 1).append('}');
    }
}
