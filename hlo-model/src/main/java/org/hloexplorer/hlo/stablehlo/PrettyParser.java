package org.hloexplorer.hlo.stablehlo;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Reads the pretty form of operations. Dialects print each in its own way, but all are operands, words and
 * {@code key = value} pairs up to a colon, types behind it, and regions.
 */
final class PrettyParser {
    private static final Set<String> CONSTANTS = Set.of("constant", "expect_eq_const", "expect_almost_eq_const");
    private static final Set<String> WITHOUT_TYPES = Set.of("sdy.mesh");

    private final OperationParser operations;
    private final MlirScanner scanner;
    private final ValueParser values;

    PrettyParser(OperationParser operations, MlirScanner scanner, ValueParser values) {
        this.operations = operations;
        this.scanner = scanner;
        this.values = values;
    }

    /** What follows the name of an operation. */
    void read(OperationDraft draft) {
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
            operations.sign(draft);
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

    private void piece(OperationDraft draft) {
        switch (scanner.next()) {
            case '%' -> draft.operands.add(operations.use());
            case ',' -> scanner.expect(",");
            case '(' -> group(draft);
            case '[' -> draft.attributes.put("bracket", values.value());
            case '{' -> {
                if (draft.name.equals("sdy.manual_computation")) {
                    draft.regions.add(operations.region(draft.arguments));
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

    private void word(OperationDraft draft) {
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
    private void group(OperationDraft draft) {
        int start = scanner.offset();
        scanner.expect("(");
        if (scanner.peek("%") && isArgument()) {
            scanner.moveTo(start);
            draft.arguments = operations.arguments();
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

    private void groupedOperand(OperationDraft draft) {
        var use = operations.use();
        if (scanner.accept("=")) {
            draft.iterationNames.add(use.name());
            draft.operands.add(operations.use());
        } else {
            draft.operands.add(use);
        }
        if (scanner.acceptWord("init")) {
            scanner.expect(":");
            draft.initial.add(operations.use());
        }
    }

    private void prettyRegions(OperationDraft draft) {
        if (draft.opcode("while")) {
            if (scanner.acceptWord("attributes")) {
                draft.attributes.putAll(values.dictionary());
            }
            if (scanner.acceptWord("cond")) {
                var arguments = iterationArguments(draft);
                draft.regions.add(operations.region(arguments));
                scanner.expect("do");
                draft.regions.add(operations.region(arguments));
            }
        } else if (scanner.acceptWord("reducer")) {
            while (scanner.peek("(")) {
                draft.reducers.add(operations.arguments());
            }
            draft.regions.add(operations.region(reducerArguments(draft)));
        }
    }

    private static List<Operation.Argument> iterationArguments(OperationDraft draft) {
        var arguments = new ArrayList<Operation.Argument>();
        for (int i = 0; i < draft.iterationNames.size() && i < draft.operandTypes.size(); i++) {
            arguments.add(new Operation.Argument(
                    draft.iterationNames.get(i), draft.operandTypes.get(i), Map.of(), Location.UNKNOWN));
        }
        return arguments;
    }

    /** Each pair is an accumulator and a value; HLO has all accumulators first. */
    private static List<Operation.Argument> reducerArguments(OperationDraft draft) {
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
