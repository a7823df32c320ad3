package org.hloexplorer.pipeline.backend.gpu;

import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Names of instructions in assembly that tells only their lines. */
final class LineNames {
    private static final Pattern PLACE = Pattern.compile("\\s*\\.loc\\s+\\d+\\s+(\\d+)\\b.*");

    private LineNames() {}

    /** The same with a comment after each {@code .loc}: the instruction in that line of the HLO text. */
    static String added(String assembly, Map<Integer, String> names) {
        return assembly.lines().map(line -> added(names, line)).collect(Collectors.joining("\n", "", "\n"));
    }

    private static String added(Map<Integer, String> names, String line) {
        var place = PLACE.matcher(line);
        var name = place.matches() ? names.get(Integer.parseInt(place.group(1))) : null;
        return name == null ? line : "%s  // %%%s".formatted(line, name);
    }
}
