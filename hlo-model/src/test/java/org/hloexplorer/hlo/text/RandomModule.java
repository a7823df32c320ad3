package org.hloexplorer.hlo.text;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.hloexplorer.hlo.Attribute;
import org.hloexplorer.hlo.ComparisonDirection;
import org.hloexplorer.hlo.ComparisonType;
import org.hloexplorer.hlo.FusionKind;
import org.hloexplorer.hlo.HloComputation;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.HloOpcode;
import org.hloexplorer.hlo.Layout;
import org.hloexplorer.hlo.ModuleAttributes;
import org.hloexplorer.hlo.PrimitiveType;
import org.hloexplorer.hlo.Shape;
import org.hloexplorer.hlo.StackFrames;

/**
 * Makes valid modules of all kinds of operations, shapes, layouts, literals, names and annotations. The same random
 * numbers give the same module. Ids count in the order of the text, as the parser counts them.
 */
public final class RandomModule {
    private static final List<PrimitiveType> TYPES = List.of(PrimitiveType.values());

    private final Random random;
    private final RandomSteps steps;
    private final RandomAnnotations annotations;
    private final List<HloComputation> computations = new ArrayList<>();
    final Map<PrimitiveType, Integer> reducers = new HashMap<>();
    final Map<PrimitiveType, Integer> comparators = new HashMap<>();
    private List<HloInstruction> instructions = new ArrayList<>();
    private Set<String> names = new HashSet<>();
    private int computationId;
    private int nextId;

    private RandomModule(Random random) {
        this.random = random;
        this.annotations = new RandomAnnotations(random);
        this.steps = new RandomSteps(this, random, new RandomLiteral(random), annotations);
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

    HloInstruction add(HloOp op, Shape shape, HloInstruction... operands) {
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
        steps.grow(random.nextInt(12));
        end("callee");
        var callee = computations.getLast();
        begin();
        var arguments = new ArrayList<HloInstruction>();
        for (var parameter : callee.parameters()) {
            arguments.add(add(new HloOp.Parameter(arguments.size()), parameter.shape()));
        }
        steps.grow(random.nextInt(20));
        var op = random.nextBoolean()
                ? new HloOp.Fusion(random.nextBoolean() ? FusionKind.LOOP : FusionKind.CUSTOM, callee.id(), List.of())
                : new HloOp.Call(callee.id(), random.nextBoolean());
        add(op, callee.root().shape(), arguments.toArray(HloInstruction[]::new));
        steps.grow(random.nextInt(20));
        end("main");
    }

    Shape.Array array() {
        int rank = random.nextInt(5);
        var sizes = new ArrayList<Long>();
        for (int i = 0; i < rank; i++) {
            sizes.add((long) random.nextInt(random.nextInt(20) == 0 ? 1 : 4) + (random.nextInt(15) == 0 ? 0 : 1));
        }
        var dynamic = rank > 0 && random.nextInt(12) == 0 ? Set.of(random.nextInt(rank)) : Set.<Integer>of();
        return new Shape.Array(TYPES.get(random.nextInt(TYPES.size())), sizes, dynamic, layout(rank));
    }

    Layout layout(int rank) {
        return annotations.layout(rank);
    }

    HloInstruction any() {
        return instructions.get(random.nextInt(instructions.size()));
    }
}
