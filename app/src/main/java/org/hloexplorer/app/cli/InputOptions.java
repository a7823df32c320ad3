package org.hloexplorer.app.cli;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.hloexplorer.app.workbench.ProgramInputs;
import org.hloexplorer.app.workbench.RunRequest;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.pipeline.backend.DeviceKind;
import org.hloexplorer.pipeline.backend.RunOptions;
import picocli.CommandLine.Option;

/** What a program is given, and how long it may take: options that several verbs share. */
final class InputOptions {

    @Option(names = "--seed", paramLabel = "N", description = "Generate the inputs from this number. Default: 1.")
    private long seed = 1;

    @Option(
            names = "--input",
            paramLabel = "K=F.npy",
            description = "Read parameter K, counted from 0, from a file in numpy's format.")
    private Map<Integer, Path> inputs = new LinkedHashMap<>();

    @Option(names = "--timeout", paramLabel = "S", description = "Give up after so many seconds. Default: 300.")
    private long timeout = 300;

    long seed() {
        return seed;
    }

    RunRequest request(HloModule module, DeviceKind device, int repeat, int threads, boolean compares) {
        checkPositive("--repeat", repeat);
        checkPositive("--threads", threads);
        checkPositive("--timeout", timeout);
        try {
            var arguments = ProgramInputs.of(module, seed, inputs);
            var options = new RunOptions(repeat, threads, Duration.ofSeconds(timeout));
            return new RunRequest(device, seed, arguments, options, compares);
        } catch (FileSystemException e) {
            throw new VerbException(
                    ExitStatus.WRONG_USAGE,
                    "The input %s cannot be read: %s.".formatted(e.getFile(), FileTrouble.of(e)),
                    e);
        } catch (IOException e) {
            throw new VerbException(ExitStatus.WRONG_USAGE, PipelineOptions.sentence(e), e);
        }
    }

    private static void checkPositive(String option, long value) {
        if (value < 1) {
            throw new VerbException(
                    ExitStatus.WRONG_USAGE, "%s takes a number from 1 on, not %d.".formatted(option, value));
        }
    }
}
