package org.hloexplorer.app.workbench;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import org.hloexplorer.app.workbench.SourceException.Kind;
import org.hloexplorer.samples.SampleModule;
import org.hloexplorer.samples.SampleModules;
import org.jspecify.annotations.Nullable;

/** Reads programs from where users say they are: a file, {@code sample:NAME}, or {@code -} for standard input. */
public final class Sources {
    /** What a sample's name is written after, where a file is expected. */
    public static final String SAMPLE_PREFIX = "sample:";

    private static final String STANDARD_INPUT = "-";

    private final SampleModules samples;
    private final InputStream standardInput;

    public Sources(SampleModules samples, InputStream standardInput) {
        this.samples = samples;
        this.standardInput = standardInput;
    }

    public SampleModules samples() {
        return samples;
    }

    /** Whether this names something that is there. */
    public boolean exists(String argument) {
        return argument.equals(STANDARD_INPUT)
                || argument.startsWith(SAMPLE_PREFIX)
                || path(argument).filter(Files::exists).isPresent();
    }

    public ProgramSource read(String argument) throws SourceException {
        if (argument.equals(STANDARD_INPUT)) {
            return readStandardInput();
        }
        return argument.startsWith(SAMPLE_PREFIX)
                ? readSample(argument.substring(SAMPLE_PREFIX.length()))
                : readFile(path(argument)
                        .orElseThrow(() -> new SourceException(
                                Kind.UNREADABLE, "'%s' cannot be the name of a file.".formatted(argument))));
    }

    /** The text of a sample, under the name that {@link #read} takes. */
    public ProgramSource read(SampleModule sample) {
        return new ProgramSource(SAMPLE_PREFIX + sample.name(), samples.text(sample), null);
    }

    public ProgramSource readFile(Path file) throws SourceException {
        if (Files.isDirectory(file)) {
            throw new SourceException(
                    Kind.NOT_SUPPORTED,
                    "%s is a folder: dump folders are not read in this version. Name one of the .txt files in it."
                            .formatted(file));
        }
        try {
            return text(file.toString(), Files.readAllBytes(file), file);
        } catch (NoSuchFileException e) {
            throw new SourceException(Kind.UNREADABLE, missing(file), e);
        } catch (AccessDeniedException e) {
            throw new SourceException(Kind.UNREADABLE, "%s may not be read by this user.".formatted(file), e);
        } catch (IOException e) {
            throw new SourceException(Kind.UNREADABLE, "%s cannot be read: %s.".formatted(file, e.getMessage()), e);
        }
    }

    private String missing(Path file) {
        var name = file.toString();
        return samples.find(name)
                .map(sample -> "There is no file %s. The sample of that name is written %s%s."
                        .formatted(name, SAMPLE_PREFIX, name))
                .orElse("There is no file %s.".formatted(name));
    }

    private ProgramSource readSample(String name) throws SourceException {
        var known = samples.list().stream().map(SampleModule::name).toList();
        var sample = samples.find(name)
                .orElseThrow(() -> new SourceException(
                        Kind.UNREADABLE,
                        "There is no sample '%s'; there are %s.%s"
                                .formatted(name, String.join(", ", known), Suggestions.didYouMean(name, known))));
        return read(sample);
    }

    private ProgramSource readStandardInput() throws SourceException {
        try {
            return text("<stdin>", standardInput.readAllBytes(), null);
        } catch (IOException e) {
            throw new SourceException(
                    Kind.UNREADABLE, "Standard input cannot be read: %s.".formatted(e.getMessage()), e);
        }
    }

    private static ProgramSource text(String name, byte[] bytes, @Nullable Path file) throws SourceException {
        var text = new String(bytes, StandardCharsets.UTF_8);
        var other = otherFormat(name, text);
        if (other.isPresent()) {
            throw new SourceException(
                    Kind.NOT_SUPPORTED, "%s is %s; this version reads HLO text only.".formatted(name, other.get()));
        }
        return new ProgramSource(name, text, file);
    }

    /** What the file is where it is not HLO text, in words. */
    private static Optional<String> otherFormat(String name, String text) {
        var lower = name.toLowerCase(Locale.ROOT);
        if (lower.endsWith(".pb") || text.indexOf('\0') >= 0) {
            return Optional.of("a binary file, an HLO proto perhaps");
        }
        if (lower.endsWith(".mlir") || (text.contains("stablehlo.") && !text.contains("HloModule"))) {
            return Optional.of("StableHLO");
        }
        return lower.endsWith(".hlox") ? Optional.of("a session") : Optional.empty();
    }

    private static Optional<Path> path(String argument) {
        try {
            return Optional.of(Path.of(argument));
        } catch (InvalidPathException e) {
            return Optional.empty();
        }
    }
}
