package org.hloexplorer.pipeline.backend;

import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What runs as one unit on a device.
 *
 * @param name unique in the program
 * @param instruction the instruction of the entry computation (or of a called one) that it computes, or
 *     {@link #WHOLE_PROGRAM}
 * @param instructions all instructions whose work it does, those inside fusions included
 * @param engine what runs it, such as {@code LLVM, 16 floats wide} or {@code reference evaluator}
 * @param fallback why the device does not run it itself, in a sentence; null where it does
 * @param remark what else a reader of the list should know, such as why a library that was asked for does not run it; null
 *     for nothing
 * @param code its stages as text, from loops to machine code
 * @param joined how many kernels it is: one, or several in a chain, which pass rows to one another inside of one function
 */
public record KernelDescription(
        String name,
        int instruction,
        List<Integer> instructions,
        String engine,
        @Nullable String fallback,
        @Nullable String remark,
        List<CodeListing> code,
        int joined) {

    /** A kernel that is not joined with another. */
    public KernelDescription(
            String name,
            int instruction,
            List<Integer> instructions,
            String engine,
            @Nullable String fallback,
            @Nullable String remark,
            List<CodeListing> code) {
        this(name, instruction, instructions, engine, fallback, remark, code, 1);
    }

    /** How many kernels these are, those of chains each counted. */
    public static int count(List<KernelDescription> kernels) {
        return kernels.stream().mapToInt(KernelDescription::joined).sum();
    }

    /** {@code 4 kernels}, {@code 4 kernels in 1 chain}, or {@code 9 kernels, 4 of them in 1 chain}. */
    public static String countText(List<KernelDescription> kernels) {
        int all = count(kernels);
        var chains = kernels.stream().filter(each -> each.joined() > 1).toList();
        var text = all == 1 ? "1 kernel" : "%d kernels".formatted(all);
        if (chains.isEmpty()) {
            return text;
        }
        var within = "in %d chain%s".formatted(chains.size(), chains.size() == 1 ? "" : "s");
        return count(chains) == all ? text + " " + within : "%s, %d of them %s".formatted(text, count(chains), within);
    }

    /** A kernel of which there is nothing else to say. */
    public KernelDescription(
            String name,
            int instruction,
            List<Integer> instructions,
            String engine,
            @Nullable String fallback,
            List<CodeListing> code) {
        this(name, instruction, instructions, engine, fallback, null, code);
    }

    /** Stands for no instruction: the code is that of all of them. */
    public static final int WHOLE_PROGRAM = -1;

    /** One stage of a kernel's code. Compared by identity. */
    public static final class CodeListing {
        private final String stage;
        private final Supplier<String> source;

        /** @param stage such as {@code loop IR}, {@code LLVM IR}, {@code assembly} */
        public CodeListing(String stage, String text) {
            this(stage, () -> text);
        }

        /** A listing that is made when it is asked for: {@code source} gives the same text each time. */
        public CodeListing(String stage, Supplier<String> source) {
            this.stage = stage;
            this.source = source;
        }

        public String stage() {
            return stage;
        }

        /** The code; may take a moment to make. */
        public String text() {
            return source.get();
        }

        @Override
        public String toString() {
            return stage;
        }
    }

    public KernelDescription {
        instructions = List.copyOf(instructions);
        code = List.copyOf(code);
    }
}
