package org.hloexplorer.pipeline.llvm;

import static org.bytedeco.llvm.global.LLVM.LLVMContextSetDiagnosticHandler;
import static org.bytedeco.llvm.global.LLVM.LLVMDSError;
import static org.bytedeco.llvm.global.LLVM.LLVMDSRemark;
import static org.bytedeco.llvm.global.LLVM.LLVMDSWarning;
import static org.bytedeco.llvm.global.LLVM.LLVMGetDiagInfoDescription;
import static org.bytedeco.llvm.global.LLVM.LLVMGetDiagInfoSeverity;

import java.util.ArrayList;
import java.util.List;
import org.bytedeco.javacpp.Pointer;
import org.bytedeco.llvm.LLVM.LLVMContextRef;
import org.bytedeco.llvm.LLVM.LLVMDiagnosticHandler;
import org.bytedeco.llvm.LLVM.LLVMDiagnosticInfoRef;
import org.hloexplorer.pipeline.llvm.LlvmDiagnostic.Severity;

/**
 * Collects what LLVM says during a call.
 *
 * <p>LLVM ends the process on an error diagnostic that nobody handles, and goes on to emit garbage where somebody does:
 * so every call runs {@linkplain #collecting under a collector}, and an error is a failure of that call.
 */
final class DiagnosticCollector {
    private static final ScopedValue<List<LlvmDiagnostic>> SINK = ScopedValue.newInstance();

    /** One native stub serves all contexts: LLVM calls it on the thread that it was called on, where the sink is. */
    private static final LLVMDiagnosticHandler HANDLER = new LLVMDiagnosticHandler() {
        @Override
        public void call(LLVMDiagnosticInfoRef info, Pointer context) {
            var text = Llvm.take(LLVMGetDiagInfoDescription(info));
            if (SINK.isBound()) {
                SINK.get().add(LlvmDiagnostic.parse(severityOf(info), text));
            }
        }
    };

    private DiagnosticCollector() {}

    static void install(LLVMContextRef context) {
        LLVMContextSetDiagnosticHandler(context, HANDLER, null);
    }

    /** Runs a call, appends what LLVM says to {@code log}, and fails where that includes an error. */
    static void collecting(List<LlvmDiagnostic> log, Runnable call) {
        List<LlvmDiagnostic> said = new ArrayList<>();
        try {
            ScopedValue.where(SINK, said).run(call);
        } finally {
            log.addAll(said);
        }
        said.stream().filter(d -> d.severity() == Severity.ERROR).findFirst().ifPresent(error -> {
            throw new LlvmException(error.message(), said);
        });
    }

    private static Severity severityOf(LLVMDiagnosticInfoRef info) {
        int severity = LLVMGetDiagInfoSeverity(info);
        if (severity == LLVMDSError) {
            return Severity.ERROR;
        }
        if (severity == LLVMDSWarning) {
            return Severity.WARNING;
        }
        return severity == LLVMDSRemark ? Severity.REMARK : Severity.NOTE;
    }
}
