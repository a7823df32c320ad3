package org.hloexplorer.pipeline.worker;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.util.List;
import org.hloexplorer.pipeline.llvm.LlvmDiagnostic;

/** What became of one kernel. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "outcome")
@JsonSubTypes({
    @JsonSubTypes.Type(value = CompileOutcome.Compiled.class, name = "compiled"),
    @JsonSubTypes.Type(value = CompileOutcome.Refused.class, name = "refused"),
})
public sealed interface CompileOutcome {

    /**
     * Code for this machine.
     *
     * @param tier how it was compiled
     * @param object the relocatable object, as it is loaded to run
     * @param diagnostics what LLVM said, remarks on vectorisation included
     * @param optimizedIr the module after the optimiser, where listings were asked for, else empty
     * @param assembly the code as text, where listings were asked for, else empty
     */
    record Compiled(
            CompileTier tier,
            ObjectCode object,
            List<LlvmDiagnostic> diagnostics,
            String optimizedIr,
            String assembly,
            CompileTimes times)
            implements CompileOutcome {
        public Compiled {
            diagnostics = List.copyOf(diagnostics);
        }
    }

    /** LLVM said no; the message is its own. */
    record Refused(String message) implements CompileOutcome {}

    /** Where the time went, in nanoseconds: parsing IR, optimising it, generating code. */
    record CompileTimes(long parse, long optimize, long emit) {
        public long total() {
            return parse + optimize + emit;
        }
    }
}
