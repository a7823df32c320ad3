package org.hloexplorer.hlo.text;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.hloexplorer.hlo.Attribute;
import org.hloexplorer.hlo.ComparisonDirection;
import org.hloexplorer.hlo.ComparisonType;
import org.hloexplorer.hlo.DotDimensions;
import org.hloexplorer.hlo.FusionKind;
import org.hloexplorer.hlo.HloComputation;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.HloOpcode;
import org.hloexplorer.hlo.Layout;
import org.hloexplorer.hlo.ModuleAttributes;
import org.hloexplorer.hlo.Precision;
import org.hloexplorer.hlo.PrimitiveType;
import org.hloexplorer.hlo.Shape;
import org.hloexplorer.hlo.StackFrames;
import org.hloexplorer.hlo.Window;

/**
 * Makes valid modules of all kinds of operations, shapes, layouts, literals, names and annotations. The same random
 * numbers give the same module. Ids count in the order of the text, as the parser counts them.
 */
public final class RandomModule {
    private static final List<PrimitiveType> TYPES = List.of(PrimitiveType.values());
    private static final List<HloOpcode> FLOAT_UNARY = List.of(
            HloOpcode.EXPONENTIAL,
            HloOpcode.TANH,
            HloOpcode.NEGATE,
            HloOpcode.SQRT,
            HloOpcode.LOGISTIC,
            HloOpcode.COPY);
    private static final List<HloOpcode> BINARY =
            List.of(HloOpcode.ADD, HloOpcode.SUBTRACT, HloOpcode.MULTIPLY, HloOpcode.MAXIMUM, HloOpcode.DIVIDE);

    private final Random random;
    private final RandomLiteral literals;
    private final RandomAnnotations annotations;
    private final List<HloComputation> computations = new ArrayList<>();
    private final Map<PrimitiveType, Integer> reducers = new HashMap<>();
    private final Map<PrimitiveType, Integer> comparators = new HashMap<>();
    private List<HloInstruction> instructions = new ArrayList<>();
    private Set<String> names = new HashSet<>();
    private int computationId;
    private int nextId;

    private RandomModule(Random random) {
        this.random = random;
        this.literals = new RandomLiteral(random);
        this.annotations = new RandomAnnotations(random);
    }

    /** A module that verifies, made of these random numbers. */
    public static HloModule of(Random random) {
        return new RandomModule(random).make();
    }

    private HloModule make() {
        for (int i = random.nextInt(3); i >= 0; i--) {
            makeReducer(TYPES.get(random.nextInt(TYPES.size())));
        }
        makeReducer(PrimitiveType.F32);
        makeComparator(PrimitiveType.F32);
        makeBody();
        var entry = computations.getLast();
        return new HloModule(
                annotations.name("module"),
                moduleAttributes(),
                random.nextBoolean() ? StackFrames.NONE : annotations.stackFrames(),
                computations,
                entry.id(),
                nextId);
    }

    private ModuleAttributes moduleAttributes() {
        var others = random.nextBoolean()
                ? List.<Attribute>of()
                : List.of(
                        new Attribute("alias_passthrough_params", "true"),
                        new Attribute("frontend_attributes", "{a=\"1\",b={\"x\":[1,{}]}}"));
        return new ModuleAttributes(random.nextBoolean(), 1 + random.nextInt(2), 1 + random.nextInt(4), others);
    }

    private void begin() {
        computationId = nextId++;
        instructions = new ArrayList<>();
        names = new HashSet<>();
    }

    private int end(String name) {
        var root = instructions.get(
                random.nextInt(4) == 0 ? random.nextInt(instructions.size()) : instructions.size() - 1);
        return end(name, root);
    }

    private int end(String name, HloInstruction root) {
        computations.add(new HloComputation(
                computationId, name + "." + computationId, instructions, root.id(), annotations.thread()));
        return computationId;
    }

    private HloInstruction add(HloOp op, Shape shape, HloInstruction... operands) {
        var ids = new int[operands.length];
        for (int i = 0; i < ids.length; i++) {
            ids[i] = operands[i].id();
        }
        var name = annotations.name(op.mnemonic());
        while (!names.add(name)) {
            name += "." + nextId;
        }
        var instruction = HloInstruction.of(nextId++, name, op, shape, ids)
                .withAnnotations(annotations.annotations(instructions));
        instructions.add(instruction);
        return instruction;
    }

    private void makeReducer(PrimitiveType type) {
        begin();
        var a = add(new HloOp.Parameter(0), Shape.scalar(type));
        var b = add(new HloOp.Parameter(1), Shape.scalar(type));
        var sum = add(new HloOp.Plain(HloOpcode.ADD), Shape.scalar(type), a, b);
        reducers.put(type, end("reducer", sum));
    }

    private void makeComparator(PrimitiveType type) {
        begin();
        var a = add(new HloOp.Parameter(0), Shape.scalar(type));
        var b = add(new HloOp.Parameter(1), Shape.scalar(type));
        var less = add(
                new HloOp.Compare(ComparisonDirection.LT, ComparisonType.TOTALORDER),
                Shape.scalar(PrimitiveType.PRED),
                a,
                b);
        comparators.put(type, end("comparator", less));
    }

    /** A callee, then the entry, which may call it. */
    private void makeBody() {
        begin();
        int parameters = 1 + random.nextInt(3);
        for (int i = 0; i < parameters; i++) {
            add(new HloOp.Parameter(i), array());
        }
        grow(random.nextInt(12));
        end("callee");
        var callee = computations.getLast();
        begin();
        var arguments = new ArrayList<HloInstruction>();
        for (var parameter : callee.parameters()) {
            arguments.add(add(new HloOp.Parameter(arguments.size()), parameter.shape()));
        }
        grow(random.nextInt(20));
        var op = random.nextBoolean()
                ? new HloOp.Fusion(random.nextBoolean() ? FusionKind.LOOP : FusionKind.CUSTOM, callee.id(), List.of())
                : new HloOp.Call(callee.id(), random.nextBoolean());
        add(op, callee.root().shape(), arguments.toArray(HloInstruction[]::new));
        grow(random.nextInt(20));
        end("main");
    }

    private Shape.Array array() {
        int rank = random.nextInt(5);
        var sizes = new ArrayList<Long>();
        for (int i = 0; i < rank; i++) {
            sizes.add((long) random.nextInt(random.nextInt(20) == 0 ? 1 : 4) + (random.nextInt(15) == 0 ? 0 : 1));
        }
        var dynamic = rank > 0 && random.nextInt(12) == 0 ? Set.of(random.nextInt(rank)) : Set.<Integer>of();
        return new Shape.Array(TYPES.get(random.nextInt(TYPES.size())), sizes, dynamic, layout(rank));
    }

    private Layout layout(int rank) {
        return annotations.layout(rank);
    }

    private void grow(int steps) {
        for (int i = 0; i < steps; i++) {
            step();
        }
    }

    private HloInstruction any() {
        return instructions.get(random.nextInt(instructions.size()));
    }

    private void step() {
        var operand = any();
        if (!(operand.shape() instanceof Shape.Array shape)) {
            stepOnTuple(operand);
            return;
        }
        switch (random.nextInt(20)) {
            case 0 -> add(new HloOp.Constant(literals.of(array())), instructionsShape());
            case 1 -> add(new HloOp.Plain(HloOpcode.COPY), shape.withLayout(layout(shape.rank())), operand);
            case 2 -> elementwise(operand, shape);
            case 3 -> add(new HloOp.Plain(BINARY.get(random.nextInt(BINARY.size()))), shape, operand, operand);
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
            add(new HloOp.GetTupleElement(index), elements.get(index), operand);
        } else {
            add(new HloOp.Plain(HloOpcode.AFTER_ALL), new Shape.Token());
        }
    }

    private void elementwise(HloInstruction operand, Shape.Array shape) {
        if (shape.elementType().isFloating() || shape.elementType().isComplex()) {
            add(new HloOp.Plain(FLOAT_UNARY.get(random.nextInt(FLOAT_UNARY.size()))), shape, operand);
        } else {
            add(new HloOp.Plain(HloOpcode.NOT), shape, operand);
        }
    }

    private void compareAndSelect(HloInstruction operand, Shape.Array shape) {
        var direction = random.nextBoolean() ? ComparisonDirection.EQ : ComparisonDirection.NE;
        var chosen =
                add(new HloOp.Compare(direction, null), shape.withElementType(PrimitiveType.PRED), operand, operand);
        add(new HloOp.Plain(HloOpcode.SELECT), shape, chosen, operand, operand);
    }

    private void broadcast(HloInstruction operand, Shape.Array shape) {
        var sizes = new ArrayList<>(shape.dimensions());
        int at = random.nextInt(sizes.size() + 1);
        sizes.add(at, 2L);
        var dimensions = new ArrayList<Integer>();
        for (int i = 0; i < shape.rank(); i++) {
            dimensions.add(i < at ? i : i + 1);
        }
        var result = new Shape.Array(shape.elementType(), sizes, Set.of(), layout(sizes.size()));
        add(new HloOp.WithDimensions(HloOpcode.BROADCAST, dimensions), result, operand);
    }

    private void transpose(HloInstruction operand, Shape.Array shape) {
        var order = annotations.permutation(shape.rank());
        var sizes = order.stream().map(shape::dimension).toList();
        add(
                new HloOp.WithDimensions(HloOpcode.TRANSPOSE, order),
                new Shape.Array(shape.elementType(), sizes, Set.of(), layout(sizes.size())),
                operand);
    }

    private void reshape(HloInstruction operand, Shape.Array shape) {
        var flat = Shape.array(shape.elementType(), shape.elements());
        add(new HloOp.Plain(random.nextBoolean() ? HloOpcode.RESHAPE : HloOpcode.BITCAST), flat, operand);
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
        add(new HloOp.Slice(starts, limits, strides), Shape.array(shape.elementType(), sizes), operand);
    }

    private HloInstruction scalar(PrimitiveType type) {
        return add(new HloOp.Constant(literals.of(Shape.scalar(type))), Shape.scalar(type));
    }

    private void reduce(HloInstruction operand, Shape.Array shape) {
        var reducer = reducers.get(shape.elementType());
        if (reducer == null || shape.rank() == 0) {
            return;
        }
        int dimension = random.nextInt(shape.rank());
        var sizes = new ArrayList<>(shape.dimensions());
        sizes.remove(dimension);
        add(
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
        add(
                new HloOp.AlongDimension(HloOpcode.CONCATENATE, dimension),
                new Shape.Array(shape.elementType(), sizes, shape.dynamicDimensions(), layout(shape.rank())),
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
        add(
                new HloOp.Pad(low, high, interior),
                new Shape.Array(shape.elementType(), sizes, shape.dynamicDimensions(), layout(shape.rank())),
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
        add(new HloOp.Dot(dimensions, precision), Shape.array(shape.elementType(), sizes), operand, operand);
    }

    private void tuple(HloInstruction operand) {
        int count = random.nextInt(9);
        var operands = new HloInstruction[count];
        var shapes = new ArrayList<Shape>();
        for (int i = 0; i < count; i++) {
            operands[i] = random.nextBoolean() ? operand : any();
            shapes.add(operands[i].shape());
        }
        add(new HloOp.Plain(HloOpcode.TUPLE), new Shape.Tuple(shapes), operands);
    }

    private void customCall(HloInstruction operand, Shape.Array shape) {
        var op = new HloOp.CustomCall(
                annotations.string(),
                random.nextBoolean() ? List.of() : List.of(reducers.get(PrimitiveType.F32)),
                random.nextBoolean() ? null : List.of(shape),
                random.nextBoolean(),
                random.nextBoolean() ? "API_VERSION_ORIGINAL" : "API_VERSION_TYPED_FFI",
                List.of());
        add(
                op,
                random.nextBoolean() ? array() : Shape.tuple(array(), new Shape.Opaque(), new Shape.Buffer(shape)),
                operand);
    }

    private void sort(HloInstruction operand, Shape.Array shape) {
        var comparator = comparators.get(shape.elementType());
        if (comparator != null && shape.rank() > 0) {
            add(new HloOp.Sort(random.nextInt(shape.rank()), random.nextBoolean(), comparator), shape, operand);
        }
    }

    private void iota(Shape.Array shape) {
        if (shape.rank() > 0) {
            add(new HloOp.AlongDimension(HloOpcode.IOTA, random.nextInt(shape.rank())), shape);
        }
    }

    private void reduceWindow(HloInstruction operand, Shape.Array shape) {
        var reducer = reducers.get(shape.elementType());
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
        add(
                new HloOp.ReduceWindow(new Window(dimensions), reducer),
                new Shape.Array(shape.elementType(), sizes, shape.dynamicDimensions(), layout(shape.rank())),
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
        add(
                new HloOp.DynamicSlice(sizes),
                Shape.array(shape.elementType(), sizes),
                operands.toArray(HloInstruction[]::new));
    }

    private void unknown(HloInstruction operand, Shape.Array shape) {
        if (random.nextInt(5) == 0) {
            add(new HloOp.Unknown("teleport", List.of()), shape, operand);
        }
    }
}
