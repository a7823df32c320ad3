package org.hloexplorer.pipeline.kernel;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A unit of native code, as loops.
 *
 * @param name what people call it: the name of its HLO instruction
 * @param arguments the buffers it is called with, in order; inputs and outputs do not overlap
 * @param scratch buffers in memory of the running thread alone, or of its work-group
 * @param extent trip count of the loop that launches share out; 1 where there is none
 * @param grain launches divide that loop only at multiples of this
 * @param notes what a reader should know about how it computes
 * @param product what the loops compute, where processors with instructions for it can do without them; null for anything
 *     else
 */
public record Kernel(
        String name,
        List<KernelBuffer> arguments,
        List<KernelBuffer> scratch,
        List<Statement> body,
        long extent,
        long grain,
        List<String> notes,
        @Nullable MatrixProduct product) {

    /** A kernel that is nothing but its loops. */
    public Kernel(
            String name,
            List<KernelBuffer> arguments,
            List<KernelBuffer> scratch,
            List<Statement> body,
            long extent,
            long grain,
            List<String> notes) {
        this(name, arguments, scratch, body, extent, grain, notes, null);
    }

    public Kernel {
        arguments = List.copyOf(arguments);
        scratch = List.copyOf(scratch);
        body = List.copyOf(body);
        notes = List.copyOf(notes);
    }

    /** The same, with what its loops compute. */
    Kernel computing(MatrixProduct computed) {
        return new Kernel(name, arguments, scratch, body, extent, grain, notes, computed);
    }

    /** The memory that each thread needs for itself. */
    public long scratchBytes() {
        return bytes(KernelBuffer.Role.SCRATCH);
    }

    /** The memory that each work-group needs for itself. */
    public long localBytes() {
        return bytes(KernelBuffer.Role.LOCAL);
    }

    private long bytes(KernelBuffer.Role role) {
        return scratch.stream()
                .filter(buffer -> buffer.role() == role)
                .mapToLong(buffer -> buffer.number()
                        + buffer.elements() * buffer.elementType().bytes())
                .max()
                .orElse(0);
    }

    /** The ids of the HLO instructions that it does work of, ascending. */
    public List<Integer> instructions() {
        List<Integer> found = new ArrayList<>();
        collect(body, found);
        return found.stream().filter(id -> id >= 0).distinct().sorted().toList();
    }

    private static void collect(List<Statement> block, List<Integer> found) {
        for (var statement : block) {
            switch (statement) {
                case Statement.Define define -> found.add(define.instruction());
                case Statement.Store store -> found.add(store.instruction());
                case Statement.Combine combine -> found.add(combine.instruction());
                case Statement.Barrier barrier -> found.add(barrier.instruction());
                case Statement.For loop -> {
                    found.add(loop.instruction());
                    collect(loop.body(), found);
                }
                case Statement.If branch -> {
                    found.add(branch.instruction());
                    collect(branch.then(), found);
                    collect(branch.otherwise(), found);
                }
            }
        }
    }
}
