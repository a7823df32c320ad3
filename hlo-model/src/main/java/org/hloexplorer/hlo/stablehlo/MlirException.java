package org.hloexplorer.hlo.stablehlo;

import org.hloexplorer.hlo.text.DiagnosticCode;

/** A fault in the text, at the place where it was met. */
final class MlirException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final DiagnosticCode code;
    private final int start;
    private final int end;

    MlirException(DiagnosticCode code, int start, int end, String message) {
        super(message);
        this.code = code;
        this.start = start;
        this.end = end;
    }

    /** Something that HLO has no counterpart for, or that is not converted here. */
    static MlirException notConvertible(Operation operation, String reason) {
        int start = operation.nameStart();
        return new MlirException(
                DiagnosticCode.NOT_CONVERTIBLE,
                start,
                start + operation.name().length(),
                "%s is not convertible to HLO: %s".formatted(operation.name(), reason));
    }

    DiagnosticCode code() {
        return code;
    }

    int start() {
        return start;
    }

    int end() {
        return end;
    }

    String text() {
        return String.valueOf(getMessage());
    }
}
