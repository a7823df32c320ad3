package org.hloexplorer.pipeline.kernel.llvm;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.hloexplorer.hlo.PrimitiveType;
import org.hloexplorer.pipeline.kernel.Expression;
import org.hloexplorer.pipeline.kernel.Index;
import org.hloexplorer.pipeline.kernel.IndexAtom;
import org.hloexplorer.pipeline.kernel.Kernel;
import org.hloexplorer.pipeline.kernel.KernelBuffer;
import org.hloexplorer.pipeline.kernel.Operation;
import org.hloexplorer.pipeline.kernel.Statement;
import org.hloexplorer.pipeline.kernel.Value;

/** Prints the statements of one function: straight-line code here, loops and branches in {@link LoopPrinter}. */
final class FunctionPrinter {
    private final IrText ir;
    private final MathFunctions functions;
    private final OperationPrinter operations;
    private final ConversionPrinter conversions;
    private final IndexPrinter indices;
    private final Axes axes;
    private final AccessTrace trace;

    private final Map<Value, String> names = new HashMap<>();
    private final Map<IndexAtom, String> counters = new HashMap<>();

    /** The vector loop that is being printed, and what differs from lane to lane in it. */
    private Vector vector = Vector.NONE;

    /** Values that loops carry and may add in another order. */
    private final Set<Value> reassociable = new HashSet<>();

    /** A vector loop's counter, its lanes, and the values that have as many. */
    record Vector(IndexAtom.LoopVariable variable, int lanes, Set<Value> varying) {
        static final Vector NONE = new Vector(new IndexAtom.LoopVariable(-1, 0), 1, Set.of());
    }

    FunctionPrinter(IrText ir, MathFunctions functions) {
        this(ir, functions, Axes.OF_THREADS);
    }

    FunctionPrinter(IrText ir, MathFunctions functions, Axes axes) {
        this(ir, functions, axes, AccessTrace.OFF);
    }

    FunctionPrinter(IrText ir, MathFunctions functions, Axes axes, AccessTrace trace) {
        this.ir = ir;
        this.axes = axes;
        this.trace = trace;
        this.functions = functions;
        this.operations = new OperationPrinter(ir, functions.order());
        this.conversions = new ConversionPrinter(ir);
        this.indices = new IndexPrinter(ir, this::atom);
    }

    /** Makes the kernel's scratch buffers known; its arguments are parameters already. */
    FunctionPrinter prepared(Kernel kernel) {
        for (var buffer : kernel.scratch()) {
            if (buffer.role() == KernelBuffer.Role.LOCAL) {
                continue;
            }
            ir.instruction("%%%s = getelementptr inbounds i8, ptr %%scratch, i64 %d", buffer.name(), buffer.number());
        }
        return this;
    }

    void block(List<Statement> statements) {
        for (var statement : statements) {
            switch (statement) {
                case Statement.Define(var value, var expression, int instruction) -> {
                    ir.at(instruction);
                    names.put(value, expression(expression, type(value)));
                }
                case Statement.Store(var buffer, var index, var value, int instruction) -> {
                    ir.at(instruction);
                    store(buffer, index, value);
                }
                case Statement.Combine(var buffer, var index, var operation, var value, int instruction) -> {
                    ir.at(instruction);
                    combine(buffer, index, operation, value);
                }
                case Statement.Barrier(int instruction) -> {
                    ir.at(instruction);
                    axes.barrier(ir);
                }
                case Statement.For loop -> {
                    ir.at(loop.instruction());
                    new LoopPrinter(ir, this, axes).print(loop);
                }
                case Statement.If branch -> {
                    ir.at(branch.instruction());
                    new LoopPrinter(ir, this, axes).print(branch);
                }
            }
        }
    }

    /** The type of a value where it is used now: of as many lanes as it has here. */
    IrType type(Value value) {
        return new IrType(value.type(), vector.varying().contains(value) ? vector.lanes() : 1);
    }

    String name(Value value) {
        return names.getOrDefault(value, "%" + value);
    }

    void name(Value value, String name) {
        names.put(value, name);
    }

    void counter(IndexAtom.LoopVariable variable, String name) {
        counters.put(variable, name);
    }

    void mayReassociate(Value value) {
        reassociable.add(value);
    }

    /** Prints with a loop's repetitions side by side. */
    void inVector(Vector inner, Runnable print) {
        var outer = vector;
        vector = inner;
        print.run();
        vector = outer;
    }

    private String atom(IndexAtom atom) {
        return atom instanceof IndexAtom.Loaded(var value, var _)
                ? name(value)
                : Objects.requireNonNull(counters.get(atom), () -> "no loop around counts " + atom);
    }

    private String expression(Expression expression, IrType type) {
        return switch (expression) {
            case Expression.Constant(var _, long bits) -> type.constant(bits);
            case Expression.Load(var buffer, var index) -> load(buffer, index, type);
            case Expression.IndexValue(var index) -> index(index, type.lanes());
            case Expression.InRange(var index, long low, long high) ->
                inRange(index(index, type.lanes()), low, high, type);
            case Expression.Apply apply -> apply(apply, type);
            case Expression.Convert(var _, var operand) ->
                conversions.convert(operand(operand, type.lanes()), lanesOf(operand, type), type);
            case Expression.BitcastConvert(var _, var operand) ->
                conversions.bitcast(operand(operand, type.lanes()), lanesOf(operand, type), type);
        };
    }

    private static IrType lanesOf(Value operand, IrType like) {
        return new IrType(operand.type(), like.lanes());
    }

    /** The value with so many lanes: copied to all of them where it has one. */
    String operand(Value value, int lanes) {
        return lanes == 1 || type(value).lanes() == lanes
                ? name(value)
                : splat(name(value), new IrType(value.type(), lanes));
    }

    private String splat(String scalar, IrType type) {
        var element = IrType.scalar(type.element()).text();
        if (!scalar.startsWith("%")) {
            return "splat (%s %s)".formatted(element, scalar);
        }
        var vectorType = type.text();
        var first = ir.assign("insertelement %s poison, %s %s, i64 0", vectorType, element, scalar);
        return ir.assign(
                "shufflevector %s %s, %s poison, %s zeroinitializer", vectorType, first, vectorType, type.integer(32));
    }

    private String apply(Expression.Apply apply, IrType type) {
        var operands = apply.operands().stream()
                .map(each -> operand(each, type.lanes()))
                .toList();
        // A comparison's operands, and a select's last ones, tell the type that is worked on.
        var worked = lanesOf(apply.operands().getLast(), type);
        if (apply.operation().isLibraryFunction()) {
            return functions.call(ir, apply.operation(), type, operands);
        }
        var isStep = apply.operands().stream().anyMatch(reassociable::contains);
        var isSum = apply.operation() == Operation.ADD || apply.operation() == Operation.MULTIPLY;
        return operations.print(apply.operation(), worked, operands, isStep && isSum);
    }

    private String index(Index index, int lanes) {
        return lanes == 1 ? indices.scalar(index) : indices.lanes(index, vector.variable(), lanes);
    }

    private String inRange(String index, long low, long high, IrType type) {
        // One unsigned comparison: what is below the range wraps round to above it.
        var i64 = new IrType(PrimitiveType.S64, type.lanes());
        var offset = low == 0 ? index : ir.assign("sub %s %s, %s", i64.text(), index, i64.constant(low));
        return ir.assign("icmp ult %s %s, %s", i64.text(), offset, i64.constant(high - low));
    }

    private String load(KernelBuffer buffer, Index index, IrType type) {
        var loaded = type.lanes() == 1 || isContiguous(index)
                ? ir.assign(
                        "load %s, ptr %s, align %d",
                        type.memory(),
                        address(buffer, index, type.lanes(), false),
                        buffer.elementType().bytes())
                : gather(buffer, index, type);
        return type.memory().equals(type.text())
                ? loaded
                : ir.assign("trunc %s %s to %s", type.memory(), loaded, type.text());
    }

    private boolean isContiguous(Index index) {
        return index.coefficient(vector.variable()) == 1
                && index.terms().keySet().stream()
                        .allMatch(atom -> atom.equals(vector.variable())
                                || !Index.of(atom).variables().contains(vector.variable()));
    }

    /** Of the first of so many elements side by side, which are about to be read or written. */
    private String address(KernelBuffer buffer, Index index, int lanes, boolean isWrite) {
        var address = ir.assign(
                "getelementptr inbounds %s, ptr %%%s, i64 %s",
                IrType.scalar(buffer.elementType()).memory(), buffer.name(), indices.scalar(index));
        trace.record(ir, buffer, address, (long) lanes * buffer.elementType().bytes(), isWrite);
        return address;
    }

    private String gather(KernelBuffer buffer, Index index, IrType type) {
        var pointers = pointers(buffer, index, type, false);
        var pointerType = "<%d x ptr>".formatted(type.lanes());
        return ir.call(
                "llvm.masked.gather.v%1$d%2$s.v%1$dp0".formatted(type.lanes(), memorySuffix(type)),
                type.memory(),
                pointerType,
                pointers,
                "i32",
                Integer.toString(type.element().bytes()),
                type.predicate(),
                "splat (i1 true)",
                type.memory(),
                "poison");
    }

    private static String memorySuffix(IrType type) {
        var memory = IrType.scalar(type.element()).memory();
        return switch (memory) {
            case "float" -> "f32";
            case "double" -> "f64";
            case "half" -> "f16";
            default -> memory;
        };
    }

    private String pointers(KernelBuffer buffer, Index index, IrType type, boolean isWrite) {
        var pointers = ir.assign(
                "getelementptr inbounds %s, ptr %%%s, <%d x i64> %s",
                IrType.scalar(buffer.elementType()).memory(),
                buffer.name(),
                type.lanes(),
                indices.lanes(index, vector.variable(), type.lanes()));
        trace.recordLanes(ir, buffer, pointers, type.lanes(), isWrite);
        return pointers;
    }

    private void store(KernelBuffer buffer, Index index, Value value) {
        var isVector = vector.lanes() > 1 && index.variables().contains(vector.variable());
        var type = new IrType(buffer.elementType(), isVector ? vector.lanes() : 1);
        var stored = operand(value, type.lanes());
        if (!type.memory().equals(type.text())) {
            stored = ir.assign("zext %s %s to %s", type.text(), stored, type.memory());
        }
        if (!isVector || isContiguous(index)) {
            ir.instruction(
                    "store %s %s, ptr %s, align %d",
                    type.memory(),
                    stored,
                    address(buffer, index, type.lanes(), true),
                    buffer.elementType().bytes());
        } else {
            scatter(buffer, index, type, stored);
        }
    }

    private void combine(KernelBuffer buffer, Index index, Operation operation, Value value) {
        var type = IrType.scalar(buffer.elementType());
        ir.assign(
                "atomicrmw %s ptr %s, %s %s monotonic",
                atomic(operation, buffer.elementType()),
                address(buffer, index, 1, true),
                type.text(),
                operand(value, 1));
    }

    private static String atomic(Operation operation, PrimitiveType type) {
        return switch (operation) {
            case ADD -> type.isFloating() ? "fadd" : "add";
            case MAXIMUM -> type.isSigned() ? "max" : "umax";
            case MINIMUM -> type.isSigned() ? "min" : "umin";
            default -> throw new IllegalArgumentException(operation.text() + " is not done in one step");
        };
    }

    private void scatter(KernelBuffer buffer, Index index, IrType type, String stored) {
        ir.call(
                "llvm.masked.scatter.v%1$d%2$s.v%1$dp0".formatted(type.lanes(), memorySuffix(type)),
                "void",
                type.memory(),
                stored,
                "<%d x ptr>".formatted(type.lanes()),
                pointers(buffer, index, type, true),
                "i32",
                Integer.toString(type.element().bytes()),
                type.predicate(),
                "splat (i1 true)");
    }
}
