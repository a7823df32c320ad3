package org.hloexplorer.app;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.hloexplorer.app.window.HeadlessWindow;
import org.hloexplorer.app.workbench.Decision;
import org.hloexplorer.app.workbench.ProgramSource;
import org.hloexplorer.app.workbench.RooflineMeter;
import org.hloexplorer.app.workbench.RunModel.State;
import org.hloexplorer.app.workbench.RunSentences;
import org.hloexplorer.app.workbench.Sources;
import org.hloexplorer.app.workbench.Workbench;
import org.hloexplorer.pipeline.PassRun;
import org.hloexplorer.pipeline.PipelineRun;
import org.hloexplorer.pipeline.backend.KernelDescription;
import org.hloexplorer.pipeline.backend.tpu.TpuSimulation;

/**
 * What a user would do first, done in the real window but without a display, and told in words: open a program, step its
 * passes, ask why, run it and hold it against the machine.
 */
final class Tour {
    private static final double WIDTH = 1440;
    private static final double HEIGHT = 900;
    private static final String PICTURE = "hlox-tour.png";
    private static final int MOST_DECLINED = 6;

    private final Sources sources;
    private final PrintWriter out;
    private final Path folder;

    /** A tour that leaves its picture in a folder. */
    Tour(Sources sources, PrintWriter out, Path folder) {
        this.sources = sources;
        this.out = out;
        this.folder = folder;
    }

    /** Takes the tour through a program, and tells whether all results were those of the reference. */
    boolean take(ProgramSource program) throws IOException {
        HeadlessWindow.prepare();
        try (var window = new HeadlessWindow(sources, WIDTH, HEIGHT)) {
            var workbench = window.workbench();
            window.perform(() -> workbench.open(program));
            var run = workbench.timeline().runProperty().get();
            if (run == null) {
                return tellProblems(workbench, program);
            }
            say("%s: %s, %s in %s.%n"
                    .formatted(
                            program.name(),
                            run.input().name(),
                            count(run.input().instructionCount(), "instruction"),
                            count(run.input().computations().size(), "computation")));
            tellPasses(run);
            tellFusions(run);
            boolean cpu = tellRun(window, "cpu");
            boolean tpu = tellRun(window, "tpu");
            tellRoofline(window);
            savePicture(window);
            return cpu && tpu;
        }
    }

    private boolean tellProblems(Workbench workbench, ProgramSource program) {
        say("%s has errors, so there is nothing to compile:".formatted(program.name()));
        Optional.ofNullable(workbench.program().parsedProperty().get())
                .ifPresent(parsed -> parsed.diagnostics().forEach(each -> say(parsed.render(each))));
        return false;
    }

    private void tellPasses(PipelineRun run) {
        boolean isChanged = run.runs().stream().anyMatch(PassRun::isChanging);
        say("Passes of the %s pipeline that changed something:%s".formatted(run.pipeline(), isChanged ? "" : " none"));
        run.runs().stream()
                .filter(PassRun::isChanging)
                .forEach(pass -> say("  %-18s %s, %d → %d instructions"
                        .formatted(
                                pass.pass(),
                                pass.rewrites().size(),
                                pass.before().instructionCount(),
                                pass.after().instructionCount())));
    }

    private static String count(int number, String noun) {
        return number == 1 ? "1 " + noun : number + " " + noun + "s";
    }

    private void tellFusions(PipelineRun run) {
        var fusions = Decision.of(run).stream()
                .filter(each -> each.kind().equals(Decision.FUSION))
                .toList();
        var made = fusions.stream().filter(each -> !each.isDeclined()).toList();
        say("%nFusions made (%d):".formatted(made.size()));
        made.stream().limit(MOST_DECLINED).forEach(this::tell);
        tellRest(made);
        var declined = fusions.stream().filter(Decision::isDeclined).toList();
        say("Fusions refused (%d):".formatted(declined.size()));
        declined.stream().limit(MOST_DECLINED).forEach(this::tell);
        tellRest(declined);
    }

    private void tell(Decision decision) {
        say("  %%%s into %%%s: %s".formatted(decision.producer(), decision.consumer(), decision.reason()));
    }

    private void tellRest(List<Decision> decisions) {
        if (decisions.size() > MOST_DECLINED) {
            say("  … and %d more: hlox explain tells them all".formatted(decisions.size() - MOST_DECLINED));
        }
    }

    /** Runs on a device, and tells whether the result is that of the reference. */
    private boolean tellRun(HeadlessWindow window, String device) {
        window.perform("run=" + device);
        var state = window.workbench().runs().stateProperty().get();
        return switch (state) {
            case State.Finished(var run, var _) -> {
                say("%nRun on " + RunSentences.of(run));
                Optional.ofNullable(run.simulation()).ifPresent(this::tellSimulation);
                run.fallbacks().stream()
                        .findFirst()
                        .ifPresent(first -> say("  %d of %d kernels ran elsewhere, the first, %s: %s"
                                .formatted(
                                        run.fallbacks().size(),
                                        KernelDescription.count(run.kernels()),
                                        first.name(),
                                        first.fallback())));
                yield run.agrees();
            }
            case State.Failed(var reason) -> {
                say("%nRun on %s: %s".formatted(device, reason));
                yield false;
            }
            case State.Idle _, State.Running _, State.Cancelled _ -> false;
        };
    }

    private void tellSimulation(TpuSimulation simulation) {
        say(
                simulation.matMuls().isEmpty()
                        ? "  The program has no product of matrices, so the array has nothing to do."
                        : "  %,d cycles on an array of %s, the closed form gives %,d."
                                .formatted(
                                        simulation.cycles(), simulation.config().array(), simulation.closedForm()));
    }

    private void tellRoofline(HeadlessWindow window) {
        say("%nMeasuring the roofline …");
        window.perform("roofline");
        var data = window.workbench().roofline().dataProperty().get();
        if (data == null) {
            window.workbench().log().lines().stream()
                    .reduce((_, last) -> last)
                    .ifPresent(last -> say("  " + last.text()));
            return;
        }
        say("  " + data.summary());
        say("  " + RooflineMeter.verdict(data));
    }

    private void savePicture(HeadlessWindow window) throws IOException {
        window.perform("pass=fusion");
        window.perform("tab=Decisions");
        var picture = folder.resolve(PICTURE);
        window.save(picture);
        say("%nA picture of the window: %s".formatted(picture.toAbsolutePath().normalize()));
    }

    private void say(String line) {
        out.println(line.replace("%n", System.lineSeparator()));
        out.flush();
    }
}
