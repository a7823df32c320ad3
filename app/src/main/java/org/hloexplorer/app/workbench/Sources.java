package org.hloexplorer.app.workbench;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import org.hloexplorer.app.workbench.SourceException.Kind;
import org.hloexplorer.hlo.reader.HloReader;
import org.hloexplorer.pipeline.dump.DumpFolder;
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
                    "%s is a folder, but holds no module that XLA dumped: its files would be called module_0000.NAME.before_optimizations.txt and so on."
                            .formatted(file));
        }
        try {
            return program(file.toString(), Files.readAllBytes(file), file);
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
            return program("<stdin>", standardInput.readAllBytes(), null);
        } catch (IOException e) {
            throw new SourceException(
                    Kind.UNREADABLE, "Standard input cannot be read: %s.".formatted(e.getMessage()), e);
        }
    }

    /** HLO text is kept as it is; all else is read at once, and goes on as the HLO text it was converted to. */
    private static ProgramSource program(String name, byte[] bytes, @Nullable Path file) throws SourceException {
        if (SessionFile.isOne(name)) {
            throw new SourceException(
                    Kind.NOT_SUPPORTED,
                    "%s is a session: a program with its settings, which the window opens (hlox %s)."
                            .formatted(name, name));
        }
        try {
            var plain = HloReader.expand(bytes);
            var format = HloReader.format(plain);
            return switch (format) {
                case HLO_TEXT -> new ProgramSource(name, new String(plain, StandardCharsets.UTF_8), file);
                case HLO_PROTO, STABLEHLO_TEXT -> {
                    var parsed = HloReader.read(name, plain);
                    yield new ProgramSource(name, parsed.source().text(), file, format, parsed);
                }
                case STABLEHLO_BYTECODE, UNKNOWN ->
                    throw new SourceException(
                            Kind.NOT_SUPPORTED,
                            "%s is %s; HLO text, HLO protocol buffers and StableHLO text are read."
                                    .formatted(name, format.words()));
            };
        } catch (IOException e) {
            throw new SourceException(
                    Kind.UNREADABLE, "%s: the compressed contents are broken: %s.".formatted(name, e.getMessage()), e);
        }
    }

    /**
     * The arguments with each folder replaced by the programs below it.
     *
     * @throws SourceException where a folder cannot be read
     */
    public List<String> programs(List<String> arguments) throws SourceException {
        var programs = new ArrayList<String>();
        for (var argument : arguments) {
            var folder = path(argument).filter(Files::isDirectory);
            if (folder.isEmpty()) {
                programs.add(argument);
                continue;
            }
            try {
                programs.addAll(programs(folder.get()));
            } catch (IOException | UncheckedIOException e) {
                throw new SourceException(
                        Kind.UNREADABLE, "%s cannot be read: %s.".formatted(argument, e.getMessage()), e);
            }
        }
        return programs;
    }

    /** What holds programs, and in a dump every step, also one that is too damaged to be known by what it holds. */
    private static List<String> programs(Path folder) throws IOException {
        var files = new TreeSet<>(HloReader.programs(folder));
        if (DumpFolder.isDump(folder)) {
            DumpFolder.open(folder).modules().stream()
                    .flatMap(module -> module.steps().stream())
                    .forEach(step -> files.add(step.file()));
        }
        return files.stream().map(Path::toString).toList();
    }

    /** The file that an argument names, if it can be the name of one. */
    public static Optional<Path> path(String argument) {
        try {
            return Optional.of(Path.of(argument));
        } catch (InvalidPathException e) {
            return Optional.empty();
        }
    }
}
