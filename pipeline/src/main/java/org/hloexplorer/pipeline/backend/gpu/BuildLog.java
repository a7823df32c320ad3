package org.hloexplorer.pipeline.backend.gpu;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.hloexplorer.pipeline.worker.KernelSource;

/** What a driver's compiler says about a kernel. */
record BuildLog(String log, KernelSource source) {
    private static final int MOST_LINES = 6;

    /** As clang, which most drivers are made of, writes it: file, line, column. */
    private static final Pattern PLACE = Pattern.compile("([^\\s:]+):(\\d+):\\d+: error: (.*)");

    /** Its errors with the lines of the kernel that they are about, which name the HLO instruction; else its first lines. */
    String withLines() {
        List<String> found = new ArrayList<>();
        var lines = source.ir().lines().toList();
        for (var said : log.lines().toList()) {
            var place = PLACE.matcher(said);
            if (place.find() && found.size() < MOST_LINES) {
                int number = Integer.parseInt(place.group(2));
                boolean isHere = place.group(1).equals(source.symbol()) && number <= lines.size();
                found.add(
                        isHere
                                ? "%s in line %d, `%s`"
                                        .formatted(
                                                place.group(3),
                                                number,
                                                lines.get(number - 1).strip().replaceAll("\\s+", " "))
                                : said.strip());
            }
        }
        return found.isEmpty() ? String.join("; ", log.lines().limit(MOST_LINES).toList()) : String.join("; ", found);
    }
}
