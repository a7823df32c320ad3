package org.hloexplorer.pipeline.backend.gpu;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.hloexplorer.pipeline.worker.KernelSource;

/** What a driver's compiler says about a kernel. */
record BuildLog(String log, KernelSource source) {
    private static final int MOST_LINES = 6;

    /** As clang, which most drivers are made of, writes it: file, line, column. */
    private static final Pattern PLACE = Pattern.compile("([^\\s:]+):(\\d+):\\d+: error: (.*)");

    /** As NVIDIA's assembler writes it. */
    private static final Pattern PTX_PLACE = Pattern.compile("^ptxas .*, line (\\d+); error\\s*: (.*)");

    /** Its errors with the lines of the kernel that they are about, which name the HLO instruction; else its first lines. */
    String withLines() {
        var found = log.lines()
                .flatMap(said -> error(said).stream())
                .limit(MOST_LINES)
                .collect(Collectors.joining("; "));
        return found.isEmpty() ? log.lines().limit(MOST_LINES).collect(Collectors.joining("; ")) : found;
    }

    private Optional<String> error(String said) {
        var inPtx = PTX_PLACE.matcher(said);
        if (inPtx.find()) {
            return Optional.of(withLine(inPtx.group(2), Integer.parseInt(inPtx.group(1)), said));
        }
        var place = PLACE.matcher(said);
        if (!place.find()) {
            return Optional.empty();
        }
        return Optional.of(
                place.group(1).equals(source.symbol())
                        ? withLine(place.group(3), Integer.parseInt(place.group(2)), said)
                        : said.strip());
    }

    private String withLine(String error, int number, String said) {
        List<String> lines = source.ir().lines().toList();
        return number < 1 || number > lines.size()
                ? said.strip()
                : "%s in line %d, `%s`"
                        .formatted(error, number, lines.get(number - 1).strip().replaceAll("\\s+", " "));
    }
}
