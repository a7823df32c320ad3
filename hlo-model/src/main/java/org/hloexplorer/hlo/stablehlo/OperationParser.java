package org.hloexplorer.hlo.stablehlo;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.hloexplorer.hlo.Shape;
import org.hloexplorer.hlo.text.DiagnosticCode;

/** Reads operations: the generic form, which has one grammar, modules and functions; {@link PrettyParser} reads the rest. */
final class OperationParser {
    private final MlirScanner scanner;
    private final TypeParser types;
    private final ValueParser values;
    private final LocationParser locations;
    private final PrettyParser pretty;

    OperationParser(MlirScanner scanner) {
        this.scanner = scanner;
        this.types = new TypeParser(scanner);
        this.values = new ValueParser(scanner, types);
        this.locations = new LocationParser(scanner);
        this.pretty = new PrettyParser(this, scanner, values);
    }

    ValueParser values() {
        return values;
    }

    LocationParser locations() {
        return locations;
    }

    Operation operation() {
        scanner.enter();
        try {
            var draft = new OperationDraft();
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

    Operation.Use use() {
        int start = scanner.offset();
        scanner.expect("%");
        var name = scanner.suffix();
        int index = scanner.rawNext() == '#' && scanner.accept("#") ? (int) scanner.integer() : 0;
        return new Operation.Use(name, index, start);
    }

    private void generic(OperationDraft draft) {
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

    void sign(OperationDraft draft) {
        boolean isArrow = scanner.peek("(");
        var signature = types.signature();
        draft.operandTypes = signature.operands();
        int wanted = draft.results.stream().mapToInt(Operation.Result::count).sum();
        var results = signature.results();
        boolean isOneForAll = !isArrow && wanted == 1 && results.size() > 1;
        draft.resultTypes = isOneForAll ? List.of(results.getLast()) : results;
    }

    private void requireTypes(OperationDraft draft) {
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

    private void pretty(OperationDraft draft) {
        switch (draft.name) {
            case "module", "builtin.module" -> module(draft);
            case "func.func" -> function(draft);
            default -> pretty.read(draft);
        }
    }

    /** {@code module @name attributes {…} { operations }} */
    private void module(OperationDraft draft) {
        if (scanner.peek("@")) {
            draft.attributes.put("sym_name", values.value());
        }
        if (scanner.acceptWord("attributes")) {
            draft.attributes.putAll(values.dictionary());
        }
        draft.regions.add(region(List.of()));
    }

    /** {@code func.func private @f(%a: t) -> t attributes {…} { operations }} */
    private void function(OperationDraft draft) {
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

    private List<Shape> functionResults(OperationDraft draft) {
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
}
