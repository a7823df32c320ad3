package org.hloexplorer.pipeline;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.text.HloParser;

/** Small valid modules made at random: arithmetic, movement, reductions and products over a few shapes. */
public final class GeneratedModules {
    private static final List<String> UNARY =
            List.of("negate", "abs", "exponential", "tanh", "floor", "sine", "logistic");
    private static final List<String> BINARY = List.of("add", "subtract", "multiply", "maximum", "minimum");

    private static final String FUNCTIONS = """
            HloModule generated

            sum {
              a = f32[] parameter(0)
              b = f32[] parameter(1)
              ROOT s = f32[] add(a, b)
            }

            twice {
              p = f32[2,3] parameter(0)
              ROOT d = f32[2,3] add(p, p)
            }

            """;

    private record Value(String name, List<Integer> sizes) {
        String shape() {
            return GeneratedModules.shape(sizes);
        }
    }

    private final Random random;
    private final StringBuilder text = new StringBuilder(FUNCTIONS).append("ENTRY main {\n");
    private final List<Value> values = new ArrayList<>();

    private GeneratedModules(long seed) {
        this.random = new Random(seed);
    }

    /** Modules that jqwik shrinks to small seeds, not to small modules. */
    public static Arbitrary<HloModule> modules() {
        return Arbitraries.longs().map(seed -> new GeneratedModules(seed).build());
    }

    private HloModule build() {
        parameter(List.of(2, 3));
        parameter(List.of(2, 3));
        parameter(List.of(3));
        constant();
        int size = 3 + random.nextInt(25);
        for (int i = 0; i < size; i++) {
            step();
        }
        int results = 1 + random.nextInt(3);
        var last = values.subList(values.size() - results, values.size());
        text.append("  ROOT result = (%s) tuple(%s)\n}\n"
                .formatted(
                        String.join(", ", last.stream().map(Value::shape).toList()),
                        String.join(", ", last.stream().map(Value::name).toList())));
        return HloParser.parseOrThrow(text);
    }

    private void step() {
        var value = any();
        switch (random.nextInt(10)) {
            case 0, 1 -> add(value.sizes(), "%s(%s)".formatted(pick(UNARY), value.name()));
            case 2, 3 ->
                add(
                        value.sizes(),
                        "%s(%s, %s)"
                                .formatted(
                                        pick(BINARY), value.name(), like(value).name()));
            case 4 -> transpose(value);
            case 5 -> reshape(value);
            case 6 -> reduce(value);
            case 7 -> broadcast(value);
            case 8 -> slice(value);
            default -> product(value);
        }
    }

    private void parameter(List<Integer> sizes) {
        int number = values.size();
        add(sizes, "parameter(%s)".formatted(number));
    }

    private void constant() {
        add(List.of(), "constant(%s)".formatted(pick(List.of(0, 1, 2, 0.5, -1))));
    }

    private void transpose(Value value) {
        if (value.sizes().size() == 2) {
            add(value.sizes().reversed(), "transpose(%s), dimensions={1,0}".formatted(value.name()));
        } else {
            constant();
        }
    }

    private void reshape(Value value) {
        int elements = value.sizes().stream().reduce(1, (a, b) -> a * b);
        var flat = value.sizes().size() == 1 ? List.of(elements, 1) : List.of(elements);
        add(flat, "reshape(%s)".formatted(value.name()));
    }

    private void reduce(Value value) {
        if (value.sizes().isEmpty()) {
            constant();
            return;
        }
        int dimension = random.nextInt(value.sizes().size());
        var sizes = new ArrayList<>(value.sizes());
        sizes.subList(dimension, dimension + 1).clear();
        add(List.of(), "constant(0)");
        add(
                sizes,
                "reduce(%s, %s), dimensions={%s}, to_apply=sum"
                        .formatted(value.name(), values.getLast().name(), dimension));
    }

    private void broadcast(Value value) {
        var dimensions = new ArrayList<Integer>();
        for (int i = 0; i < value.sizes().size(); i++) {
            dimensions.add(i + 1);
        }
        if (value.sizes().size() < 2) {
            var sizes = new ArrayList<>(List.of(2));
            sizes.addAll(value.sizes());
            add(sizes, "broadcast(%s), dimensions={%s}".formatted(value.name(), joined(dimensions)));
        } else {
            add(value.sizes(), "copy(%s)".formatted(value.name()));
        }
    }

    private void slice(Value value) {
        if (value.sizes().size() == 1 && value.sizes().getFirst() > 1) {
            add(
                    List.of(value.sizes().getFirst() - 1),
                    "slice(%s), slice={[1:%s]}"
                            .formatted(value.name(), value.sizes().getFirst()));
        } else {
            add(value.sizes(), "negate(%s)".formatted(value.name()));
        }
    }

    private void product(Value value) {
        if (value.sizes().equals(List.of(2, 3)) && random.nextBoolean()) {
            add(value.sizes(), "call(%s), to_apply=twice".formatted(value.name()));
        } else if (value.sizes().size() == 2) {
            int rows = value.sizes().getFirst();
            add(
                    List.of(rows, rows),
                    "dot(%s, %s), lhs_contracting_dims={1}, rhs_contracting_dims={1}"
                            .formatted(value.name(), like(value).name()));
        } else {
            add(value.sizes(), "abs(%s)".formatted(value.name()));
        }
    }

    private Value any() {
        return values.get(random.nextInt(values.size()));
    }

    /** A value of the same shape, perhaps the same. */
    private Value like(Value value) {
        var alike = values.stream()
                .filter(each -> each.sizes().equals(value.sizes()))
                .toList();
        return alike.get(random.nextInt(alike.size()));
    }

    private <T> T pick(List<T> choices) {
        return choices.get(random.nextInt(choices.size()));
    }

    private void add(List<Integer> sizes, String operation) {
        var value = new Value("v" + values.size(), List.copyOf(sizes));
        values.add(value);
        text.append("  %s = %s %s\n".formatted(value.name(), value.shape(), operation));
    }

    private static String shape(List<Integer> sizes) {
        return "f32[" + joined(sizes) + "]";
    }

    private static String joined(List<Integer> numbers) {
        return String.join(",", numbers.stream().map(String::valueOf).toList());
    }
}
