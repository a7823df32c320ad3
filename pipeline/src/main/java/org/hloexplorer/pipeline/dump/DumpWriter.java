package org.hloexplorer.pipeline.dump;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.proto.HloProtoWriter;
import org.hloexplorer.hlo.text.HloPrinter;
import org.hloexplorer.hlo.text.PrintOptions;
import org.hloexplorer.pipeline.PassRunListener;
import org.hloexplorer.pipeline.buffers.BufferAssigner;
import org.hloexplorer.pipeline.buffers.BufferAssignmentText;
import org.hloexplorer.pipeline.buffers.MemoryUsageReport;

/**
 * Writes what a pipeline makes of a module as XLA would: files of the same names with the same numbers, and in
 * {@code .*} only what changed. Failing to write throws {@link UncheckedIOException}.
 */
public final class DumpWriter implements PassRunListener {
    private static final int LONGEST_NAME = 255;

    private final DumpOptions options;
    private final int moduleNumber;
    private final String pipeline;
    private final String moduleName;
    private int step;

    /**
     * A writer for one module.
     *
     * @param moduleNumber which module of this start it is, from 0
     * @param pipeline the name of the whole pipeline, which is none of XLA's and stands in no file name
     */
    public DumpWriter(DumpOptions options, int moduleNumber, String pipeline, String moduleName) {
        this.options = options;
        this.moduleNumber = moduleNumber;
        this.pipeline = pipeline;
        this.moduleName = moduleName;
    }

    /** Writes the module before any pass. */
    public void begin(HloModule module) {
        write("before_optimizations", module);
    }

    /** Writes the module after all passes and, where it is scheduled, its buffers. */
    public void end(HloModule module) {
        var stage = lastStage();
        write(stage, module);
        if (module.attributes().isScheduled() && options.wantsModule(moduleName)) {
            var assignment = BufferAssigner.assign(module);
            writeText(stage + "-buffer-assignment.txt", BufferAssignmentText.print(assignment));
            writeText(stage + "-memory-usage-report.txt", MemoryUsageReport.print(assignment));
        }
    }

    private String lastStage() {
        return switch (pipeline) {
            case "cpu", "strict" -> "cpu_after_optimizations";
            case "gpu", "gpu-2024" -> "sm_9.0_gpu_after_optimizations";
            default -> "after_optimizations";
        };
    }

    @Override
    public void entered(String group, String first, HloModule module) {
        if (!group.equals(pipeline) && !group.equals(first)) {
            between(group, DumpStep.PIPELINE_START, first, module);
        }
    }

    @Override
    public void left(String group, String step, String next, boolean changed, HloModule module) {
        // A pass that is repeated until it rests is one pass to XLA, not a pipeline of its own.
        if (!group.equals(step) && (changed || !options.wantsOnlyChanges())) {
            between(group, step, next, module);
        }
    }

    private void between(String group, String after, String next, HloModule module) {
        var before = next.isEmpty() ? DumpStep.PIPELINE_END : next;
        if (options.wantsPass(after, before)) {
            write("%04d.%s.after_%s.before_%s".formatted(step++, group, after, before), module);
        }
    }

    private void write(String suffix, HloModule module) {
        if (!options.wantsModule(moduleName)) {
            return;
        }
        for (var format : options.formats()) {
            switch (format) {
                case TEXT ->
                    writeText(
                            suffix + ".txt",
                            HloPrinter.print(module, PrintOptions.LONG.withLargeConstants(options.largeConstants())));
                case PROTO ->
                    writeBytes(suffix + ".hlo.pb", HloProtoWriter.write(module).content());
            }
        }
    }

    private void writeText(String suffix, String text) {
        writeBytes(suffix, text.getBytes(StandardCharsets.UTF_8));
    }

    private void writeBytes(String suffix, byte[] content) {
        try {
            Files.createDirectories(options.folder());
            Files.write(options.folder().resolve(fileName(suffix)), content);
        } catch (IOException e) {
            throw new UncheckedIOException(
                    "%s cannot be written to: %s".formatted(options.folder(), e.getMessage()), e);
        }
    }

    /** XLA leaves out the module's name where the file's would be too long for most file systems. */
    private String fileName(String suffix) {
        var whole = "module_%04d.%s.%s".formatted(moduleNumber, moduleName, suffix);
        var name = whole.length() > LONGEST_NAME ? "module_%04d.%s".formatted(moduleNumber, suffix) : whole;
        return name.replaceAll("[/\\\\\\[\\] ]", "_");
    }
}
