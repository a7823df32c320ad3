package org.hloexplorer.pipeline.rewrite;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.HloOpcode;

/** One rewrite while it is being made: what is replaced, and what was added for it. */
final class Rewrite {
    private final String rule;
    private final HloInstruction at;
    private final ComputationEditor editor;
    private final List<Integer> added = new ArrayList<>();
    private final String before;

    Rewrite(String rule, HloInstruction at, ComputationEditor editor) {
        this.rule = rule;
        this.at = at;
        this.editor = editor;
        this.before = Snapshot.of(at, editor);
    }

    HloInstruction at() {
        return at;
    }

    /** The instruction with the metadata of what is rewritten; remembered in case the rewrite fails. */
    HloInstruction register(HloInstruction bare) {
        added.add(bare.id());
        var annotations = bare.annotations().withMetadata(at.annotations().metadata());
        return bare.withAnnotations(annotations);
    }

    /** Lets {@code made} stand for what is rewritten, and reports it. */
    void install(HloInstruction made) {
        if (!made.shape().isCompatible(at.shape())) {
            throw new IllegalStateException("%s makes %s of %s".formatted(rule, made.shape(), at.shape()));
        }
        boolean isNew = added.contains(made.id());
        boolean staysInPlace = isNew && canStayInPlace(made);
        var now = staysInPlace ? stayInPlace(made) : takeOver(made, isNew);
        noteOrigins(staysInPlace ? List.of() : removeReplaced());
        var after = editor.current(now);
        editor.context()
                .rewritten(rule, at.id(), after.id(), before + " → " + Snapshot.after(after, at, isNew, editor));
        added.stream().filter(editor::contains).map(editor::instruction).forEach(this::explainIfCopy);
    }

    /** Whoever asks who made a copy gets an answer, whichever rule it was. */
    private void explainIfCopy(HloInstruction made) {
        if (made.opcode() == HloOpcode.COPY) {
            var source = editor.operand(made, 0);
            editor.context()
                    .copyInserted(
                            made.id(),
                            source.id(),
                            source.name(),
                            "%s had to change its layout in place of %s".formatted(rule, at));
        }
    }

    private boolean canStayInPlace(HloInstruction made) {
        return made.opcode() == at.opcode() && editor.users(at).stream().noneMatch(user -> added.contains(user.id()));
    }

    private HloInstruction stayInPlace(HloInstruction made) {
        var old = editor.current(at);
        var updated = old.withOp(made.op()).withShape(made.shape()).withOperands(made.operandIds());
        editor.replaceAllUses(made, old);
        editor.update(updated);
        editor.remove(made);
        added.removeIf(id -> id == made.id());
        for (int operand : old.operandIds()) {
            if (editor.contains(operand)) {
                editor.removeDead(editor.instruction(operand));
            }
        }
        return updated;
    }

    private HloInstruction takeOver(HloInstruction made, boolean isNew) {
        for (var user : editor.users(at)) {
            if (!added.contains(user.id())) {
                editor.update(user.replacingOperand(at.id(), made.id()));
            }
        }
        if (editor.isRoot(at)) {
            editor.setRoot(made);
        }
        return isNew ? editor.update(annotated(editor.current(made))) : made;
    }

    private HloInstruction annotated(HloInstruction made) {
        var old = at.annotations();
        return made.withAnnotations(
                made.annotations().withSharding(old.sharding()).withFrontendAttributes(old.frontendAttributes()));
    }

    /** Removes what was replaced, whatever its effects were: they are in the replacement now. */
    private List<Integer> removeReplaced() {
        if (editor.userCount(at) > 0 || editor.isRoot(at) || at.op() instanceof HloOp.Parameter) {
            return List.of();
        }
        var old = editor.current(at);
        editor.remove(old);
        var gone = new ArrayList<>(List.of(at.id()));
        for (int operand : old.operandIds()) {
            if (editor.contains(operand)) {
                gone.addAll(editor.removeDead(editor.instruction(operand)));
            }
        }
        return gone;
    }

    private void noteOrigins(List<Integer> gone) {
        var origins = new LinkedHashSet<>(List.of(at.id()));
        origins.addAll(gone);
        var ids = origins.stream().mapToInt(Integer::intValue).toArray();
        for (int id : added) {
            if (editor.contains(id)) {
                editor.update(editor.instruction(id).withOrigins(ids));
            }
        }
    }

    /** Takes back what was added. */
    void discard() {
        for (int id : added.reversed()) {
            if (editor.contains(id)) {
                editor.removeDead(editor.instruction(id));
            }
        }
    }

    @Override
    public String toString() {
        return rule + " at " + at;
    }
}
