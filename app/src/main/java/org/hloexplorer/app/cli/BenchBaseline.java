package org.hloexplorer.app.cli;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.json.JsonMapper;

/** Measurements of an earlier time, in a file of one JSON object per line. */
record BenchBaseline(List<Measured> programs) {
    static final BenchBaseline NONE = new BenchBaseline(List.of());

    private static final JsonMapper MAPPER = JsonMapper.builder()
            .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .disable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
            .build();

    /**
     * What was measured of one program; times in milliseconds.
     *
     * @param passesMs the pipeline
     * @param compileMs after the passes, until it could run
     * @param optimizeMs after that, until it ran in the best code, which is what was timed
     */
    record Measured(
            String file,
            String device,
            String pipeline,
            int threads,
            int repeat,
            double passesMs,
            double compileMs,
            double optimizeMs,
            double minMs,
            double medianMs,
            int kernels,
            int chains,
            int fallbacks,
            long memoryBytes,

            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
            Change change) {

        Measured with(@Nullable Change since) {
            return new Measured(
                    file,
                    device,
                    pipeline,
                    threads,
                    repeat,
                    passesMs,
                    compileMs,
                    optimizeMs,
                    minMs,
                    medianMs,
                    kernels,
                    chains,
                    fallbacks,
                    memoryBytes,
                    since);
        }

        private boolean isLike(Measured other) {
            return file.equals(other.file)
                    && device.equals(other.device)
                    && pipeline.equals(other.pipeline)
                    && threads == other.threads;
        }
    }

    /** By how many percent figures grew. */
    record Change(double compile, double run, double kernels, double memory) {

        /** The largest growth of what does not depend on how busy the compiler is. */
        double worst() {
            return Math.max(run, Math.max(kernels, memory));
        }
    }

    static BenchBaseline read(Path file) {
        var lines = lines(file);
        List<Measured> programs = new ArrayList<>();
        for (int i = 0; i < lines.size(); i++) {
            try {
                programs.add(MAPPER.readValue(lines.get(i), Measured.class));
            } catch (JacksonException e) {
                throw new VerbException(
                        ExitStatus.WRONG_USAGE,
                        "%s is no baseline that hlox bench --save wrote: line %d, %s."
                                .formatted(file, i + 1, e.getOriginalMessage()),
                        e);
            }
        }
        return new BenchBaseline(programs);
    }

    private static List<String> lines(Path file) {
        try {
            return Files.readAllLines(file);
        } catch (CharacterCodingException e) {
            throw new VerbException(
                    ExitStatus.WRONG_USAGE,
                    "%s is no baseline that hlox bench --save wrote: it holds bytes that are no text.".formatted(file),
                    e);
        } catch (FileSystemException e) {
            throw new VerbException(
                    ExitStatus.WRONG_USAGE, "%s cannot be read: %s.".formatted(file, FileTrouble.of(e)), e);
        } catch (IOException e) {
            throw new VerbException(
                    ExitStatus.WRONG_USAGE, "%s cannot be read: %s.".formatted(file, e.getMessage()), e);
        }
    }

    static void write(Path file, List<Measured> measured) throws IOException {
        Files.write(file, measured.stream().map(MAPPER::writeValueAsString).toList());
    }

    /** The change of a program since then, or null where it was not measured like this. */
    @Nullable
    Change change(Measured now) {
        return programs.stream()
                .filter(now::isLike)
                .findFirst()
                .map(then -> new Change(
                        percent(then.compileMs(), now.compileMs()),
                        percent(then.minMs(), now.minMs()),
                        percent(then.kernels(), now.kernels()),
                        percent((double) then.memoryBytes(), (double) now.memoryBytes())))
                .orElse(null);
    }

    private static double percent(double then, double now) {
        return then == 0 ? 0 : 100 * (now - then) / then;
    }
}
