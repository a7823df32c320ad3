package org.hloexplorer.visualizers.graph;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.hloexplorer.hlo.HloComputation;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.Shape;

/**
 * What is written in and at a node.
 *
 * @param title the opcode with the attribute that tells it from its like, such as {@code reduce max {1}}
 * @param operands the constants written inside their user, such as {@code (·, -inf)}; empty where there are none
 * @param shape at the output edge, with its layout where that is not row-major
 */
public record NodeText(String title, String operands, String name, String shape) {

    private static final String DRAWN = "\u00b7";
    private static final int LONGEST_NAME = 34;
    private static final int LONGEST_SHAPE = 40;

    static NodeText of(HloInstruction instruction, HloComputation computation, HloModule module) {
        var attribute = DistinguishingAttribute.of(instruction, module);
        return new NodeText(
                shortened(attribute.isEmpty() ? mnemonic(instruction) : mnemonic(instruction) + " " + attribute, 44),
                inlined(instruction, computation),
                shortened(instruction.name(), LONGEST_NAME),
                shortened(shape(instruction.shape()), LONGEST_SHAPE));
    }

    private static String mnemonic(HloInstruction instruction) {
        return instruction.op().mnemonic();
    }

    private static String inlined(HloInstruction instruction, HloComputation computation) {
        var texts = new ArrayList<String>();
        for (int i = 0; i < instruction.operandCount(); i++) {
            var operand = computation.find(instruction.operandId(i));
            texts.add(operand.flatMap(LiteralText::brief).orElse(DRAWN));
        }
        boolean any = texts.stream().anyMatch(text -> !text.equals(DRAWN));
        return any ? shortened(texts.stream().collect(Collectors.joining(", ", "(", ")")), 28) : "";
    }

    /** A shape with only the layouts that are not row-major. */
    static String shape(Shape shape) {
        return switch (shape) {
            case Shape.Array array -> array.layout().isDescending() ? array.withoutLayout() : array.toString();
            case Shape.Tuple(var elements) -> tuple(elements);
            case Shape.Buffer _, Shape.Token _, Shape.Opaque _ -> shape.withoutLayout();
        };
    }

    private static String tuple(List<Shape> elements) {
        return elements.stream().map(NodeText::shape).collect(Collectors.joining(", ", "(", ")"));
    }

    /** Keeps both ends, since names differ in their ends. */
    static String shortened(String text, int most) {
        if (text.length() <= most) {
            return text;
        }
        int tail = most / 3;
        return text.substring(0, most - tail - 1) + "\u2026" + text.substring(text.length() - tail);
    }
}
