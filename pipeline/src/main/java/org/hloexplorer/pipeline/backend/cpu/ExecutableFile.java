package org.hloexplorer.pipeline.backend.cpu;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;
import org.hloexplorer.hlo.Cancellation;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.proto.HloProtoReader;
import org.hloexplorer.hlo.proto.HloProtoWriter;
import org.hloexplorer.pipeline.backend.BackendException;
import org.hloexplorer.pipeline.backend.BackendException.Kind;
import org.hloexplorer.pipeline.backend.KernelDescription;
import org.hloexplorer.pipeline.backend.planned.Failures;
import org.hloexplorer.pipeline.backend.planned.LoadedPlan;
import org.hloexplorer.pipeline.llvm.Target;
import org.hloexplorer.pipeline.worker.Program.Upload;
import org.hloexplorer.pipeline.worker.Worker;
import org.hloexplorer.pipeline.worker.WorkerException;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * Compiled programs as files: a zip archive of the code and its steps, the constants, and the modules before and after
 * passes. The archive's checksums tell whether it is whole.
 */
public final class ExecutableFile {
    private static final String PROGRAM = "hlox-program.json";
    private static final String ORIGINAL = "original.pb";
    private static final String COMPILED = "compiled.pb";
    private static final String CONSTANTS = "constants";
    private static final JsonMapper MAPPER = JsonMapper.builder().build();

    private ExecutableFile() {}

    /** Whether a file is one of these, as its first entry tells. */
    public static boolean isOne(Path file) {
        if (!Files.isRegularFile(file)) {
            return false;
        }
        try (var zip = new ZipInputStream(Files.newInputStream(file))) {
            var first = zip.getNextEntry();
            return first != null && first.getName().equals(PROGRAM);
        } catch (IOException _) {
            // Whoever reads it as something else will say what is wrong with it.
            return false;
        }
    }

    static void write(CpuExecutable executable, HloModule original, Path file) throws BackendException, IOException {
        var fallback = executable.kernels().stream()
                .filter(kernel -> kernel.fallback() != null)
                .findFirst();
        if (fallback.isPresent()) {
            throw new BackendException(
                    Kind.NOT_SUPPORTED,
                    "%s cannot be saved: %s runs on the reference evaluator (%s), and only machine code is kept"
                            .formatted(
                                    executable.module().name(),
                                    fallback.get().name(),
                                    fallback.get().fallback()));
        }
        var plan = executable.loaded().program().plan();
        var constants = LoadedPlan.constants(plan, executable.loaded().plan().transfer());
        var whole = Files.createTempFile(file.toAbsolutePath().getParent(), "saving", null);
        try (var zip = new ZipOutputStream(Files.newOutputStream(whole))) {
            entry(zip, PROGRAM, MAPPER.writeValueAsBytes(describe(executable, constants)));
            entry(zip, ORIGINAL, HloProtoWriter.write(original).content());
            entry(zip, COMPILED, HloProtoWriter.write(executable.module()).content());
            entry(zip, CONSTANTS, joined(constants));
        } catch (IOException | RuntimeException e) {
            Files.deleteIfExists(whole);
            throw e;
        }
        Files.move(whole, file, StandardCopyOption.REPLACE_EXISTING);
    }

    private static SavedProgram describe(CpuExecutable executable, List<Upload> constants) {
        var loaded = executable.loaded().plan();
        var offsets = loaded.transfer().offsets();
        return new SavedProgram(
                SavedProgram.FORMAT,
                CompileCache.COMPILER,
                executable.target(),
                executable.loaded().program().contractions().text(),
                executable
                                .compileTime()
                                .plus(executable.awaitOptimized(new Cancellation()))
                                .toNanos()
                        / 1e6,
                executable.loaded().image(),
                loaded.plan().parameters().stream()
                        .flatMap(each -> SavedProgram.places(each, offsets).stream())
                        .toList(),
                SavedProgram.places(loaded.plan().result(), offsets),
                constants.stream()
                        .map(each -> new SavedProgram.Part(
                                each.memoryOffset(), each.bytes().byteSize()))
                        .toList(),
                executable.kernels().stream()
                        .map(each -> kernel(executable.module(), each))
                        .toList());
    }

    private static SavedProgram.SavedKernel kernel(HloModule module, KernelDescription kernel) {
        return new SavedProgram.SavedKernel(
                kernel.name(),
                name(module, kernel.instruction()),
                kernel.instructions().stream().map(id -> name(module, id)).toList(),
                kernel.engine(),
                kernel.remark());
    }

    private static String name(HloModule module, int id) {
        return module.findInstruction(id).map(each -> each.name()).orElse("");
    }

    private static void entry(ZipOutputStream zip, String name, byte[] content) throws IOException {
        zip.putNextEntry(new ZipEntry(name));
        zip.write(content);
        zip.closeEntry();
    }

    private static byte[] joined(List<Upload> constants) {
        var bytes = new ByteArrayOutputStream();
        constants.forEach(each -> bytes.writeBytes(each.bytes().toArray(ValueLayout.JAVA_BYTE)));
        return bytes.toByteArray();
    }

    /**
     * A saved program, ready to run.
     *
     * @throws BackendException where the file is damaged, of another version, or its code is for another machine
     */
    public static SavedExecutable load(Worker worker, Path file) throws BackendException {
        try {
            var entries = entries(file);
            var saved = MAPPER.readValue(part(entries, PROGRAM, file), SavedProgram.class);
            check(saved, worker.machine().target(), file);
            CpuBackend.checkThatItFits(saved.image().memoryBytes(), CpuBackend.totalMemory());
            var original = HloProtoReader.read(part(entries, ORIGINAL, file)).module();
            var compiled = HloProtoReader.read(part(entries, COMPILED, file)).module();
            return SavedExecutable.of(
                    worker, saved, original, compiled, split(saved.constants(), part(entries, CONSTANTS, file)));
        } catch (IOException | JacksonException e) {
            // Fields of another version come first.
            throw new BackendException(
                    Kind.NOT_SUPPORTED,
                    "%s is damaged, or of another version of hlox (%s); save it again".formatted(file, e.getMessage()),
                    e);
        } catch (WorkerException e) {
            throw Failures.backendException(e);
        }
    }

    private static Map<String, byte[]> entries(Path file) throws IOException {
        Map<String, byte[]> entries = new HashMap<>();
        try (InputStream stream = Files.newInputStream(file);
                var zip = new ZipInputStream(stream)) {
            for (var entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                entries.put(entry.getName(), zip.readAllBytes());
            }
        }
        return entries;
    }

    private static byte[] part(Map<String, byte[]> entries, String name, Path file) throws IOException {
        var content = entries.get(name);
        if (content == null) {
            throw new IOException("%s has no part %s".formatted(file, name));
        }
        return content;
    }

    /** Machine code is tied to what it was made for; a processor that can do more will do. */
    static void check(SavedProgram saved, Target here, Path file) throws BackendException {
        if (saved.format() != SavedProgram.FORMAT || !saved.compiler().equals(CompileCache.COMPILER)) {
            throw new BackendException(
                    Kind.NOT_SUPPORTED,
                    "%s was saved by another version of hlox (format %d, %s) than this one (format %d, %s); save it again"
                            .formatted(
                                    file,
                                    saved.format(),
                                    saved.compiler(),
                                    SavedProgram.FORMAT,
                                    CompileCache.COMPILER));
        }
        var there = saved.target();
        if (!there.triple().equals(here.triple())) {
            throw new BackendException(
                    Kind.NOT_SUPPORTED,
                    "%s holds code for %s, and this machine is %s; save it again here"
                            .formatted(file, there.triple(), here.triple()));
        }
        var missing = there.missingOn(here);
        if (!missing.isEmpty()) {
            throw new BackendException(
                    Kind.NOT_SUPPORTED,
                    "%s holds code for %s, and this machine's processor, %s, has not %s; save it again here"
                            .formatted(file, there.cpu(), here.cpu(), String.join(", ", missing)));
        }
    }

    private static List<Upload> split(List<SavedProgram.Part> places, byte[] constants) throws IOException {
        List<Upload> uploads = new ArrayList<>();
        long from = 0;
        for (var place : places) {
            if (from + place.bytes() > constants.length) {
                throw new IOException("its constants end too early");
            }
            uploads.add(
                    new Upload(place.offset(), MemorySegment.ofArray(constants).asSlice(from, place.bytes())));
            from += place.bytes();
        }
        return uploads;
    }
}
