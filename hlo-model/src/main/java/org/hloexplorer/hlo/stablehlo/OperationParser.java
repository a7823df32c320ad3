package org.hloexplorer.hlo.stablehlo;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.hloexplorer.hlo.Shape;
import org.hloexplorer.hlo.text.DiagnosticCode;

/**
 * Reads operations. The generic form has one grammar; the pretty forms differ by operation, but all are operands, words
 * and {@code key = value} pairs up to a colon, types behind it, and regions.
 */
final class OperationParser {
    private static final Set<String> CONSTANTS = Set.of("constant", "expect_eq_const", "expect_almost_eq_const");
    private static final Set<String> WITHOUT_TYPES = Set.of("sdy.mesh");

    private final MlirScanner scanner;
    private final TypeParser types;
    private final ValueParser values;
    private final LocationParser locations;

    OperationParser(MlirScanner scanner) {
        this.scanner = scanner;
        this.types = new TypeParser(scanner);
        this.values = new ValueParser(scanner, types);
        this.locations = new LocationParser(scanner);
    }

    ValueParser values() {
        return values;
    }

    LocationParser locations() {
        return locations;
    }

    /** What is known of an operation while it is read. */
    private static final class Draft {
        private List<Operation.Result> results = List.of();
        private String name = "";
        private int nameStart;
        private final List<Operation.Use> operands = new ArrayList<>();
        private final List<Operation.Use> initial = new ArrayList<>();
        private final Map<String, Value> attributes = new LinkedHashMap<>();
        private final List<String> words = new ArrayList<>();
        private final List<Operation.Region> regions = new ArrayList<>();
        private final List<String> iterationNames = new ArrayList<>();
        private final List<List<Operation.Argument>> reducers = new ArrayList<>();
        private List<Operation.Argument> arguments = List.of();
        private List<Shape> operandTypes = List.of();
        private List<Shape> resultTypes = List.of();

        private boolean opcode(String opcode) {
            return name.endsWith("." + opcode);
        }

        private Operation operation(Location location) {
            var all = new ArrayList<>(operands);
            all.addAll(initial);
            return new Operation(
                    name, nameStart, results, all, attributes, words, regions, operandTypes, resultTypes, location);
        }
    }

    Operation operation() {
        scanner.enter();
        try {
            var draft = new Draft();
            if (scanner.peek("%")) {
                draft.results = results();
                scanner.expect("=");
            }
            draft.nameStart = scanner.offset();
            if (scanner.peek("\"")) {
                generic(draft);
            } else {
                draft.name = scanner.word();
                pretty(draft);
            }
            requireTypes(draft);
            return draft.operation(locations.optional());
        } finally {
            scanner.leave();
        }
    }

    private List<Operation.Result> results() {
        var results = new ArrayList<Operation.Result>();
        do {
            scanner.expect("%");
            var name = scanner.suffix();
            int count = scanner.rawNext() == ':' && scanner.accept(":") ? (int) scanner.integer() : 1;
            results.add(new Operation.Result(name, count));
        } while (scanner.accept(","));
        return results;
    }

    private Operation.Use use() {
        int start = scanner.offset();
        scanner.expect("%");
        var name = scanner.suffix();
        int index = scanner.rawNext() == '#' && scanner.accept("#") ? (int) scanner.integer() : 0;
        return new Operation.Use(name, index, start);
    }

    private void generic(Draft draft) {
        draft.nameStart++;
        draft.name = scanner.string();
        scanner.expect("(");
        while (!scanner.accept(")")) {
            draft.operands.add(use());
            scanner.accept(",");
        }
        if (scanner.accept("<{")) {
            draft.attributes.putAll(values.entries("}"));
            scanner.expect(">");
        }
        if (scanner.accept("(")) {
            while (!scanner.accept(")")) {
                draft.regions.add(region(List.of()));
                scanner.accept(",");
            }
        }
        if (scanner.peek("{")) {
            draft.attributes.putAll(values.dictionary());
        }
        scanner.expect(":");
        sign(draft);
    }

    private void sign(Draft draft) {
        boolean isArrow = scanner.peek("(");
        var signature = types.signature();
        draft.operandTypes = signature.operands();
        int wanted = draft.results.stream().mapToInt(Operation.Result::count).sum();
        var results = signature.results();
        boolean isOneForAll = !isArrow && wanted == 1 && results.size() > 1;
        draft.resultTypes = isOneForAll ? List.of(results.getLast()) : results;
    }

    private void requireTypes(Draft draft) {
        int wanted = draft.results.stream().mapToInt(Operation.Result::count).sum();
        if (wanted > draft.resultTypes.size()) {
            throw new MlirException(
                    DiagnosticCode.UNEXPECTED_TOKEN,
                    draft.nameStart,
                    draft.nameStart + draft.name.length(),
                    "%s gives %d values here, and %d types stand for them"
                            .formatted(draft.name, wanted, draft.resultTypes.size()));
        }
    }

    /** {@code {^bb0(%a: t): operations}} */
    Operation.Region region(List<Operation.Argument> given) {
        scanner.enter();
        scanner.expect("{");
        var arguments = given;
        if (scanner.accept("^")) {
            scanner.suffix();
            arguments = scanner.peek("(") ? arguments() : List.of();
            scanner.expect(":");
        }
        var operations = new ArrayList<Operation>();
        while (!scanner.accept("}")) {
            if (scanner.peek("^")) {
                int at = scanner.offset();
                throw new MlirException(
                        DiagnosticCode.NOT_CONVERTIBLE, at, at + 1, "HLO has no branches between blocks of a region");
            }
            operations.add(operation());
        }
        scanner.leave();
        return new Operation.Region(arguments, operations);
    }

    /** {@code (%a: t {attributes} loc(…), %b: t)} */
    List<Operation.Argument> arguments() {
        scanner.expect("(");
        var arguments = new ArrayList<Operation.Argument>();
        while (!scanner.accept(")")) {
            scanner.expect("%");
            var name = scanner.suffix();
            scanner.expect(":");
            var type = types.type();
            var attributes = scanner.peek("{") ? values.dictionary() : Map.<String, Value>of();
            arguments.add(new Operation.Argument(name, type, attributes, locations.optional()));
            scanner.accept(",");
        }
        return arguments;
    }

    private void pretty(Draft draft) {
        switch (draft.name) {
            case "module", "builtin.module" -> module(draft);
            case "func.func" -> function(draft);
            default -> prettyOperation(draft);
        }
    }

    /** {@code module @name attributes {…} { operations }} */
    private void module(Draft draft) {
        if (scanner.peek("@")) {
            draft.attributes.put("sym_name", values.value());
        }
        if (scanner.acceptWord("attributes")) {
            draft.attributes.putAll(values.dictionary());
        }
        draft.regions.add(region(List.of()));
    }

    /** {@code func.func private @f(%a: t) -> t attributes {…} { operations }} */
    private void function(Draft draft) {
        while (scanner.atWord()) {
            draft.words.add(scanner.word());
        }
        draft.attributes.put("sym_name", values.value());
        draft.arguments = declaredArguments();
        if (scanner.accept("->")) {
            draft.resultTypes = functionResults(draft);
        }
        if (scanner.acceptWord("attributes")) {
            draft.attributes.putAll(values.dictionary());
        }
        if (scanner.peek("{")) {
            draft.regions.add(region(draft.arguments));
        }
    }

    /** A function that is only declared has types in place of arguments. */
    private List<Operation.Argument> declaredArguments() {
        int start = scanner.offset();
        scanner.expect("(");
        boolean isDefined = scanner.peek("%") || scanner.peek(")");
        scanner.moveTo(start);
        if (isDefined) {
            return arguments();
        }
        scanner.balanced();
        return List.of();
    }

    private List<Shape> functionResults(Draft draft) {
        if (!scanner.accept("(")) {
            return List.of(types.type());
        }
        var results = new ArrayList<Shape>();
        while (!scanner.accept(")")) {
            results.add(types.type());
            if (scanner.peek("{")) {
                draft.attributes.put("result" + (results.size() - 1), new Value.Dictionary(values.dictionary()));
            }
            scanner.accept(",");
        }
        return results;
    }

    private void prettyOperation(Draft draft) {
        if (WITHOUT_TYPES.contains(draft.name)) {
            restOfLine();
            return;
        }
        boolean isConstant = CONSTANTS.contains(draft.name.substring(draft.name.indexOf('.') + 1));
        while (!scanner.peek(":") && !isEnd()) {
            piece(draft);
            if (isConstant && draft.attributes.get("value") instanceof Value.Elements(var literal)) {
                draft.resultTypes = List.of(literal.shape());
                return;
            }
        }
        if (scanner.accept(":")) {
            sign(draft);
        }
        prettyRegions(draft);
    }

    private boolean isEnd() {
        return scanner.atEnd() || scanner.peek("}") || scanner.peek("^") || scanner.peek("loc(");
    }

    private void restOfLine() {
        int end = scanner.text().indexOf('\n', scanner.offset());
        scanner.moveTo(end < 0 ? scanner.text().length() : end);
    }

    private void piece(Draft draft) {
        switch (scanner.next()) {
            case '%' -> draft.operands.add(use());
            case ',' -> scanner.expect(",");
            case '(' -> group(draft);
            case '[' -> draft.attributes.put("bracket", values.value());
            case '{' -> {
                if (draft.name.equals("sdy.manual_computation")) {
                    draft.regions.add(region(draft.arguments));
                } else {
                    draft.attributes.putAll(values.dictionary());
                }
            }
            case '@' -> draft.attributes.put("callee", values.value());
            case '"' -> draft.attributes.put("string", values.value());
            case '<' -> draft.attributes.put("parameters", values.value());
            default -> word(draft);
        }
    }

    private void word(Draft draft) {
        if (scanner.peekWord().equals("dense") || scanner.peekWord().equals("dense_resource")) {
            draft.attributes.put("value", values.value());
            return;
        }
        if (!scanner.atWord()) {
            throw scanner.unexpected("the rest of " + draft.name);
        }
        var word = scanner.word();
        if (word.equals("attributes") && scanner.peek("{")) {
            draft.attributes.putAll(values.dictionary());
        } else if (scanner.accept("=")) {
            draft.attributes.put(word, values.value());
        } else {
            draft.words.add(word);
        }
    }

    /** Operands in parentheses, with what some operations write beside them; or the arguments of a region. */
    private void group(Draft draft) {
        int start = scanner.offset();
        scanner.expect("(");
        if (scanner.peek("%") && isArgument()) {
            scanner.moveTo(start);
            draft.arguments = arguments();
            return;
        }
        while (!scanner.accept(")")) {
            if (scanner.peek("%")) {
                groupedOperand(draft);
            } else if (!scanner.accept(",")) {
                word(draft);
            }
        }
    }

    private boolean isArgument() {
        int start = scanner.offset();
        scanner.expect("%");
        scanner.suffix();
        boolean is = scanner.peek(":");
        scanner.moveTo(start);
        return is;
    }

    private void groupedOperand(Draft draft) {
        var use = use();
        if (scanner.accept("=")) {
            draft.iterationNames.add(use.name());
            draft.operands.add(use());
        } else {
            draft.operands.add(use);
        }
        if (scanner.acceptWord("init")) {
            scanner.expect(":");
            draft.initial.add(use());
        }
    }

    private void prettyRegions(Draft draft) {
        if (draft.opcode("while")) {
            if (scanner.acceptWord("attributes")) {
                draft.attributes.putAll(values.dictionary());
            }
            if (scanner.acceptWord("cond")) {
                var arguments = iterationArguments(draft);
                draft.regions.add(region(arguments));
                scanner.expect("do");
                draft.regions.add(region(arguments));
            }
        } else if (scanner.acceptWord("reducer")) {
            while (scanner.peek("(")) {
                draft.reducers.add(arguments());
            }
            draft.regions.add(region(reducerArguments(draft)));
        }
    }

    private static List<Operation.Argument> iterationArguments(Draft draft) {
        var arguments = new ArrayList<Operation.Argument>();
        for (int i = 0; i < draft.iterationNames.size() && i < draft.operandTypes.size(); i++) {
            arguments.add(new Operation.Argument(
                    draft.iterationNames.get(i), draft.operandTypes.get(i), Map.of(), Location.UNKNOWN));
        }
        return arguments;
    }

    /** Each pair is an accumulator and a value; HLO has all accumulators first. */
    private static List<Operation.Argument> reducerArguments(Draft draft) {
        var arguments = new ArrayList<Operation.Argument>();
        for (int side = 0; side < 2; side++) {
            for (var pair : draft.reducers) {
                if (side < pair.size()) {
                    arguments.add(pair.get(side));
                }
            }
        }
        return arguments;
    }
}
