package org.hloexplorer.pipeline.llvm;

import java.util.List;

/** LLVM refused or failed; the message is LLVM's own, with the place in the text where it named one. */
public final class LlvmException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient List<LlvmDiagnostic> diagnostics;

    LlvmException(String message, List<LlvmDiagnostic> diagnostics) {
        super(message);
        this.diagnostics = List.copyOf(diagnostics);
    }

    /** What LLVM said until it failed, errors included. */
    public List<LlvmDiagnostic> diagnostics() {
        return diagnostics;
    }
}
