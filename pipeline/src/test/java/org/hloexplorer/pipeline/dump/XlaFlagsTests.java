package org.hloexplorer.pipeline.dump;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.Objects;
import org.hloexplorer.pipeline.dump.DumpOptions.Format;
import org.junit.jupiter.api.Test;

/** Flags as users of XLA set them. */
final class XlaFlagsTests {

    @Test
    void aFolderAloneMeansText() {
        var dump = Objects.requireNonNull(XlaFlags.parse("--xla_dump_to=/tmp/d").dump());
        assertThat(dump.folder()).isEqualTo(Path.of("/tmp/d"));
        assertThat(dump.formats()).containsExactly(Format.TEXT);
        assertThat(dump.wantsPass("algsimp", "dce")).isFalse();
    }

    @Test
    void passesAndFormatsAreChosen() {
        var flags = XlaFlags.parse("--xla_dump_to=d --xla_dump_hlo_pass_re=.* --xla_dump_hlo_as_proto "
                + "--xla_disable_hlo_passes=fusion,cse");
        var dump = Objects.requireNonNull(flags.dump());
        assertThat(dump.formats()).containsExactly(Format.PROTO);
        assertThat(dump.wantsOnlyChanges()).isTrue();
        assertThat(flags.disabledPasses()).containsExactlyInAnyOrder("fusion", "cse");
        assertThat(flags.warnings()).isEmpty();
    }

    @Test
    void whatHasNoEffectIsSaid() {
        assertThat(XlaFlags.parse("--xla_cpu_multi_thread_eigen=false --xla_dump_hlo_as_text")
                        .warnings())
                .containsExactly(
                        "XLA_FLAGS: --xla_cpu_multi_thread_eigen is not known here and has no effect.",
                        "XLA_FLAGS: nothing is dumped without --xla_dump_to=DIR.");
    }

    @Test
    void contradictionsAndBrokenPatternsAreErrors() {
        assertThatThrownBy(() -> XlaFlags.parse("--xla_disable_hlo_passes=a --xla_enable_hlo_passes_only=b"))
                .hasMessageContaining("exclude each other");
        assertThatThrownBy(() -> XlaFlags.parse("--xla_dump_hlo_pass_re=("))
                .hasMessageContaining("is no regular expression");
    }
}
