package org.hloexplorer.pipeline.fusion;

import static org.hloexplorer.pipeline.fusion.FusionDecision.Obstacle.EXCEEDS_BUDGET;
import static org.hloexplorer.pipeline.fusion.FusionDecision.Obstacle.NOT_FUSIBLE;
import static org.hloexplorer.pipeline.fusion.FusionDecision.allow;
import static org.hloexplorer.pipeline.fusion.FusionDecision.forbid;

import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.hloexplorer.hlo.FusionKind;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.pipeline.Option;
import org.hloexplorer.pipeline.PassContext;
import org.hloexplorer.pipeline.Quantity;
import org.hloexplorer.pipeline.fusion.FusionDecision.Forbidden;

/**
 * Two rules to learn fusion by, in place of a compiler's many: fuse whatever is a loop, or stop where a loop would need
 * more registers or fast memory than there are.
 */
record LessonChecks(FusionGraph graph, boolean keepsBudget, long registers, long onChipBytes, long tile)
        implements FusionChecks {
    private static final String NOT_XLAS = "none: a rule for teaching";
    private static final String REGISTERS_COMPARED = "values live at once";
    private static final String BYTES_COMPARED = "bytes on the chip";

    private static final Option<Long> REGISTERS =
            Option.count("lesson.registers", 16, "values that a loop may hold in registers at once");
    private static final Option<Long> ON_CHIP_BYTES = Option.count(
            "lesson.on-chip-bytes", 32 * 1024, "bytes of fast memory for one tile of each array that a loop touches");
    private static final Option<Long> TILE =
            Option.count("lesson.tile", 1024, "elements of each array that are in fast memory at a time");

    static final List<Option<?>> ALL = List.of(REGISTERS, ON_CHIP_BYTES, TILE);

    static LessonChecks of(FusionGraph graph, boolean keepsBudget, PassContext context) {
        return new LessonChecks(
                graph, keepsBudget, context.option(REGISTERS), context.option(ON_CHIP_BYTES), context.option(TILE));
    }

    @Override
    public FusionDecision decide(HloInstruction consumer, int operand, Waiver waiver) {
        var producer = graph.operand(consumer, operand);
        return waiver.firstRefusal(List.of(
                        () -> CommonChecks.isNotResult(producer, graph, NOT_XLAS),
                        () -> CommonChecks.isNoLibraryCall(producer, NOT_XLAS),
                        () -> CommonChecks.isNoLibraryCall(consumer, NOT_XLAS),
                        () -> runsAsLoop(producer),
                        () -> runsAsLoop(consumer),
                        () -> new InPlaceChecks(graph).decide(producer, consumer)))
                .and(() -> waiver.firstRefusal(costs(LoopResources.of(Region.of(graph, producer, consumer)))));
    }

    private List<Supplier<FusionDecision>> costs(LoopResources loop) {
        return keepsBudget
                ? List.of(() -> fitsFastMemory(loop), () -> fitsRegisters(loop))
                : List.of(() -> mentionsSpills(loop));
    }

    private FusionDecision runsAsLoop(HloInstruction instruction) {
        return FusionGraph.isFusion(instruction) || graph.runsAsLoop(instruction)
                ? allow("%s runs as a loop".formatted(instruction.opcode()))
                : forbid(NOT_FUSIBLE, "%s does not run as a loop".formatted(instruction.opcode()), NOT_XLAS);
    }

    private FusionDecision fitsFastMemory(LoopResources loop) {
        long bytes = loop.bytesPerElement() * tile;
        var quantity = new Quantity(BYTES_COMPARED, bytes, onChipBytes, "B");
        return bytes > onChipBytes
                ? forbid(
                        EXCEEDS_BUDGET,
                        "tiles of %d elements of all its arrays take %d bytes, and the fast memory has %d"
                                .formatted(tile, bytes, onChipBytes),
                        NOT_XLAS,
                        quantity)
                : allow("all tiles fit in fast memory", quantity);
    }

    private FusionDecision fitsRegisters(LoopResources loop) {
        long live = loop.registers();
        var quantity = Quantity.count(REGISTERS_COMPARED, live, registers);
        return live > registers
                ? forbid(EXCEEDS_BUDGET, spills(live), NOT_XLAS, quantity)
                : allow("%d values are live at once, and there are %d registers".formatted(live, registers), quantity);
    }

    /** Greed does not ask what it costs; the price is told all the same. */
    private FusionDecision mentionsSpills(LoopResources loop) {
        long live = loop.registers();
        return allow(
                live > registers ? "whatever it costs: " + spills(live) : "both run as one loop",
                Quantity.count(REGISTERS_COMPARED, live, registers));
    }

    private String spills(long live) {
        return "%d values are live at once, so that %d of them spill from the %d registers to memory"
                .formatted(live, live - registers, registers);
    }

    @Override
    public Optional<Option<?>> knob(Forbidden refusal) {
        if (refusal.quantities().isEmpty()) {
            return Optional.empty();
        }
        return switch (refusal.quantities().getLast().name()) {
            case REGISTERS_COMPARED -> Optional.of(REGISTERS);
            case BYTES_COMPARED -> Optional.of(ON_CHIP_BYTES);
            default -> Optional.empty();
        };
    }

    @Override
    public FusionEstimate estimate(HloInstruction producer, HloInstruction consumer) {
        return CpuEstimates.of(graph, producer, consumer);
    }

    @Override
    public FusionKind kind(HloInstruction producer, HloInstruction consumer) {
        return FusionKind.LOOP;
    }
}
