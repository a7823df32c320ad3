package org.hloexplorer.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.hloexplorer.app.cli.Terminal;
import org.junit.jupiter.api.Test;

final class LauncherTests {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private final Launcher launcher = new Launcher(new Terminal(
            InputStream.nullInputStream(),
            new PrintWriter(out),
            new PrintWriter(err),
            OutputStream.nullOutputStream()));

    @Test
    void aVerbGoesToTheCommandLine() {
        assertThat(launcher.run("machine", "--json")).isZero();
        assertThat(out.toString()).startsWith("{\"devices\"");
    }

    @Test
    void aMisspeltVerbIsRecognized() {
        assertThat(launcher.run("mashine")).isEqualTo(2);
        assertThat(err.toString())
                .contains("no verb and no file named 'mashine'")
                .contains("Did you mean 'machine'?");
    }

    @Test
    void aFileThatIsNotThereIsNamed() {
        assertThat(launcher.run("pom.xml", "nowhere/module.hlo")).isEqualTo(2);
        assertThat(err.toString())
                .contains("no file named 'nowhere/module.hlo'")
                .doesNotContain("pom.xml");
    }
}
