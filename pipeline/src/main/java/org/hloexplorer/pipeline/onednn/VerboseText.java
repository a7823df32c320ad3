package org.hloexplorer.pipeline.onednn;

import java.util.List;
import java.util.stream.Collectors;

/** What oneDNN printed while a primitive was created: a line for what it chose, and one for each thing it passed over. */
record VerboseText(String text) {
    /** Fields of a line that does not describe the whole primitive. */
    private static final int LONG = 8;

    /** The line of the implementation that was chosen; empty where there is none. */
    String chosen() {
        return lines().stream()
                .filter(line -> line.contains(",create:cache_"))
                .reduce((_, last) -> last)
                .orElse("");
    }

    /** Why implementations were passed over, each with its name in front, without repetitions; empty where nothing is said. */
    String objections() {
        return lines().stream()
                .filter(line -> line.contains(",create:dispatch,") || line.contains(",create:check,"))
                .map(VerboseText::objection)
                .distinct()
                .collect(Collectors.joining("; "));
    }

    /** The line ends with what is objected to, and where in oneDNN's sources; a long one names the implementation. */
    private static String objection(String line) {
        var fields = line.split(",", -1);
        boolean isLong = fields.length > LONG;
        var who = isLong ? fields[7] : fields[4];
        int last = fields.length - (fields[fields.length - 1].contains("pp:") ? 2 : 1);
        return last <= 4 ? line : who + ": " + fields[last];
    }

    private List<String> lines() {
        return text.lines().filter(line -> line.startsWith("onednn_verbose,")).toList();
    }
}
