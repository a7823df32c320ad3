package org.hloexplorer.pipeline.rewrite;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.function.Supplier;
import org.hloexplorer.hlo.HloComputation;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.Shape;
import org.hloexplorer.pipeline.PassContext;
import org.jspecify.annotations.Nullable;

/**
 * A computation being edited: the one it was made from, and what differs.
 *
 * <p>Costs next to nothing until something changes. Instructions stay immutable: an edit puts another one in the place
 * of its id, so an {@link HloInstruction} that was asked for before an edit may be out of date after it.
 */
public final class ComputationEditor {
    private static final int FEW_OPERANDS = 8;

    private final HloComputation base;
    private final ModuleEditor module;
    private final Map<Integer, HloInstruction> changed = new HashMap<>();
    private final Set<Integer> removed = new HashSet<>();
    private final Map<Integer, Set<Integer>> changedUsers = new HashMap<>();
    private final Placement placement = new Placement();
    private int rootId;
    private @Nullable Set<Integer> controlled;
    private @Nullable HloComputation committed;
    private @Nullable Rewrite rewrite;

    ComputationEditor(HloComputation base, ModuleEditor module) {
        this.base = base;
        this.module = module;
        this.rootId = base.rootId();
    }

    /** The editor of the module this is part of. */
    public ModuleEditor module() {
        return module;
    }

    public PassContext context() {
        return module.context();
    }

    /** The computation as it was before any edit. */
    public HloComputation base() {
        return base;
    }

    public boolean contains(int id) {
        return changed.containsKey(id) || (!removed.contains(id) && base.contains(id));
    }

    /** The instruction with this id, as it is now. */
    public HloInstruction instruction(int id) {
        var now = changed.get(id);
        if (now != null) {
            return now;
        }
        if (removed.contains(id)) {
            throw new IllegalArgumentException("instruction " + id + " was removed from " + base);
        }
        return base.instruction(id);
    }

    /** The newest state of an instruction. */
    public HloInstruction current(HloInstruction instruction) {
        return instruction(instruction.id());
    }

    public HloInstruction operand(HloInstruction instruction, int index) {
        return instruction(instruction.operandId(index));
    }

    public List<HloInstruction> operands(HloInstruction instruction) {
        var operands = new ArrayList<HloInstruction>(instruction.operandCount());
        for (int i = 0; i < instruction.operandCount(); i++) {
            operands.add(operand(instruction, i));
        }
        return operands;
    }

    /** The instructions that use this one, each once. */
    public List<HloInstruction> users(HloInstruction instruction) {
        var overlay = changedUsers.get(instruction.id());
        if (overlay != null) {
            return overlay.stream().map(this::instruction).toList();
        }
        var users = base.users(instruction);
        return changed.isEmpty() ? users : users.stream().map(this::current).toList();
    }

    /** The first user that is another one. */
    public Optional<HloInstruction> otherUser(HloInstruction instruction, HloInstruction one) {
        var overlay = changedUsers.get(instruction.id());
        if (overlay == null) {
            return base.users(instruction).stream()
                    .filter(user -> user.id() != one.id())
                    .findFirst()
                    .map(this::current);
        }
        return overlay.stream().filter(id -> id != one.id()).findFirst().map(this::instruction);
    }

    public int userCount(HloInstruction instruction) {
        var overlay = changedUsers.get(instruction.id());
        return overlay != null ? overlay.size() : base.users(instruction).size();
    }

    public HloInstruction root() {
        return instruction(rootId);
    }

    public boolean isRoot(HloInstruction instruction) {
        return instruction.id() == rootId;
    }

    /** How many instructions there are now. */
    int size() {
        return base.instructions().size() + changed.size();
    }

    /** All instructions as they are now, operands before their users. */
    public List<HloInstruction> instructions() {
        return commit().instructions();
    }

    /** Whether control dependencies hold this instruction in its place. */
    public boolean hasControlDependencies(HloInstruction instruction) {
        return !instruction.annotations().controlPredecessors().isEmpty()
                || controlled().contains(instruction.id());
    }

    /** Whether nothing needs the instruction, and nothing would be missed without it. */
    public boolean isDead(HloInstruction instruction) {
        return userCount(instruction) == 0
                && !isRoot(instruction)
                && !(instruction.op() instanceof HloOp.Parameter)
                && !hasControlDependencies(instruction)
                && !module.sideEffects().of(instruction);
    }

    private boolean isUnused(HloInstruction instruction) {
        return userCount(instruction) == 0 && !isRoot(instruction);
    }

    /**
     * Adds an instruction, named by its opcode. Within a rewrite it stands before what is rewritten and shares its
     * metadata; otherwise it stands at the end.
     */
    public HloInstruction add(HloOp op, Shape shape, HloInstruction... operands) {
        return addNamed(op.mnemonic(), op, shape, operands);
    }

    /** Adds an instruction with a name like this one. */
    public HloInstruction addNamed(String name, HloOp op, Shape shape, HloInstruction... operands) {
        var ids = new int[operands.length];
        for (int i = 0; i < ids.length; i++) {
            ids[i] = operands[i].id();
        }
        var bare = module.instruction(name, op, shape, ids);
        return insert(rewrite == null ? bare : rewrite.register(bare));
    }

    /** Adds an instruction made elsewhere, such as a copy; its id must be a {@linkplain ModuleEditor#newId new} one. */
    public HloInstruction insert(HloInstruction instruction) {
        return insert(instruction, rewrite == null ? null : rewrite.at());
    }

    /** Adds an instruction made elsewhere right before another one. */
    public HloInstruction insertBefore(HloInstruction instruction, HloInstruction anchor) {
        return insert(instruction, anchor);
    }

    private HloInstruction insert(HloInstruction instruction, @Nullable HloInstruction anchor) {
        touch();
        changed.put(instruction.id(), instruction);
        changedUsers.put(instruction.id(), new LinkedHashSet<>());
        placement.add(instruction.id(), anchor == null ? null : anchor.id());
        registerUses(instruction);
        return instruction;
    }

    /** Puts an instruction in the place of the one with its id. */
    public HloInstruction update(HloInstruction instruction) {
        touch();
        var before = instruction(instruction.id());
        changed.put(instruction.id(), instruction);
        var keepsOperand = operandsOf(instruction);
        for (int operand : before.operandIds()) {
            if (!keepsOperand.test(operand) && contains(operand)) {
                users(operand).remove(instruction.id());
            }
        }
        registerUses(instruction);
        return instruction;
    }

    /**
     * Puts an instruction in the place of the one with its id, of whose operands one went and some may have come: less
     * work than {@link #update} where there are hundreds.
     */
    public HloInstruction updateUses(HloInstruction instruction, int gone, int... come) {
        touch();
        changed.put(instruction.id(), instruction);
        users(gone).remove(instruction.id());
        for (int operand : come) {
            users(operand).add(instruction.id());
        }
        return instruction;
    }

    /** Fusions have hundreds of operands, of which one changes at a time. */
    private static IntPredicate operandsOf(HloInstruction instruction) {
        if (instruction.operandCount() <= FEW_OPERANDS) {
            return instruction::hasOperand;
        }
        var ids = HashSet.<Integer>newHashSet(instruction.operandCount());
        for (int operand : instruction.operandIds()) {
            ids.add(operand);
        }
        return ids::contains;
    }

    /** Makes all users, and the result of the computation, use {@code replacement} instead. */
    public void replaceAllUses(HloInstruction old, HloInstruction replacement) {
        for (var user : users(old)) {
            if (user.id() != replacement.id()) {
                updateUses(user.replacingOperand(old.id(), replacement.id()), old.id(), replacement.id());
            }
        }
        if (isRoot(old)) {
            setRoot(replacement);
        }
    }

    public void setRoot(HloInstruction instruction) {
        touch();
        rootId = instruction.id();
    }

    /** Removes an instruction that nothing uses. */
    public void remove(HloInstruction instruction) {
        if (userCount(instruction) != 0 || isRoot(instruction)) {
            throw new IllegalStateException(instruction + " is still used");
        }
        touch();
        for (int operand : current(instruction).operandIds()) {
            if (contains(operand)) {
                users(operand).remove(instruction.id());
            }
        }
        changed.remove(instruction.id());
        changedUsers.remove(instruction.id());
        removed.add(instruction.id());
    }

    /** Removes an instruction if it is dead, and then its operands that are; gives the ids of all that went. */
    public List<Integer> removeDead(HloInstruction instruction) {
        var gone = new ArrayList<Integer>();
        var candidates = new ArrayDeque<>(List.of(instruction.id()));
        while (!candidates.isEmpty()) {
            int id = candidates.pop();
            if (contains(id) && isDead(instruction(id))) {
                var dead = instruction(id);
                remove(dead);
                gone.add(id);
                for (int operand : dead.operandIds()) {
                    candidates.add(operand);
                }
            }
        }
        return gone;
    }

    /**
     * Removes a dead instruction by itself, as a rewrite.
     *
     * @return whether it was removed; not, where the budget or the user is against it
     */
    public boolean removeDead(String rule, HloInstruction at) {
        if (!context().isEnabled(rule) || !context().mayRewrite(rule, at.id())) {
            return false;
        }
        var text = Snapshot.of(current(at), this);
        remove(at);
        context().rewritten(rule, at.id(), at.id(), text + " is used by nothing");
        return true;
    }

    /**
     * Rewrites an instruction, as one step that can be counted, shown and left out: what {@code replacement} gives
     * takes over its users, metadata and sharding, and whatever nobody needs then goes. An instruction that is replaced
     * by a new one with the same opcode keeps its id and name.
     *
     * @return whether the rewrite was made; not, where the budget or the user is against it, or nothing uses the value
     */
    public boolean rewrite(String rule, HloInstruction at, Supplier<HloInstruction> replacement) {
        if (isUnused(at) || !context().isEnabled(rule) || !context().mayRewrite(rule, at.id())) {
            return false;
        }
        if (rewrite != null) {
            throw new IllegalStateException(rule + " began within " + rewrite);
        }
        rewrite = new Rewrite(rule, current(at), this);
        try {
            rewrite.install(replacement.get());
        } catch (RuntimeException e) {
            rewrite.discard();
            throw e;
        } finally {
            rewrite = null;
        }
        return true;
    }

    /**
     * Applies a rule here if its pattern matches and nothing stands against it; reports what was done, or why not.
     *
     * @return whether the instruction was rewritten
     */
    public boolean apply(RewriteRule rule, HloInstruction at) {
        if (isUnused(at) || !context().isEnabled(rule.name()) || context().isExhausted()) {
            return false;
        }
        var match = rule.match(at, this);
        if (match.isEmpty()) {
            return false;
        }
        var refusal = rule.refusal(match.get()).or(() -> generalRefusal(rule, at));
        refusal.ifPresent(
                each -> context().declined(rule.name(), at.id(), at.name(), each.reason(), each.quantities()));
        return refusal.isEmpty()
                && rewrite(rule.name(), at, () -> rule.replacement().apply(match.get()));
    }

    private Optional<Refusal> generalRefusal(RewriteRule rule, HloInstruction at) {
        if (hasControlDependencies(at)) {
            return Optional.of(Refusal.because("control dependencies hold it in its place"));
        }
        return context().allows(rule.effect())
                ? Optional.empty()
                : Optional.of(Refusal.because("this pipeline takes no %s rewrites".formatted(rule.effect())));
    }

    /** The computation as it is now; the very object it was made from where nothing was changed. */
    public HloComputation commit() {
        if (committed == null) {
            committed = isUntouched() ? base : base.withInstructions(placement.order(base, this), rootId);
        }
        return committed;
    }

    private boolean isUntouched() {
        return changed.isEmpty() && removed.isEmpty() && rootId == base.rootId();
    }

    private void touch() {
        committed = null;
    }

    private void registerUses(HloInstruction instruction) {
        for (int operand : instruction.operandIds()) {
            users(operand).add(instruction.id());
        }
        if (controlled != null) {
            controlled.addAll(instruction.annotations().controlPredecessors());
        }
    }

    /** The ids of the users, to be changed. */
    private Set<Integer> users(int id) {
        return changedUsers.computeIfAbsent(id, _ -> {
            var users = new LinkedHashSet<Integer>();
            base.users(base.instruction(id)).forEach(user -> users.add(user.id()));
            return users;
        });
    }

    private Set<Integer> controlled() {
        if (controlled == null) {
            controlled = new HashSet<>();
            for (var instruction : instructions()) {
                controlled.addAll(instruction.annotations().controlPredecessors());
            }
        }
        return controlled;
    }
}
