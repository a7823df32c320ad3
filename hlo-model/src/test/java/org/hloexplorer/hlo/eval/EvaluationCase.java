package org.hloexplorer.hlo.eval;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.Literal;
import org.hloexplorer.hlo.text.HloParser;

/**
 * A case of a file: after {@code ## name} a module, or the body of one, then a line {@code => shape literal} for each array
 * of the result and perhaps {@code ~ tolerance} ({@code 2 ulp}, or a number relative to the larger of 1 and the element).
 */
record EvaluationCase(Path file, int line, String name, HloModule module, List<Literal> expected, String tolerance) {

    static final Path ROOT = Path.of("src/test/resources/eval/cases");

    static List<EvaluationCase> all() {
        try (var files = Files.list(ROOT)) {
            return files.sorted().flatMap(file -> read(file).stream()).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<EvaluationCase> read(Path file) {
        try {
            var lines = Files.readAllLines(file);
            var cases = new ArrayList<EvaluationCase>();
            int start = 0;
            for (int i = 1; i <= lines.size(); i++) {
                if (i == lines.size() || lines.get(i).startsWith("## ")) {
                    cases.add(parse(file, start + 1, lines.subList(start, i)));
                    start = i;
                }
            }
            return cases;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static EvaluationCase parse(Path file, int line, List<String> lines) {
        var body = new StringBuilder();
        var expected = new ArrayList<Literal>();
        var tolerance = "";
        for (var text : lines.subList(1, lines.size())) {
            if (text.startsWith("=> ")) {
                expected.add(literal(text.substring(3)));
            } else if (text.startsWith("~ ")) {
                tolerance = text.substring(2);
            } else {
                body.append(text).append('\n');
            }
        }
        var name = lines.getFirst().substring(3);
        return new EvaluationCase(file, line, name, module(name, body.toString()), expected, tolerance);
    }

    private static HloModule module(String name, String body) {
        var text = body.contains("ENTRY ") ? body : "ENTRY main {\n" + body + "}\n";
        try {
            return HloParser.parseOrThrow(text);
        } catch (RuntimeException e) {
            throw new IllegalArgumentException("the case '" + name + "' does not parse", e);
        }
    }

    private static Literal literal(String text) {
        int space = text.indexOf(' ');
        var module = HloParser.parseOrThrow("ENTRY main {\n  ROOT c = %s constant(%s)\n}\n"
                .formatted(text.substring(0, space), text.substring(space + 1)));
        return new HloEvaluator().evaluate(module, List.of());
    }
}
