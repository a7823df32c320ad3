package org.hloexplorer.pipeline.fusion;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.pipeline.PassEvent.FusionConsidered;
import org.hloexplorer.pipeline.PassLog;
import org.hloexplorer.pipeline.rewrite.ModuleEditor;

/**
 * What a fusion pass says of single pairs of a module as it stands, were it asked about them first: for modules that were
 * compiled elsewhere. Nothing is fused.
 */
public final class PairQuestions {
    private final EdgeFusion pass;
    private final PassLog log = PassLog.unrestricted();
    private final HloModule module;
    private final ModuleEditor editor;
    private final Map<Integer, InstructionFusion> computations = new HashMap<>();

    /** Library calls by their bodies. */
    private final Map<Integer, HloInstruction> libraries = new HashMap<>();

    public PairQuestions(EdgeFusion pass, HloModule module) {
        this.pass = pass;
        this.module = module;
        this.editor = new ModuleEditor(module, log);
        module.computations().stream()
                .flatMap(each -> each.instructions().stream())
                .filter(LibraryFusion::isOne)
                .forEach(each -> libraries.put(each.calledComputations().getFirst(), each));
    }

    public String pass() {
        return pass.name();
    }

    /** Empty for what is no question of fusion: parameters, and what only passes values on. */
    public synchronized Optional<FusionConsidered> ask(HloInstruction producer, HloInstruction consumer) {
        if (!isWork(producer) || !isWork(consumer) || !consumer.hasOperand(producer.id())) {
            return Optional.empty();
        }
        return module.computationOf(consumer.id()).map(computation -> {
            var fusion = computations.computeIfAbsent(computation.id(), _ -> pass.in(editor.edit(computation)));
            return Optional.ofNullable(libraries.get(computation.id()))
                    .map(library -> fusion.inLibrary(producer, consumer, library))
                    .orElseGet(() -> fusion.consider(producer, consumer));
        });
    }

    private static boolean isWork(HloInstruction instruction) {
        return switch (instruction.op()) {
            case HloOp.Parameter _, HloOp.While _, HloOp.Conditional _, HloOp.Call _ -> false;
            default ->
                switch (instruction.opcode()) {
                    case TUPLE, GET_TUPLE_ELEMENT -> false;
                    default -> true;
                };
        };
    }
}
