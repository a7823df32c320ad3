package org.hloexplorer.pipeline.onednn;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.util.Locale;

/** What is done to each element of a result before it is written. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "post-op")
@JsonSubTypes({
    @JsonSubTypes.Type(value = PostOp.Eltwise.class, name = "eltwise"),
    @JsonSubTypes.Type(value = PostOp.Binary.class, name = "binary"),
})
public sealed interface PostOp {

    /** A function of the element alone; the parameters are those of {@link Function#LINEAR}, {@code alpha * x + beta}. */
    record Eltwise(Function function, float alpha, float beta) implements PostOp {

        public static Eltwise of(Function function) {
            return new Eltwise(function, 0, 0);
        }
    }

    /** A function of the element and one of another array, which is repeated where its size is 1. */
    record Binary(Operator operator, Tensor operand) implements PostOp {}

    /** The names are oneDNN's, the numbers those of its {@code dnnl_alg_kind_t}. */
    enum Function {
        RELU(0x20),
        TANH(0x21),
        LINEAR(0x26),
        LOGISTIC(0x29),
        GELU_TANH(0x2b),
        GELU_ERF(0x31);

        private final int code;

        Function(int code) {
            this.code = code;
        }

        int code() {
            return code;
        }
    }

    enum Operator {
        ADD(0x1fff0),
        MUL(0x1fff1),
        SUB(0x1fff5);

        private final int code;

        Operator(int code) {
            this.code = code;
        }

        int code() {
            return code;
        }
    }

    /** Its name in a list such as {@code matmul + bias + gelu_tanh}. */
    default String text() {
        return switch (this) {
            case Eltwise(var function, float _, float _) -> function.name().toLowerCase(Locale.ROOT);
            case Binary(var operator, var _) -> "binary_" + operator.name().toLowerCase(Locale.ROOT);
        };
    }
}
