package org.hloexplorer.pipeline.buffers;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.hloexplorer.hlo.Annotations;
import org.hloexplorer.hlo.HloComputation;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.HloOpcode;
import org.hloexplorer.hlo.Shape;

/** A module in which copies are put wherever one might be needed; those that turn out not to be are taken out again. */
final class CopyDraft {

    /**
     * A copy that might be needed.
     *
     * @param part which part of the value that is copied, counted as in {@link Subshape#all}
     * @param purpose why it was put there, as the end of a sentence that begins with the name of its source
     */
    record Candidate(int computation, int copy, int source, int part, String purpose) {}

    /** A tuple that was taken apart and put together again around copies. */
    private record Remade(int computation, int original, int tuple, Set<Integer> copies) {}

    private final HloModule module;
    private final Map<Integer, List<HloInstruction>> instructions = new HashMap<>();
    private final Map<Integer, Integer> roots = new HashMap<>();
    private final Map<Integer, Candidate> candidates = new LinkedHashMap<>();
    private final List<Remade> remade = new ArrayList<>();
    private final Set<String> names = new HashSet<>();
    private final Set<Integer> made = new HashSet<>();
    private int nextId;
    private int nextName;

    CopyDraft(HloModule module) {
        this.module = module;
        this.nextId = module.nextId();
        for (var computation : module.computations()) {
            instructions.put(computation.id(), new ArrayList<>(computation.instructions()));
            roots.put(computation.id(), computation.rootId());
            computation.instructions().forEach(each -> names.add(each.name()));
        }
    }

    /** The module with all copies that are still in the draft. */
    HloModule module() {
        var computations = module.computations().stream()
                .map(each -> {
                    var list = instructions.getOrDefault(each.id(), List.of());
                    int root = roots.getOrDefault(each.id(), each.rootId());
                    return list.equals(each.instructions()) && root == each.rootId()
                            ? each
                            : each.withInstructions(list, root);
                })
                .toList();
        return module.withComputations(computations, nextId);
    }

    List<Candidate> candidates() {
        return List.copyOf(candidates.values());
    }

    private List<HloInstruction> list(int computation) {
        return instructions.computeIfAbsent(computation, _ -> new ArrayList<>());
    }

    private HloInstruction find(int computation, int id) {
        return list(computation).stream()
                .filter(each -> each.id() == id)
                .findFirst()
                .orElseThrow();
    }

    /** Copies what one operand of an instruction is, for that operand alone. */
    void copyOperand(HloComputation computation, HloInstruction user, int operand, Set<Integer> parts, String purpose) {
        int source = find(computation.id(), user.id()).operandId(operand);
        int copied = deepCopy(computation.id(), source, parts, 0, purpose);
        var current = find(computation.id(), user.id());
        var ids = current.operandIds();
        ids[operand] = copied;
        replace(computation.id(), current.withOperands(ids));
    }

    /** Copies a result for all who use it; where they only use its elements, those. */
    List<Candidate> copyResult(
            HloComputation computation, HloInstruction instruction, Set<Integer> parts, String purpose) {
        int known = candidates.size();
        copyResult(computation, instruction, parts, 0, purpose);
        return added(known);
    }

    private List<Candidate> added(int known) {
        return List.copyOf(candidates()).subList(known, candidates.size());
    }

    private void copyResult(
            HloComputation computation, HloInstruction instruction, Set<Integer> parts, int base, String purpose) {
        var users = list(computation.id()).stream()
                .filter(each -> each.hasOperand(instruction.id()))
                .toList();
        boolean isRoot = roots.getOrDefault(computation.id(), -1) == instruction.id();
        boolean byElements = users.stream().allMatch(each -> each.op() instanceof HloOp.GetTupleElement);
        if (instruction.shape() instanceof Shape.Tuple && byElements && !isRoot) {
            for (var user : users) {
                copyElement(computation, instruction.shape(), user, parts, base, purpose);
            }
        } else {
            copyWhole(computation, instruction, parts, base, purpose);
        }
    }

    private void copyElement(
            HloComputation computation,
            Shape tuple,
            HloInstruction user,
            Set<Integer> parts,
            int base,
            String purpose) {
        int index = ((HloOp.GetTupleElement) user.op()).index();
        int first = Subshape.ordinalOfElement(tuple, index);
        int count = Subshape.count(user.shape());
        var inside = new HashSet<Integer>();
        parts.stream().filter(part -> part >= first && part < first + count).forEach(part -> inside.add(part - first));
        if (!inside.isEmpty()) {
            copyResult(computation, user, inside, base + first, purpose);
        }
    }

    private void copyWhole(
            HloComputation computation, HloInstruction instruction, Set<Integer> parts, int base, String purpose) {
        var before = Set.copyOf(made);
        int copied = deepCopy(computation.id(), instruction.id(), parts, base, purpose);
        var list = list(computation.id());
        for (int i = 0; i < list.size(); i++) {
            var user = list.get(i);
            boolean isNew = made.contains(user.id()) && !before.contains(user.id());
            if (user.hasOperand(instruction.id()) && !isNew) {
                list.set(i, user.replacingOperand(instruction.id(), copied));
            }
        }
        if (roots.getOrDefault(computation.id(), -1) == instruction.id()) {
            roots.put(computation.id(), copied);
        }
        sort(computation.id());
    }

    /** Copies parts of what a computation gives back. */
    List<Candidate> copyRoot(HloComputation computation, Set<Integer> parts, String purpose) {
        int known = candidates.size();
        int root = roots.getOrDefault(computation.id(), computation.rootId());
        roots.put(computation.id(), deepCopy(computation.id(), root, parts, 0, purpose));
        return added(known);
    }

    /** Makes each copy of the second kind wait for those of the first that copy the same part. */
    void order(List<Candidate> first, List<Candidate> then) {
        for (var later : then) {
            orderAll(first.stream().filter(each -> each.part() == later.part()).toList(), List.of(later));
        }
    }

    /** Makes each copy of the second kind wait for all of the first. */
    void orderAll(List<Candidate> first, List<Candidate> then) {
        var before = first.stream().map(Candidate::copy).toList();
        for (var later : then) {
            var copy = find(later.computation(), later.copy());
            replace(later.computation(), copy.withAnnotations(copy.annotations().withControlPredecessors(before)));
        }
    }

    /** A value that equals another with some of its parts copied; the id of the instruction that gives it. */
    private int deepCopy(int computation, int source, Set<Integer> parts, int base, String purpose) {
        var instruction = find(computation, source);
        if (!(instruction.shape() instanceof Shape.Tuple)) {
            return parts.contains(0) ? copy(computation, source, base, purpose) : source;
        }
        var copies = new HashSet<Integer>();
        int result = remake(computation, instruction, 0, parts, base, purpose, copies);
        if (result != source && !copies.isEmpty()) {
            remade.add(new Remade(computation, source, result, copies));
        }
        return result;
    }

    private int remake(
            int computation,
            HloInstruction source,
            int first,
            Set<Integer> parts,
            int base,
            String purpose,
            Set<Integer> copies) {
        var elements = ((Shape.Tuple) source.shape()).elements();
        var ids = new int[elements.size()];
        int part = first + 1;
        for (int i = 0; i < ids.length; i++) {
            var shape = elements.get(i);
            int count = Subshape.count(shape);
            ids[i] = element(computation, source, i);
            if (shape instanceof Shape.Tuple) {
                ids[i] = remake(computation, find(computation, ids[i]), part, parts, base, purpose, copies);
            } else if (parts.contains(part)) {
                ids[i] = copy(computation, ids[i], base + part, purpose);
                copies.add(ids[i]);
            }
            part += count;
        }
        return add(
                computation,
                HloInstruction.of(nextId, fresh("tuple"), new HloOp.Plain(HloOpcode.TUPLE), source.shape(), ids));
    }

    /** An element: of a tuple that is put together here the operand, else a new instruction that takes it out. */
    private int element(int computation, HloInstruction tuple, int index) {
        if (tuple.opcode() == HloOpcode.TUPLE) {
            return tuple.operandId(index);
        }
        var shape = ((Shape.Tuple) tuple.shape()).elements().get(index);
        return add(
                computation,
                HloInstruction.of(
                        nextId, fresh("get-tuple-element"), new HloOp.GetTupleElement(index), shape, tuple.id()));
    }

    private int copy(int computation, int source, int part, String purpose) {
        var original = find(computation, source);
        var copy = HloInstruction.of(nextId, fresh("copy"), new HloOp.Plain(HloOpcode.COPY), original.shape(), source)
                .withAnnotations(
                        Annotations.NONE.withMetadata(original.annotations().metadata()))
                .withOrigins(source);
        add(computation, copy);
        candidates.put(copy.id(), new Candidate(computation, copy.id(), source, part, purpose));
        return copy.id();
    }

    private int add(int computation, HloInstruction instruction) {
        list(computation).add(instruction);
        made.add(instruction.id());
        nextId++;
        return instruction.id();
    }

    private String fresh(String stem) {
        var name = stem;
        while (!names.add(name)) {
            name = stem + "." + ++nextName;
        }
        return name;
    }

    private void replace(int computation, HloInstruction changed) {
        list(computation).replaceAll(each -> each.id() == changed.id() ? changed : each);
        sort(computation);
    }

    /** Takes a copy out again: who used it uses its source. */
    void remove(Candidate candidate) {
        bypass(candidate.computation(), candidate.copy(), sourceOf(candidate));
        candidates.remove(candidate.copy());
    }

    /** What it copies now: another copy that stood between may have gone. */
    int sourceOf(Candidate candidate) {
        return find(candidate.computation(), candidate.copy()).operandId(0);
    }

    private void bypass(int computation, int gone, int instead) {
        var list = list(computation);
        list.removeIf(each -> each.id() == gone);
        list.replaceAll(each -> each.hasOperand(gone) ? each.replacingOperand(gone, instead) : each);
        list.replaceAll(each -> withoutPredecessor(each, gone));
        if (roots.getOrDefault(computation, -1) == gone) {
            roots.put(computation, instead);
        }
    }

    private static HloInstruction withoutPredecessor(HloInstruction instruction, int gone) {
        var before = instruction.annotations().controlPredecessors();
        return before.contains(gone)
                ? instruction.withAnnotations(instruction
                        .annotations()
                        .withControlPredecessors(
                                before.stream().filter(each -> each != gone).toList()))
                : instruction;
    }

    /** Removes what was only needed for copies that are gone. */
    void tidy() {
        for (var each : remade.reversed()) {
            if (each.copies().stream().noneMatch(candidates::containsKey)) {
                bypass(each.computation(), each.tuple(), each.original());
            } else if (find(each.computation(), each.original()).opcode() == HloOpcode.TUPLE) {
                made.add(each.original());
            }
        }
        for (int computation : List.copyOf(instructions.keySet())) {
            while (removeUnused(computation)) {
                // What a removed instruction used may be unused now.
            }
            sort(computation);
        }
    }

    private boolean removeUnused(int computation) {
        var used = new HashSet<Integer>();
        for (var each : list(computation)) {
            for (int operand : each.operandIds()) {
                used.add(operand);
            }
        }
        int root = roots.getOrDefault(computation, -1);
        return list(computation)
                .removeIf(each -> made.contains(each.id())
                        && !candidates.containsKey(each.id())
                        && !used.contains(each.id())
                        && each.id() != root);
    }

    private void sort(int computation) {
        var list = list(computation);
        var sorted = DraftOrder.of(list, made::contains);
        list.clear();
        list.addAll(sorted);
    }
}
