package org.hloexplorer.visualizers.kernels;

import java.util.Collection;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.fxmisc.richtext.model.StyleSpans;
import org.fxmisc.richtext.model.StyleSpansBuilder;

/** Colours of loop IR, LLVM IR, assembly, PTX and OpenCL C: few enough kinds that one table serves all. */
final class CodeTokens {
    private CodeTokens() {}

    private static final Pattern TOKENS = Pattern.compile("(?<comment>(?:;|//|#).*)"
            + "|(?<string>\"[^\"\\n]*\")"
            + "|(?<keyword>\\b(?:define|declare|ret|br|phi|for|if|else|while|kernel|parallel|reduce|store|load|call|void"
            + "|label|entry|const|global|__kernel|__global|float|double|int|return|align|metadata)\\b)"
            + "|(?<type>\\b(?:[fsuib][0-9]{1,3}|bf16|pred|ptr|half|x86_\\w+|<\\d+ x \\w+>)\\b|[xyz]mm\\d+)"
            + "|(?<name>[%@$][\\w.\\-]+)"
            + "|(?<number>\\b0x[0-9a-fA-F]+\\b|-?\\b\\d+(?:\\.\\d+)?(?:[eE][-+]?\\d+)?\\b)");

    static StyleSpans<Collection<String>> of(String text) {
        var spans = new StyleSpansBuilder<Collection<String>>();
        var tokens = TOKENS.matcher(text);
        int at = 0;
        while (tokens.find()) {
            spans.add(List.of(), tokens.start() - at);
            spans.add(List.of("hlo-" + kind(tokens)), tokens.end() - tokens.start());
            at = tokens.end();
        }
        spans.add(List.of(), text.length() - at);
        return spans.create();
    }

    private static String kind(Matcher token) {
        for (var kind : List.of("comment", "string", "keyword", "type", "name")) {
            if (token.group(kind) != null) {
                return kind;
            }
        }
        return "number";
    }
}
