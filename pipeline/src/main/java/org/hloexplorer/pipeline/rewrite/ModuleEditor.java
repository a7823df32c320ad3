package org.hloexplorer.pipeline.rewrite;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.hloexplorer.hlo.HloComputation;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.Shape;
import org.hloexplorer.pipeline.PassContext;
import org.jspecify.annotations.Nullable;

/**
 * A module being edited: one editor per computation, and the ids and names that new things get.
 *
 * <p>The module it was made from stays as it is; {@link #commit} gives the new version, or the very same object where
 * nothing was changed.
 */
public final class ModuleEditor {
    private final HloModule module;
    private final PassContext context;
    private final SideEffects sideEffects;
    private final Map<Integer, ComputationEditor> editors = new LinkedHashMap<>();
    private final Map<Integer, HloComputation> added = new LinkedHashMap<>();
    private final Set<Integer> removed = new HashSet<>();
    private int nextId;
    private @Nullable NameUniquer names;

    public ModuleEditor(HloModule module, PassContext context) {
        this.module = module;
        this.context = context;
        this.sideEffects = new SideEffects(module);
        this.nextId = module.nextId();
    }

    /** The module as it was. */
    public HloModule module() {
        return module;
    }

    public PassContext context() {
        return context;
    }

    public SideEffects sideEffects() {
        return sideEffects;
    }

    /** The editor of a computation; always the same one. */
    public ComputationEditor edit(HloComputation computation) {
        return editors.computeIfAbsent(computation.id(), _ -> new ComputationEditor(computation, this));
    }

    /** The editor of an old or added computation. */
    public ComputationEditor edit(int computationId) {
        var editor = editors.get(computationId);
        var fresh = added.get(computationId);
        return editor != null ? editor : edit(fresh != null ? fresh : module.computation(computationId));
    }

    /** The editor of the entry computation. */
    public ComputationEditor entry() {
        return edit(module.entry());
    }

    /** A computation as it is now, be it old, edited or added. */
    public HloComputation current(int computationId) {
        var editor = editors.get(computationId);
        if (editor != null) {
            return editor.commit();
        }
        var fresh = added.get(computationId);
        return fresh != null ? fresh : module.computation(computationId);
    }

    /** Adds a computation; {@link #newId} and {@link #newName} give it and its instructions their ids and names. */
    public void add(HloComputation computation) {
        added.put(computation.id(), computation);
    }

    /** Removes a computation that nothing calls any more. */
    public void remove(int computationId) {
        removed.add(computationId);
        added.remove(computationId);
    }

    /** Removes a computation that nothing calls, as a rewrite. */
    public void removeUncalled(String rule, HloComputation computation) {
        if (context.isEnabled(rule) && context.mayRewrite(rule, computation.id())) {
            remove(computation.id());
            context.rewritten(rule, computation.id(), computation.id(), computation + " is called by nothing");
        }
    }

    /** A copy of a computation under new ids and names, added to the module; its callees are shared. */
    public HloComputation copy(HloComputation computation, String suffix) {
        var ids = new LinkedHashMap<Integer, Integer>();
        var copies = new ArrayList<HloInstruction>();
        for (var instruction : computation.instructions()) {
            var copy = instruction.copiedAs(newId(), newName(instruction.name()));
            ids.put(instruction.id(), copy.id());
            copies.add(renumbered(copy, ids));
        }
        var copied = new HloComputation(
                newId(),
                newName(computation.name() + suffix),
                copies,
                Objects.requireNonNull(ids.get(computation.rootId())),
                computation.executionThread());
        add(copied);
        return copied;
    }

    /** The instruction with operands and control predecessors looked up in {@code ids}. */
    public static HloInstruction renumbered(HloInstruction instruction, Map<Integer, Integer> ids) {
        var operands = instruction.operandIds();
        for (int i = 0; i < operands.length; i++) {
            operands[i] = ids.getOrDefault(operands[i], operands[i]);
        }
        var annotations = instruction.annotations();
        var predecessors = annotations.controlPredecessors();
        var changed = predecessors.isEmpty()
                ? instruction
                : instruction.withAnnotations(annotations.withControlPredecessors(predecessors.stream()
                        .map(id -> ids.getOrDefault(id, id))
                        .toList()));
        return changed.withOperands(operands);
    }

    /** An instruction that is in no computation yet. */
    public HloInstruction instruction(String name, HloOp op, Shape shape, int... operandIds) {
        return HloInstruction.of(newId(), newName(name), op, shape, operandIds);
    }

    public int newId() {
        return nextId++;
    }

    /** The name itself if it is free, or else with XLA's number behind. */
    public String newName(String wanted) {
        if (names == null) {
            names = new NameUniquer(module);
        }
        return names.unique(wanted);
    }

    /** The module after all edits; callees stand before their callers. */
    public HloModule commit() {
        var computations = new ArrayList<HloComputation>();
        boolean isChanged = !added.isEmpty() || !removed.isEmpty();
        for (var computation : module.computations()) {
            if (!removed.contains(computation.id())) {
                var current = current(computation.id());
                isChanged |= current != computation;
                computations.add(current);
            }
        }
        if (!isChanged) {
            return module;
        }
        added.keySet().forEach(id -> computations.add(current(id)));
        List<HloComputation> ordered = added.isEmpty() ? computations : CalleesFirst.sort(computations);
        return module.withComputations(ordered, nextId);
    }
}
