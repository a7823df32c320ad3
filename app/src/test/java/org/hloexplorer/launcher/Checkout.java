package org.hloexplorer.launcher;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A copy of the launcher in a checkout with a Maven that only notes that it was called, and a Java that prints its arguments. */
final class Checkout {
    private static final Path REPOSITORY = Path.of("..").toAbsolutePath().normalize();
    private static final String MAVEN = """
            #!/bin/sh
            echo called >> maven-calls
            [ ! -e maven-fails ] || { echo 'Maven says why'; exit 1; }
            mkdir -p installer/target/hlox
            printf '%s' "$PWD/app/target/hlox/app.jar:$(dirname "$PWD")/a library.jar" > installer/target/hlox/class-path
            printf '%s' "$(dirname "$PWD")/javafx.jar" > installer/target/hlox/module-path
            mkdir -p app/target/hlox
            touch app/target/hlox/app.jar '../a library.jar' ../javafx.jar
            """;
    private static final String JAVA = """
            #!/bin/sh
            for argument in "$@"; do printf '%s\\n' "$argument"; done
            """;

    private final Path root;
    private final Path javaHome;

    Checkout(Path folder) throws IOException {
        root = Files.createDirectories(folder.resolve("a checkout"));
        javaHome = Files.createDirectories(folder.resolve("a jdk"));
        Files.createDirectories(root.resolve(".mvn"));
        Files.createDirectories(source().getParent());
        Files.copy(REPOSITORY.resolve("hlox"), root.resolve("hlox"));
        Files.copy(REPOSITORY.resolve(".mvn/find-jdk.sh"), root.resolve(".mvn/find-jdk.sh"));
        script(root.resolve("mvnw"), MAVEN);
        Files.createDirectories(javaHome.resolve("bin"));
        script(javaHome.resolve("bin/java"), JAVA);
        script(javaHome.resolve("bin/javac"), JAVA);
        Files.writeString(javaHome.resolve("release"), "JAVA_VERSION=\"25.0.3\"\n");
        Files.writeString(root.resolve("pom.xml"), "<project/>");
        Files.writeString(source(), "final class Some {}");
    }

    Path root() {
        return root;
    }

    Path source() {
        return root.resolve("app/src/main/java/Some.java");
    }

    Path library() {
        return root.resolveSibling("a library.jar");
    }

    Path javaHome() {
        return javaHome;
    }

    /** How often Maven was called. */
    int mavenCalls() throws IOException {
        var calls = root.resolve("maven-calls");
        return Files.exists(calls) ? Files.readAllLines(calls).size() : 0;
    }

    /** What a start gives, with the folder to start in and what to call. */
    Outcome start(Path folder, Path script, Map<String, String> environment, String... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of(script.toString()));
        command.addAll(List.of(arguments));
        var builder = new ProcessBuilder(command).directory(folder.toFile());
        builder.environment().keySet().removeAll(List.of("DISPLAY", "HLOX_JAVA_OPTS"));
        builder.environment().put("JAVA_HOME", javaHome.toString());
        builder.environment().putAll(environment);
        var errors = Files.createTempFile(root.getParent(), "errors", ".txt");
        var process = builder.redirectError(errors.toFile()).start();
        var output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (!process.waitFor(1, TimeUnit.MINUTES)) {
            process.destroyForcibly();
        }
        return new Outcome(process.waitFor(), output.lines().toList(), Files.readString(errors));
    }

    Outcome start(String... arguments) throws Exception {
        return start(root, root.resolve("hlox"), new HashMap<>(), arguments);
    }

    private static void script(Path file, String text) throws IOException {
        Files.writeString(file, text);
        if (!file.toFile().setExecutable(true)) {
            throw new IOException("cannot make " + file + " executable");
        }
    }

    /**
     * How a start ended.
     *
     * @param arguments what Java was given
     */
    record Outcome(int status, List<String> arguments, String errors) {}
}
