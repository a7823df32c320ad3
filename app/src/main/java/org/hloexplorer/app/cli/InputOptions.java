package org.hloexplorer.app.cli;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.hloexplorer.app.workbench.ProgramInputs;
import org.hloexplorer.app.workbench.RunRequest;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.Literal;
import org.hloexplorer.hlo.Recording;
import org.hloexplorer.pipeline.backend.DeviceKind;
import org.hloexplorer.pipeline.backend.RunOptions;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What a program is given, and how long it may take: options that several verbs share. */
final class InputOptions {

    private static final long DEFAULT_SEED = 1;

    /** The time of each run is kept. */
    private static final long MOST_RUNS = 1_000_000;

    private static final long MOST_THREADS = 1024;

    @Option(
            names = "--seed",
            paramLabel = "N",
            description = "Generate the inputs from this number. Default: 1, and for a snapshot its own inputs.")
    private @Nullable Long seed;

    @Option(
            names = "--input",
            paramLabel = "K=F.npy",
            description = "Read parameter K, counted from 0, from a file in numpy's format.")
    private Map<Integer, Path> inputs = new LinkedHashMap<>();

    @Option(names = "--timeout", paramLabel = "S", description = "Give up after so many seconds. Default: 300.")
    private long timeout = 300;

    long seed() {
        return seed == null ? DEFAULT_SEED : seed;
    }

    /** Where the inputs come from, in words. */
    String description(Optional<Recording> recording) {
        var source =
                seed == null && recording.isPresent() ? "recorded in the snapshot" : "generated from seed " + seed();
        return inputs.isEmpty() ? source : source + "; from files: " + inputs.keySet();
    }

    /** A request with generated inputs. */
    RunRequest request(HloModule module, DeviceKind device, int repeat, int threads, boolean compares) {
        return request(module, Optional.empty(), device, repeat, threads, compares);
    }

    /** A request with the inputs of a recorded run, where there is one and no seed was named. */
    RunRequest request(
            HloModule module,
            Optional<Recording> recording,
            DeviceKind device,
            int repeat,
            int threads,
            boolean compares) {
        checkBetween("--repeat", repeat, MOST_RUNS);
        checkBetween("--threads", threads, MOST_THREADS);
        checkBetween("--timeout", timeout, Duration.ofDays(365).toSeconds());
        try {
            var options = new RunOptions(repeat, threads, Duration.ofSeconds(timeout));
            var recorded = seed == null ? recording : Optional.<Recording>empty();
            var arguments = arguments(module, recorded);
            var result = inputs.isEmpty()
                    ? recorded.flatMap(each -> Optional.ofNullable(each.result()))
                    : Optional.<Literal>empty();
            return new RunRequest(device, seed(), arguments, options, compares, result.orElse(null));
        } catch (FileSystemException e) {
            throw new VerbException(
                    ExitStatus.WRONG_USAGE,
                    "The input %s cannot be read: %s.".formatted(e.getFile(), FileTrouble.of(e)),
                    e);
        } catch (IOException e) {
            throw new VerbException(ExitStatus.WRONG_USAGE, PipelineOptions.sentence(e), e);
        }
    }

    private List<Literal> arguments(HloModule module, Optional<Recording> recorded) throws IOException {
        return recorded.isPresent()
                ? ProgramInputs.of(module, recorded.get(), inputs)
                : ProgramInputs.of(module, seed(), inputs);
    }

    private static void checkBetween(String option, long value, long most) {
        if (value < 1 || value > most) {
            throw new VerbException(
                    ExitStatus.WRONG_USAGE,
                    value < 1
                            ? "%s takes a number from 1 on, not %d.".formatted(option, value)
                            : "%s takes a number up to %,d, not %,d.".formatted(option, most, value));
        }
    }
}
