package org.hloexplorer.pipeline.dump;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloModule;

/** Finds the LLVM IR and machine code that XLA made of an instruction, by the names of kernels. */
public final class KernelSources {
    private static final Pattern FUNCTION =
            Pattern.compile("(?m)^define [^@]*@\"?([\\w.$-]+)\"?\\(|\\.entry\\s+([\\w.$]+)|^([\\w.$]+):$");
    private static final int LARGEST = 64 << 20;

    private final DumpedModule dump;

    public KernelSources(DumpedModule dump) {
        this.dump = dump;
    }

    /**
     * The files with code of this instruction: those named after it, and those that hold a function of its name.
     *
     * @throws IOException where a file cannot be read
     */
    public List<SideFile> of(HloInstruction instruction) throws IOException {
        var name = plain(instruction.name());
        var found = new ArrayList<SideFile>();
        for (var file : dump.sides()) {
            boolean isCode = file.kind() == SideKind.LLVM_IR || file.kind() == SideKind.ASSEMBLY;
            if (isCode && (isNamedAfter(file, name) || holds(file, name))) {
                found.add(file);
            }
        }
        return found;
    }

    /** The instructions of a module that have code of their own in the dump. */
    public List<HloInstruction> withCode(HloModule module) throws IOException {
        var found = new ArrayList<HloInstruction>();
        for (var instruction : module.entry().instructions()) {
            if (!of(instruction).isEmpty()) {
                found.add(instruction);
            }
        }
        return found;
    }

    private static boolean isNamedAfter(SideFile file, String name) {
        var subject = file.subject().replaceFirst("^obj-file\\.", "").replaceFirst("\\.ir-(no|with)-opt$", "");
        return plain(subject.replaceFirst("_kernel_module$", "")).equals(name);
    }

    private static boolean holds(SideFile file, String name) throws IOException {
        var path = file.path().toString();
        boolean isText = path.endsWith(".ll") || path.endsWith(".ptx") || path.endsWith(".s");
        return isText && Files.size(file.path()) <= LARGEST && functions(file).contains(name);
    }

    private static Set<String> functions(SideFile file) throws IOException {
        var names = new HashSet<String>();
        var text = new String(Files.readAllBytes(file.path()), StandardCharsets.UTF_8);
        FUNCTION.matcher(text).results().forEach(match -> {
            for (int group = 1; group <= match.groupCount(); group++) {
                if (match.group(group) != null) {
                    names.add(plain(match.group(group)));
                    names.add(plain(match.group(group).replaceFirst("_kernel$", "")));
                }
            }
        });
        return names;
    }

    /** As XLA writes names where dots are not allowed. */
    private static String plain(String name) {
        return name.replaceAll("[^\\w]", "_");
    }
}
