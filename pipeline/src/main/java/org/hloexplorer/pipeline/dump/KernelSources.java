package org.hloexplorer.pipeline.dump;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloModule;

/**
 * Finds the LLVM IR and machine code that XLA made of an instruction: the files named after it, and those that hold a
 * function of its name. Each file is read once.
 */
public final class KernelSources {
    private static final Pattern FUNCTION =
            Pattern.compile("(?m)^define [^@]*@\"?([\\w.$-]+)\"?\\(|\\.entry\\s+([\\w.$]+)|^([\\w.$]+):$");
    private static final int LARGEST = 64 << 20;

    private final Map<String, Set<SideFile>> byName = new HashMap<>();

    /**
     * Reads the files of code of a dump.
     *
     * @throws IOException where one cannot be read
     */
    public KernelSources(DumpedModule dump) throws IOException {
        for (var file : dump.sides()) {
            if (file.kind() == SideKind.LLVM_IR || file.kind() == SideKind.ASSEMBLY) {
                add(nameOf(file), file);
                addFunctions(file);
            }
        }
    }

    private void add(String name, SideFile file) {
        byName.computeIfAbsent(plain(name), _ -> new LinkedHashSet<>()).add(file);
    }

    private static String nameOf(SideFile file) {
        return file.subject()
                .replaceFirst("^obj-file\\.", "")
                .replaceFirst("\\.ir-(no|with)-opt$", "")
                .replaceFirst("_kernel_module$", "");
    }

    private void addFunctions(SideFile file) throws IOException {
        if (!isText(file) || Files.size(file.path()) > LARGEST) {
            return;
        }
        var text = new String(Files.readAllBytes(file.path()), StandardCharsets.UTF_8);
        FUNCTION.matcher(text).results().forEach(match -> {
            for (int group = 1; group <= match.groupCount(); group++) {
                if (match.group(group) != null) {
                    add(match.group(group), file);
                    add(match.group(group).replaceFirst("_kernel$", ""), file);
                }
            }
        });
    }

    /** Whether a file of code can be read as it is. */
    public static boolean isText(SideFile file) {
        var path = file.path().toString();
        return path.endsWith(".ll") || path.endsWith(".ptx") || path.endsWith(".s") || path.endsWith(".asm");
    }

    /** The files with code of this instruction. */
    public List<SideFile> of(HloInstruction instruction) {
        return List.copyOf(byName.getOrDefault(plain(instruction.name()), Set.of()));
    }

    /** The instructions of a module's entry that have code of their own in the dump. */
    public List<HloInstruction> withCode(HloModule module) {
        return module.entry().instructions().stream()
                .filter(each -> !of(each).isEmpty())
                .toList();
    }

    /** As XLA writes names where dots are not allowed. */
    private static String plain(String name) {
        return name.replaceAll("[^\\w]", "_");
    }
}
