package org.hloexplorer.pipeline.dump;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Collects the files of one module, and puts its steps in order. */
final class ModuleFiles {
    /** Ends of a compilation in the order XLA comes to them; what is not listed stands before the last three. */
    private static final List<String> LAST_STAGES = List.of(
            "after_optimizations_before_buffer_assignment",
            "after_optimization",
            "after_optimizations",
            "after_optimizations_after_buffer_assignment",
            "after_codegen");

    private final int number;
    private final Map<String, DumpStep> steps = new LinkedHashMap<>();
    private final List<DumpFileName.Side> sides = new ArrayList<>();
    private final List<Path> sidePaths = new ArrayList<>();
    private String name = "";

    ModuleFiles(int number) {
        this.number = number;
    }

    void add(DumpFileName fileName, Path file) {
        switch (fileName) {
            case DumpFileName.BetweenPasses(int _, var module, int step, var pipeline, var after, var before) ->
                addStep(module, new DumpStep(step, pipeline, after, before, file));
            case DumpFileName.DuringPass(int _, var module, int step, var pass, var label) ->
                addStep(module, new DumpStep(step, pass, label, "", file));
            case DumpFileName.Stage(int _, var module, var stage) ->
                addStep(module, new DumpStep(-1, "", stage, "", file));
            case DumpFileName.Side side -> {
                sides.add(side);
                sidePaths.add(file);
            }
        }
    }

    /** Of one step in several formats the protocol buffer is kept: text may leave constants out. */
    private void addStep(String module, DumpStep step) {
        if (name.isEmpty()) {
            name = module;
        }
        steps.merge(
                step.number() + "." + step.title() + "." + step.next(),
                step,
                (old, now) -> isProto(now.file()) && !isProto(old.file()) ? now : old);
    }

    private static boolean isProto(Path file) {
        return file.getFileName().toString().contains(".hlo.pb");
    }

    DumpedModule module() {
        var ordered = new ArrayList<>(steps.values());
        int partitioned = lastOfPartitioning();
        ordered.sort(Comparator.comparingDouble((DumpStep step) -> place(step, partitioned))
                .thenComparing(DumpStep::pass));
        var shown = name.isEmpty() ? "module_%04d".formatted(number) : name;
        var files = new ArrayList<SideFile>();
        for (int i = 0; i < sides.size(); i++) {
            files.add(new SideFile(sides.get(i).kind(), subject(sides.get(i)), sidePaths.get(i)));
        }
        return new DumpedModule(number, shown, ordered, files);
    }

    private String subject(DumpFileName.Side side) {
        var own = !name.isEmpty() && side.rest().startsWith(name + ".")
                ? side.rest().substring(name.length() + 1)
                : side.rest();
        return side.kind().subject(own);
    }

    private int lastOfPartitioning() {
        return steps.values().stream()
                .filter(each -> each.pipeline().contains("spmd")
                        || each.pipeline().contains("sharding")
                        || each.pipeline().equals("pre-spmd-partitioner"))
                .mapToInt(DumpStep::number)
                .max()
                .orElse(-1);
    }

    private static double place(DumpStep step, int partitioned) {
        if (step.number() >= 0) {
            return step.number();
        }
        var stage = step.pass();
        if (stage.startsWith("before_optimization")) {
            return -1;
        }
        if (stage.startsWith("after_spmd")) {
            return partitioned + 0.5;
        }
        var plain = stage.replaceFirst("^(.*_gpu_|cpu_|tpu_)(?=after_)", "");
        return 1e9 + Math.max(0, LAST_STAGES.indexOf(plain) + 1);
    }
}
