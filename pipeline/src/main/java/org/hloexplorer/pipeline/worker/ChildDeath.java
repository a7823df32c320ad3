package org.hloexplorer.pipeline.worker;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** How a child ended, put in words from its exit status and its last lines. */
record ChildDeath(int exitStatus, List<String> lastLines) {
    /** What the virtual machine prints before it aborts; the exit status then only tells of the abort. */
    private static final Pattern FATAL = Pattern.compile("#\\s+(SIG[A-Z]+|EXCEPTION_[A-Z_]+) \\(0x([0-9a-f]+)\\).*");

    private static final Pattern COMPILER = Pattern.compile("LLVM ERROR: .*|.*OutOfMemoryError.*|Error: .*");

    private static final int SIGNALS = 128;
    private static final int SIGKILL = 9;

    /** Such as {@code the worker ended (SIGSEGV, signal 11)}. */
    String sentence() {
        return "the worker ended (%s)".formatted(cause());
    }

    private String cause() {
        return fatal().or(this::complaint).orElseGet(this::status);
    }

    private Optional<String> fatal() {
        return lastLines.stream()
                .map(FATAL::matcher)
                .filter(m -> m.matches())
                .findFirst()
                .map(m -> m.group(1).startsWith("SIG")
                        ? "%s, signal %d".formatted(m.group(1), Integer.parseInt(m.group(2), 16))
                        : m.group(1));
    }

    private Optional<String> complaint() {
        return lastLines.stream()
                .filter(line -> COMPILER.matcher(line).matches())
                .findFirst()
                .map(line -> "%s, %s".formatted(line.strip(), status()));
    }

    private String status() {
        return exitStatus == SIGNALS + SIGKILL
                ? "signal 9: the system killed it, which it does when memory runs out"
                : exitStatus > SIGNALS ? "signal " + (exitStatus - SIGNALS) : "exit status " + exitStatus;
    }
}
