package org.hloexplorer.hlo.verify;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.hloexplorer.hlo.PrimitiveType;
import org.hloexplorer.hlo.ProgramShape;
import org.hloexplorer.hlo.Shape;

/** Checks that computations take and give what their callers need. */
final class Callees {
    private Callees() {}

    /** A computation that combines two groups of scalars of these types into one. */
    static void checkReducer(Application a, int callee, List<PrimitiveType> types) {
        var scalars = types.stream().<Shape>map(Shape::scalar).toList();
        var parameters = new ArrayList<>(scalars);
        parameters.addAll(scalars);
        check(a, callee, parameters, scalars.size() == 1 ? scalars.getFirst() : new Shape.Tuple(scalars));
    }

    /** A computation that says of two scalars of each type which comes first. */
    static void checkComparator(Application a, int callee, List<PrimitiveType> types) {
        var parameters = types.stream()
                .<Shape>mapMulti((type, each) -> {
                    each.accept(Shape.scalar(type));
                    each.accept(Shape.scalar(type));
                })
                .toList();
        check(a, callee, parameters, Shape.scalar(PrimitiveType.PRED));
    }

    /** A computation of these parameters and this result; floating types may differ in width. */
    static void check(Application a, int callee, List<Shape> parameters, Shape result) {
        var program = a.callee(callee);
        checkParameters(a, program, parameters);
        compare(a, "gives", program.result(), result);
    }

    static void checkParameters(Application a, ProgramShape program, List<Shape> parameters) {
        if (program.parameters().size() != parameters.size()) {
            throw a.fault(
                    FindingCode.CALLEE_SIGNATURE,
                    "the computation takes %s, but %s is needed",
                    texts(program.parameters()),
                    texts(parameters));
        }
        IntStream.range(0, parameters.size())
                .forEach(i ->
                        compare(a, "takes as number " + i, program.parameters().get(i), parameters.get(i)));
    }

    private static void compare(Application a, String verb, Shape found, Shape needed) {
        var difference = ShapeDifference.of(found, needed);
        switch (difference) {
            case NONE -> {}
            case DYNAMIC, PRECISION ->
                a.warn(
                        difference.code(),
                        "%s: the computation %s %s, where %s is meant"
                                .formatted(a.op().mnemonic(), verb, found.withoutLayout(), needed.withoutLayout()));
            case FULL ->
                throw a.fault(
                        FindingCode.CALLEE_SIGNATURE,
                        "the computation %s %s, but %s is needed",
                        verb,
                        found.withoutLayout(),
                        needed.withoutLayout());
        }
    }

    private static String texts(List<Shape> shapes) {
        return shapes.stream().map(Shape::withoutLayout).collect(Collectors.joining(", ", "(", ")"));
    }
}
