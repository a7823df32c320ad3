package org.hloexplorer.hlo.verify;

import org.hloexplorer.hlo.Severity;
import org.jspecify.annotations.Nullable;

/**
 * Something that is wrong with a module, or unusual.
 *
 * @param instructionId null where a whole computation, or the module, is meant
 * @param computationId null where the module is meant
 */
public record Finding(
        FindingCode code,
        Severity severity,
        String message,
        @Nullable Integer computationId,
        @Nullable Integer instructionId) {

    public boolean isError() {
        return severity == Severity.ERROR;
    }

    @Override
    public String toString() {
        return "%s: %s [%s]".formatted(severity.text(), message, code);
    }
}
