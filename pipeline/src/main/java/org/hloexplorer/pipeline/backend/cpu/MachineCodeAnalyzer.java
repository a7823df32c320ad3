package org.hloexplorer.pipeline.backend.cpu;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.hloexplorer.pipeline.llvm.Target;

/** LLVM's static analyser of machine code, {@code llvm-mca}, where it is on this machine. */
record MachineCodeAnalyzer(Path program) {
    static final String MISSING =
            "How the processor's units are used is not known: llvm-mca, one of LLVM's tools, is not in PATH, nor named by -Dhlox.llvm-mca.\n";

    private static final long SECONDS = 60;
    private static final int ITERATIONS = 100;

    static Optional<MachineCodeAnalyzer> find() {
        var named = Optional.ofNullable(System.getProperty("hlox.llvm-mca")).map(Path::of);
        return named.isPresent()
                ? named.filter(Files::isExecutable).map(MachineCodeAnalyzer::new)
                : inPath(System.getenv().getOrDefault("PATH", ""));
    }

    /** Debian numbers the tools of its LLVMs; the newest knows most processors. */
    static Optional<MachineCodeAnalyzer> inPath(String path) {
        var names = Stream.concat(
                        Stream.of("llvm-mca", "llvm-mca.exe"),
                        IntStream.rangeClosed(0, 20).mapToObj(i -> "llvm-mca-" + (30 - i)))
                .toList();
        return Stream.of(path.split(File.pathSeparator, -1))
                .filter(folder -> !folder.isEmpty())
                .flatMap(folder -> names.stream().map(name -> Path.of(folder, name)))
                .filter(Files::isExecutable)
                .findFirst()
                .map(MachineCodeAnalyzer::new);
    }

    /** What it says of a kernel's innermost loops, or a sentence that says why there is nothing. */
    String analyze(String assembly, Target target) {
        var loops = InnerLoops.of(assembly);
        if (loops.isEmpty()) {
            return "There is no innermost loop to analyse: what the compiler left is straight code, or loops around others.\n";
        }
        var regions = InnerLoops.regions(loops);
        List<String> refusals = new ArrayList<>();
        for (var cpu : processors(target, regions.contains("%zmm"))) {
            var answer = run(regions, target, cpu);
            if (answer.isDone()) {
                return heading(loops, target, cpu) + answer.text();
            }
            refusals.add("%s: %s".formatted(cpu, answer.text()));
        }
        return "%s cannot analyse it:%n%s%n".formatted(program, String.join("\n", refusals));
    }

    /** The processor itself, and then those whose units are known to older versions and are most like it. */
    private static Set<String> processors(Target target, boolean isWide) {
        Set<String> processors = new LinkedHashSet<>(List.of(target.cpu()));
        if (target.triple().startsWith("x86_64")) {
            processors.addAll(
                    isWide
                            ? List.of("znver4", "icelake-server", "skylake-avx512")
                            : List.of("znver4", "znver3", "skylake"));
        }
        return processors;
    }

    private String heading(List<InnerLoops.Loop> loops, Target target, String cpu) {
        var places = IntStream.range(0, loops.size())
                .mapToObj(i -> "loop%d is %s%s, %d instructions"
                        .formatted(
                                i,
                                loops.get(i).label(),
                                loops.get(i).line() == 0
                                        ? ""
                                        : ", line %d of the module"
                                                .formatted(loops.get(i).line()),
                                loops.get(i).instructions().size()))
                .collect(Collectors.joining("; "));
        var standIn = cpu.equals(target.cpu())
                ? ""
                : ", in whose place stands %s, as this llvm-mca does not know it well enough".formatted(cpu);
        return "%s of %d iterations of the innermost loops on %s%s: an estimate without caches, jumps and other threads. %s.%n%n"
                .formatted(program, ITERATIONS, target.cpu(), standIn, places);
    }

    private record Answer(boolean isDone, String text) {}

    private Answer run(String regions, Target target, String cpu) {
        try {
            var source = Files.createTempFile("hlox", ".s");
            var output = Files.createTempFile("hlox", ".mca");
            try {
                Files.writeString(source, regions);
                return run(source, output, target, cpu);
            } finally {
                Files.deleteIfExists(source);
                Files.deleteIfExists(output);
            }
        } catch (IOException e) {
            return new Answer(false, String.valueOf(e.getMessage()));
        }
    }

    private Answer run(Path source, Path output, Target target, String cpu) throws IOException {
        var process = new ProcessBuilder(
                        program.toString(),
                        "-mtriple=" + target.triple(),
                        "-mcpu=" + cpu,
                        "-iterations=" + ITERATIONS,
                        source.toString())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        try {
            if (!process.waitFor(SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                return new Answer(false, "it was not done after %d s".formatted(SECONDS));
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
            return new Answer(false, "it was interrupted");
        }
        var text = Files.readString(output, StandardCharsets.UTF_8);
        var isDone = process.exitValue() == 0 && text.contains("Iterations:") && !text.contains("is not a recognized");
        return new Answer(isDone, isDone ? text : firstLines(text));
    }

    private static String firstLines(String text) {
        return text.lines().limit(3).collect(Collectors.joining(" "));
    }
}
