package org.hloexplorer.hlo.text;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.hloexplorer.hlo.ComparisonDirection;
import org.hloexplorer.hlo.DotDimensions;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.HloOpcode;
import org.hloexplorer.hlo.Precision;
import org.hloexplorer.hlo.PrimitiveType;
import org.hloexplorer.hlo.Shape;
import org.hloexplorer.hlo.Window;

/** Adds instructions of all kinds to a {@link RandomModule}, each on a value that is there. */
final class RandomSteps {
    private static final List<HloOpcode> FLOAT_UNARY = List.of(
            HloOpcode.EXPONENTIAL,
            HloOpcode.TANH,
            HloOpcode.NEGATE,
            HloOpcode.SQRT,
            HloOpcode.LOGISTIC,
            HloOpcode.COPY);
    private static final List<HloOpcode> BINARY =
            List.of(HloOpcode.ADD, HloOpcode.SUBTRACT, HloOpcode.MULTIPLY, HloOpcode.MAXIMUM, HloOpcode.DIVIDE);

    private final RandomModule module;
    private final Random random;
    private final RandomLiteral literals;
    private final RandomAnnotations annotations;

    RandomSteps(RandomModule module, Random random, RandomLiteral literals, RandomAnnotations annotations) {
        this.module = module;
        this.random = random;
        this.literals = literals;
        this.annotations = annotations;
    }

    /** Adds so many instructions, or a few less. */
    void grow(int steps) {
        for (int i = 0; i < steps; i++) {
            step();
        }
    }

    private void step() {
        var operand = module.any();
        if (!(operand.shape() instanceof Shape.Array shape)) {
            stepOnTuple(operand);
            return;
        }
        switch (random.nextInt(20)) {
            case 0 -> module.add(new HloOp.Constant(literals.of(module.array())), instructionsShape());
            case 1 ->
                module.add(new HloOp.Plain(HloOpcode.COPY), shape.withLayout(module.layout(shape.rank())), operand);
            case 2 -> elementwise(operand, shape);
            case 3 -> module.add(new HloOp.Plain(BINARY.get(random.nextInt(BINARY.size()))), shape, operand, operand);
            case 4 -> compareAndSelect(operand, shape);
            case 5 -> broadcast(operand, shape);
            case 6 -> transpose(operand, shape);
            case 7 -> reshape(operand, shape);
            case 8 -> slice(operand, shape);
            case 9 -> reduce(operand, shape);
            case 10 -> concatenate(operand, shape);
            case 11 -> pad(operand, shape);
            case 12 -> dot(operand, shape);
            case 13 -> tuple(operand);
            case 14 -> customCall(operand, shape);
            case 15 -> sort(operand, shape);
            case 16 -> iota(shape);
            case 17 -> reduceWindow(operand, shape);
            case 18 -> dynamicSlice(operand, shape);
            default -> unknown(operand, shape);
        }
    }

    /** The shape that the literal of the constant to be added has. */
    private Shape instructionsShape() {
        return literals.last().shape();
    }

    private void stepOnTuple(HloInstruction operand) {
        if (operand.shape() instanceof Shape.Tuple(var elements) && !elements.isEmpty()) {
            int index = random.nextInt(elements.size());
            module.add(new HloOp.GetTupleElement(index), elements.get(index), operand);
        } else {
            module.add(new HloOp.Plain(HloOpcode.AFTER_ALL), new Shape.Token());
        }
    }

    private void elementwise(HloInstruction operand, Shape.Array shape) {
        if (shape.elementType().isFloating() || shape.elementType().isComplex()) {
            module.add(new HloOp.Plain(FLOAT_UNARY.get(random.nextInt(FLOAT_UNARY.size()))), shape, operand);
        } else {
            module.add(new HloOp.Plain(HloOpcode.NOT), shape, operand);
        }
    }

    private void compareAndSelect(HloInstruction operand, Shape.Array shape) {
        var direction = random.nextBoolean() ? ComparisonDirection.EQ : ComparisonDirection.NE;
        var chosen = module.add(
                new HloOp.Compare(direction, null), shape.withElementType(PrimitiveType.PRED), operand, operand);
        module.add(new HloOp.Plain(HloOpcode.SELECT), shape, chosen, operand, operand);
    }

    private void broadcast(HloInstruction operand, Shape.Array shape) {
        var sizes = new ArrayList<>(shape.dimensions());
        int at = random.nextInt(sizes.size() + 1);
        sizes.add(at, 2L);
        var dimensions = new ArrayList<Integer>();
        for (int i = 0; i < shape.rank(); i++) {
            dimensions.add(i < at ? i : i + 1);
        }
        var result = new Shape.Array(shape.elementType(), sizes, Set.of(), module.layout(sizes.size()));
        module.add(new HloOp.WithDimensions(HloOpcode.BROADCAST, dimensions), result, operand);
    }

    private void transpose(HloInstruction operand, Shape.Array shape) {
        var order = annotations.permutation(shape.rank());
        var sizes = order.stream().map(shape::dimension).toList();
        module.add(
                new HloOp.WithDimensions(HloOpcode.TRANSPOSE, order),
                new Shape.Array(shape.elementType(), sizes, Set.of(), module.layout(sizes.size())),
                operand);
    }

    private void reshape(HloInstruction operand, Shape.Array shape) {
        var flat = Shape.array(shape.elementType(), shape.elements());
        module.add(new HloOp.Plain(random.nextBoolean() ? HloOpcode.RESHAPE : HloOpcode.BITCAST), flat, operand);
    }

    private void slice(HloInstruction operand, Shape.Array shape) {
        var starts = new ArrayList<Long>();
        var limits = new ArrayList<Long>();
        var strides = new ArrayList<Long>();
        var sizes = new ArrayList<Long>();
        for (long size : shape.dimensions()) {
            long start = random.nextInt((int) size + 1);
            long limit = start + random.nextInt((int) (size - start) + 1);
            long stride = 1L + random.nextInt(2);
            starts.add(start);
            limits.add(limit);
            strides.add(stride);
            sizes.add(Math.ceilDiv(limit - start, stride));
        }
        module.add(new HloOp.Slice(starts, limits, strides), Shape.array(shape.elementType(), sizes), operand);
    }

    private HloInstruction scalar(PrimitiveType type) {
        return module.add(new HloOp.Constant(literals.of(Shape.scalar(type))), Shape.scalar(type));
    }

    private void reduce(HloInstruction operand, Shape.Array shape) {
        var reducer = module.reducers.get(shape.elementType());
        if (reducer == null || shape.rank() == 0) {
            return;
        }
        int dimension = random.nextInt(shape.rank());
        var sizes = new ArrayList<>(shape.dimensions());
        sizes.remove(dimension);
        module.add(
                new HloOp.OverDimensions(HloOpcode.REDUCE, List.of(dimension), reducer),
                Shape.array(shape.elementType(), sizes),
                operand,
                scalar(shape.elementType()));
    }

    private void concatenate(HloInstruction operand, Shape.Array shape) {
        if (shape.rank() == 0) {
            return;
        }
        int dimension = random.nextInt(shape.rank());
        int count = 1 + random.nextInt(8);
        var sizes = new ArrayList<>(shape.dimensions());
        sizes.set(dimension, shape.dimension(dimension) * count);
        var operands = new HloInstruction[count];
        Arrays.fill(operands, operand);
        module.add(
                new HloOp.AlongDimension(HloOpcode.CONCATENATE, dimension),
                new Shape.Array(shape.elementType(), sizes, shape.dynamicDimensions(), module.layout(shape.rank())),
                operands);
    }

    private void pad(HloInstruction operand, Shape.Array shape) {
        if (shape.rank() == 0) {
            return;
        }
        var low = new ArrayList<Long>();
        var high = new ArrayList<Long>();
        var interior = new ArrayList<Long>();
        var sizes = new ArrayList<Long>();
        for (long size : shape.dimensions()) {
            low.add((long) random.nextInt(3) - (size > 0 ? 1 : 0));
            high.add((long) random.nextInt(3));
            interior.add((long) random.nextInt(2));
            sizes.add(size + low.getLast() + high.getLast() + Math.max(0, size - 1) * interior.getLast());
        }
        module.add(
                new HloOp.Pad(low, high, interior),
                new Shape.Array(shape.elementType(), sizes, shape.dynamicDimensions(), module.layout(shape.rank())),
                operand,
                scalar(shape.elementType()));
    }

    private void dot(HloInstruction operand, Shape.Array shape) {
        if (shape.rank() == 0) {
            return;
        }
        int contracted = random.nextInt(shape.rank());
        var sizes = new ArrayList<>(shape.dimensions());
        sizes.remove(contracted);
        sizes.addAll(List.copyOf(sizes));
        var dimensions = new DotDimensions(List.of(contracted), List.of(contracted), List.of(), List.of());
        var precision = random.nextBoolean()
                ? Precision.DEFAULT
                : new Precision(List.of("highest", "default"), random.nextBoolean() ? "" : "dot_bf16_bf16_f32");
        module.add(new HloOp.Dot(dimensions, precision), Shape.array(shape.elementType(), sizes), operand, operand);
    }

    private void tuple(HloInstruction operand) {
        int count = random.nextInt(9);
        var operands = new HloInstruction[count];
        var shapes = new ArrayList<Shape>();
        for (int i = 0; i < count; i++) {
            operands[i] = random.nextBoolean() ? operand : module.any();
            shapes.add(operands[i].shape());
        }
        module.add(new HloOp.Plain(HloOpcode.TUPLE), new Shape.Tuple(shapes), operands);
    }

    private void customCall(HloInstruction operand, Shape.Array shape) {
        var op = new HloOp.CustomCall(
                annotations.string(),
                random.nextBoolean() ? List.of() : List.of(module.reducers.get(PrimitiveType.F32)),
                random.nextBoolean() ? null : List.of(shape),
                random.nextBoolean(),
                random.nextBoolean() ? "API_VERSION_ORIGINAL" : "API_VERSION_TYPED_FFI",
                List.of());
        module.add(
                op,
                random.nextBoolean()
                        ? module.array()
                        : Shape.tuple(module.array(), new Shape.Opaque(), new Shape.Buffer(shape)),
                operand);
    }

    private void sort(HloInstruction operand, Shape.Array shape) {
        var comparator = module.comparators.get(shape.elementType());
        if (comparator != null && shape.rank() > 0) {
            module.add(new HloOp.Sort(random.nextInt(shape.rank()), random.nextBoolean(), comparator), shape, operand);
        }
    }

    private void iota(Shape.Array shape) {
        if (shape.rank() > 0) {
            module.add(new HloOp.AlongDimension(HloOpcode.IOTA, random.nextInt(shape.rank())), shape);
        }
    }

    private void reduceWindow(HloInstruction operand, Shape.Array shape) {
        var reducer = module.reducers.get(shape.elementType());
        if (reducer == null || shape.rank() == 0) {
            return;
        }
        var dimensions = new ArrayList<Window.Dimension>();
        var sizes = new ArrayList<Long>();
        for (long size : shape.dimensions()) {
            var window = new Window.Dimension(
                    1 + random.nextInt(3),
                    1 + random.nextInt(2),
                    random.nextInt(3),
                    random.nextInt(3),
                    1 + random.nextInt(2),
                    1 + random.nextInt(2),
                    random.nextInt(4) == 0);
            dimensions.add(window);
            sizes.add(window.positions(size));
        }
        module.add(
                new HloOp.ReduceWindow(new Window(dimensions), reducer),
                new Shape.Array(shape.elementType(), sizes, shape.dynamicDimensions(), module.layout(shape.rank())),
                operand,
                scalar(shape.elementType()));
    }

    private void dynamicSlice(HloInstruction operand, Shape.Array shape) {
        var sizes = shape.dimensions().stream().map(size -> size / 2).toList();
        var operands = new ArrayList<HloInstruction>();
        operands.add(operand);
        for (int i = 0; i < shape.rank(); i++) {
            operands.add(scalar(PrimitiveType.S32));
        }
        module.add(
                new HloOp.DynamicSlice(sizes),
                Shape.array(shape.elementType(), sizes),
                operands.toArray(HloInstruction[]::new));
    }

    private void unknown(HloInstruction operand, Shape.Array shape) {
        if (random.nextInt(5) == 0) {
            module.add(new HloOp.Unknown("teleport", List.of()), shape, operand);
        }
    }
}
