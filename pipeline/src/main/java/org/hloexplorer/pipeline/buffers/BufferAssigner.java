package org.hloexplorer.pipeline.buffers;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.pipeline.buffers.BufferAllocation.AssignedValue;
import org.hloexplorer.pipeline.buffers.BufferAllocation.Kind;

/**
 * Decides where each value lies, by XLA's rules: parameters, constants and results have memory of their own; what dies
 * before a result comes to be may lie in its place; the rest is packed into one block.
 */
public final class BufferAssigner {
    /** To what XLA's compiler for the CPU aligns buffers, in bytes. */
    public static final long CPU_ALIGNMENT = 64;

    private final HloModule module;
    private final Dataflow dataflow;
    private final ValueGroups groups;
    private final LiveRanges ranges;
    private final BufferSharing sharing;
    private final long alignment;
    private final Set<Integer> liveOut = new HashSet<>();
    private final Map<Integer, Draft> draftOfGroup = new LinkedHashMap<>();
    private final Map<Integer, String> reasons = new HashMap<>();

    /** Values that lie in one place, wherever that will be. */
    private record Group(int id, List<HloValue> values, long size, LiveRanges.Range range, Kind kind) {
        int color() {
            return values.getFirst().color();
        }
    }

    /** A piece of memory in the making. */
    private record Draft(
            Kind kind, long size, int color, String detail, List<Group> groups, Map<Integer, Long> offsets) {
        static Draft of(Group group, String detail) {
            return new Draft(
                    group.kind(),
                    group.size(),
                    group.color(),
                    detail,
                    new ArrayList<>(List.of(group)),
                    new HashMap<>(Map.of(group.id(), 0L)));
        }
    }

    private BufferAssigner(HloModule module, HloSchedule schedule, long alignment) {
        this.module = module;
        this.dataflow = Dataflow.of(module);
        this.groups = ValueGroups.of(dataflow);
        this.ranges = LiveRanges.of(dataflow, schedule);
        this.sharing = new BufferSharing(module);
        this.alignment = alignment;
        for (int value : dataflow.values(module.entry().root())) {
            if (value != Dataflow.NO_VALUE) {
                liveOut.add(groups.group(value));
            }
        }
    }

    /**
     * The places of all values of a module whose instructions run in this order.
     *
     * @throws IllegalArgumentException where a computation that runs in sequence is called from several places
     */
    public static BufferAssignment assign(HloModule module, HloSchedule schedule, long alignment) {
        return new BufferAssigner(module, schedule, alignment).assign();
    }

    /** The places of all values of a module in the order it is written, aligned as for the CPU. */
    public static BufferAssignment assign(HloModule module) {
        return assign(module, HloSchedule.asWritten(module), CPU_ALIGNMENT);
    }

    private BufferAssignment assign() {
        var all = new ArrayList<Group>();
        for (var values : groups.all()) {
            var group = group(values);
            if (group.size() > 0) {
                all.add(group);
            }
        }
        all.sort(Comparator.comparingLong((Group each) -> -each.size())
                .thenComparing(each -> each.kind() == Kind.TEMPORARY)
                .thenComparingInt(Group::id));
        var drafts = new ArrayList<Draft>();
        all.stream().filter(each -> each.kind() != Kind.TEMPORARY).forEach(each -> drafts.add(draft(each)));
        var left = new ArrayList<Group>();
        for (var group : all) {
            if (group.kind() == Kind.TEMPORARY && !fitsIntoResult(group, drafts)) {
                left.add(group);
            }
        }
        var colors = left.stream().map(Group::color).distinct().sorted().toList();
        var heaps = new HashMap<Integer, String>();
        for (int color : colors) {
            drafts.add(
                    packed(left.stream().filter(each -> each.color() == color).toList(), color, heaps));
        }
        return new BufferAssignment(module, ranges, allocations(drafts), dataflow, heaps.getOrDefault(0, ""));
    }

    private Group group(List<HloValue> values) {
        long size = values.stream().mapToLong(HloValue::bytes).max().orElse(0);
        var range = ranges.range(values);
        return new Group(groups.group(values.getFirst().id()), values, size, range, kind(values));
    }

    private Kind kind(List<HloValue> values) {
        var first = values.getFirst();
        if (!dataflow.contexts().isSequential(first.computation())) {
            return Kind.THREAD_LOCAL;
        }
        if (values.stream().anyMatch(each -> each.instruction().op() instanceof HloOp.Parameter && !each.isPhi())) {
            return Kind.PARAMETER;
        }
        if (values.stream().anyMatch(each -> each.instruction().op() instanceof HloOp.Constant)) {
            return Kind.CONSTANT;
        }
        return liveOut.contains(groups.group(first.id())) ? Kind.LIVE_OUT : Kind.TEMPORARY;
    }

    private Draft draft(Group group) {
        var draft = Draft.of(group, detail(group));
        draftOfGroup.put(group.id(), draft);
        return draft;
    }

    private String detail(Group group) {
        var detail = new StringBuilder();
        var root = module.entry().root();
        int result = dataflow.value(root, 0);
        if (result != Dataflow.NO_VALUE && groups.group(result) == group.id()) {
            detail.append(", output shape is |")
                    .append(root.shape().withoutLayout())
                    .append('|');
        }
        for (var value : group.kind() == Kind.PARAMETER ? group.values() : List.<HloValue>of()) {
            if (value.instruction().op() instanceof HloOp.Parameter(int number) && !value.isPhi()) {
                detail.append(", parameter %d, shape |%s| at ShapeIndex %s"
                        .formatted(number, value.shape().withoutLayout(), Subshape.text(value.index())));
                break;
            }
        }
        if (liveOut.contains(group.id()) && group.kind() != Kind.CONSTANT) {
            detail.append(", maybe-live-out");
        } else if (group.kind() != Kind.PARAMETER) {
            detail.append(", ").append(group.kind().words());
        }
        return detail.toString();
    }

    /** XLA lets what is dead before a result comes to be lie where the result will lie. */
    private boolean fitsIntoResult(Group group, List<Draft> drafts) {
        for (var draft : drafts) {
            boolean suits = draft.kind() == Kind.LIVE_OUT
                    && draft.size() >= group.size()
                    && draft.color() == group.color()
                    && draft.groups().stream().allMatch(each -> areApart(each, group));
            if (suits) {
                var host = draft.groups().getFirst().values().getFirst();
                draft.groups().add(group);
                draft.offsets().put(group.id(), 0L);
                draftOfGroup.put(group.id(), draft);
                reasons.putIfAbsent(
                        group.id(),
                        "is not alive at the same time as %%%s, whose memory it uses".formatted(host.name()));
                return true;
            }
        }
        return false;
    }

    private boolean areApart(Group a, Group b) {
        if (!a.range().overlaps(b.range())) {
            return true;
        }
        return takesOver(a, b) || takesOver(b, a);
    }

    /** Whether {@code next} begins, where {@code old} is read for the last time, with an instruction that may write over it. */
    private boolean takesOver(Group old, Group next) {
        if (old.range().end() != next.range().start()) {
            return false;
        }
        var instruction = ranges.order().get(next.range().start());
        var maker = next.values().stream()
                .filter(each -> each.instruction().id() == instruction.id())
                .findFirst();
        if (maker.isEmpty()) {
            return false;
        }
        var value = maker.get();
        int part = Subshape.ordinal(instruction.shape(), value.index());
        boolean reads = false;
        for (int operand = 0; operand < instruction.operandCount(); operand++) {
            if (holds(value.computation().operand(instruction, operand), old)) {
                var reason = sharing.reason(value.computation(), instruction, operand, part);
                if (reason.isEmpty() || old.size() != next.size()) {
                    return false;
                }
                reads = true;
                reasons.put(
                        next.id(),
                        "takes the place of %%%s: %s"
                                .formatted(old.values().getFirst().name(), reason.get()));
            }
        }
        return reads;
    }

    private boolean holds(HloInstruction operand, Group group) {
        for (int value : dataflow.values(operand)) {
            if (value != Dataflow.NO_VALUE && groups.group(value) == group.id()) {
                return true;
            }
        }
        return false;
    }

    private Draft packed(List<Group> temporaries, int color, Map<Integer, String> heaps) {
        var chains = chains(temporaries);
        var blocks = new ArrayList<HeapSimulator.Block>();
        chains.forEach((id, chain) -> blocks.add(new HeapSimulator.Block(
                id,
                chain.getFirst().size(),
                new LiveRanges.Range(
                        chain.getFirst().range().start(),
                        chain.getLast().range().end()))));
        var result = new HeapSimulator(alignment).pack(blocks);
        heaps.put(color, result.order());
        var offsets = new HashMap<Integer, Long>();
        chains.forEach((id, chain) ->
                chain.forEach(group -> offsets.put(group.id(), result.offsets().getOrDefault(id, 0L))));
        var draft = new Draft(
                Kind.TEMPORARY, result.size(), color, ", preallocated-temp", new ArrayList<>(temporaries), offsets);
        temporaries.forEach(each -> draftOfGroup.put(each.id(), draft));
        return draft;
    }

    /** Groups that take each other's place, one after the other; each chain is placed as one. */
    private Map<Integer, List<Group>> chains(List<Group> temporaries) {
        var ending = new HashMap<Integer, List<Group>>();
        temporaries.forEach(each -> ending.computeIfAbsent(each.range().end(), _ -> new ArrayList<>(2))
                .add(each));
        var chainOf = new HashMap<Integer, List<Group>>();
        var chains = new LinkedHashMap<Integer, List<Group>>();
        var succeeded = new HashSet<Integer>();
        var byStart = temporaries.stream()
                .sorted(Comparator.comparingInt((Group each) -> each.range().start())
                        .thenComparingInt(Group::id))
                .toList();
        for (var group : byStart) {
            var old = ending.getOrDefault(group.range().start(), List.of()).stream()
                    .filter(each -> each.id() != group.id()
                            && each.range().start() < group.range().start()
                            && !succeeded.contains(each.id())
                            && takesOver(each, group))
                    .findFirst();
            var chain = old.map(each -> chainOf.get(each.id())).orElseGet(() -> {
                var made = new ArrayList<Group>();
                chains.put(group.id(), made);
                return made;
            });
            old.ifPresent(each -> succeeded.add(each.id()));
            chain.add(group);
            chainOf.put(group.id(), chain);
        }
        return chains;
    }

    private List<BufferAllocation> allocations(List<Draft> drafts) {
        var ordered = drafts.stream()
                .sorted(Comparator.comparing((Draft each) -> each.kind() == Kind.TEMPORARY)
                        .thenComparingLong(each -> -each.size())
                        .thenComparing(each -> each.kind() != Kind.LIVE_OUT))
                .toList();
        var allocations = new ArrayList<BufferAllocation>();
        for (var draft : ordered) {
            allocations.add(new BufferAllocation(
                    allocations.size(), draft.size(), draft.color(), draft.kind(), draft.detail(), values(draft)));
        }
        return allocations;
    }

    private List<AssignedValue> values(Draft draft) {
        var values = new ArrayList<AssignedValue>();
        for (var group : draft.groups()) {
            for (var value : group.values()) {
                var why = groups.reason(value.id());
                values.add(new AssignedValue(
                        value.id(),
                        value.name(),
                        value.shape().toString(),
                        draft.offsets().getOrDefault(group.id(), 0L),
                        value.bytes(),
                        ranges.range(value.id()),
                        why.isEmpty() ? reasons.getOrDefault(group.id(), "") : why));
            }
        }
        values.sort(Comparator.comparingInt(AssignedValue::id));
        return values;
    }
}
