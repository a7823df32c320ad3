package org.hloexplorer.app.cli;

import java.util.stream.Stream;
import org.hloexplorer.samples.SampleModule;
import org.hloexplorer.samples.SampleModules;

/** The samples as arguments of verbs, for parameterized tests. */
final class Samples {
    private Samples() {}

    static Stream<String> arguments() {
        return SampleModules.load().list().stream().map(SampleModule::name).map("sample:"::concat);
    }
}
