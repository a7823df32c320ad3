package org.hloexplorer.app.window;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.hloexplorer.app.workbench.FusionChoices;
import org.hloexplorer.app.workbench.FusionMove;
import org.hloexplorer.app.workbench.Workbench;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.HloPath;
import org.hloexplorer.pipeline.fusion.FusionPairs;
import org.hloexplorer.pipeline.fusion.FusionPairs.Pair;
import org.hloexplorer.visualizers.EdgeSelection;
import org.hloexplorer.visualizers.graph.FusionMoves;

/** What hands do to fusions in the pictures, carried out by the workbench. */
final class FusionHands implements FusionMoves {
    /** A menu with more entries is no help. */
    private static final int MOST_NEIGHBOURS = 8;

    private final Workbench workbench;
    private final FusionChoices choices;

    FusionHands(Workbench workbench) {
        this.workbench = workbench;
        this.choices = workbench.fusionChoices();
    }

    @Override
    public Advice advice(int version, int dragged, int target) {
        var move = plan(version, dragged, target);
        return new Advice(move instanceof FusionMove.Possible, move.sentence());
    }

    @Override
    public void move(int version, int dragged, int target) {
        choices.make(plan(version, dragged, target));
    }

    private FusionMove plan(int version, int dragged, int target) {
        return target == OUTSIDE ? choices.out(version, dragged) : choices.into(version, dragged, target);
    }

    @Override
    public List<Choice> choices(int version, int instruction) {
        var found = new ArrayList<Choice>();
        var out = choices.out(version, instruction);
        if (!(out instanceof FusionMove.Nothing)) {
            found.add(choice("out", Words.say("fusion.menu.out"), out));
        }
        module(version)
                .map(module -> neighbours(module, instruction))
                .orElse(List.of())
                .forEach(neighbour -> {
                    var into = choices.into(version, instruction, neighbour);
                    if (!(into instanceof FusionMove.Nothing)) {
                        found.add(choice("into-" + neighbour, Words.say("fusion.menu.join", into.sentence()), into));
                    }
                });
        module(version)
                .flatMap(module -> module.computationOf(instruction))
                .flatMap(level -> choices.pair(HloPath.toInstruction(version, level.id(), instruction)))
                .ifPresent(pair -> found.addAll(choices(pair)));
        return found;
    }

    /** The kernels next to that of an instruction. */
    private static List<Integer> neighbours(HloModule module, int instruction) {
        var own = module.computationOf(instruction);
        var kernel = own.flatMap(each -> module.callers(each.id()).stream()
                        .filter(caller -> caller.op() instanceof HloOp.Fusion)
                        .findFirst())
                .or(() -> module.findInstruction(instruction));
        return kernel.flatMap(each -> module.computationOf(each.id()).map(level -> {
                    var around = new ArrayList<Integer>();
                    level.operands(each).stream()
                            .filter(operand -> !(operand.op() instanceof HloOp.Parameter))
                            .forEach(operand -> around.add(operand.id()));
                    level.users(each).forEach(user -> around.add(user.id()));
                    return around.stream().distinct().limit(MOST_NEIGHBOURS).toList();
                }))
                .orElse(List.of());
    }

    private Optional<HloModule> module(int version) {
        return Optional.ofNullable(workbench.timeline().runProperty().get())
                .filter(run -> version < run.versions())
                .map(run -> run.version(version));
    }

    private Choice choice(String id, String words, FusionMove move) {
        return new Choice(id, words, move instanceof FusionMove.Possible, false, () -> choices.make(move));
    }

    @Override
    public List<Choice> choices(EdgeSelection edge) {
        return choices.pair(edge).map(this::choices).orElse(List.of());
    }

    private List<Choice> choices(Pair pair) {
        var chosen = choices.of(pair);
        var found = new ArrayList<Choice>();
        for (var each : FusionChoices.Choice.values()) {
            var key = each.name().toLowerCase(Locale.ROOT);
            var consumer = pair.consumer().equals(FusionPairs.ANY) ? Words.say("fusion.any") : pair.consumer();
            found.add(new Choice(
                    key.replace('_', '-'),
                    Words.say("fusion.menu." + key, pair.producer(), consumer),
                    true,
                    each == chosen,
                    () -> choices.choose(pair, each)));
        }
        return found;
    }
}
