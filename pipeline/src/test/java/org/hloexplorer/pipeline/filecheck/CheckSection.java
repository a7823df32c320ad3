package org.hloexplorer.pipeline.filecheck;

import java.util.ArrayList;
import java.util.List;

/**
 * One module of a test file, with the comments around it that say what to do and to expect.
 *
 * @param run what the {@code RUN} line says, the file's first one where a section has none
 * @param text the whole section
 * @param directives all {@code // NAME: rest} lines, in order
 */
record CheckSection(String run, String text, List<Directive> directives) {

    /** A line such as {@code // CHECK-NEXT: add}. */
    record Directive(String name, String rest) {}

    static final String SEPARATOR = "// -----";

    private static final List<String> NAMES =
            List.of("RUN", "CHECK", "CHECK-NEXT", "CHECK-NOT", "EXPLAIN", "ERROR", "DIFFERS", "UNEVALUATED");

    static List<CheckSection> of(String file) {
        var sections = new ArrayList<CheckSection>();
        var run = "";
        for (var text : split(file)) {
            var directives =
                    text.lines().flatMap(line -> directive(line).stream()).toList();
            run = rest(directives, "RUN").stream().findFirst().orElse(run);
            sections.add(new CheckSection(run, text, directives));
        }
        return sections;
    }

    /** The sections' texts, each with its last line break. */
    private static List<String> split(String file) {
        var texts = new ArrayList<String>();
        var current = new StringBuilder();
        for (var line : file.lines().toList()) {
            if (line.equals(SEPARATOR)) {
                texts.add(current.toString());
                current.setLength(0);
            } else {
                current.append(line).append('\n');
            }
        }
        texts.add(current.toString());
        return texts;
    }

    private static List<Directive> directive(String line) {
        var comment = line.strip();
        int colon = comment.indexOf(':');
        if (!comment.startsWith("// ") || colon < 0) {
            return List.of();
        }
        var name = comment.substring(3, colon);
        return NAMES.contains(name)
                ? List.of(new Directive(name, comment.substring(colon + 1).strip()))
                : List.of();
    }

    List<String> all(String name) {
        return rest(directives, name);
    }

    private static List<String> rest(List<Directive> directives, String name) {
        return directives.stream()
                .filter(each -> each.name().equals(name))
                .map(Directive::rest)
                .toList();
    }
}
