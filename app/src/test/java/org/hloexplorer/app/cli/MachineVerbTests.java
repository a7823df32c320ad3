package org.hloexplorer.app.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hloexplorer.app.cli.Shell.hlox;

import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

final class MachineVerbTests {

    /** CUDA is never used; an OpenCL device may be there, and then is listed by itself. */
    @Test
    void aDeviceThatIsMissingSaysWhatWasLookedFor() {
        assertThat(devices("gpu")).anySatisfy(gpu -> {
            assertThat(gpu.get("available").asBoolean()).isFalse();
            assertThat(gpu.get("reason").asString()).contains("libcuda");
        });
    }

    @Test
    void textNamesEveryKindOfDevice() {
        var result = hlox("machine");

        assertThat(result.status()).isZero();
        assertThat(result.out()).contains("gpu").contains("libcuda");
    }

    private static List<JsonNode> devices(String kind) {
        return hlox("machine", "--json")
                .onlyJson()
                .get("devices")
                .valueStream()
                .filter(device -> device.get("kind").asString().equals(kind))
                .toList();
    }
}
