package org.hloexplorer.pipeline.kernel.opencl;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.IntFunction;
import org.hloexplorer.hlo.PrimitiveType;
import org.hloexplorer.pipeline.kernel.Kernel;
import org.hloexplorer.pipeline.kernel.KernelBuffer;
import org.hloexplorer.pipeline.kernel.LaunchShape;
import org.hloexplorer.pipeline.kernel.Statement;
import org.hloexplorer.pipeline.kernel.WorkGroups;

/**
 * Prints a kernel as a function of OpenCL C 1.2, which calls functions of {@link #library()}.
 *
 * <p>It takes a buffer for each argument, and then one of scratch memory where the kernel needs any. Each line names the
 * HLO instruction that it does work of.
 *
 * @param instructionNames gives an HLO instruction's name from its id
 */
public record OpenClKernelPrinter(WorkGroups groups, IntFunction<String> instructionNames) {

    /** What may not be in the name of a function, as a regular expression. */
    public static final String NOT_IN_NAMES = "^[^A-Za-z]|[^A-Za-z0-9_]";

    /** What kernels call, to stand before them: HLO's meaning of what C leaves open. */
    public static String library() {
        try (var resource = OpenClKernelPrinter.class.getResourceAsStream("library.cl")) {
            return new String(Objects.requireNonNull(resource).readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public String print(Kernel kernel, String symbol) {
        var notes = new StringBuilder();
        kernel.notes().forEach(note -> notes.append("// ").append(note).append('\n'));
        var shape = LaunchShape.of(kernel, groups);
        return """
                %s// launched as %,d work-group%s of %d
                kernel __attribute__((reqd_work_group_size(%d, 1, 1)))
                void %s(
                %s) {
                %s}
                """.formatted(
                        notes,
                        shape.groups(),
                        shape.groups() == 1 ? "" : "s",
                        shape.groupSize(),
                        shape.groupSize(),
                        symbol,
                        parameters(kernel),
                        new ClStatements(kernel, instructionNames).print());
    }

    private static String parameters(Kernel kernel) {
        List<String> parameters = new ArrayList<>();
        for (var buffer : kernel.arguments()) {
            parameters.add("        global %s%s* restrict %s"
                    .formatted(
                            buffer.role() == KernelBuffer.Role.INPUT ? "const " : "",
                            ClType.memory(buffer.elementType()),
                            ClStatements.name(buffer)));
        }
        if (kernel.scratchBytes() > 0) {
            parameters.add("        global char* restrict scratch");
        }
        return String.join(",\n", parameters);
    }

    /** Whether a kernel computes with f64, which a device may not have. */
    public static boolean needsDoubles(Kernel kernel) {
        return kernel.arguments().stream().anyMatch(buffer -> buffer.elementType() == PrimitiveType.F64)
                || needsDoubles(kernel.body());
    }

    private static boolean needsDoubles(List<Statement> block) {
        return block.stream().anyMatch(statement -> switch (statement) {
            case Statement.Define define -> define.value().type() == PrimitiveType.F64;
            case Statement.Store _, Statement.Combine _, Statement.Barrier _ -> false;
            case Statement.For loop -> needsDoubles(loop.body());
            case Statement.If branch -> needsDoubles(branch.then()) || needsDoubles(branch.otherwise());
        });
    }
}
