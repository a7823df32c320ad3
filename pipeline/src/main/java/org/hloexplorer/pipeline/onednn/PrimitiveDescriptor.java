package org.hloexplorer.pipeline.onednn;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.hloexplorer.pipeline.onednn.Primitive.Kind;
import org.jspecify.annotations.Nullable;

/**
 * What oneDNN chose for a primitive, as its descriptor tells; numbers are those of {@code dnnl_types.h}.
 *
 * <p>A convolution's weights may have the order that oneDNN wants, and where it has nothing for source and destination as they
 * lie, so may they: then arrays are reordered in each run.
 */
final class PrimitiveDescriptor implements AutoCloseable {
    static final int SCRATCHPAD = 80;
    private static final int SOURCE = 1;
    private static final int DESTINATION = 17;
    private static final int WEIGHTS = 33;
    private static final int BIAS = 41;
    private static final int RESULT_GRADIENT = 145;
    private static final int WEIGHTS_GRADIENT = 161;
    private static final int POST_OP = 32_768;
    private static final int POST_OP_OPERAND = 2;

    private static final int ANY_ORDER = 1;
    private static final int USER_SCRATCHPAD = 1;
    private static final int INFERENCE = 96;
    private static final int TRAINING = 64;
    private static final int DIRECT_CONVOLUTION = 1;
    private static final int DIRECT_DECONVOLUTION = 0xa;
    private static final int QUERY_NAME = 8;
    private static final int QUERY_ARGUMENT = 255;

    /** Names of implementations are shorter. */
    private static final long LONGEST_NAME = 256;

    private final DnnCalls calls;
    private final MemorySegment engine;
    private final Primitive primitive;
    private final boolean isFree;
    private final Arena arena = Arena.ofShared();
    private final List<MemorySegment> layouts = new ArrayList<>();
    private @Nullable MemorySegment attributes;
    private @Nullable MemorySegment handle;

    private PrimitiveDescriptor(OneDnn library, Primitive primitive, boolean isFree) {
        this.calls = library.calls();
        this.engine = library.engine();
        this.primitive = primitive;
        this.isFree = isFree;
    }

    /**
     * A descriptor.
     *
     * @param isFree whether a convolution's source and destination may have any order, as its weights may in any case
     * @throws OneDnnException where oneDNN has none
     */
    static PrimitiveDescriptor of(OneDnn library, Primitive primitive, boolean isFree) {
        var descriptor = new PrimitiveDescriptor(library, primitive, isFree);
        try {
            descriptor.create();
            return descriptor;
        } catch (OneDnnException e) {
            descriptor.close();
            throw e;
        }
    }

    private void create() {
        var wanted = attributes();
        attributes = wanted;
        handle = switch (primitive.kind()) {
            case MATMUL -> matmul(wanted);
            case CONVOLUTION ->
                convolution("dnnl_convolution_forward_primitive_desc_create", DIRECT_CONVOLUTION, wanted);
            case DECONVOLUTION ->
                convolution("dnnl_deconvolution_forward_primitive_desc_create", DIRECT_DECONVOLUTION, wanted);
            case CONVOLUTION_WEIGHTS -> weights(wanted);
        };
    }

    MemorySegment handle() {
        if (handle == null) {
            throw new IllegalStateException("there is no descriptor");
        }
        return handle;
    }

    private MemorySegment attributes() {
        var made = calls.make("dnnl_primitive_attr_create");
        calls.call("dnnl_primitive_attr_set_scratchpad_mode", made, USER_SCRATCHPAD);
        var operations = calls.make("dnnl_post_ops_create");
        for (var each : primitive.postOps()) {
            switch (each) {
                case PostOp.Eltwise(var function, float alpha, float beta) ->
                    calls.call("dnnl_post_ops_append_eltwise", operations, function.code(), alpha, beta);
                case PostOp.Binary(var operator, var operand) ->
                    calls.call("dnnl_post_ops_append_binary", operations, operator.code(), layout(operand));
            }
        }
        calls.call("dnnl_primitive_attr_set_post_ops", made, operations);
        calls.call("dnnl_post_ops_destroy", operations);
        return made;
    }

    private MemorySegment matmul(MemorySegment wanted) {
        return calls.make(
                "dnnl_matmul_primitive_desc_create",
                engine,
                layout(primitive.source()),
                layout(primitive.weights()),
                bias(),
                layout(primitive.destination()),
                wanted);
    }

    private MemorySegment convolution(String function, int algorithm, MemorySegment wanted) {
        var window = primitive.window();
        return calls.make(
                function,
                engine,
                INFERENCE,
                algorithm,
                free(primitive.source()),
                anyOrder(primitive.weights()),
                bias(),
                free(primitive.destination()),
                numbers(window.strides()),
                numbers(window.dilations()),
                numbers(window.paddingLow()),
                numbers(window.paddingHigh()),
                wanted);
    }

    /** The gradient of the weights; oneDNN wants to see the forward convolution that it belongs to. */
    private MemorySegment weights(MemorySegment wanted) {
        var window = primitive.window();
        var forward = calls.make(
                "dnnl_convolution_forward_primitive_desc_create",
                engine,
                TRAINING,
                DIRECT_CONVOLUTION,
                free(primitive.source()),
                anyOrder(primitive.destination()),
                MemorySegment.NULL,
                free(primitive.weights()),
                numbers(window.strides()),
                numbers(window.dilations()),
                numbers(window.paddingLow()),
                numbers(window.paddingHigh()),
                MemorySegment.NULL);
        try {
            return calls.make(
                    "dnnl_convolution_backward_weights_primitive_desc_create",
                    engine,
                    DIRECT_CONVOLUTION,
                    free(primitive.source()),
                    anyOrder(primitive.destination()),
                    MemorySegment.NULL,
                    free(primitive.weights()),
                    numbers(window.strides()),
                    numbers(window.dilations()),
                    numbers(window.paddingLow()),
                    numbers(window.paddingHigh()),
                    forward,
                    wanted);
        } finally {
            calls.call("dnnl_primitive_desc_destroy", forward);
        }
    }

    private MemorySegment bias() {
        var bias = primitive.bias();
        return bias == null ? MemorySegment.NULL : layout(bias);
    }

    private MemorySegment free(Tensor tensor) {
        return isFree ? anyOrder(tensor) : layout(tensor);
    }

    private MemorySegment layout(Tensor tensor) {
        return kept(calls.make(
                "dnnl_memory_desc_create_with_strides",
                tensor.rank(),
                numbers(tensor.dimensions()),
                tensor.type().code(),
                numbers(tensor.strides())));
    }

    private MemorySegment anyOrder(Tensor tensor) {
        return kept(calls.make(
                "dnnl_memory_desc_create_with_tag",
                tensor.rank(),
                numbers(tensor.dimensions()),
                tensor.type().code(),
                ANY_ORDER));
    }

    private MemorySegment kept(MemorySegment layout) {
        layouts.add(layout);
        return layout;
    }

    private MemorySegment numbers(List<Long> numbers) {
        return arena.allocateFrom(
                JAVA_LONG, numbers.stream().mapToLong(Long::longValue).toArray());
    }

    String implementation() {
        var place = arena.allocate(ADDRESS);
        calls.call("dnnl_primitive_desc_query", handle(), QUERY_NAME, 0, place);
        return place.get(ADDRESS, 0).reinterpret(LONGEST_NAME).getString(0);
    }

    MemorySegment scratchpad() {
        return argument(SCRATCHPAD);
    }

    /** A multiple of the alignment of buffers. */
    long scratchpadBytes() {
        return aligned(calls.size("dnnl_memory_desc_get_size", scratchpad()));
    }

    private static long aligned(long bytes) {
        return (bytes + 63) / 64 * 64;
    }

    private MemorySegment argument(int role) {
        return calls.pointer("dnnl_primitive_desc_query_md", handle(), QUERY_ARGUMENT, role);
    }

    /**
     * A buffer as an argument.
     *
     * @param plain how it lies
     * @param chosen how the primitive wants it
     * @param bytes in that order; 0 where the two are the same
     */
    record Buffer(int role, MemorySegment plain, MemorySegment chosen, long bytes, boolean isOutput) {
        boolean isReordered() {
            return bytes > 0;
        }
    }

    /** The buffers in the order of {@link Primitive#buffers}. */
    List<Buffer> buffers() {
        boolean isGradient = primitive.kind() == Kind.CONVOLUTION_WEIGHTS;
        List<Integer> roles = new ArrayList<>(List.of(SOURCE, isGradient ? RESULT_GRADIENT : WEIGHTS));
        if (primitive.bias() != null) {
            roles.add(BIAS);
        }
        for (int i = 0; i < primitive.postOps().size(); i++) {
            if (primitive.postOps().get(i) instanceof PostOp.Binary) {
                roles.add(POST_OP * (i + 1) | POST_OP_OPERAND);
            }
        }
        roles.add(isGradient ? WEIGHTS_GRADIENT : DESTINATION);
        var tensors = primitive.buffers();
        List<Buffer> buffers = new ArrayList<>();
        for (int i = 0; i < roles.size(); i++) {
            buffers.add(buffer(roles.get(i), layout(tensors.get(i)), i == roles.size() - 1));
        }
        return buffers;
    }

    private Buffer buffer(int role, MemorySegment plain, boolean isOutput) {
        boolean mayDiffer = primitive.kind() != Kind.MATMUL && role != BIAS && role < POST_OP;
        var chosen = mayDiffer ? argument(role) : plain;
        boolean differs = mayDiffer && !calls.isTrue("dnnl_memory_desc_equal", plain, chosen);
        long bytes = differs ? aligned(calls.size("dnnl_memory_desc_get_size", chosen)) : 0;
        return new Buffer(role, plain, chosen, bytes, isOutput);
    }

    /** What a buffer is called. */
    static String name(Buffer buffer) {
        return switch (buffer.role()) {
            case SOURCE -> "the source";
            case WEIGHTS -> "the weights";
            case RESULT_GRADIENT -> "the gradient";
            case DESTINATION, WEIGHTS_GRADIENT -> "the result";
            default -> "an operand";
        };
    }

    @Override
    public void close() {
        if (handle != null) {
            calls.call("dnnl_primitive_desc_destroy", handle);
        }
        if (attributes != null) {
            calls.call("dnnl_primitive_attr_destroy", attributes);
        }
        layouts.forEach(each -> calls.call("dnnl_memory_desc_destroy", each));
        arena.close();
    }
}
