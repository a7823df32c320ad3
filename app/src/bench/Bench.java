import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * Times programs in rounds, on one thread and on two, and prints a table: {@code java app/src/bench/Bench.java FILE...}.
 *
 * <p>With {@code --peer=COMMAND} another compiler goes first in each round. The command gets the name of a file as its last
 * argument, with a line {@code --repeat N --threads T PROGRAM} for each program, and prints a JSON object for each in that
 * order, with {@code median_ms} and {@code compile_ms}. On one thread both are held to one processor by {@code taskset}.
 *
 * <p>The cache of compiled kernels is empty at first, so that the longest compile time is that of the first round.
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
    options.files().forEach(file -> System.out.println(row(file, times, options.peer() != null)));
    if (options.peer() != null) {
        System.out.println(means(options.files(), times));
    }
}

static final int[] THREADS = {1, 2};

/** What the command line asks for. */
record Options(int rounds, int repeat, String peer, List<String> files) {
    Options(String[] arguments) {
        this(
                Integer.parseInt(value(arguments, "--rounds", "5")),
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
    private static final Pattern COMPILE = Pattern.compile("\"compile_ms\": ?([-0-9.eE]+)");

    private final Map<String, List<Double>> medians = new HashMap<>();
    private final Map<String, List<Double>> compiles = new HashMap<>();

    void add(String who, int threads, List<String> files, List<String> lines) {
        var results = lines.stream().filter(line -> MEDIAN.matcher(line).find()).toList();
        if (results.size() != files.size()) {
            throw new IllegalStateException("%s printed %d results of %d programs:%n%s"
                    .formatted(who, results.size(), files.size(), String.join("\n", lines)));
        }
        for (int i = 0; i < files.size(); i++) {
            var key = key(who, files.get(i), threads);
            medians.computeIfAbsent(key, _ -> new ArrayList<>()).add(number(MEDIAN, results.get(i)));
            compiles.computeIfAbsent(key, _ -> new ArrayList<>()).add(number(COMPILE, results.get(i)));
        }
    }

    private static String key(String who, String file, int threads) {
        return who + " " + threads + " " + file;
    }

    private static double number(Pattern pattern, String line) {
        var matcher = pattern.matcher(line);
        return matcher.find() ? Double.parseDouble(matcher.group(1)) : Double.NaN;
    }

    double median(String who, String file, int threads) {
        return middle(medians.get(key(who, file, threads)).stream().mapToDouble(Double::doubleValue));
    }

    double compile(String who, String file) {
        return compiles.get(key(who, file, 1)).stream().mapToDouble(Double::doubleValue).max().orElseThrow();
    }

    /** The middle one of the rounds' ratios: what disturbed a round disturbed both. */
    double ratio(String file, int threads) {
        var ours = medians.get(key("ours", file, threads));
        var peer = medians.get(key("peer", file, threads));
        return middle(IntStream.range(0, ours.size()).mapToDouble(i -> ours.get(i) / peer.get(i)));
    }

    private static double middle(DoubleStream values) {
        var sorted = values.sorted().toArray();
        return sorted[sorted.length / 2];
    }
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
    var name = Path.of(file).toAbsolutePath();
    var row = new StringBuilder("| ").append(name.getParent().getFileName());
    for (int threads : THREADS) {
        if (hasPeer) {
            row.append(" | %.3f".formatted(times.median("peer", file, threads)));
        }
        row.append(" | %.3f".formatted(times.median("ours", file, threads)));
        if (hasPeer) {
            row.append(" | %.2f".formatted(times.ratio(file, threads)));
        }
    }
    if (hasPeer) {
        row.append(" | %.0f".formatted(times.compile("peer", file)));
    }
    return row.append(" | %.0f |".formatted(times.compile("ours", file))).toString();
}

static String means(List<String> files, Times times) {
    return "| geometric mean | | | %.2f | | | %.2f | | %.2f |"
            .formatted(
                    mean(files.stream().mapToDouble(file -> times.ratio(file, 1))),
                    mean(files.stream().mapToDouble(file -> times.ratio(file, 2))),
                    mean(files.stream().mapToDouble(file -> times.compile("ours", file) / times.compile("peer", file))));
}

static double mean(DoubleStream ratios) {
    return Math.exp(ratios.map(Math::log).average().orElseThrow());
}
