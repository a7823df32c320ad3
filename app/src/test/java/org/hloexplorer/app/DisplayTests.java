package org.hloexplorer.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

final class DisplayTests {

    @Test
    void linuxNeedsAnXDisplay() {
        assertThat(Display.missing("Linux", Map.of("DISPLAY", ":0"))).isEmpty();
        assertThat(Display.missing("Linux", Map.of("DISPLAY", " ")))
                .hasValueSatisfying(reason -> assertThat(reason).contains("DISPLAY"));
        assertThat(Display.missing("Linux", Map.of("WAYLAND_DISPLAY", "wayland-0")))
                .hasValueSatisfying(reason -> assertThat(reason).contains("XWayland"));
    }

    @Test
    void otherSystemsAlwaysHaveOne() {
        assertThat(Display.missing("Mac OS X", Map.of())).isEmpty();
        assertThat(Display.missing("Windows 11", Map.of())).isEmpty();
    }
}
