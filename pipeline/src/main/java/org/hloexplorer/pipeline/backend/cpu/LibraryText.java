package org.hloexplorer.pipeline.backend.cpu;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.hloexplorer.pipeline.kernel.PlanStep;
import org.hloexplorer.pipeline.onednn.Implementation;
import org.hloexplorer.pipeline.onednn.PostOp;
import org.hloexplorer.pipeline.onednn.Primitive;
import org.hloexplorer.pipeline.onednn.Tensor;
import org.jspecify.annotations.Nullable;

/** What there is to see of a call of oneDNN, whose code is its own affair. */
record LibraryText(String engine, String listing) {

    static LibraryText of(PlanStep.LibraryCall call, @Nullable Implementation implementation) {
        var primitive = call.primitive();
        var name = implementation == null ? "" : ", " + implementation.name();
        List<String> lines = new ArrayList<>();
        lines.add("oneDNN " + primitive.text());
        if (implementation != null) {
            lines.add("implementation: " + implementation.name());
            lines.add("its verbose line: "
                    + (implementation.verboseLine().isEmpty()
                            ? "not to be had on this system"
                            : implementation.verboseLine()));
            lines.add(String.format(
                    Locale.ROOT,
                    "created in %.2f ms for %d thread%s; it works in %,d bytes of memory besides its arrays",
                    implementation.nanoseconds() / 1e6,
                    implementation.threads(),
                    implementation.threads() == 1 ? "" : "s",
                    implementation.scratchBytes()));
            if (!implementation.reorders().isEmpty()) {
                lines.add("each run brings into the order that it wants, or from it: " + implementation.reorders());
            }
        }
        lines.add("");
        lines.addAll(arrays(primitive));
        lines.addAll(call.notes());
        lines.addAll(domain(primitive));
        return new LibraryText("oneDNN " + primitive.text() + name, String.join("\n", lines) + "\n");
    }

    private static List<String> arrays(Primitive primitive) {
        List<String> lines = new ArrayList<>();
        lines.add("source:      " + text(primitive.source()));
        lines.add("weights:     " + text(primitive.weights()));
        if (primitive.bias() != null) {
            lines.add("bias:        " + text(primitive.bias()));
        }
        for (var each : primitive.postOps()) {
            switch (each) {
                case PostOp.Binary(var _, var operand) ->
                    lines.add("%-12s %s".formatted(each.text() + ":", text(operand)));
                case PostOp.Eltwise(var function, float alpha, float beta) ->
                    lines.add(
                            function == PostOp.Function.LINEAR
                                    ? "linear:      %s x + %s".formatted(alpha, beta)
                                    : each.text());
            }
        }
        lines.add("destination: " + text(primitive.destination()));
        return lines;
    }

    private static String text(Tensor tensor) {
        return "%s%s, strides %s".formatted(tensor.type(), tensor.dimensions(), tensor.strides());
    }

    /** Where a function gives something else than HLO's does. */
    private static List<String> domain(Primitive primitive) {
        List<String> lines = new ArrayList<>();
        for (var each : primitive.postOps()) {
            if (each instanceof PostOp.Eltwise(var function, float _, float _)) {
                switch (function) {
                    case RELU -> lines.add("Of NaN, oneDNN's relu makes 0, where HLO's maximum gives NaN.");
                    case GELU_ERF -> lines.add("Of infinity, oneDNN's gelu_erf makes NaN, where HLO's gives infinity.");
                    case TANH, LINEAR, LOGISTIC, GELU_TANH -> {}
                }
            }
        }
        return lines;
    }
}
