package org.hloexplorer.hlo.diff;

import java.util.Optional;
import java.util.OptionalLong;
import org.hloexplorer.hlo.HloComputation;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.Shape;
import org.hloexplorer.hlo.text.HloPrinter;

/** An instruction that a query asks about, and the fields it may ask for. */
record Subject(HloModule module, HloComputation computation, HloInstruction instruction) {

    /** A field's text; empty where the instruction has none of this name. */
    Optional<String> text(String field) {
        var metadata = instruction.annotations().metadata();
        return switch (field) {
            case "name" -> Optional.of(instruction.name());
            case "opcode" -> Optional.of(instruction.op().mnemonic());
            case "shape" -> Optional.of(instruction.shape().withoutLayout());
            case "layout" -> Optional.of(instruction.shape().toString());
            case "type" -> array().map(array -> array.elementType().text());
            case "in" -> Optional.of(computation.name());
            case "op_name" -> Optional.ofNullable(metadata.opName());
            case "source_file" -> Optional.ofNullable(metadata.sourceFile());
            case "root" -> Optional.of(Boolean.toString(computation.rootId() == instruction.id()));
            default ->
                Optional.ofNullable(
                        HloPrinter.attributes(module, computation, instruction).get(field));
        };
    }

    /** A field's number; empty where it is none. */
    OptionalLong number(String field) {
        return switch (field) {
            case "elements" ->
                array().filter(Subject::isBounded)
                        .map(array -> OptionalLong.of(array.elements()))
                        .orElse(OptionalLong.empty());
            case "bytes" ->
                isBounded(instruction.shape())
                        ? OptionalLong.of(instruction.shape().bytes())
                        : OptionalLong.empty();
            case "rank" -> array().map(array -> OptionalLong.of(array.rank())).orElse(OptionalLong.empty());
            case "operands" -> OptionalLong.of(instruction.operandCount());
            case "users" -> OptionalLong.of(computation.users(instruction).size());
            default -> text(field).map(Subject::parse).orElse(OptionalLong.empty());
        };
    }

    private Optional<Shape.Array> array() {
        return instruction.shape() instanceof Shape.Array array ? Optional.of(array) : Optional.empty();
    }

    private static boolean isBounded(Shape shape) {
        return switch (shape) {
            case Shape.Array array -> !array.dimensions().contains(Shape.UNBOUNDED);
            case Shape.Tuple(var elements) -> elements.stream().allMatch(Subject::isBounded);
            case Shape.Buffer(var contents) -> isBounded(contents);
            case Shape.Token _, Shape.Opaque _ -> true;
        };
    }

    private static OptionalLong parse(String text) {
        try {
            return OptionalLong.of(Long.parseLong(text.replaceAll("[{}]", "")));
        } catch (NumberFormatException _) {
            return OptionalLong.empty();
        }
    }
}
