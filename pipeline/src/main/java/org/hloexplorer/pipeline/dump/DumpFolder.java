package org.hloexplorer.pipeline.dump;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A folder that XLA dumped modules into, by the names of its files. Opening it reads none of them.
 *
 * @param unknown files whose names are none that XLA gives
 */
public record DumpFolder(Path path, List<DumpedModule> modules, List<Path> unknown) {

    public DumpFolder {
        modules = List.copyOf(modules);
        unknown = List.copyOf(unknown);
    }

    /**
     * Lists a folder. Subfolders are not looked into.
     *
     * @throws IOException where it cannot be listed
     */
    public static DumpFolder open(Path folder) throws IOException {
        var byModule = new TreeMap<Integer, ModuleFiles>();
        var unknown = new ArrayList<Path>();
        for (var file : filesIn(folder)) {
            DumpFileName.parse(file.getFileName().toString())
                    .ifPresentOrElse(
                            name -> byModule.computeIfAbsent(name.module(), ModuleFiles::new)
                                    .add(name, file),
                            () -> unknown.add(file));
        }
        return new DumpFolder(folder, modules(byModule), unknown);
    }

    private static List<DumpedModule> modules(Map<Integer, ModuleFiles> byModule) {
        return byModule.values().stream().map(ModuleFiles::module).toList();
    }

    /** Whether a folder holds at least one module that XLA dumped. */
    public static boolean isDump(Path folder) {
        try {
            return Files.isDirectory(folder)
                    && filesIn(folder).stream()
                            .map(file -> DumpFileName.parse(file.getFileName().toString()))
                            .anyMatch(name -> name.isPresent() && !(name.get() instanceof DumpFileName.Side));
        } catch (IOException e) {
            return false;
        }
    }

    private static List<Path> filesIn(Path folder) throws IOException {
        try (var files = Files.list(folder)) {
            return files.filter(Files::isRegularFile).sorted().toList();
        }
    }

    /** The modules of which there are steps, those with most steps first: what a user most likely wants to see. */
    public List<DumpedModule> programs() {
        return modules.stream()
                .filter(each -> !each.steps().isEmpty())
                .sorted(Comparator.comparingInt(
                                (DumpedModule each) -> -each.steps().size())
                        .thenComparingInt(DumpedModule::number))
                .toList();
    }

    /** What is there in a sentence. */
    public String summary() {
        int steps = modules.stream().mapToInt(each -> each.steps().size()).sum();
        int sides = modules.stream().mapToInt(each -> each.sides().size()).sum();
        return "%d %s in %d steps, %d files beside them%s"
                .formatted(
                        programs().size(),
                        programs().size() == 1 ? "module" : "modules",
                        steps,
                        sides,
                        unknown.isEmpty() ? "" : ", %d files that are none of XLA's".formatted(unknown.size()));
    }
}
