package org.hloexplorer.pipeline.buffers;

import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import org.hloexplorer.hlo.HloModule;

/** The results that lie where parameters lay, as a module's header says. */
record InputOutputAliases(List<Alias> aliases) {
    private static final Pattern ALIAS = Pattern.compile("\\{([\\d, ]*)}\\s*:\\s*\\((\\d+)\\s*,\\s*\\{([\\d, ]*)}");

    /** A part of the result, and the parameter's part that it takes the place of. */
    record Alias(List<Integer> result, int parameter, List<Integer> parameterIndex) {}

    static InputOutputAliases of(HloModule module) {
        return new InputOutputAliases(module.attributes().others().stream()
                .filter(each -> each.name().equals("input_output_alias"))
                .flatMap(each -> ALIAS.matcher(each.text()).results())
                .map(each -> new Alias(indices(each.group(1)), Integer.parseInt(each.group(2)), indices(each.group(3))))
                .toList());
    }

    private static List<Integer> indices(String text) {
        return Arrays.stream(text.split(","))
                .map(String::strip)
                .filter(each -> !each.isEmpty())
                .map(Integer::valueOf)
                .toList();
    }

    boolean holdsParameter(int parameter, List<Integer> index) {
        return aliases.stream()
                .anyMatch(each ->
                        each.parameter() == parameter && each.parameterIndex().equals(index));
    }
}
