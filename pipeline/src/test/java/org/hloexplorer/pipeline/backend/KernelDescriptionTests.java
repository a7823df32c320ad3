package org.hloexplorer.pipeline.backend;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

final class KernelDescriptionTests {
    private static KernelDescription joined(int kernels) {
        return new KernelDescription("k", 1, List.of(1), "test", null, null, List.of(), kernels);
    }

    @Test
    void kernelsOfChainsAreCountedOneByOne() {
        assertThat(KernelDescription.countText(List.of(joined(1)))).isEqualTo("1 kernel");
        assertThat(KernelDescription.countText(List.of(joined(1), joined(1)))).isEqualTo("2 kernels");
        assertThat(KernelDescription.countText(List.of(joined(4)))).isEqualTo("4 kernels in 1 chain");
        assertThat(KernelDescription.countText(List.of(joined(4), joined(2)))).isEqualTo("6 kernels in 2 chains");
        assertThat(KernelDescription.countText(List.of(joined(4), joined(1), joined(1))))
                .isEqualTo("6 kernels, 4 of them in 1 chain");
    }
}
