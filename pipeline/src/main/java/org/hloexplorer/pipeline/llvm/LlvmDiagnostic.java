package org.hloexplorer.pipeline.llvm;

import java.util.regex.Pattern;

/**
 * Something LLVM said while it parsed, optimised or generated code.
 *
 * @param line line in the file that the debug locations name (HLO, for kernels) or in the IR text; 0 where not known
 * @param column column in that line, from 1; 0 where not known
 */
public record LlvmDiagnostic(Severity severity, int line, int column, String message) {

    /** LLVM's own severities. Remarks tell what the optimiser did, or why it did not. */
    public enum Severity {
        ERROR,
        WARNING,
        REMARK,
        NOTE
    }

    private static final Pattern LOCATED =
            Pattern.compile("^[^\\n:]*:(\\d+):(\\d+): (?:error: )?(.*)$", Pattern.DOTALL);

    /** Takes the {@code file:line:column:} off a text as LLVM prints it. */
    static LlvmDiagnostic parse(Severity severity, String text) {
        var located = LOCATED.matcher(text.strip());
        return located.matches()
                ? new LlvmDiagnostic(
                        severity,
                        Integer.parseInt(located.group(1)),
                        Integer.parseInt(located.group(2)),
                        located.group(3))
                : new LlvmDiagnostic(severity, 0, 0, text.strip());
    }
}
