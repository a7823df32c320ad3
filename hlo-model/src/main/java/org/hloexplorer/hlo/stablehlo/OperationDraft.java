package org.hloexplorer.hlo.stablehlo;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.hloexplorer.hlo.Shape;

/** What is known of an operation while it is read. */
final class OperationDraft {
    List<Operation.Result> results = List.of();
    String name = "";
    int nameStart;
    final List<Operation.Use> operands = new ArrayList<>();
    final List<Operation.Use> initial = new ArrayList<>();
    final Map<String, Value> attributes = new LinkedHashMap<>();
    final List<String> words = new ArrayList<>();
    final List<Operation.Region> regions = new ArrayList<>();
    final List<String> iterationNames = new ArrayList<>();
    final List<List<Operation.Argument>> reducers = new ArrayList<>();
    List<Operation.Argument> arguments = List.of();
    List<Shape> operandTypes = List.of();
    List<Shape> resultTypes = List.of();

    boolean opcode(String opcode) {
        return name.endsWith("." + opcode);
    }

    Operation operation(Location location) {
        var all = new ArrayList<>(operands);
        all.addAll(initial);
        return new Operation(
                name, nameStart, results, all, attributes, words, regions, operandTypes, resultTypes, location);
    }
}
