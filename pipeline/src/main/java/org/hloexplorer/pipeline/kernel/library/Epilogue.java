package org.hloexplorer.pipeline.kernel.library;

import java.util.List;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.pipeline.onednn.PostOp;

/**
 * What is done to the elements of a dot or convolution by the fusion that alone uses it.
 *
 * @param fusion whose result it is
 */
record Epilogue(HloInstruction fusion, List<Step> steps) {
    Epilogue {
        steps = List.copyOf(steps);
    }

    /** One step. */
    sealed interface Step {

        /** A function of the element. */
        record Function(PostOp.Eltwise function) implements Step {}

        /**
         * Another array comes in.
         *
         * @param operand the number of the fusion's operand
         * @param dimensions the result's dimension for each of the array's
         */
        record WithArray(PostOp.Operator operator, int operand, List<Integer> dimensions) implements Step {
            public WithArray {
                dimensions = List.copyOf(dimensions);
            }
        }
    }

    /** The fusion's operands that come in, in the order they do. */
    List<Integer> operands() {
        return steps.stream()
                .filter(Step.WithArray.class::isInstance)
                .map(each -> ((Step.WithArray) each).operand())
                .toList();
    }
}
