package org.hloexplorer.pipeline.corpus;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import org.hloexplorer.hlo.HloComputation;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.reader.HloReader;
import org.hloexplorer.pipeline.fusion.CpuInstructionFusion;
import org.hloexplorer.pipeline.fusion.FusionDecision.Forbidden;
import org.hloexplorer.pipeline.fusion.KernelComputations;
import org.hloexplorer.pipeline.fusion.PairQuestions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What XLA's compiler for CPUs handed to a library, and what not, is what the library's conditions say. */
@Tag("corpus")
final class LibraryCallTests {
    private static final String LIBRARY = "__ynn_fusion";

    @Test
    void allThatIsInsideIsAdmitted() {
        var refused = new ArrayList<String>();
        int admitted = 0;
        for (var program : Corpus.orSkip().programs()) {
            for (var module : program.module("cpu_after.hlo").stream().toList()) {
                var questions = new PairQuestions(CpuInstructionFusion.PASS, module);
                for (var body : bodies(module)) {
                    admitted += ask(
                            questions,
                            body,
                            (producer, refusal) -> refused.add(producer + ": " + refusal.explanation()));
                }
            }
        }
        assertThat(refused).isEmpty();
        assertThat(admitted).isGreaterThan(300);
    }

    /** Just after the calls were made; later passes take away other users, so that a finished module tells less. */
    @Test
    void allThatIsOutsideIsRefused() throws IOException {
        var unexplained = new ArrayList<String>();
        int edges = 0;
        for (var program : Corpus.orSkip().programs()) {
            for (var file : program.dumpedSteps()) {
                if (file.toString().contains("after_dot-library-rewriter")) {
                    var module = HloReader.read(file).module().orElseThrow();
                    var questions = new PairQuestions(CpuInstructionFusion.PASS, module);
                    for (var computation : KernelComputations.of(module)) {
                        ask(questions, computation, (producer, refusal) -> {
                            if (refusal.explanation().contains("as it stands now")) {
                                unexplained.add(program.name() + ": " + refusal.explanation());
                            }
                        });
                    }
                    edges++;
                }
            }
        }
        assertThat(edges).isPositive();
        assertThat(unexplained).isEmpty();
    }

    private static List<HloComputation> bodies(HloModule module) {
        return module.computations().stream()
                .filter(computation -> module.callers(computation.id()).stream().anyMatch(LibraryCallTests::isLibrary))
                .toList();
    }

    private static boolean isLibrary(HloInstruction instruction) {
        var config = instruction.annotations().backendConfig();
        return config != null && config.contains(LIBRARY);
    }

    /** Asks about every edge; gives how many are allowed. */
    private static int ask(
            PairQuestions questions, HloComputation computation, BiConsumer<HloInstruction, Forbidden> refused) {
        int allowed = 0;
        for (var consumer : computation.instructions()) {
            for (var producer : computation.operands(consumer)) {
                var decision = questions.ask(producer, consumer).map(each -> each.decision());
                if (decision.isPresent() && decision.get() instanceof Forbidden refusal) {
                    refused.accept(producer, refusal);
                } else {
                    allowed += decision.isPresent() ? 1 : 0;
                }
            }
        }
        return allowed;
    }
}
