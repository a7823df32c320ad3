package org.hloexplorer.pipeline.onednn;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.hloexplorer.pipeline.onednn.PrimitiveDescriptor.Buffer;

/**
 * A primitive with its code, and once it is bound with its memory: running it allocates nothing.
 *
 * <p>Arrays that oneDNN wants in an order of its own are brought into it in each run, a result out of it.
 */
public final class LoadedPrimitive implements AutoCloseable {
    private static final Pattern REFERENCE = Pattern.compile("(^|[+:])ref(:|$)");
    private static final int FROM = 1;
    private static final int TO = 17;
    private static final int ARGUMENT_BYTES = 16;

    private final OneDnn library;
    private final Primitive primitive;
    private final int threads;
    private final Arena arena = Arena.ofShared();
    private final List<Runnable> releases = new ArrayList<>();
    private final PrimitiveDescriptor descriptor;
    private final List<Buffer> buffers;
    private final Implementation implementation;
    private final MemorySegment handle;
    private List<Execution> executions = List.of();

    /** A primitive and its arguments, as they are passed. */
    private record Execution(MemorySegment primitive, int count, MemorySegment arguments) {}

    /** A primitive that was created, and what oneDNN printed meanwhile. */
    private record Created(PrimitiveDescriptor descriptor, MemorySegment handle, VerboseText printed) {
        void release(OneDnn library) {
            library.calls().call("dnnl_primitive_destroy", handle);
            descriptor.close();
        }
    }

    private LoadedPrimitive(OneDnn library, Primitive primitive, int threads, Created created, long start) {
        this.library = library;
        this.primitive = primitive;
        this.threads = threads;
        this.descriptor = created.descriptor();
        this.handle = created.handle();
        this.buffers = descriptor.buffers();
        releases.add(() -> destroy(handle));
        this.implementation = new Implementation(
                descriptor.implementation(),
                created.printed().chosen(),
                threads,
                descriptor.scratchpadBytes()
                        + buffers.stream().mapToLong(Buffer::bytes).sum(),
                buffers.stream()
                        .filter(Buffer::isReordered)
                        .map(PrimitiveDescriptor::name)
                        .collect(Collectors.joining(", ")),
                System.nanoTime() - start);
    }

    /**
     * Creates a primitive for so many threads, on the thread that will run it.
     *
     * @throws OneDnnException where oneDNN is not there, or does not take it; says why
     */
    public static LoadedPrimitive create(Primitive primitive, int threads) {
        var library = OneDnn.load();
        library.useThreads(threads);
        long start = System.nanoTime();
        var created = created(library, primitive, false);
        if (isReference(created) && primitive.kind() != Primitive.Kind.MATMUL) {
            var other = reordered(library, primitive);
            if (other.isPresent()) {
                created.release(library);
                created = other.get();
            }
        }
        if (isReference(created)) {
            var name = created.descriptor().implementation();
            created.release(library);
            throw new OneDnnException("it has only its slow reference implementation (%s) for this%s"
                    .formatted(name, said(created.printed())));
        }
        return new LoadedPrimitive(library, primitive, threads, created, start);
    }

    /** oneDNN has plain loops for whatever has no implementation: a hundred times slower than any other, they serve tests. */
    private static boolean isReference(Created created) {
        // A deconvolution's name goes on with that of the convolution it is made of.
        return REFERENCE.matcher(created.descriptor().implementation()).find();
    }

    /** With source and destination in any order. */
    private static Optional<Created> reordered(OneDnn library, Primitive primitive) {
        try {
            return Optional.of(created(library, primitive, true));
        } catch (OneDnnException _) {
            // What was there before is said then.
            return Optional.empty();
        }
    }

    private static Created created(OneDnn library, Primitive primitive, boolean isFree) {
        List<PrimitiveDescriptor> descriptors = new ArrayList<>();
        List<MemorySegment> handles = new ArrayList<>();
        List<OneDnnException> refusals = new ArrayList<>();
        var printed = new VerboseText(StandardOutput.during(() -> {
            try {
                descriptors.add(PrimitiveDescriptor.of(library, primitive, isFree));
                handles.add(library.calls()
                        .make("dnnl_primitive_create", descriptors.getFirst().handle()));
            } catch (OneDnnException e) {
                refusals.add(e);
            }
        }));
        if (!refusals.isEmpty()) {
            descriptors.forEach(PrimitiveDescriptor::close);
            throw new OneDnnException(refusals.getFirst().getMessage() + said(printed));
        }
        return new Created(descriptors.getFirst(), handles.getFirst(), printed);
    }

    private static String said(VerboseText printed) {
        var objections = printed.objections();
        return objections.isEmpty() ? "" : "; it says " + objections;
    }

    /** What would come of creating it. */
    public static PrimitiveOutcome attempt(Primitive primitive, int threads) {
        var missing = OneDnn.missing();
        if (missing.isPresent()) {
            return new PrimitiveOutcome.Missing(missing.get());
        }
        try (var loaded = create(primitive, threads)) {
            return new PrimitiveOutcome.Created(loaded.implementation());
        } catch (OneDnnException e) {
            return new PrimitiveOutcome.Refused(String.valueOf(e.getMessage()));
        }
    }

    public Implementation implementation() {
        return implementation;
    }

    /**
     * Says where its data are.
     *
     * @param places in the order of {@link Primitive#buffers}
     * @param scratch of {@link Implementation#scratchBytes} at least, its own while it runs
     */
    public void bind(List<MemorySegment> places, MemorySegment scratch) {
        List<Execution> before = new ArrayList<>();
        List<Execution> after = new ArrayList<>();
        List<Argument> arguments = new ArrayList<>();
        long used = descriptor.scratchpadBytes();
        for (int i = 0; i < buffers.size(); i++) {
            var buffer = buffers.get(i);
            var chosen = new Argument(buffer.role(), buffer.chosen(), places.get(i));
            if (buffer.isReordered()) {
                var plain = new Argument(buffer.role(), buffer.plain(), places.get(i));
                chosen = new Argument(buffer.role(), buffer.chosen(), scratch.asSlice(used));
                used += buffer.bytes();
                (buffer.isOutput() ? after : before)
                        .add(buffer.isOutput() ? reorder(chosen, plain) : reorder(plain, chosen));
            }
            arguments.add(chosen);
        }
        arguments.add(new Argument(PrimitiveDescriptor.SCRATCHPAD, descriptor.scratchpad(), scratch));
        List<Execution> all = new ArrayList<>(before);
        all.add(execution(handle, arguments));
        all.addAll(after);
        executions = List.copyOf(all);
    }

    /** An argument of a primitive: what it is for, how it lies, and where. */
    private record Argument(int role, MemorySegment layout, MemorySegment place) {}

    private Execution reorder(Argument from, Argument to) {
        var calls = library.calls();
        List<MemorySegment> made = new ArrayList<>();
        StandardOutput.during(() -> {
            var description = calls.make(
                    "dnnl_reorder_primitive_desc_create",
                    from.layout(),
                    library.engine(),
                    to.layout(),
                    library.engine(),
                    MemorySegment.NULL);
            made.add(calls.make("dnnl_primitive_create", description));
            calls.call("dnnl_primitive_desc_destroy", description);
        });
        var reorder = made.getFirst();
        releases.add(() -> destroy(reorder));
        return execution(
                reorder,
                List.of(new Argument(FROM, from.layout(), from.place()), new Argument(TO, to.layout(), to.place())));
    }

    private void destroy(MemorySegment made) {
        library.calls().call("dnnl_primitive_destroy", made);
    }

    /** Arguments are an array of {@code dnnl_exec_arg_t}. */
    private Execution execution(MemorySegment made, List<Argument> arguments) {
        var list = arena.allocate((long) ARGUMENT_BYTES * arguments.size(), Long.BYTES);
        for (int i = 0; i < arguments.size(); i++) {
            var each = arguments.get(i);
            var memory = library.calls().make("dnnl_memory_create", each.layout(), library.engine(), each.place());
            releases.addFirst(() -> library.calls().call("dnnl_memory_destroy", memory));
            list.set(JAVA_INT, (long) ARGUMENT_BYTES * i, each.role());
            list.set(JAVA_LONG, (long) ARGUMENT_BYTES * i + Long.BYTES, memory.address());
        }
        return new Execution(made, arguments.size(), list);
    }

    /** Computes the destination from the other buffers. */
    public void execute() {
        library.useThreads(threads);
        for (var each : executions) {
            library.execute(each.primitive(), each.count(), each.arguments());
        }
    }

    @Override
    public void close() {
        releases.forEach(Runnable::run);
        releases.clear();
        descriptor.close();
        arena.close();
    }

    /** What it computes, for messages. */
    @Override
    public String toString() {
        return primitive.text();
    }
}
