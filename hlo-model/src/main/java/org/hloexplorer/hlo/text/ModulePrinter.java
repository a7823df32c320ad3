package org.hloexplorer.hlo.text;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.hloexplorer.hlo.Attribute;
import org.hloexplorer.hlo.HloComputation;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.HloOpcode;
import org.hloexplorer.hlo.ModuleAttributes;
import org.hloexplorer.hlo.Shape;

/** Writes modules, computations and instructions, noting where each comes to stand. */
final class ModulePrinter {
    /** XLA marks every fifth operand with its number. */
    private static final int MARKED_INTERVAL = 5;

    /** Attributes kept as text that XLA prints behind the control predecessors. */
    private static final Set<String> LATE = Set.of("statistics", "origin");

    /** Module attributes that XLA prints before {@code replica_count}; the others follow it. */
    private static final Set<String> EARLY_OF_MODULE = Set.of(
            "input_output_alias",
            "buffer_donor",
            "alias_passthrough_params",
            "entry_computation_layout",
            "allow_spmd_sharding_propagation_to_parameters",
            "allow_spmd_sharding_propagation_to_output");

    /** An instruction or computation and where it came to stand. */
    record Place(
            int id,
            boolean isInstruction,
            int start,
            int nameStart,
            int nameEnd,
            int opcodeStart,
            int opcodeEnd,
            int end) {}

    private final StringBuilder out;
    private final PrintOptions options;
    private final References references;
    private final AttributeWriter write;
    private final OpPrinter ops;
    private final LiteralPrinter literals;
    private final IdentityHashMap<Shape, String> shapeTexts = new IdentityHashMap<>();
    private Set<Integer> controlPredecessors = Set.of();
    private final List<Place> places = new ArrayList<>();

    /** Writes to {@code out}; names of instructions and computations are looked up by id. */
    ModulePrinter(StringBuilder out, PrintOptions options, References references) {
        this.out = out;
        this.options = options;
        this.references = references;
        this.write = new AttributeWriter(out, references::name, options.has(PrintOption.PERCENTS));
        this.ops = new OpPrinter(write, options);
        this.literals = new LiteralPrinter(out);
    }

    List<Place> places() {
        return places;
    }

    void print(HloModule module) {
        out.append("HloModule ").append(module.name());
        printAttributes(module.attributes());
        out.append("\n\n");
        if (options.has(PrintOption.METADATA) && !module.stackFrames().isEmpty()) {
            StackFramePrinter.print(module.stackFrames(), out);
        }
        var implied = options.has(PrintOption.ASYNC_SUGAR) ? AsyncSugar.wrappers(module) : Set.<Integer>of();
        for (var computation : module.computations()) {
            if (!implied.contains(computation.id())) {
                print(computation, computation.id() == module.entryId());
                out.append("\n\n");
            }
        }
    }

    private void printAttributes(ModuleAttributes attributes) {
        write.flag("is_scheduled", attributes.isScheduled());
        printAttributes(attributes.others(), true);
        write.numberUnless("replica_count", attributes.replicaCount(), 1);
        write.numberUnless("num_partitions", attributes.numPartitions(), 1);
        printAttributes(attributes.others(), false);
    }

    private void printAttributes(List<Attribute> attributes, boolean early) {
        for (var attribute : attributes) {
            if (EARLY_OF_MODULE.contains(attribute.name()) == early) {
                write.text(attribute.name(), attribute.text());
            }
        }
    }

    void print(HloComputation computation, boolean isEntry) {
        int start = out.length();
        out.append(isEntry ? "ENTRY " : "");
        int nameStart = out.length();
        printName(computation.name());
        int nameEnd = out.length();
        if (options.has(PrintOption.PROGRAM_SHAPES)) {
            printProgramShape(computation);
        }
        out.append(" {\n");
        controlPredecessors =
                options.has(PrintOption.CONTROL_DEPENDENCIES) ? controlPredecessors(computation) : Set.of();
        for (var instruction : computation.instructions()) {
            if (isImplied(instruction) && instruction.id() != computation.rootId()) {
                continue;
            }
            out.append("  ");
            print(instruction, instruction.id() == computation.rootId());
            out.append('\n');
        }
        out.append('}');
        places.add(new Place(computation.id(), false, start, nameStart, nameEnd, nameEnd, nameEnd, out.length()));
        if (!computation.executionThread().equals(HloComputation.MAIN_THREAD)) {
            write.quoted("execution_thread", computation.executionThread());
        }
    }

    /** What must run before others has a line of its own, which they name. */
    private static Set<Integer> controlPredecessors(HloComputation computation) {
        var predecessors = new HashSet<Integer>();
        for (var instruction : computation.instructions()) {
            predecessors.addAll(instruction.annotations().controlPredecessors());
        }
        return predecessors;
    }

    private void printProgramShape(HloComputation computation) {
        out.append(" (");
        boolean isFirst = true;
        for (var parameter : computation.parameters()) {
            out.append(isFirst ? "" : ", ")
                    .append(parameter.name())
                    .append(": ")
                    .append(parameter.shape().withoutLayout());
            isFirst = false;
        }
        out.append(") -> ").append(computation.root().shape().withoutLayout());
    }

    void print(HloInstruction instruction, boolean isRoot) {
        int start = out.length();
        out.append(isRoot ? "ROOT " : "");
        int nameStart = out.length();
        printName(instruction.name());
        int nameEnd = out.length();
        out.append(" = ").append(shape(instruction.shape())).append(' ');
        int opcodeStart = out.length();
        out.append(sugar(instruction)
                .map(wrapped -> AsyncSugar.mnemonic(instruction.opcode(), wrapped))
                .orElseGet(instruction.op()::mnemonic));
        int opcodeEnd = out.length();
        printOperands(instruction);
        printAttributes(instruction);
        places.add(new Place(instruction.id(), true, start, nameStart, nameEnd, opcodeStart, opcodeEnd, out.length()));
    }

    private void printName(String name) {
        out.append(options.has(PrintOption.PERCENTS) ? "%" : "").append(name);
    }

    private String shape(Shape shape) {
        return shapeTexts.computeIfAbsent(shape, Shape::toString);
    }

    private void printOperands(HloInstruction instruction) {
        out.append('(');
        switch (instruction.op()) {
            case HloOp.Parameter(var number) -> out.append(number);
            case HloOp.Constant(var literal) -> literals.print(literal, options.has(PrintOption.LARGE_CONSTANTS));
            default -> printOperandList(instruction);
        }
        out.append(')');
    }

    private void printOperandList(HloInstruction instruction) {
        for (int i = 0; i < instruction.operandCount(); i++) {
            out.append(i == 0 ? "" : ", ");
            if (i > 0 && i % MARKED_INTERVAL == 0 && options.has(PrintOption.INDEX_COMMENTS)) {
                out.append("/*index=").append(i).append("*/");
            }
            int operand = instruction.operandId(i);
            if (options.has(PrintOption.OPERAND_SHAPES)) {
                references
                        .instruction(operand)
                        .ifPresent(each -> out.append(shape(each.shape())).append(' '));
            }
            printOperand(operand);
        }
    }

    /** Whether operands say all there is to say about an instruction. */
    private boolean isImplied(HloInstruction instruction) {
        return options.has(PrintOption.ELEMENT_INDICES)
                && instruction.op() instanceof HloOp.GetTupleElement
                && !controlPredecessors.contains(instruction.id());
    }

    /** The name of an operand; of an element, if that is wanted, the tuple's with the indices that lead to it. */
    private void printOperand(int id) {
        var indices = new StringBuilder();
        int at = id;
        var instruction = references.instruction(at);
        while (instruction.filter(this::isImplied).isPresent()
                && instruction.get().op() instanceof HloOp.GetTupleElement(int index)) {
            indices.insert(0, "#" + index);
            at = instruction.get().operandId(0);
            instruction = references.instruction(at);
        }
        printName(references.name(at));
        out.append(indices);
    }

    /** What an asynchronous operation does meanwhile, where its short form is wanted and says it all. */
    private Optional<HloInstruction> sugar(HloInstruction instruction) {
        return options.has(PrintOption.ASYNC_SUGAR) && instruction.op() instanceof HloOp.Async async
                ? references.computation(async.computation()).flatMap(AsyncSugar::wrapped)
                : Optional.empty();
    }

    private void printOp(HloInstruction instruction) {
        var annotations = instruction.annotations();
        var wrapped = sugar(instruction);
        if (wrapped.isEmpty()) {
            ops.print(instruction.op(), annotations.others());
        } else if (instruction.op() instanceof HloOp.Async async && async.opcode() == HloOpcode.ASYNC_START) {
            ops.printThread(async);
            ops.print(wrapped.get().op(), annotations.others());
        }
    }

    /** The attributes of an instruction by name, as they are printed. */
    Map<String, String> attributes(HloInstruction instruction) {
        write.startMarking();
        printAttributes(instruction);
        return write.written();
    }

    private void printAttributes(HloInstruction instruction) {
        var annotations = instruction.annotations();
        var op = instruction.op();
        printOp(instruction);
        if (annotations.isEmpty()) {
            return;
        }
        printOthers(op, annotations.others(), false);
        if (annotations.sharding() != null) {
            write.text("sharding", annotations.sharding());
        }
        if (!annotations.frontendAttributes().isEmpty()) {
            printFrontendAttributes(annotations.frontendAttributes());
        }
        if (options.has(PrintOption.CONTROL_DEPENDENCIES)
                && !annotations.controlPredecessors().isEmpty()) {
            write.references("control-predecessors", annotations.controlPredecessors());
        }
        printOthers(op, annotations.others(), true);
        if (options.has(PrintOption.METADATA) && !annotations.metadata().isEmpty()) {
            MetadataText.append(annotations.metadata(), write.name("metadata"));
        }
        if (options.has(PrintOption.BACKEND_CONFIG) && annotations.backendConfig() != null) {
            printBackendConfig(annotations.backendConfig());
        }
    }

    private void printOthers(HloOp op, List<Attribute> others, boolean late) {
        for (var attribute : others) {
            if (LATE.contains(attribute.name()) == late && !OpPrinter.isPrinted(op, attribute)) {
                write.text(attribute.name(), attribute.text());
            }
        }
    }

    /** Values are kept as written; what is a JSON object is printed without quotes. */
    private void printFrontendAttributes(Map<String, String> attributes) {
        write.name("frontend_attributes").append('{');
        boolean isFirst = true;
        for (var entry : attributes.entrySet()) {
            out.append(isFirst ? "" : ",").append(entry.getKey()).append('=');
            if (RawText.isBraced(entry.getValue())) {
                out.append(entry.getValue());
            } else {
                out.append('"').append(entry.getValue()).append('"');
            }
            isFirst = false;
        }
        out.append('}');
    }

    private void printBackendConfig(String config) {
        if (RawText.isBraced(config) && !options.has(PrintOption.QUOTED_CONFIG)) {
            write.text("backend_config", config);
        } else {
            write.quoted("backend_config", config);
        }
    }
}
