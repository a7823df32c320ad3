package org.hloexplorer.pipeline.filecheck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Holds text to {@code CHECK} lines: in this order, each a part of a line; {@code <<…>>} is a regular expression. */
final class CheckLines {
    private final List<String> lines;
    private final List<String> unwanted = new ArrayList<>();
    private int next;

    private CheckLines(String text) {
        this.lines = text.lines().map(String::strip).toList();
    }

    static void check(String text, List<CheckSection.Directive> directives) {
        var check = new CheckLines(text);
        for (var directive : directives) {
            switch (directive.name()) {
                case "CHECK" -> check.find(directive.rest());
                case "CHECK-NEXT" -> check.findNext(directive.rest());
                case "CHECK-NOT" -> check.unwanted.add(directive.rest());
                default -> {}
            }
        }
        check.refuseUnwanted(check.lines.size());
    }

    private void find(String wanted) {
        for (int i = next; i < lines.size(); i++) {
            if (matches(wanted, lines.get(i))) {
                refuseUnwanted(i);
                next = i + 1;
                return;
            }
        }
        fail("no line '%s' from line %d on in:%n%s", wanted, next + 1, String.join("\n", lines));
    }

    private void findNext(String wanted) {
        if (next >= lines.size() || !matches(wanted, lines.get(next))) {
            fail("line %d is not '%s' in:%n%s", next + 1, wanted, String.join("\n", lines));
        }
        next++;
    }

    private void refuseUnwanted(int end) {
        for (var text : unwanted) {
            assertThat(lines.subList(Math.min(next, end), end)).noneMatch(line -> matches(text, line));
        }
        unwanted.clear();
    }

    static boolean matches(String wanted, String line) {
        var regex = new StringBuilder();
        int from = 0;
        for (int open = wanted.indexOf("<<"); open >= 0; open = wanted.indexOf("<<", from)) {
            int close = wanted.indexOf(">>", open);
            if (close < 0) {
                break;
            }
            regex.append(Pattern.quote(wanted.substring(from, open)));
            regex.append(wanted, open + 2, close);
            from = close + 2;
        }
        regex.append(Pattern.quote(wanted.substring(from)));
        return Pattern.compile(regex.toString()).matcher(line).find();
    }
}
