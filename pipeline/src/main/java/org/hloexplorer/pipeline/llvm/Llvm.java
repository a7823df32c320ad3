package org.hloexplorer.pipeline.llvm;

import static org.bytedeco.llvm.global.LLVM.LLVMInitializeAMDGPUAsmPrinter;
import static org.bytedeco.llvm.global.LLVM.LLVMInitializeAMDGPUTarget;
import static org.bytedeco.llvm.global.LLVM.LLVMInitializeAMDGPUTargetInfo;
import static org.bytedeco.llvm.global.LLVM.LLVMInitializeAMDGPUTargetMC;
import static org.bytedeco.llvm.global.LLVM.LLVMInitializeNVPTXAsmPrinter;
import static org.bytedeco.llvm.global.LLVM.LLVMInitializeNVPTXTarget;
import static org.bytedeco.llvm.global.LLVM.LLVMInitializeNVPTXTargetInfo;
import static org.bytedeco.llvm.global.LLVM.LLVMInitializeNVPTXTargetMC;
import static org.bytedeco.llvm.global.LLVM.LLVMInitializeNativeAsmParser;
import static org.bytedeco.llvm.global.LLVM.LLVMInitializeNativeAsmPrinter;
import static org.bytedeco.llvm.global.LLVM.LLVMInitializeNativeTarget;
import static org.bytedeco.llvm.global.LLVM.LLVMParseCommandLineOptions;

import java.util.List;
import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.javacpp.Loader;
import org.bytedeco.javacpp.PointerPointer;
import org.bytedeco.llvm.LLVM.LLVMErrorRef;
import org.bytedeco.llvm.global.LLVM;
import org.jspecify.annotations.Nullable;

/** The LLVM library itself: found, loaded and its native target initialised once per process. */
final class Llvm {
    /** Remarks are switched on by options that LLVM keeps per process; it has no call for them. */
    private static final List<String> OPTIONS = List.of(
            "hlox",
            "-pass-remarks=^(loop-vectorize|slp-vectorizer|loop-unroll|loop-idiom|loop-delete)$",
            "-pass-remarks-missed=^(loop-vectorize|slp-vectorizer|regalloc)$",
            "-pass-remarks-analysis=^loop-vectorize$");

    private Llvm() {}

    /**
     * Loads LLVM unless that has happened.
     *
     * @throws LlvmException where the natives of this platform are missing or do not load; says which
     */
    static void load() {
        if (Loaded.FAILURE != null) {
            throw new LlvmException(
                    "LLVM does not load here: %s. It comes with the class path as org.bytedeco:llvm for %s."
                            .formatted(Loaded.FAILURE, Loader.Detector.getPlatform()),
                    List.of());
        }
    }

    /** Makes the targets of graphics processors known too. */
    static void loadDevices() {
        load();
        Devices.initialize();
    }

    /** As {@link Loaded}, for those who ask. */
    private static final class Devices {
        static {
            LLVMInitializeNVPTXTargetInfo();
            LLVMInitializeNVPTXTarget();
            LLVMInitializeNVPTXTargetMC();
            LLVMInitializeNVPTXAsmPrinter();
            LLVMInitializeAMDGPUTargetInfo();
            LLVMInitializeAMDGPUTarget();
            LLVMInitializeAMDGPUTargetMC();
            LLVMInitializeAMDGPUAsmPrinter();
        }

        private Devices() {}

        /** Initialising this class is all. */
        static void initialize() {}
    }

    static void check(@Nullable LLVMErrorRef error) {
        if (error != null && !error.isNull()) {
            throw new LlvmException(take(LLVM.LLVMGetErrorMessage(error)), List.of());
        }
    }

    /** The text behind a message that LLVM allocated, which is freed. */
    static String take(BytePointer message) {
        var text = message.getString();
        LLVM.LLVMDisposeMessage(message);
        return text;
    }

    /** Loading is the initialisation of this class: the JVM does it once, whichever thread comes first. */
    private static final class Loaded {
        static final @Nullable String FAILURE = load();

        private static @Nullable String load() {
            try {
                Loader.load(LLVM.class);
                initializeTarget();
                return null;
            } catch (UnsatisfiedLinkError | RuntimeException | NoClassDefFoundError e) {
                return e.toString();
            }
        }

        private static void initializeTarget() {
            if (LLVMInitializeNativeTarget() != 0 || LLVMInitializeNativeAsmPrinter() != 0) {
                throw new IllegalStateException("LLVM generates no code for this processor");
            }
            LLVMInitializeNativeAsmParser();
            try (var arguments = new PointerPointer<>(OPTIONS.toArray(String[]::new))) {
                LLVMParseCommandLineOptions(OPTIONS.size(), arguments, new BytePointer((BytePointer) null));
            }
        }
    }
}
