import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntToDoubleFunction;
import java.util.regex.Pattern;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * Times programs in rounds, on one thread and on two, and prints a table: {@code java app/src/bench/Bench.java FILE...}.
 *
 * <p>With {@code --peer=COMMAND} another compiler goes first in each round. The command gets the name of a file as its last
 * argument, with a line {@code --repeat N --threads T PROGRAM} for each program, and prints a JSON object for each in that
 * order, with {@code median_ms} and {@code compile_ms}, its passes included. On one thread both are held to one processor by {@code taskset}.
 *
 * <p>Then it times compiling, on both processors: one process on each side compiles all programs, and all again, {@code
 * --compile-rounds} times, without a cache. The first round is that of a process that has just started; warm is the median of
 * the second half of the rounds. Ours are the passes and what comes after them together, as XLA's are; what of them the
 * passes are has a column. {@code --rounds=0} leaves out running.
 */
void main(String[] arguments) throws IOException, InterruptedException {
    var options = new Options(arguments);
    var times = new Times();
    var cache = Files.createTempDirectory("hlox-bench");
    for (int round = 1; round <= options.rounds(); round++) {
        for (int threads : THREADS) {
            System.err.printf("round %d of %d, %d threads%n", round, options.rounds(), threads);
            if (options.peer() != null) {
                times.add("peer", threads, options.files(), run(peer(options, threads), Map.of()));
            }
            var environment = Map.of("HLOX_JAVA_OPTS", "-Dhlox.cache=" + cache);
            times.add("ours", threads, options.files(), run(ours(options, threads), environment));
        }
    }
    if (options.rounds() > 0) {
        options.files().forEach(file -> System.out.println(row(file, times, options.peer() != null)));
    }
    if (options.rounds() > 0 && options.peer() != null) {
        System.out.println(means(options.files(), times));
    }
    if (options.compileRounds() > 0) {
        System.err.printf("compiling, %d rounds%n", options.compileRounds());
        compiling(options).forEach(System.out::println);
    }
}

static final int[] THREADS = {1, 2};

/** What the command line asks for. */
record Options(int rounds, int compileRounds, int repeat, String peer, List<String> files) {
    Options(String[] arguments) {
        this(
                Integer.parseInt(value(arguments, "--rounds", "5")),
                Integer.parseInt(value(arguments, "--compile-rounds", "8")),
                Integer.parseInt(value(arguments, "--repeat", "30")),
                value(arguments, "--peer", null),
                Arrays.stream(arguments).filter(each -> !each.startsWith("--")).toList());
    }

    private static String value(String[] arguments, String name, String otherwise) {
        return Arrays.stream(arguments)
                .filter(each -> each.startsWith(name + "="))
                .map(each -> each.substring(name.length() + 1))
                .findFirst()
                .orElse(otherwise);
    }
}

/** Median and compile time of each round, by who, program and threads. */
static final class Times {
    private static final Pattern MEDIAN = Pattern.compile("\"median_ms\": ?([-0-9.eE]+)");

    private final Map<String, List<Double>> medians = new HashMap<>();

    void add(String who, int threads, List<String> files, List<String> lines) {
        var results = lines.stream().filter(line -> MEDIAN.matcher(line).find()).toList();
        if (results.size() != files.size()) {
            throw new IllegalStateException("%s printed %d results of %d programs:%n%s"
                    .formatted(who, results.size(), files.size(), String.join("\n", lines)));
        }
        for (int i = 0; i < files.size(); i++) {
            var key = key(who, files.get(i), threads);
            medians.computeIfAbsent(key, _ -> new ArrayList<>()).add(number(MEDIAN, results.get(i)));
        }
    }

    private static String key(String who, String file, int threads) {
        return who + " " + threads + " " + file;
    }

    double median(String who, String file, int threads) {
        return middle(medians.get(key(who, file, threads)).stream().mapToDouble(Double::doubleValue));
    }

    /** The middle one of the rounds' ratios: what disturbed a round disturbed both. */
    double ratio(String file, int threads) {
        var ours = medians.get(key("ours", file, threads));
        var peer = medians.get(key("peer", file, threads));
        return middle(IntStream.range(0, ours.size()).mapToDouble(i -> ours.get(i) / peer.get(i)));
    }

}

static double number(Pattern pattern, String line) {
    var matcher = pattern.matcher(line);
    return matcher.find() ? Double.parseDouble(matcher.group(1)) : Double.NaN;
}

static double middle(DoubleStream values) {
    var sorted = values.sorted().toArray();
    return sorted[sorted.length / 2];
}

/**
 * What compiling took on one side, round by round, in milliseconds.
 *
 * @param passes by round and program; what the peer's passes take is in its {@code after}
 */
record Compiling(List<List<Double>> passes, List<List<Double>> after) {
    private static final Pattern PASSES = Pattern.compile("\"passes_ms\": ?([-0-9.eE]+)");
    private static final Pattern COMPILE = Pattern.compile("\"compile_ms\": ?([-0-9.eE]+)");

    static Compiling of(List<String> lines, int programs) {
        var results = lines.stream().filter(line -> COMPILE.matcher(line).find()).toList();
        var passes = new ArrayList<List<Double>>();
        var after = new ArrayList<List<Double>>();
        for (int from = 0; from + programs <= results.size(); from += programs) {
            var round = results.subList(from, from + programs);
            passes.add(round.stream()
                    .map(line -> PASSES.matcher(line).find() ? number(PASSES, line) : 0)
                    .toList());
            after.add(round.stream().map(line -> number(COMPILE, line)).toList());
        }
        if (after.isEmpty()) {
            throw new IllegalStateException(String.join("\n", lines));
        }
        return new Compiling(passes, after);
    }

    double first(int program) {
        return passes.getFirst().get(program) + after.getFirst().get(program);
    }

    double warm(int program) {
        return warm(round -> passes.get(round).get(program) + after.get(round).get(program));
    }

    double warmPasses(int program) {
        return warm(round -> passes.get(round).get(program));
    }

    private double warm(IntToDoubleFunction time) {
        return middle(IntStream.range(after.size() / 2, after.size()).mapToDouble(time));
    }
}

static List<String> compiling(Options options) throws IOException, InterruptedException {
    var files = options.files();
    var all = new ArrayList<String>();
    for (int round = 0; round < options.compileRounds(); round++) {
        all.addAll(files);
    }
    var repeated = new Options(0, 0, 1, options.peer(), all);
    var peer = options.peer() == null ? null : Compiling.of(run(peer(repeated, 2), Map.of()), files.size());
    var ours = Compiling.of(run(ours(repeated, 2), Map.of()), files.size());
    var rows = new ArrayList<String>();
    for (int i = 0; i < files.size(); i++) {
        var row = new StringBuilder("| ").append(program(files.get(i)));
        if (peer != null) {
            row.append(" | %.0f".formatted(peer.first(i)));
        }
        row.append(" | %.0f".formatted(ours.first(i)));
        if (peer != null) {
            row.append(" | %.1f".formatted(peer.warm(i)));
        }
        row.append(" | %.1f | %.1f".formatted(ours.warm(i), ours.warmPasses(i)));
        if (peer != null) {
            row.append(" | %.2f".formatted(ours.warm(i) / peer.warm(i)));
        }
        rows.add(row.append(" |").toString());
    }
    if (peer != null) {
        var programs = IntStream.range(0, files.size());
        rows.add("compiling beside the peer, geometric mean of the ratios: first %.2f, warm %.2f; warm without our passes %.2f"
                .formatted(
                        mean(programs.mapToDouble(i -> ours.first(i) / peer.first(i))),
                        mean(IntStream.range(0, files.size()).mapToDouble(i -> ours.warm(i) / peer.warm(i))),
                        mean(IntStream.range(0, files.size())
                                .mapToDouble(i -> (ours.warm(i) - ours.warmPasses(i)) / peer.warm(i)))));
    }
    return rows;
}

static String program(String file) {
    return Path.of(file).toAbsolutePath().getParent().getFileName().toString();
}

static List<String> ours(Options options, int threads) {
    var command = new ArrayList<>(held(threads));
    command.addAll(List.of("./hlox", "bench", "--json", "--pipeline=cpu"));
    command.addAll(List.of("--threads=" + threads, "--repeat=" + options.repeat()));
    command.addAll(options.files());
    return command;
}

static List<String> peer(Options options, int threads) throws IOException {
    var list = Files.createTempFile("hlox-bench", ".txt");
    Files.write(
            list,
            options.files().stream()
                    .map(file -> "--repeat %d --threads %d %s"
                            .formatted(options.repeat(), threads, Path.of(file).toAbsolutePath()))
                    .toList());
    var command = new ArrayList<>(held(threads));
    command.addAll(List.of(options.peer().split(" ")));
    command.add(list.toString());
    return command;
}

static List<String> held(int threads) {
    return threads == 1 && Files.isExecutable(Path.of("/usr/bin/taskset"))
            ? List.of("taskset", "-c", "0")
            : List.of();
}

static List<String> run(List<String> command, Map<String, String> environment)
        throws IOException, InterruptedException {
    var builder = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD);
    builder.environment().putAll(environment);
    var process = builder.start();
    var lines = process.inputReader().lines().toList();
    process.waitFor();
    return lines;
}

static String row(String file, Times times, boolean hasPeer) {
    var row = new StringBuilder("| ").append(program(file));
    for (int threads : THREADS) {
        if (hasPeer) {
            row.append(" | %.3f".formatted(times.median("peer", file, threads)));
        }
        row.append(" | %.3f".formatted(times.median("ours", file, threads)));
        if (hasPeer) {
            row.append(" | %.2f".formatted(times.ratio(file, threads)));
        }
    }
    return row.append(" |").toString();
}

static String means(List<String> files, Times times) {
    return "| geometric mean | | | %.2f | | | %.2f |"
            .formatted(
                    mean(files.stream().mapToDouble(file -> times.ratio(file, 1))),
                    mean(files.stream().mapToDouble(file -> times.ratio(file, 2))));
}

static double mean(DoubleStream ratios) {
    return Math.exp(ratios.map(Math::log).average().orElseThrow());
}
