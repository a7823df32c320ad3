package org.hloexplorer.pipeline.dump;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.hloexplorer.pipeline.dump.FusionProcess.Step;

/** Reads the text form: messages in braces, fields as {@code name: value}. */
final class FusionProcessText {
    private static final Pattern STEP =
            Pattern.compile("fusion_steps\\s*:?\\s*\\{\\s*(fusion|producer_ineligible|update_priority)\\s*:?\\s*\\{"
                    + "((?:[^{}\"]|\"(?:[^\"\\\\]|\\\\.)*\")*)}\\s*}");
    private static final Pattern FIELD =
            Pattern.compile("(\\w+)\\s*:\\s*(?:\"((?:[^\"\\\\]|\\\\.)*)\"|([-+.\\w]+)|\\[([^\\]]*)])");
    private static final Pattern QUOTED = Pattern.compile("\"((?:[^\"\\\\]|\\\\.)*)\"");

    private FusionProcessText() {}

    static FusionProcess read(String text) throws IOException {
        var steps = new ArrayList<Step>();
        var matcher = STEP.matcher(text);
        while (matcher.find()) {
            steps.add(step(matcher.group(1), new Fields(matcher.group(2))));
        }
        if (steps.isEmpty() && text.contains("fusion_steps")) {
            throw new IOException("its fusion_steps have none of the fields that are known");
        }
        return new FusionProcess(steps);
    }

    private static Step step(String kind, Fields fields) {
        return switch (kind) {
            case "fusion" ->
                new Step.Fusion(fields.text("fusion_name"), fields.text("producer_name"), fields.text("consumer_name"));
            case "producer_ineligible" ->
                new Step.ProducerIneligible(fields.text("producer_name"), fields.text("reason"));
            default ->
                new Step.UpdatePriority(
                        fields.text("producer_name"),
                        fields.all("consumer_names"),
                        fields.number("us_fused"),
                        fields.number("us_unfused"));
        };
    }

    private record Fields(String body) {
        List<String> all(String name) {
            var values = new ArrayList<String>();
            var matcher = FIELD.matcher(body);
            while (matcher.find()) {
                if (matcher.group(1).equals(name)) {
                    if (matcher.group(4) != null) {
                        QUOTED.matcher(matcher.group(4)).results().forEach(each -> values.add(plain(each.group(1))));
                    } else {
                        values.add(matcher.group(2) != null ? plain(matcher.group(2)) : matcher.group(3));
                    }
                }
            }
            return values;
        }

        String text(String name) {
            var values = all(name);
            return values.isEmpty() ? "" : values.getLast();
        }

        double number(String name) {
            var text = text(name);
            return text.isEmpty() ? 0 : Double.parseDouble(text);
        }

        private static String plain(String escaped) {
            return escaped.replace("\\\"", "\"")
                    .replace("\\'", "'")
                    .replace("\\n", "\n")
                    .replace("\\\\", "\\");
        }
    }
}
