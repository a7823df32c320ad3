package org.hloexplorer.hlo;

import java.util.List;

/** How exactly a dot or convolution multiplies: per operand, and by a named algorithm; both empty by default. */
public record Precision(List<String> operandPrecision, String algorithm) {

    public static final Precision DEFAULT = new Precision(List.of(), "");

    public Precision {
        operandPrecision = List.copyOf(operandPrecision);
    }
}
