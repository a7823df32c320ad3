package org.hloexplorer.app.cli;

import picocli.CommandLine.Option;

/** How often and on how much of the machine a program is timed: options that several verbs share. */
final class RepeatOptions {

    @Option(
            names = "--repeat",
            paramLabel = "N",
            description =
                    "Time N runs, after one that is not timed; where N is more than 1, after 200 ms of them on the CPU. Default: 1.")
    private int repeat = 1;

    @Option(names = "--threads", paramLabel = "N", description = "Threads to run on. Default: all processors.")
    private int threads = Runtime.getRuntime().availableProcessors();

    int repeat() {
        return repeat;
    }

    int threads() {
        return threads;
    }
}
