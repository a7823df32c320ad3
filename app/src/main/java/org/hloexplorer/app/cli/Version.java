package org.hloexplorer.app.cli;

import java.io.IOException;
import java.util.Properties;
import picocli.CommandLine.IVersionProvider;

/** Tells the version that Maven wrote into the application. */
final class Version implements IVersionProvider {

    @Override
    public String[] getVersion() throws IOException {
        var properties = new Properties();
        try (var in = Version.class.getResourceAsStream("/org/hloexplorer/app/version.properties")) {
            if (in != null) {
                properties.load(in);
            }
        }
        return new String[] {
            "hlox %s, Java %s".formatted(properties.getProperty("version", "of unknown version"), Runtime.version())
        };
    }
}
