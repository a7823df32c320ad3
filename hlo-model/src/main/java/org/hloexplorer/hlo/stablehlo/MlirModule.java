package org.hloexplorer.hlo.stablehlo;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.hloexplorer.hlo.text.DiagnosticCode;

/**
 * A text of MLIR as operations.
 *
 * @param functions by name, in the order of the text
 */
record MlirModule(
        String name,
        Map<String, Value> attributes,
        Map<String, Operation> functions,
        Map<String, Location> locations,
        List<Operation> others) {

    static MlirModule parse(String text) {
        var scanner = new MlirScanner(text);
        var parser = new OperationParser(scanner);
        var locations = new LinkedHashMap<String, Location>();
        var operations = new ArrayList<Operation>();
        while (!scanner.atEnd()) {
            if (scanner.peek("{-#")) {
                break;
            }
            if (scanner.accept("#")) {
                alias(scanner, parser, locations);
            } else if (scanner.accept("!")) {
                throw scanner.unexpected("no alias of a type, which is not read,");
            } else {
                operations.add(parser.operation());
            }
        }
        return of(operations, locations);
    }

    private static void alias(MlirScanner scanner, OperationParser parser, Map<String, Location> locations) {
        var name = scanner.suffix();
        scanner.expect("=");
        if (scanner.peek("loc(")) {
            locations.put(name, parser.locations().location());
        } else {
            parser.values().define(name, parser.values().value());
        }
    }

    private static MlirModule of(List<Operation> operations, Map<String, Location> locations) {
        boolean isWrapped = operations.size() == 1 && isModule(operations.getFirst());
        var inner = isWrapped && !operations.getFirst().regions().isEmpty()
                ? operations.getFirst().regions().getFirst().operations()
                : operations;
        var functions = new LinkedHashMap<String, Operation>();
        var others = new ArrayList<Operation>();
        for (var operation : inner) {
            if (!operation.name().equals("func.func")) {
                others.add(operation);
            } else if (functions.put(symbol(operation), operation) != null) {
                throw new MlirException(
                        DiagnosticCode.DUPLICATE_NAME,
                        operation.nameStart(),
                        operation.nameStart() + operation.name().length(),
                        "another function is called @" + symbol(operation));
            }
        }
        return new MlirModule(
                isWrapped ? symbol(operations.getFirst()) : "",
                isWrapped ? operations.getFirst().attributes() : Map.of(),
                functions,
                locations,
                others);
    }

    private static boolean isModule(Operation operation) {
        return operation.name().equals("module") || operation.name().equals("builtin.module");
    }

    static String symbol(Operation operation) {
        return switch (operation.attributes().get("sym_name")) {
            case Value.Symbol(var name) -> name;
            case Value.Text(var name) -> name;
            case null, default -> "";
        };
    }
}
