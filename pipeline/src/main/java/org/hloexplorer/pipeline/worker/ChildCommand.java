package org.hloexplorer.pipeline.worker;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.hloexplorer.pipeline.onednn.StandardOutput;

/** The command that starts a child: the same Java, the same class path, {@link WorkerMain}. */
final class ChildCommand {
    /** Settings of the native library's loader, which a child needs as much as its parent. */
    private static final List<String> INHERITED = List.of(
            "java.library.path",
            "java.io.tmpdir",
            "user.home",
            "hlox.opencl.library",
            "hlox.cuda.library",
            "hlox.onednn.library");

    /** OpenMP's threads, which oneDNN computes with, sleep while ours compute. */
    static final Map<String, String> ENVIRONMENT =
            Map.of("OMP_WAIT_POLICY", "PASSIVE", "ONEDNN_VERBOSE", StandardOutput.verbosity());

    /** Names a file with the classes that children load, recorded ahead, so that they start sooner. */
    private static final String CLASSES = "hlox.worker.classes";

    /** Names the file in which a compiler, when it ends, is to record them. */
    private static final String RECORDED = "hlox.worker.record";

    private ChildCommand() {}

    /** Whether this child records its classes, which takes it seconds at its end. */
    static boolean records(ChildRole role, Properties properties) {
        return role == ChildRole.COMPILE && properties.getProperty(RECORDED) != null;
    }

    static List<String> of(ChildRole role, Properties properties, Path directory, Path recorder) {
        List<String> command = new ArrayList<>();
        command.add(java(properties).toString());
        command.addAll(List.of(
                "-XX:+IgnoreUnrecognizedVMOptions",
                "-XX:+UseSerialGC",
                "-Xmx1g",
                // Standard output carries frames: what the virtual machine has to say goes elsewhere.
                "-Xlog:disable",
                "-Xlog:all=warning:stderr",
                "-XX:+DisplayVMOutputToStderr",
                "-XX:-CreateCoredumpOnCrash",
                "-XX:ErrorFile=" + directory.resolve("crash.log"),
                "--enable-native-access=ALL-UNNAMED"));
        if (role == ChildRole.COMPILE) {
            // Most of its time is LLVM's: what better code for its own little work takes to make is never made up for.
            command.add("-XX:TieredStopAtLevel=1");
        }
        var classes = properties.getProperty(CLASSES);
        if (records(role, properties)) {
            command.add("-XX:AOTCacheOutput=" + properties.getProperty(RECORDED));
        } else if (classes != null) {
            // One that does not fit is ignored, and what the virtual machine says of that is for nobody.
            command.addAll(List.of("-XX:AOTCache=" + classes, "-Xlog:aot=off", "-Xlog:cds=off"));
        }
        properties.stringPropertyNames().stream()
                .filter(name -> INHERITED.contains(name) || name.startsWith("org.bytedeco."))
                .sorted()
                .forEach(name -> command.add("-D%s=%s".formatted(name, properties.getProperty(name))));
        command.addAll(List.of(
                "-cp", properties.getProperty("java.class.path"), WorkerMain.class.getName(), recorder.toString()));
        return command;
    }

    private static Path java(Properties properties) {
        var home = Path.of(properties.getProperty("java.home"));
        return List.of("java", "java.exe").stream()
                .map(name -> home.resolve("bin").resolve(name))
                .filter(Files::isExecutable)
                .findFirst()
                .orElseThrow(() -> new WorkerException(
                        WorkerException.Reason.UNAVAILABLE,
                        null,
                        "native code runs in a second Java process, and the Java in %s has no bin/java to start it with; use a Java that has, or an app image built with its launchers kept"
                                .formatted(home)));
    }
}
