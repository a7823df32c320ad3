package org.hloexplorer.pipeline.backend.cpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.hloexplorer.hlo.Cancellation;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.eval.GeneratedInputs;
import org.hloexplorer.hlo.text.HloParser;
import org.hloexplorer.pipeline.backend.BackendException;
import org.hloexplorer.pipeline.backend.ContractionEngine;
import org.hloexplorer.pipeline.backend.RunOptions;
import org.hloexplorer.pipeline.worker.Worker;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Where there is no oneDNN, whoever asks for it is told so; nothing else changes. */
final class LibraryAbsenceTests {
    private static final String PROPERTY = "hlox.onednn.library";

    private final HloModule module = HloParser.parseOrThrow(DotKernelTests.module(
            "f32[64,96] f32[96,64] f32[64,64] lhs_contracting_dims={1}, rhs_contracting_dims={0}"));

    @AfterEach
    void forget() {
        System.clearProperty(PROPERTY);
    }

    @Test
    void isSaidInASentence() {
        System.setProperty(PROPERTY, "/nowhere/libdnnl.so");
        try (var worker = new Worker()) {
            var backend = new CpuBackend(worker).contracting(ContractionEngine.ONEDNN);
            assertThatThrownBy(() -> backend.compile(module, new Cancellation()))
                    .isInstanceOfSatisfying(
                            BackendException.class,
                            e -> assertThat(e.kind()).isEqualTo(BackendException.Kind.NOT_SUPPORTED))
                    .hasMessage("oneDNN is not here: hlox.onednn.library names /nowhere/libdnnl.so, which is no file;"
                            + " the generated kernels compute dots and convolutions without it");
        }
    }

    @Test
    void generatedKernelsDoWithoutIt() throws BackendException {
        System.setProperty(PROPERTY, "/nowhere/libdnnl.so");
        try (var worker = new Worker();
                var executable = new CpuBackend(worker).compile(module, new Cancellation())) {
            var options = new RunOptions(1, 1, Duration.ofMinutes(1));
            assertThat(executable
                            .run(GeneratedInputs.of(module, 1), options, new Cancellation())
                            .profile()
                            .kernels())
                    .hasSize(1);
        }
    }
}
