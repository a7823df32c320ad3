package org.hloexplorer.pipeline.transforms.layout;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.hloexplorer.hlo.Attribute;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.Shape;
import org.hloexplorer.pipeline.Effect;
import org.hloexplorer.pipeline.HloPass;
import org.hloexplorer.pipeline.PassContext;
import org.hloexplorer.pipeline.RuleDescription;
import org.jspecify.annotations.Nullable;

/** Lets results lie where a parameter of the same shape lay that the caller gives away. */
public final class OptimizeInputOutputBufferAlias implements HloPass {
    private static final String RULE = "alias-donated";
    private static final String DONORS = "buffer_donor";
    private static final String ALIASES = "input_output_alias";
    private static final Pattern DONOR = Pattern.compile("\\((\\d+), \\{([\\d, ]*)}\\)");
    private static final Pattern ALIAS = Pattern.compile("\\{([\\d, ]*)}: \\((\\d+), \\{([\\d, ]*)}, [a-z-]+\\)");

    /** A buffer given away: a parameter, and the way to it in a tuple as text. */
    private record Donor(int parameter, String index) {
        @Override
        public String toString() {
            return "(%d, {%s})".formatted(parameter, index);
        }
    }

    @Override
    public String name() {
        return "optimize_input_output_buffer_alias";
    }

    @Override
    public String summary() {
        return "lets results lie where parameters lay that the caller gives away";
    }

    @Override
    public List<RuleDescription> rules() {
        return List.of(new RuleDescription(
                RULE, "buffer_donor={ (0, {}) } → input_output_alias={ {}: (0, {}, may-alias) }", Effect.EXACT));
    }

    @Override
    public HloModule run(HloModule module, PassContext context) {
        var donors = donors(text(module, DONORS));
        var aliases = new ArrayList<>(ALIAS.matcher(text(module, ALIASES))
                .results()
                .map(each -> each.group())
                .toList());
        var taken = ALIAS.matcher(text(module, ALIASES))
                .results()
                .map(each -> each.group(1))
                .collect(Collectors.toCollection(LinkedHashSet::new));
        var left = new ArrayList<Donor>();
        for (var donor : donors) {
            var result = context.isEnabled(RULE) ? result(module, donor, taken, context) : null;
            if (result == null) {
                left.add(donor);
            } else {
                taken.add(result);
                aliases.add("{%s}: (%d, {%s}, may-alias)".formatted(result, donor.parameter(), donor.index()));
            }
        }
        return left.size() == donors.size() ? module : changed(module, left, aliases);
    }

    /** The first free result of the donor's shape, where the budget allows to use it. */
    private static @Nullable String result(HloModule module, Donor donor, Set<String> taken, PassContext context) {
        var parameter = module.entry().parameters().get(donor.parameter());
        var shape = at(parameter.shape(), donor.index());
        var root = module.entry().root();
        var results = root.shape() instanceof Shape.Tuple(var elements) ? elements : List.of(root.shape());
        for (int i = 0; i < results.size(); i++) {
            var index = root.shape() instanceof Shape.Tuple ? Integer.toString(i) : "";
            if (!taken.contains(index) && results.get(i).equals(shape)) {
                if (!context.mayRewrite(RULE, parameter.id())) {
                    return null;
                }
                context.rewritten(
                        RULE, parameter.id(), parameter.id(), "result {%s} lies where %s lay".formatted(index, donor));
                return index;
            }
        }
        context.declined(
                RULE,
                parameter.id(),
                parameter.name(),
                "none of %d results that lie nowhere yet is %s".formatted(results.size() - taken.size(), shape),
                List.of());
        return null;
    }

    private static Shape at(Shape shape, String index) {
        var current = shape;
        for (var part : index.split(",\\s*")) {
            if (!part.isEmpty() && current instanceof Shape.Tuple(var elements)) {
                current = elements.get(Integer.parseInt(part));
            }
        }
        return current;
    }

    private static List<Donor> donors(String text) {
        return DONOR.matcher(text)
                .results()
                .map(each -> new Donor(Integer.parseInt(each.group(1)), each.group(2)))
                .toList();
    }

    private static String text(HloModule module, String name) {
        return module.attributes().others().stream()
                .filter(each -> each.name().equals(name))
                .map(Attribute::text)
                .findFirst()
                .orElse("");
    }

    private static HloModule changed(HloModule module, List<Donor> left, List<String> aliases) {
        var joined = left.stream().map(Donor::toString).collect(Collectors.joining(", ", "{ ", " }"));
        var attributes = module.attributes()
                .with(new Attribute(DONORS, left.isEmpty() ? "{ }" : joined))
                .with(new Attribute(ALIASES, String.join(", ", aliases).transform("{ %s }"::formatted)));
        return module.withAttributes(attributes);
    }
}
