package org.hloexplorer.pipeline.worker;

import java.util.List;

/**
 * What a child is for. Compiling and running are apart, so that a wild store cannot reach the compiler, and the drivers of
 * devices are apart from both.
 */
enum ChildRole {
    COMPILE("compiling"),
    RUN("running"),
    DEVICE("running on the device");

    private final String doing;

    ChildRole(String doing) {
        this.doing = doing;
    }

    /** What was going on, for a sentence: {@code while kernel `fusion.3` ran}. */
    String whileAt(List<String> kernels) {
        if (kernels.isEmpty()) {
            return "before it had answered";
        }
        var names = kernels.size() == 1
                ? "kernel `%s`".formatted(kernels.getFirst())
                : "kernels "
                        + String.join(
                                ", ", kernels.stream().map("`%s`"::formatted).toList());
        return switch (this) {
            case COMPILE -> "while %s %s compiled".formatted(names, kernels.size() == 1 ? "was" : "were");
            case RUN, DEVICE -> "while %s ran".formatted(names);
        };
    }

    String doing() {
        return doing;
    }
}
