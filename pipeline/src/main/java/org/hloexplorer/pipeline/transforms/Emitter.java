package org.hloexplorer.pipeline.transforms;

import static org.hloexplorer.hlo.HloOpcode.BROADCAST;
import static org.hloexplorer.hlo.HloOpcode.CONCATENATE;
import static org.hloexplorer.hlo.HloOpcode.CONVERT;
import static org.hloexplorer.hlo.HloOpcode.DYNAMIC_UPDATE_SLICE;
import static org.hloexplorer.hlo.HloOpcode.IOTA;
import static org.hloexplorer.hlo.HloOpcode.REDUCE;
import static org.hloexplorer.hlo.HloOpcode.REVERSE;
import static org.hloexplorer.hlo.HloOpcode.SELECT;
import static org.hloexplorer.hlo.HloOpcode.TRANSPOSE;
import static org.hloexplorer.hlo.HloOpcode.TUPLE;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.hloexplorer.hlo.ComparisonDirection;
import org.hloexplorer.hlo.HloComputation;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.HloOpcode;
import org.hloexplorer.hlo.Literal;
import org.hloexplorer.hlo.PrimitiveType;
import org.hloexplorer.hlo.Shape;
import org.hloexplorer.pipeline.rewrite.ComputationEditor;
import org.hloexplorer.pipeline.rewrite.Match;
import org.hloexplorer.pipeline.rewrite.ModuleEditor;

/**
 * Puts instructions together, in the midst of a rewrite or in a new computation; shapes follow from the operands.
 * Whatever it makes carries the metadata of the instruction it is made for.
 */
public final class Emitter {

    private interface Sink {
        HloInstruction add(HloOp op, Shape shape, HloInstruction... operands);
    }

    private final ModuleEditor module;
    private final HloInstruction at;
    private final Sink sink;

    private Emitter(ModuleEditor module, HloInstruction at, Sink sink) {
        this.module = module;
        this.at = at;
        this.sink = sink;
    }

    /** One that adds to the computation in which a rule matched. */
    public static Emitter at(Match match) {
        return at(match.editor(), match.root());
    }

    /** One that adds to a computation within a rewrite of this instruction. */
    public static Emitter at(ComputationEditor editor, HloInstruction at) {
        return new Emitter(editor.module(), at, editor::add);
    }

    public ModuleEditor module() {
        return module;
    }

    /** A new computation, whose parameters and result {@code body} makes; its id. */
    public int function(String name, Function<Emitter, HloInstruction> body) {
        var instructions = new ArrayList<HloInstruction>();
        var root = body.apply(new Emitter(module, at, (op, shape, operands) -> {
            var ids = Stream.of(operands).mapToInt(HloInstruction::id).toArray();
            var made = module.instruction(op.mnemonic(), op, shape, ids);
            var annotated = made.withAnnotations(
                            made.annotations().withMetadata(at.annotations().metadata()))
                    .withOrigins(at.id());
            instructions.add(annotated);
            return annotated;
        }));
        var function = new HloComputation(module.newId(), module.newName(name), instructions, root.id());
        module.add(function);
        return function.id();
    }

    public HloInstruction add(HloOp op, Shape shape, HloInstruction... operands) {
        return sink.add(op, shape, operands);
    }

    public HloInstruction parameter(int number, Shape shape) {
        return add(new HloOp.Parameter(number), shape);
    }

    /** An element-wise operation, with the shape of its first operand. */
    public HloInstruction map(HloOpcode opcode, HloInstruction... operands) {
        return add(new HloOp.Plain(opcode), operands[0].shape(), operands);
    }

    public HloInstruction select(HloInstruction predicate, HloInstruction onTrue, HloInstruction onFalse) {
        return add(new HloOp.Plain(SELECT), onTrue.shape(), predicate, onTrue, onFalse);
    }

    public HloInstruction compare(ComparisonDirection direction, HloInstruction left, HloInstruction right) {
        return add(
                new HloOp.Compare(direction, null),
                left.shape().asArray().withElementType(PrimitiveType.PRED),
                left,
                right);
    }

    /** The operand itself if it has this type. */
    public HloInstruction convert(HloInstruction operand, PrimitiveType type) {
        var shape = operand.shape().asArray();
        return shape.elementType() == type
                ? operand
                : add(new HloOp.Plain(CONVERT), shape.withElementType(type), operand);
    }

    public HloInstruction constant(Literal literal) {
        return add(new HloOp.Constant(literal), literal.shape());
    }

    public HloInstruction scalar(PrimitiveType type, long value) {
        return constant(Literal.scalar(type, value));
    }

    /** An index, as loops and slices use them. */
    public HloInstruction index(long value) {
        return scalar(PrimitiveType.S32, value);
    }

    /** A scalar in every element of the shape. */
    public HloInstruction spread(HloInstruction scalar, Shape shape) {
        return shape.asArray().isScalar()
                ? scalar
                : broadcast(scalar, shape.asArray().dimensions());
    }

    /** A number in every element of a shape of its type. */
    public HloInstruction filled(long value, Shape shape) {
        return spread(scalar(shape.asArray().elementType(), value), shape);
    }

    /** The operand's dimensions become {@code dimensions} of an array of these sizes. */
    public HloInstruction broadcast(HloInstruction operand, List<Long> sizes, Integer... dimensions) {
        return add(new HloOp.WithDimensions(BROADCAST, List.of(dimensions)), like(operand, sizes), operand);
    }

    /** The operand itself if it has these sizes. */
    public HloInstruction reshape(HloInstruction operand, List<Long> sizes) {
        return operand.shape().asArray().dimensions().equals(sizes)
                ? operand
                : add(new HloOp.Plain(HloOpcode.RESHAPE), like(operand, sizes), operand);
    }

    public HloInstruction reshape(HloInstruction operand, Long... sizes) {
        return reshape(operand, List.of(sizes));
    }

    /** The operand itself if nothing moves. */
    public HloInstruction transpose(HloInstruction operand, List<Integer> permutation) {
        var sizes =
                permutation.stream().map(operand.shape().asArray()::dimension).toList();
        return permutation.equals(range(permutation.size()))
                ? operand
                : add(new HloOp.WithDimensions(TRANSPOSE, permutation), like(operand, sizes), operand);
    }

    public HloInstruction reverse(HloInstruction operand, List<Integer> dimensions) {
        return add(new HloOp.WithDimensions(REVERSE, dimensions), operand.shape(), operand);
    }

    public HloInstruction iota(PrimitiveType type, List<Long> sizes, int dimension) {
        return add(new HloOp.AlongDimension(IOTA, dimension), Shape.array(type, sizes));
    }

    /** The operand between {@code start} and {@code limit} in one dimension. */
    public HloInstruction slice(HloInstruction operand, int dimension, long start, long limit) {
        var sizes = operand.shape().asArray().dimensions();
        return add(
                new HloOp.Slice(
                        with(Collections.nCopies(sizes.size(), 0L), dimension, start),
                        with(sizes, dimension, limit),
                        Collections.nCopies(sizes.size(), 1L)),
                like(operand, with(sizes, dimension, limit - start)),
                operand);
    }

    public HloInstruction dynamicSlice(HloInstruction operand, List<HloInstruction> starts, List<Long> sizes) {
        return add(new HloOp.DynamicSlice(sizes), like(operand, sizes), joined(List.of(operand), starts));
    }

    public HloInstruction dynamicUpdateSlice(
            HloInstruction operand, HloInstruction update, List<HloInstruction> starts) {
        return add(new HloOp.Plain(DYNAMIC_UPDATE_SLICE), operand.shape(), joined(List.of(operand, update), starts));
    }

    public HloInstruction concatenate(int dimension, List<HloInstruction> operands) {
        long size = operands.stream()
                .mapToLong(each -> each.shape().asArray().dimension(dimension))
                .sum();
        var first = operands.getFirst();
        return add(
                new HloOp.AlongDimension(CONCATENATE, dimension),
                like(first, with(first.shape().asArray().dimensions(), dimension, size)),
                operands.toArray(HloInstruction[]::new));
    }

    /** A reduction of one array by a function of two scalars. */
    public HloInstruction reduce(HloInstruction operand, HloInstruction init, List<Integer> dimensions, int function) {
        var shape = operand.shape().asArray();
        var kept = IntStream.range(0, shape.rank())
                .filter(i -> !dimensions.contains(i))
                .mapToObj(shape::dimension)
                .toList();
        return add(new HloOp.OverDimensions(REDUCE, dimensions, function), like(operand, kept), operand, init);
    }

    public HloInstruction tuple(List<HloInstruction> elements) {
        return add(
                new HloOp.Plain(TUPLE),
                new Shape.Tuple(elements.stream().map(HloInstruction::shape).toList()),
                elements.toArray(HloInstruction[]::new));
    }

    public HloInstruction element(HloInstruction tuple, int index) {
        return add(
                new HloOp.GetTupleElement(index),
                ((Shape.Tuple) tuple.shape()).elements().get(index),
                tuple);
    }

    /** The numbers from 0 on. */
    public static List<Integer> range(int limit) {
        return range(0, limit);
    }

    public static List<Integer> range(int start, int limit) {
        return IntStream.range(start, limit).boxed().toList();
    }

    /** The list with another value at one place. */
    public static List<Long> with(List<Long> list, int index, long value) {
        var changed = new ArrayList<>(list);
        changed.set(index, value);
        return changed;
    }

    private static Shape.Array like(HloInstruction operand, List<Long> sizes) {
        return Shape.array(operand.shape().asArray().elementType(), sizes);
    }

    private static HloInstruction[] joined(List<HloInstruction> first, List<HloInstruction> second) {
        return Stream.concat(first.stream(), second.stream()).toArray(HloInstruction[]::new);
    }
}
