package org.hloexplorer.app.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hloexplorer.app.cli.Shell.hlox;

import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

final class MachineVerbTests {

    @Test
    void aDeviceThatIsMissingSaysWhatWasLookedFor() {
        var gpu = device("gpu");

        assertThat(gpu.get("available").asBoolean()).isFalse();
        assertThat(gpu.get("reason").asString()).contains("libcuda").contains("OpenCL");
    }

    @Test
    void textNamesEveryKindOfDevice() {
        var result = hlox("machine");

        assertThat(result.status()).isZero();
        assertThat(result.out()).contains("gpu").contains("libcuda");
    }

    private static JsonNode device(String kind) {
        return hlox("machine", "--json")
                .onlyJson()
                .get("devices")
                .valueStream()
                .filter(device -> device.get("kind").asString().equals(kind))
                .findFirst()
                .orElseThrow();
    }
}
