package org.hloexplorer.app.window;

import java.util.ArrayList;
import java.util.List;
import org.hloexplorer.app.window.SearchEntry.Kind;
import org.hloexplorer.app.workbench.Workbench;
import org.hloexplorer.hlo.HloComputation;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloPath;
import org.hloexplorer.pipeline.PassRun;

/** Everything that the search field can find at the moment. */
final class SearchEntries {
    private final Workbench workbench;
    private final Commands commands;
    private final OpenActions opening;

    SearchEntries(Workbench workbench, Commands commands, OpenActions opening) {
        this.workbench = workbench;
        this.commands = commands;
        this.opening = opening;
    }

    List<SearchEntry> list() {
        var entries = new ArrayList<SearchEntry>();
        commands.list().stream()
                .filter(each -> each.isEnabled().getAsBoolean())
                .map(each -> new SearchEntry(
                        Kind.COMMAND, each.title(), each.keysText().orElse(""), each::perform))
                .forEach(entries::add);
        workbench.sources().samples().list().stream()
                .map(each -> new SearchEntry(Kind.SAMPLE, each.name(), each.title(), () -> opening.open(each)))
                .forEach(entries::add);
        workbench
                .dumpFolder()
                .ifPresent(folder -> folder.programs().stream()
                        .map(each -> new SearchEntry(
                                Kind.SAMPLE,
                                each.name(),
                                Words.say("search.dumped", each.steps().size()),
                                () -> opening.open(folder, each)))
                        .forEach(entries::add));
        addProgram(entries);
        return entries;
    }

    private void addProgram(List<SearchEntry> entries) {
        var run = workbench.timeline().runProperty().get();
        var step = workbench.timeline().stepProperty().get();
        if (run == null || step == null) {
            return;
        }
        run.runs().stream().map(this::entry).forEach(entries::add);
        for (var computation : step.after().computations()) {
            entries.add(entry(step.version(), computation));
            for (var instruction : computation.instructions()) {
                entries.add(entry(step.version(), computation, instruction));
            }
        }
    }

    private SearchEntry entry(PassRun run) {
        return new SearchEntry(
                Kind.PASS,
                run.pass(),
                Words.say("search.pass.detail", run.pipeline(), run.index() + 1),
                () -> workbench.timeline().select(run.index() + 1));
    }

    private SearchEntry entry(int version, HloComputation computation) {
        return new SearchEntry(
                Kind.COMPUTATION,
                computation.name(),
                "",
                () -> select(HloPath.toComputation(version, computation.id())));
    }

    private SearchEntry entry(int version, HloComputation computation, HloInstruction instruction) {
        return new SearchEntry(
                Kind.INSTRUCTION,
                instruction.name(),
                "%s %s"
                        .formatted(
                                instruction.op().mnemonic(), instruction.shape().withoutLayout()),
                () -> select(HloPath.toInstruction(version, computation.id(), instruction.id())));
    }

    private void select(HloPath path) {
        workbench.selection().pathProperty().set(path);
    }
}
