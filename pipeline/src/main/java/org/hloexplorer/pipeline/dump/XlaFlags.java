package org.hloexplorer.pipeline.dump;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.hloexplorer.pipeline.dump.DumpOptions.Format;
import org.jspecify.annotations.Nullable;

/**
 * What {@code XLA_FLAGS} asks for, as far as it concerns passes and dumps.
 *
 * @param dump what to dump; null for nothing
 * @param disabledPasses {@code --xla_disable_hlo_passes}
 * @param enabledOnly {@code --xla_enable_hlo_passes_only}
 * @param warnings a sentence for each flag that has no effect
 */
public record XlaFlags(
        @Nullable DumpOptions dump,
        Set<String> disabledPasses,
        Set<String> enabledOnly,
        boolean disableAll,
        List<String> warnings) {

    public XlaFlags {
        disabledPasses = Set.copyOf(disabledPasses);
        enabledOnly = Set.copyOf(enabledOnly);
        warnings = List.copyOf(warnings);
    }

    /**
     * Reads the variable's value.
     *
     * @throws IllegalArgumentException where a value makes no sense, or flags exclude each other
     */
    public static XlaFlags parse(String text) {
        var reader = new Reader();
        for (var word : text.strip().split("\\s+")) {
            if (!word.isEmpty()) {
                reader.read(word);
            }
        }
        return reader.flags();
    }

    private static final class Reader {
        private final Set<String> disabled = new LinkedHashSet<>();
        private final Set<String> only = new LinkedHashSet<>();
        private final Set<Format> formats = EnumSet.noneOf(Format.class);
        private final List<String> warnings = new ArrayList<>();
        private @Nullable Path folder;
        private @Nullable Pattern passes;
        private @Nullable Pattern modules;
        private boolean largeConstants;
        private boolean disableAll;

        void read(String word) {
            int equals = word.indexOf('=');
            var name = (equals < 0 ? word : word.substring(0, equals)).replaceFirst("^-+", "");
            var value = equals < 0 ? "true" : word.substring(equals + 1);
            switch (name) {
                case "xla_dump_to" -> folder = Path.of(value);
                case "xla_dump_hlo_pass_re" -> passes = pattern(name, value);
                case "xla_dump_hlo_module_re" -> modules = pattern(name, value);
                case "xla_dump_hlo_as_text" -> setFormat(Format.TEXT, value);
                case "xla_dump_hlo_as_proto" -> setFormat(Format.PROTO, value);
                case "xla_dump_large_constants" -> largeConstants = Boolean.parseBoolean(value);
                case "xla_disable_hlo_passes" -> disabled.addAll(List.of(value.split(",")));
                case "xla_enable_hlo_passes_only" -> only.addAll(List.of(value.split(",")));
                case "xla_disable_all_hlo_passes" -> disableAll = Boolean.parseBoolean(value);
                case "xla_dump_hlo_as_dot", "xla_dump_hlo_as_html" ->
                    warnings.add("XLA_FLAGS: --%s has no effect: dumps are written as text or protocol buffers; hlox "
                                    .formatted(name)
                            + "screenshot draws pictures.");
                default -> warnings.add("XLA_FLAGS: --%s is not known here and has no effect.".formatted(name));
            }
        }

        private void setFormat(Format format, String value) {
            if (Boolean.parseBoolean(value)) {
                formats.add(format);
            } else {
                formats.remove(format);
            }
        }

        private static Pattern pattern(String name, String value) {
            try {
                return Pattern.compile(value);
            } catch (PatternSyntaxException e) {
                throw new IllegalArgumentException(
                        "XLA_FLAGS: the value of --%s is no regular expression: %s".formatted(name, e.getDescription()),
                        e);
            }
        }

        XlaFlags flags() {
            if (!disabled.isEmpty() && !only.isEmpty()) {
                throw new IllegalArgumentException(
                        "XLA_FLAGS: --xla_disable_hlo_passes and --xla_enable_hlo_passes_only exclude each other.");
            }
            var dump = Optional.ofNullable(folder).map(this::options).orElse(null);
            if (dump == null && (passes != null || !formats.isEmpty())) {
                warnings.add("XLA_FLAGS: nothing is dumped without --xla_dump_to=DIR.");
            }
            return new XlaFlags(dump, disabled, only, disableAll, warnings);
        }

        private DumpOptions options(Path to) {
            var chosen = formats.isEmpty() ? EnumSet.of(Format.TEXT) : formats;
            return new DumpOptions(to, passes, modules, chosen, largeConstants);
        }
    }
}
