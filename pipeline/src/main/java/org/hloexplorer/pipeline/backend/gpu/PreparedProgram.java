package org.hloexplorer.pipeline.backend.gpu;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.hloexplorer.pipeline.worker.KernelSource;
import tools.jackson.databind.json.JsonMapper;

/**
 * A program with the PTX of its kernels and a part of its results, to be run and checked where there is neither a compiler
 * nor time for the reference.
 *
 * @param hlo the module as text; instructions have the ids that parsing gives them
 * @param excluded instructions that are left to the reference evaluator, and why
 * @param kernels by number in the set of kernels that planning gives
 * @param flops of one run, and transcendental functions; analytic
 * @param bytes that kernels read and write in one run; analytic
 */
record PreparedProgram(
        String name,
        String hlo,
        Map<Integer, String> excluded,
        List<KernelSource> kernels,
        List<ExpectedArray> results,
        long flops,
        long bytes) {
    static final String SUFFIX = ".program.gz";

    private static final JsonMapper MAPPER = JsonMapper.builder().build();

    PreparedProgram {
        excluded = Map.copyOf(excluded);
        kernels = List.copyOf(kernels);
        results = List.copyOf(results);
    }

    void write(Path folder) throws IOException {
        try (var out = new GZIPOutputStream(Files.newOutputStream(folder.resolve(name + SUFFIX)))) {
            out.write(MAPPER.writeValueAsBytes(this));
        }
    }

    static PreparedProgram read(Path file) throws IOException {
        try (var in = new GZIPInputStream(Files.newInputStream(file))) {
            return MAPPER.readValue(in.readAllBytes(), PreparedProgram.class);
        }
    }
}
