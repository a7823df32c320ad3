package org.hloexplorer.pipeline.backend.cpu;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.hloexplorer.pipeline.llvm.LlvmDiagnostic;
import org.hloexplorer.pipeline.llvm.LlvmDiagnostic.Severity;

/**
 * What LLVM remarks of loops, vectors and registers, in plain words. What else it remarks, of code moved or inlined, is
 * left out; warnings and errors stand in its own words.
 */
final class PlainRemarks {
    private static final Pattern VECTORIZED =
            Pattern.compile("vectorized loop \\(vectorization width: (\\d+), interleaved count: (\\d+)\\)");
    private static final Pattern UNROLLED = Pattern.compile("completely unrolled loop with (\\d+) iterations");
    private static final Pattern FACTOR = Pattern.compile("unrolled loop by a factor of (\\d+)(.*)");
    private static final Pattern SPILLS = Pattern.compile(
            "(?:(\\d+) spills .*?cost ?)?(?:\\d+ folded spills .*?cost ?)?(?:(\\d+) reloads )?.* generated in (loop|function)");
    private static final Pattern STORES = Pattern.compile("Stores SLP vectorized with cost (\\S+) .*");

    /** By how LLVM's sentence begins; the first that fits. */
    private static final Map<String, String> WORDS = words();

    private PlainRemarks() {}

    private static Map<String, String> words() {
        Map<String, String> words = new LinkedHashMap<>();
        words.put(
                "loop not vectorized: call instruction cannot be vectorized",
                "one element at a time: the loop calls a function that has no vector form");
        words.put(
                "loop not vectorized: instruction return type cannot be vectorized",
                "not vectorised again: its values are whole vectors already");
        words.put(
                "loop not vectorized: instruction cannot be vectorized",
                "not vectorised again: it holds instructions on whole vectors already, or ones that have no vector form");
        words.put(
                "loop not vectorized: loop control flow is not understood by vectorizer",
                "one repetition at a time: there are loops or branches inside");
        words.put(
                "loop not vectorized: cannot prove it is safe to reorder floating-point operations",
                "one element at a time: it adds up in order, and another order would round otherwise");
        words.put(
                "loop not vectorized: cannot prove it is safe to reorder memory operations",
                "one element at a time: what it writes may be what it reads later");
        words.put(
                "loop not vectorized: unsafe dependent memory operations in loop",
                "one element at a time: a repetition reads what an earlier one wrote");
        words.put(
                "loop not vectorized: cannot identify array bounds",
                "one element at a time: how far its reads reach is only known at run time");
        words.put("loop not vectorized", "one element at a time");
        words.put(
                "the cost-model indicates that vectorization is not beneficial",
                "one element at a time: vectors would take longer, by LLVM's estimate");
        words.put(
                "the cost-model indicates that interleaving is not beneficial",
                "one vector at a time: several side by side would take no less, by LLVM's estimate");
        words.put(
                "floating point conversion changes vector width",
                "converts between floats of different width, which takes extra instructions per vector");
        words.put("Loop deleted because it is invariant", "a loop was left out, as it computes nothing that is used");
        words.put("Vectorized horizontal reduction", "adds the lanes of a vector up as a tree");
        words.put("Transformed loop-strided store", "a loop that stores one value became a call of memset");
        words.put("Formed a call to", "a loop that copies became a call of memcpy");
        return words;
    }

    /** One line for each thing that was said, with the line of the module where that is known. */
    static String of(List<LlvmDiagnostic> diagnostics) {
        var text = diagnostics.stream()
                .flatMap(each -> plain(each).stream().map(words -> at(each.line()) + words))
                .distinct()
                .collect(Collectors.joining("\n"));
        return text.isEmpty() ? "LLVM remarks nothing: there is no loop to vectorise, or to unroll.\n" : text + "\n";
    }

    private static String at(int line) {
        return line == 0 ? "" : "line %d: ".formatted(line);
    }

    private static Optional<String> plain(LlvmDiagnostic diagnostic) {
        var message = diagnostic.message();
        return vectorized(message)
                .or(() -> unrolled(message))
                .or(() -> spilled(message))
                .or(() -> known(message))
                .or(() -> diagnostic.severity() == Severity.REMARK
                        ? Optional.empty()
                        : Optional.of("LLVM says: " + message));
    }

    private static Optional<String> vectorized(String message) {
        var loop = VECTORIZED.matcher(message);
        if (loop.matches()) {
            int interleaved = Integer.parseInt(loop.group(2));
            return Optional.of("vectorised: %s elements at once%s"
                    .formatted(
                            loop.group(1),
                            interleaved == 1 ? "" : ", and %d such vectors side by side".formatted(interleaved)));
        }
        return STORES.matcher(message).matches()
                ? Optional.of("neighbouring stores became one of a whole vector")
                : Optional.empty();
    }

    private static Optional<String> unrolled(String message) {
        var whole = UNROLLED.matcher(message);
        if (whole.matches()) {
            return Optional.of("unrolled in full: all %s repetitions, one after the other".formatted(whole.group(1)));
        }
        var part = FACTOR.matcher(message);
        return part.matches()
                ? Optional.of("unrolled: %s repetitions before each jump back".formatted(part.group(1)))
                : Optional.empty();
    }

    private static Optional<String> spilled(String message) {
        var found = SPILLS.matcher(message);
        if (!found.matches() || (found.group(1) == null && found.group(2) == null)) {
            return Optional.empty();
        }
        return Optional.of("too few registers in the %s: %s values go to the stack, %s loads bring them back"
                .formatted(
                        found.group(3),
                        found.group(1) == null ? "0" : found.group(1),
                        found.group(2) == null ? "0" : found.group(2)));
    }

    private static Optional<String> known(String message) {
        return WORDS.entrySet().stream()
                .filter(each -> message.startsWith(each.getKey()))
                .map(Map.Entry::getValue)
                .findFirst();
    }
}
