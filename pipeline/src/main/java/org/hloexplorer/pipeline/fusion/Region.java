package org.hloexplorer.pipeline.fusion;

import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.Shape;

/** A kernel, or a producer and a consumer looked at as the one kernel they would make. */
public record Region(FusionGraph graph, HloInstruction consumer, Optional<HloInstruction> producer) {

    public static Region of(FusionGraph graph, HloInstruction kernel) {
        return new Region(graph, kernel, Optional.empty());
    }

    public static Region of(FusionGraph graph, HloInstruction producer, HloInstruction consumer) {
        return new Region(graph, consumer, Optional.of(producer));
    }

    /** An instruction of the region, with the kernel it is in. */
    public record Place(HloInstruction instruction, HloInstruction kernel) {}

    /** What the region yields. */
    public Place root() {
        return rootOf(consumer);
    }

    private Place rootOf(HloInstruction kernel) {
        return new Place(FusionGraph.isFusion(kernel) ? graph.body(kernel).root() : kernel, kernel);
    }

    /** All instructions of the region. */
    public Stream<Place> places() {
        return Stream.concat(producer.stream(), Stream.of(consumer))
                .flatMap(kernel -> graph.withBody(kernel).map(each -> new Place(each, kernel)));
    }

    /** The shape of an operand, wherever it comes from. */
    public Shape operandShape(Place place, int index) {
        var kernel = place.kernel();
        var editor = FusionGraph.isFusion(kernel) ? graph.body(kernel).editor() : graph.editor();
        return editor.operand(place.instruction(), index).shape();
    }

    /** Whether each element needs only the same element of each operand. */
    public boolean isElementwise(Place place) {
        var kernel = place.kernel();
        var inside = FusionGraph.isFusion(kernel) ? graph.body(kernel).graph() : graph;
        return inside.isElementwise(place.instruction());
    }

    /** The operands that the region computes itself. */
    public List<Place> operands(Place place) {
        return IntStream.range(0, place.instruction().operandCount())
                .mapToObj(i -> operand(place, i))
                .flatMap(Optional::stream)
                .toList();
    }

    /** The value from outside that an operand is; empty where the region computes it. */
    public Optional<HloInstruction> input(Place place, int index) {
        if (operand(place, index).isPresent()) {
            return Optional.empty();
        }
        var kernel = place.kernel();
        if (!FusionGraph.isFusion(kernel)) {
            return Optional.of(graph.operand(kernel, index));
        }
        var body = graph.body(kernel);
        return Optional.of(graph.operand(kernel, body.number(body.editor().operand(place.instruction(), index))));
    }

    private Optional<Place> operand(Place place, int index) {
        var kernel = place.kernel();
        if (!FusionGraph.isFusion(kernel)) {
            return crossing(kernel.operandId(index), kernel);
        }
        var body = graph.body(kernel);
        var inside = body.editor().operand(place.instruction(), index);
        return inside.op() instanceof HloOp.Parameter
                ? crossing(kernel.operandId(body.number(inside)), kernel)
                : Optional.of(new Place(inside, kernel));
    }

    /** From the consumer into the producer; any other operand comes from outside. */
    private Optional<Place> crossing(int operand, HloInstruction kernel) {
        return producer.filter(each -> each.id() == operand && kernel.id() == consumer.id())
                .map(this::rootOf);
    }
}
