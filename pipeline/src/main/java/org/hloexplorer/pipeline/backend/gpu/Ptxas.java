package org.hloexplorer.pipeline.backend.gpu;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** NVIDIA's assembler, where it is on this machine. */
record Ptxas(Path program) {
    static final String MISSING =
            "registers, shared memory and spills are not known: ptxas, which comes with the CUDA toolkit, is not in PATH, nor named by CUDA_HOME or -Dhlox.ptxas";

    private static final Pattern REGISTERS = Pattern.compile("Used (\\d+) registers");
    private static final Pattern SHARED = Pattern.compile("(\\d+) bytes smem");
    private static final Pattern SPILLS = Pattern.compile("(\\d+) bytes spill stores, (\\d+) bytes spill loads");
    private static final long SECONDS = 60;

    /**
     * What a kernel takes.
     *
     * @param log the assembler's own words
     */
    record Use(boolean assembles, int registers, int shared, int spilled, String log) {

        /** In words, with how full a multiprocessor gets. */
        String text(GpuArchitecture architecture, long groupSize) {
            if (!assembles) {
                return "%s: does not assemble: %s%n".formatted(architecture.text(), log);
            }
            int warps = architecture.warps(registers, shared, groupSize);
            return "%s: %d registers, %,d bytes of shared memory, %,d bytes spilled; %d of 64 warps at a time in groups of %d (%.0f%% occupancy, estimated)%n"
                    .formatted(architecture.text(), registers, shared, spilled, warps, groupSize, 100 * warps / 64.0);
        }
    }

    static Optional<Ptxas> find() {
        var named = Optional.ofNullable(System.getProperty("hlox.ptxas")).map(Path::of);
        var toolkit = Optional.ofNullable(System.getenv("CUDA_HOME")).map(home -> Path.of(home, "bin", "ptxas"));
        var path = Stream.of(
                        Optional.ofNullable(System.getenv("PATH")).orElse("").split(java.io.File.pathSeparator, -1))
                .filter(folder -> !folder.isEmpty())
                .map(folder -> Path.of(folder, "ptxas"));
        return Stream.concat(Stream.concat(named.stream(), toolkit.stream()), path)
                .filter(Files::isExecutable)
                .findFirst()
                .map(Ptxas::new);
    }

    Use assemble(String ptx, GpuArchitecture architecture) {
        try {
            var source = Files.createTempFile("hlox", ".ptx");
            var object = Files.createTempFile("hlox", ".cubin");
            try {
                Files.writeString(source, ptx);
                return assemble(source, object, architecture);
            } finally {
                Files.deleteIfExists(source);
                Files.deleteIfExists(object);
            }
        } catch (IOException e) {
            return failed(String.valueOf(e.getMessage()));
        }
    }

    private Use assemble(Path source, Path object, GpuArchitecture architecture) throws IOException {
        var process = new ProcessBuilder(
                        program.toString(),
                        "-v",
                        "-arch=" + architecture.text(),
                        "-o",
                        object.toString(),
                        source.toString())
                .redirectErrorStream(true)
                .start();
        try (var output = process.getInputStream()) {
            var log = new String(output.readAllBytes(), StandardCharsets.UTF_8);
            if (!process.waitFor(SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                return failed("it was not done after %d s".formatted(SECONDS));
            }
            return process.exitValue() == 0 ? use(log) : failed(log.strip());
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
            return failed("it was interrupted");
        }
    }

    private static Use failed(String log) {
        return new Use(false, 0, 0, 0, log);
    }

    static Use use(String log) {
        return new Use(true, number(REGISTERS, log), number(SHARED, log), number(SPILLS, log), log);
    }

    private static int number(Pattern pattern, String log) {
        var found = pattern.matcher(log);
        return found.find() ? Integer.parseInt(found.group(1)) : 0;
    }
}
