package org.hloexplorer.pipeline.backend.cpu;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;
import org.hloexplorer.pipeline.worker.Limit;
import org.hloexplorer.pipeline.worker.Worker;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** Keeps measured ceilings in a directory, one file per machine. */
public final class CeilingCache {
    private static final JsonMapper MAPPER = JsonMapper.builder().build();

    private final Path directory;

    public CeilingCache(Path directory) {
        this.directory = directory;
    }

    /** The ceilings kept for this machine, else measured now and kept. */
    public MachineCeilings get(Worker worker, Limit limit) throws IOException {
        var file = file(worker);
        var kept = read(file);
        return kept.isPresent() ? kept.get() : write(file, MachineCeilings.measure(worker, limit));
    }

    /** Measures again; what is kept is the higher of the two, as a ceiling cannot be lower than what was seen. */
    public MachineCeilings refresh(Worker worker, Limit limit) throws IOException {
        var file = file(worker);
        var kept = read(file);
        var measured = MachineCeilings.measure(worker, limit);
        return write(file, kept.map(measured::orHigher).orElse(measured));
    }

    private Path file(Worker worker) {
        var machine = worker.machine();
        return directory.resolve(
                "ceilings-%s.json".formatted(MachineCeilings.fingerprint(machine.target(), machine.processors())));
    }

    /** What is kept, or nothing where the file is not there, or not whole. */
    private static Optional<MachineCeilings> read(Path file) {
        try {
            return Optional.of(MAPPER.readValue(Files.readAllBytes(file), MachineCeilings.class));
        } catch (IOException | JacksonException _) {
            return Optional.empty();
        }
    }

    private MachineCeilings write(Path file, MachineCeilings ceilings) throws IOException {
        Files.createDirectories(directory);
        var whole = Files.createTempFile(directory, "ceilings", null);
        Files.write(whole, MAPPER.writeValueAsBytes(ceilings));
        Files.move(whole, file, StandardCopyOption.REPLACE_EXISTING);
        return ceilings;
    }
}
