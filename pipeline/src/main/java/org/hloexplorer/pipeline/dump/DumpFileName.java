package org.hloexplorer.pipeline.dump;

import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What the name of a file in a dump says, as XLA's {@code FilenameFor} makes it:
 * {@code [TIMESTAMP.]module_0000[.NAME].SUFFIX}.
 */
sealed interface DumpFileName {

    /** The number of the module. */
    int module();

    /** The module between two passes: {@code 0017.PIPELINE.after_PASS.before_NEXT}. */
    record BetweenPasses(int module, String moduleName, int step, String pipeline, String after, String before)
            implements DumpFileName {}

    /** The module while a pass works: {@code 0020.PASS.LABEL}. */
    record DuringPass(int module, String moduleName, int step, String pass, String label) implements DumpFileName {}

    /** The module at an end of the compilation, such as {@code before_optimizations}. */
    record Stage(int module, String moduleName, String stage) implements DumpFileName {}

    /** Something about the module; {@code rest} is what stands behind {@code module_0000.} */
    record Side(int module, String rest, SideKind kind) implements DumpFileName {}

    /** The endings of files that hold a module. */
    List<String> MODULE_ENDINGS = List.of(".txt", ".hlo.pb", ".hlo", ".txt.gz", ".hlo.pb.gz", ".hlo.gz");

    Pattern WHOLE = Pattern.compile("(?:\\d+\\.)?module_(\\d+)\\.(.*)");
    Pattern BETWEEN = Pattern.compile("(?:(.*?)\\.)?(\\d{4,})\\.(.+?)\\.after_(.+)\\.before_(.+)");
    Pattern DURING = Pattern.compile("(?:(.*?)\\.)?(\\d{4,})\\.([^.]+)\\.(.+)");
    Pattern STAGE = Pattern.compile("(?:(.*)\\.)?((?:(?:sm_\\d+\\.\\d+|gfx\\w+)_gpu_|[a-z]+_)?"
            + "(?:before_optimizations?|after_optimizations?(?:_\\w+)?|after_spmd_partitioner|before_config_assignment"
            + "|after_codegen|before_codegen|unoptimized|optimized))");

    /** What a name says; empty where XLA gives no file of a module such a name. */
    static Optional<DumpFileName> parse(String fileName) {
        var whole = WHOLE.matcher(fileName);
        if (!whole.matches()) {
            return Optional.empty();
        }
        int module = Integer.parseInt(whole.group(1));
        var rest = whole.group(2);
        var kind = SideKind.of(fileName);
        return kind != SideKind.OTHER
                ? Optional.of(new Side(module, rest, kind))
                : Optional.of(withoutEnding(rest)
                        .flatMap(bare -> ofModule(module, bare))
                        .orElseGet(() -> new Side(module, rest, SideKind.OTHER)));
    }

    private static Optional<String> withoutEnding(String rest) {
        return MODULE_ENDINGS.stream()
                .filter(rest::endsWith)
                .map(ending -> rest.substring(0, rest.length() - ending.length()))
                .reduce((_, last) -> last);
    }

    private static Optional<DumpFileName> ofModule(int module, String bare) {
        var between = BETWEEN.matcher(bare);
        if (between.matches()) {
            return Optional.of(new BetweenPasses(
                    module,
                    name(between),
                    Integer.parseInt(between.group(2)),
                    between.group(3),
                    between.group(4),
                    between.group(5)));
        }
        var stage = STAGE.matcher(bare);
        if (stage.matches()) {
            return Optional.of(new Stage(module, name(stage), stage.group(2)));
        }
        var during = DURING.matcher(bare);
        return during.matches()
                ? Optional.of(new DuringPass(
                        module, name(during), Integer.parseInt(during.group(2)), during.group(3), during.group(4)))
                : Optional.empty();
    }

    /** XLA leaves the module's name out where the file's would be too long. */
    private static String name(Matcher matcher) {
        var name = matcher.group(1);
        return name == null ? "" : name;
    }
}
