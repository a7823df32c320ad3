package org.hloexplorer.pipeline.backend.cpu;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/** The innermost loops of a kernel's assembly, found by the comments that LLVM writes beside their labels. */
final class InnerLoops {
    /** More of them would not be read. */
    private static final int MOST = 8;

    private static final Pattern LABEL = Pattern.compile("^(\\.L[\\w$]+|L\\w+):.*");
    private static final Pattern LINE = Pattern.compile("^\\t\\.loc\\s+\\d+ (\\d+).*");

    private InnerLoops() {}

    /**
     * A loop from its label to the jump back to it.
     *
     * @param line of the module's text that its code is for; 0 where that is not known
     */
    record Loop(String label, int line, List<String> instructions) {
        Loop {
            instructions = List.copyOf(instructions);
        }
    }

    /** The longest innermost loops, in the order of the code. */
    static List<Loop> of(String assembly) {
        var lines = assembly.lines().toList();
        List<Loop> loops = new ArrayList<>();
        for (int i = 0; i < lines.size(); i++) {
            var label = LABEL.matcher(lines.get(i));
            if (label.matches() && isHeader(lines, i)) {
                loop(lines, i, label.group(1), loops);
            }
        }
        var longest = loops.stream()
                .sorted((a, b) -> Integer.compare(
                        b.instructions().size(), a.instructions().size()))
                .limit(MOST)
                .toList();
        return loops.stream().filter(longest::contains).toList();
    }

    /** The comment stands beside the label, or on the lines that follow it. */
    private static boolean isHeader(List<String> lines, int label) {
        for (int i = label; i < lines.size(); i++) {
            if (lines.get(i).contains("Inner Loop Header")) {
                return true;
            }
            if (i > label && !lines.get(i).strip().startsWith("#")) {
                return false;
            }
        }
        return false;
    }

    private static void loop(List<String> lines, int from, String label, List<Loop> loops) {
        var jump = Pattern.compile("^\\tj\\w+\\s+" + Pattern.quote(label) + "\\b.*");
        List<String> instructions = new ArrayList<>();
        int place = 0;
        for (int i = from + 1; i < lines.size() && !lines.get(i).startsWith(".Lfunc_end"); i++) {
            var line = lines.get(i);
            var located = LINE.matcher(line);
            if (located.matches() && place == 0) {
                place = Integer.parseInt(located.group(1));
            }
            if (CodeFacts.isInstruction(line)) {
                instructions.add(line.replaceFirst("#.*", "").stripTrailing());
            }
            if (jump.matcher(line).matches()) {
                loops.add(new Loop(label, place, instructions));
                return;
            }
        }
    }

    /** The loops as regions of llvm-mca; jumps are left out, as where they go to is not part of the text. */
    static String regions(List<Loop> loops) {
        var text = new StringBuilder();
        for (int i = 0; i < loops.size(); i++) {
            text.append("# LLVM-MCA-BEGIN loop%d%n".formatted(i));
            loops.get(i).instructions().stream()
                    .filter(line -> !line.strip().toLowerCase(Locale.ROOT).startsWith("j"))
                    .forEach(line -> text.append(line).append('\n'));
            text.append("# LLVM-MCA-END loop%d%n".formatted(i));
        }
        return text.toString();
    }
}
