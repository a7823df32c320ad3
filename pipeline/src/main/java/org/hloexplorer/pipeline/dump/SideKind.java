package org.hloexplorer.pipeline.dump;

import java.util.List;
import java.util.regex.Pattern;

/** What XLA writes beside modules. Kinds are told by name; the more particular endings come first. */
public enum SideKind {
    BUFFER_ASSIGNMENT_VALUES("the values in each buffer", "-buffer-assignment-values.txt"),
    BUFFER_ASSIGNMENT("which value lies where in memory", "-buffer-assignment.txt"),
    LIVE_RANGE("when each buffer is alive", "-live-range.txt"),
    MEMORY_USAGE_REPORT("how much memory is used", "-memory-usage-report.txt"),
    FUSION_PROCESS(
            "what priority fusion considered",
            "priority_fusion_dump.txt",
            "priority_fusion_dump.pb",
            "priority_fusion_dump.pbtxt"),
    METADATA("when each pass ran", ".metadata.textproto"),
    THUNKS("the order of kernels", "thunk_sequence.txt", "thunk_sequence.pb", "thunk_graph.txt"),
    LLVM_IR("LLVM IR", ".ll", ".bc"),
    ASSEMBLY("machine code", ".ptx", ".s", ".asm", ".o", ".cubin", ".hsaco", "_obj-file.o"),
    MLIR("MLIR", ".mlir"),
    OPTIONS("the flags of the compilation", "debug_options", "debug_options.txt", "config.pbtxt"),
    DEVICE("the device it was compiled for", "gpu_target_config.pbtxt", "autotune_results.pbtxt"),
    SNAPSHOT("a module with its inputs", "snapshot.pb"),
    PICTURE("a picture", ".dot", ".html", ".url", ".svg", "_fusion.pyz", "visualization"),
    OTHER("something this program does not read", "");

    private static final String SEPARATOR = "|";

    private final String words;
    private final String endings;

    SideKind(String words, String... endings) {
        this.words = words;
        this.endings = String.join("|", endings);
    }

    private List<String> endings() {
        return List.of(endings.split(Pattern.quote(SEPARATOR), -1));
    }

    /** What such a file holds, for a sentence. */
    public String words() {
        return words;
    }

    /** The kind of a file with this name, compressed or not. */
    static SideKind of(String fileName) {
        var name = fileName.endsWith(".gz") ? fileName.substring(0, fileName.length() - 3) : fileName;
        for (var kind : values()) {
            if (kind.endings().stream().anyMatch(name::endsWith)) {
                return kind;
            }
        }
        return OTHER;
    }

    /** What stands before the ending of a name of this kind. */
    String subject(String fileName) {
        return endings().stream()
                .filter(fileName::endsWith)
                .findFirst()
                .map(ending -> fileName.substring(0, fileName.length() - ending.length()))
                .orElse(fileName);
    }
}
