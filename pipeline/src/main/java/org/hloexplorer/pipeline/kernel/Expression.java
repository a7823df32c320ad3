package org.hloexplorer.pipeline.kernel;

import java.util.List;
import java.util.stream.Collectors;
import org.hloexplorer.hlo.PrimitiveType;

/** How a {@link Value} comes about. Equal expressions in the same place give the same value. */
public sealed interface Expression {

    /** The type of the value. */
    PrimitiveType type();

    /** A constant, as the bits that a literal stores. */
    record Constant(PrimitiveType type, long bits) implements Expression {
        @Override
        public String toString() {
            return ScalarText.print(type, bits);
        }
    }

    /** An element of a buffer. */
    record Load(KernelBuffer buffer, Index index) implements Expression {
        @Override
        public PrimitiveType type() {
            return buffer.elementType();
        }

        @Override
        public String toString() {
            return "load %s[%s]".formatted(buffer.name(), index);
        }
    }

    /** An index as a number, of type s64. */
    record IndexValue(Index index) implements Expression {
        @Override
        public PrimitiveType type() {
            return PrimitiveType.S64;
        }

        @Override
        public String toString() {
            return "index " + index;
        }
    }

    /** Whether {@code low <= index < high}. */
    record InRange(Index index, long low, long high) implements Expression {
        @Override
        public PrimitiveType type() {
            return PrimitiveType.PRED;
        }

        @Override
        public String toString() {
            return "%d <= %s < %d".formatted(low, index, high);
        }
    }

    /** An operation on scalars. */
    record Apply(Operation operation, PrimitiveType type, List<Value> operands) implements Expression {
        public Apply {
            operands = List.copyOf(operands);
        }

        @Override
        public String toString() {
            return operation.text() + operands.stream().map(Value::toString).collect(Collectors.joining(", ", " ", ""));
        }
    }

    /** HLO's conversion between numbers: saturating to integers, to the nearest for floats. */
    record Convert(PrimitiveType type, Value operand) implements Expression {
        @Override
        public String toString() {
            return "convert %s to %s".formatted(operand, type);
        }
    }

    /** The same bits as another type of the same width. */
    record BitcastConvert(PrimitiveType type, Value operand) implements Expression {
        @Override
        public String toString() {
            return "bitcast-convert %s to %s".formatted(operand, type);
        }
    }
}
