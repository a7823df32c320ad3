package org.hloexplorer.hlo.stablehlo;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.hloexplorer.hlo.Attribute;
import org.hloexplorer.hlo.HloComputation;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.ModuleAttributes;
import org.hloexplorer.hlo.OpMetadata;
import org.hloexplorer.hlo.ProgramShape;
import org.hloexplorer.hlo.Shape;
import org.hloexplorer.hlo.StackFrames;
import org.hloexplorer.hlo.text.AttributeTexts;
import org.hloexplorer.hlo.text.DiagnosticCode;
import org.jspecify.annotations.Nullable;

/** Makes an HLO module of functions: each that the main one needs becomes a computation. */
final class ModuleConverter {
    private static final Set<String> RETURNS =
            Set.of("return", "func.return", "stablehlo.return", "mhlo.return", "sdy.return", "chlo.return");

    private final MlirModule source;
    private final Ids ids = new Ids();
    private final List<HloComputation> computations = new ArrayList<>();
    private final Map<String, Integer> functions = new HashMap<>();
    private final List<MlirException> faults = new ArrayList<>();

    ModuleConverter(MlirModule source) {
        this.source = source;
    }

    /** What could not be converted; the module means nothing where there is any. */
    List<MlirException> faults() {
        return faults;
    }

    HloModule convert() {
        var main = main();
        for (var function : inCallOrder(main)) {
            functions.put(MlirModule.symbol(function), convertFunction(function));
        }
        int entry = functions.getOrDefault(MlirModule.symbol(main), 0);
        return new HloModule(
                source.name().isEmpty() ? "main" : new Ids().name(source.name()),
                attributes(main, computations.getLast()),
                StackFrames.NONE,
                computations,
                entry,
                ids.free());
    }

    private Operation main() {
        var main = source.functions().get("main");
        if (main != null) {
            return main;
        }
        var called = new HashSet<String>();
        source.functions().values().forEach(each -> called.addAll(callees(each)));
        return source.functions().values().stream()
                .filter(each -> !called.contains(MlirModule.symbol(each))
                        && !each.regions().isEmpty())
                .findFirst()
                .orElseThrow(() -> new MlirException(
                        DiagnosticCode.EMPTY_MODULE, 0, 1, "there is no function in it that could be run"));
    }

    /** Functions that are needed, each behind those it calls. Calls may be nested deeper than the stack of a thread. */
    private List<Operation> inCallOrder(Operation main) {
        var ordered = new LinkedHashSet<String>();
        var open = new ArrayDeque<String>();
        var begun = new HashSet<String>();
        open.push(MlirModule.symbol(main));
        while (!open.isEmpty()) {
            var top = open.peek();
            if (!begun.add(top)) {
                ordered.add(open.pop());
                continue;
            }
            for (var name : callees(function(top))) {
                if (begun.contains(name) && !ordered.contains(name)) {
                    throw callsItself(name);
                }
                if (source.functions().containsKey(name) && !begun.contains(name)) {
                    open.push(name);
                }
            }
        }
        return ordered.stream().map(this::function).toList();
    }

    private Operation function(String name) {
        var function = source.functions().get(name);
        if (function == null) {
            throw new IllegalStateException("there is no function @" + name);
        }
        return function;
    }

    private MlirException callsItself(String name) {
        int start = function(name).nameStart();
        return new MlirException(
                DiagnosticCode.NOT_CONVERTIBLE,
                start,
                start + 1,
                "@%s calls itself, which HLO cannot express".formatted(name));
    }

    private static Set<String> callees(Operation operation) {
        var callees = new LinkedHashSet<String>();
        for (var region : operation.regions()) {
            for (var inner : region.operations()) {
                for (var key : List.of("callee", "decomposition", "called_computations")) {
                    addSymbols(inner.attributes().get(key), callees);
                }
                callees.addAll(callees(inner));
            }
        }
        return callees;
    }

    private static void addSymbols(@Nullable Value value, Set<String> names) {
        switch (value) {
            case Value.Symbol(var name) -> names.add(name);
            case Value.Values(var values) -> values.forEach(each -> addSymbols(each, names));
            case null, default -> {}
        }
    }

    private int convertFunction(Operation function) {
        if (function.regions().isEmpty()) {
            throw MlirException.notConvertible(function, "@%s is declared only".formatted(MlirModule.symbol(function)));
        }
        var region = function.regions().getFirst();
        var builder = new ComputationBuilder(ids);
        for (int i = 0; i < region.arguments().size(); i++) {
            builder.define(
                    region.arguments().get(i).name(),
                    0,
                    parameter(region.arguments().get(i), i, builder));
        }
        var results = convertBody(region, builder);
        builder.comeFrom(OpMetadata.NONE);
        return finish(MlirModule.symbol(function), builder, builder.bundled(results));
    }

    private HloInstruction parameter(Operation.Argument argument, int number, ComputationBuilder builder) {
        var metadata = metadata(argument.location());
        builder.comeFrom(metadata);
        var name = metadata.opName() == null || metadata.opName().length() > 60 ? "Arg_" + number : metadata.opName();
        var parameter = builder.parameter(number, argument.type(), name + "." + number);
        var annotations = parameter.annotations();
        if (argument.attributes().get("mhlo.sharding") instanceof Value.Text(var sharding)) {
            annotations = annotations.withSharding(sharding);
        }
        if (argument.attributes().get("sdy.sharding") instanceof Value.Raw(var text)) {
            annotations = annotations.withFrontendAttributes(Map.of("xla.sdy.sharding", AttributeTexts.escaped(text)));
        }
        var annotated = parameter.withAnnotations(annotations);
        builder.replace(annotated);
        return annotated;
    }

    OpMetadata metadata(Location location) {
        return Location.metadata(location, source.locations());
    }

    /** Converts the operations of a region, and gives what it returns. */
    List<HloInstruction> convertBody(Operation.Region region, ComputationBuilder builder) {
        var converter = new OperationConverter(this, builder);
        for (var operation : region.operations()) {
            builder.comeFrom(metadata(operation.location()));
            if (RETURNS.contains(operation.name())) {
                return operation.operands().stream().map(builder::value).toList();
            }
            try {
                converter.convert(operation);
            } catch (MlirException e) {
                note(e, operation, builder);
            } catch (ArithmeticException
                    | IllegalArgumentException
                    | IndexOutOfBoundsException
                    | IllegalStateException e) {
                note(
                        MlirException.notConvertible(
                                operation,
                                "its operands, types and attributes do not fit (%s)".formatted(e.getMessage())),
                        operation,
                        builder);
            }
        }
        return List.of();
    }

    /** Goes on with the next operation, so that one run tells of all that is not convertible. */
    private void note(MlirException fault, Operation operation, ComputationBuilder builder) {
        if (fault.code() == DiagnosticCode.UNKNOWN_OPERAND && !faults.isEmpty()) {
            throw fault;
        }
        faults.add(fault);
        if (faults.size() > 50) {
            throw fault;
        }
        int at = 0;
        for (var result : operation.results()) {
            for (int i = 0; i < result.count(); i++) {
                builder.define(
                        result.name(),
                        i,
                        builder.parameter(at, operation.resultTypes().get(at), "not_converted"));
                at++;
            }
        }
    }

    int finish(String name, ComputationBuilder builder, HloInstruction root) {
        computations.add(builder.finish(name, root));
        return builder.id();
    }

    /** What a computation that is made already gives: the elements of its result. */
    List<Shape> resultTypes(int computation) {
        for (var each : computations) {
            if (each.id() == computation) {
                return each.root().shape() instanceof Shape.Tuple(var elements)
                        ? elements
                        : List.of(each.root().shape());
            }
        }
        throw new IllegalArgumentException("there is no computation " + computation);
    }

    /** The computation of a function that was converted before. */
    int function(Operation operation, String name) {
        var id = functions.get(name);
        if (id == null) {
            throw MlirException.notConvertible(operation, "there is no function @%s".formatted(name));
        }
        return id;
    }

    private ModuleAttributes attributes(Operation main, HloComputation entry) {
        var others = new ArrayList<Attribute>();
        var aliases = aliases(main);
        if (!aliases.isEmpty()) {
            others.add(new Attribute("input_output_alias", "{ " + String.join(", ", aliases) + " }"));
        }
        others.add(new Attribute("entry_computation_layout", layout(entry)));
        return new ModuleAttributes(false, count("mhlo.num_replicas"), count("mhlo.num_partitions"), others);
    }

    private int count(String name) {
        return source.attributes().get(name) instanceof Value.Int(var count) && count > 0 ? (int) count : 1;
    }

    private static List<String> aliases(Operation main) {
        var aliases = new ArrayList<String>();
        var arguments = main.regions().getFirst().arguments();
        int results = main.resultTypes().size();
        for (int i = 0; i < arguments.size(); i++) {
            if (arguments.get(i).attributes().get("tf.aliasing_output") instanceof Value.Int(var output)) {
                aliases.add("{%s}: (%d, {}, may-alias)".formatted(results == 1 ? "" : Long.toString(output), i));
            }
        }
        return aliases;
    }

    private static String layout(HloComputation entry) {
        var shape = ProgramShape.of(entry);
        var text = new StringBuilder("{(");
        for (int i = 0; i < shape.parameters().size(); i++) {
            text.append(i == 0 ? "" : ", ").append(i > 0 && i % 5 == 0 ? "/*index=" + i + "*/" : "");
            text.append(shape.parameters().get(i));
        }
        return text.append(")->").append(shape.result()).append('}').toString();
    }
}
