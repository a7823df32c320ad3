package org.hloexplorer.app.workbench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.hloexplorer.pipeline.HloPassPipeline;
import org.hloexplorer.pipeline.PipelineText;
import org.hloexplorer.pipeline.catalog.Passes;
import org.hloexplorer.pipeline.catalog.Pipelines;

/** Pipelines that the user saved: a text file each, which may be edited. */
public final class UserPipelines {
    private static final String SUFFIX = ".pipeline";

    private UserPipelines() {}

    private static Path folder() {
        return UserFolders.settings().resolve("pipelines");
    }

    /** The names of those there are, in order. */
    public static List<String> names() {
        if (!Files.isDirectory(folder())) {
            return List.of();
        }
        try (var files = Files.list(folder())) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(SUFFIX))
                    .map(name -> name.substring(0, name.length() - SUFFIX.length()))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * The pipeline saved under this name.
     *
     * @throws IllegalArgumentException where its file says what cannot be, with the file's place
     */
    public static Optional<HloPassPipeline> find(String name) {
        var file = folder().resolve(name + SUFFIX);
        if (!names().contains(name)) {
            return Optional.empty();
        }
        try {
            return Optional.of(PipelineText.parse(name, Files.readString(file), Passes.REGISTRY));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("%s: %s".formatted(file, e.getMessage()), e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Saves a pipeline under a name, and gives the file.
     *
     * @throws IllegalArgumentException where the name is taken by one of ours, or is no file name
     */
    public static Path save(String name, HloPassPipeline pipeline) {
        if (Pipelines.named(name).isPresent()) {
            throw new IllegalArgumentException(
                    "'%s' is a pipeline of this program; choose another name".formatted(name));
        }
        if (!name.matches("[A-Za-z0-9][A-Za-z0-9._-]*")) {
            throw new IllegalArgumentException(
                    "'%s' is no name for a pipeline: letters, digits, dots and hyphens make one".formatted(name));
        }
        try {
            Files.createDirectories(folder());
            return Files.writeString(folder().resolve(name + SUFFIX), PipelineText.print(pipeline));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
