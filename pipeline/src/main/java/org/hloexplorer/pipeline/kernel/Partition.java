package org.hloexplorer.pipeline.kernel;

import java.util.List;

/** Marks the loop that launches share out among threads, and says how small its parts may be. */
final class Partition {
    /** Less work than this is not worth a second thread. */
    private static final long LEAST_WORK = 50_000;

    private Partition() {}

    /** A kernel whose outermost loop may be shared out, where it has just one and that carries nothing. */
    static Kernel of(
            String name,
            List<KernelBuffer> arguments,
            List<KernelBuffer> scratch,
            List<Statement> body,
            List<String> notes) {
        var loops = body.stream().filter(Statement.For.class::isInstance).toList();
        var stores = body.stream().anyMatch(Statement.Store.class::isInstance);
        if (loops.size() != 1
                || stores
                || !((Statement.For) loops.getFirst()).carried().isEmpty()) {
            return new Kernel(name, arguments, scratch, body, 1, 1, notes);
        }
        var loop = (Statement.For) loops.getFirst();
        var shared = new Statement.For(
                loop.variable(), loop.kind().partitioned(), List.of(), loop.body(), loop.instruction());
        var marked =
                body.stream().map(each -> each.equals(loop) ? shared : each).toList();
        return new Kernel(name, arguments, scratch, marked, loop.variable().extent(), grain(loop), notes);
    }

    /** A kernel whose outermost loops are shared out already, each for itself. */
    static Kernel shared(
            String name,
            List<KernelBuffer> arguments,
            List<KernelBuffer> scratch,
            List<Statement> body,
            List<String> notes) {
        long extent = body.stream()
                .filter(Statement.For.class::isInstance)
                .mapToLong(loop -> ((Statement.For) loop).variable().extent())
                .max()
                .orElse(1);
        return new Kernel(name, arguments, scratch, body, extent, 1, notes);
    }

    private static long grain(Statement.For loop) {
        long least = Math.max(1, LEAST_WORK / Math.max(1, work(loop.body())));
        // Whole vectors, and whole cache lines where repetitions write neighbouring elements.
        long multiple = loop.kind().lanes() > 1 ? loop.kind().lanes() : least > 64 ? 64 : 1;
        return (least + multiple - 1) / multiple * multiple;
    }

    /** Rough: operations of one repetition, functions of the library counting as twenty. */
    static long work(List<Statement> block) {
        long work = 0;
        for (var statement : block) {
            work += switch (statement) {
                case Statement.Define(var _, Expression.Apply apply, var _) ->
                    apply.operation().isLibraryFunction() ? 20 : 1;
                case Statement.Define _, Statement.Store _, Statement.Combine _, Statement.Barrier _ -> 1;
                case Statement.For loop -> loop.variable().extent() * work(loop.body());
                case Statement.If branch -> Math.max(work(branch.then()), work(branch.otherwise()));
            };
        }
        return work;
    }
}
