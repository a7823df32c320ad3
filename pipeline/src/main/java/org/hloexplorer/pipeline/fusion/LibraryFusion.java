package org.hloexplorer.pipeline.fusion;

import static org.hloexplorer.pipeline.fusion.FusionDecision.Obstacle.LIBRARY_CALL;
import static org.hloexplorer.pipeline.fusion.FusionDecision.allow;
import static org.hloexplorer.pipeline.fusion.FusionDecision.forbid;

import java.util.Optional;
import org.hloexplorer.hlo.FusionKind;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.pipeline.Quantity;
import org.hloexplorer.pipeline.fusion.FusionDecision.Forbidden;

/**
 * The fusions that XLA's compiler for CPUs hands to a library as a whole, before its own fusion runs: each begins with a
 * reduction, a product or a convolution, and takes in what comes before and behind as long as the library does that too and
 * nobody else needs what would be inside.
 */
final class LibraryFusion {
    private static final String KIND = "\"__ynn_fusion\"";
    private static final String USERS = "users";

    private LibraryFusion() {}

    /** Whether the library runs this. */
    static boolean isOne(HloInstruction instruction) {
        var config = instruction.annotations().backendConfig();
        return instruction.op() instanceof HloOp.Fusion fusion
                && fusion.kind() == FusionKind.CUSTOM
                && config != null
                && config.contains(KIND);
    }

    /** Why a producer and a consumer, of which the library runs one at least, were not handed over as one. */
    static FusionDecision decide(HloInstruction producer, HloInstruction consumer, FusionGraph graph) {
        return isOne(consumer) ? before(producer, consumer, graph) : behind(producer, consumer, graph);
    }

    private static FusionDecision before(HloInstruction producer, HloInstruction library, FusionGraph graph) {
        if (isOne(producer)) {
            return isNeededByOneOnly(producer, library, graph).and(() -> asOne(producer, library));
        }
        return takes(producer, graph)
                .and(() -> isNeededByOneOnly(producer, library, graph))
                .and(() -> grows(library, graph))
                .and(() -> allow("the library would take %s too".formatted(producer)));
    }

    private static FusionDecision asOne(HloInstruction producer, HloInstruction library) {
        return forbid(
                LIBRARY_CALL,
                "%s was begun for itself, and %s grew up to it".formatted(producer, library),
                "LibraryRewriter::FuseNeighbors, ShouldMergeFusions");
    }

    private static FusionDecision behind(HloInstruction library, HloInstruction consumer, FusionGraph graph) {
        int users = graph.userCount(library);
        var quantity = Quantity.count(USERS, users, 1);
        if (users > 1) {
            return forbid(
                    LIBRARY_CALL,
                    "a library call has one result, and %d instructions need %s".formatted(users, library),
                    "LibraryRewriter::AddFusionCandidates",
                    quantity);
        }
        return reader(library, consumer, graph)
                .map(reader -> takes(reader.instruction(), reader.graph()).and(() -> grows(library, graph)))
                .orElseGet(() -> allow("the library would take %s too".formatted(consumer), quantity));
    }

    private record Reader(HloInstruction instruction, FusionGraph graph) {}

    /** What in the consumer reads the library's result. */
    private static Optional<Reader> reader(HloInstruction library, HloInstruction consumer, FusionGraph graph) {
        if (!FusionGraph.isFusion(consumer)) {
            return Optional.of(new Reader(consumer, graph));
        }
        var body = graph.body(consumer);
        for (int i = 0; i < consumer.operandCount(); i++) {
            if (consumer.operandId(i) == library.id()) {
                return body.editor().users(body.parameter(i)).stream()
                        .findFirst()
                        .map(each -> new Reader(each, body.graph()));
            }
        }
        return Optional.empty();
    }

    /** Whether the library does what an instruction does, or what a fusion ends in. */
    private static FusionDecision takes(HloInstruction instruction, FusionGraph graph) {
        if (!FusionGraph.isFusion(instruction)) {
            return new LibraryOperations(graph).take(instruction);
        }
        var body = graph.body(instruction);
        return takes(body.root(), body.graph());
    }

    /** Products and convolutions are handed over one by one; they are part of more only where a reduction took them in. */
    private static FusionDecision grows(HloInstruction library, FusionGraph graph) {
        return graph.withBody(library).anyMatch(LibraryFusion::isReduction)
                ? allow("%s began with a reduction".formatted(library))
                : forbid(
                        LIBRARY_CALL,
                        "products and convolutions are handed over by themselves; only what begins with a reduction takes "
                                + "in others",
                        "LIBRARY_FUSION_TYPE_INDIVIDUAL_DOT, INDIVIDUAL_CONVOLUTION");
    }

    private static boolean isReduction(HloInstruction instruction) {
        return switch (instruction.opcode()) {
            case REDUCE, REDUCE_WINDOW -> true;
            default -> false;
        };
    }

    private static FusionDecision isNeededByOneOnly(
            HloInstruction producer, HloInstruction library, FusionGraph graph) {
        int users = graph.userCount(producer);
        var quantity = Quantity.count(USERS, users, 1);
        if (users <= 1) {
            return allow("only %s needs it".formatted(library), quantity);
        }
        var other = graph.users(producer).stream()
                .filter(each -> each.id() != library.id())
                .findFirst();
        return forbid(
                LIBRARY_CALL,
                "a library call has one result, and %s needs %s too"
                        .formatted(other.map(HloInstruction::toString).orElse("another"), producer),
                "LibraryRewriter::AddFusionCandidates",
                quantity);
    }

    /** Why an instruction inside was taken in; {@code graph} is that of the body. */
    static FusionDecision inside(HloInstruction producer, HloInstruction library, FusionGraph graph) {
        return takes(producer, graph)
                .and(() -> allow("the library takes %s (%s) with the rest of %s"
                        .formatted(producer, producer.opcode(), library)));
    }

    /** In front of what the library says. */
    static FusionDecision fromLibrary(HloInstruction library, FusionDecision decision) {
        var known = "the code of %s comes from a library".formatted(library);
        return switch (decision) {
            case Forbidden(var obstacle, var explanation, var quantities, var check, var flip) ->
                new Forbidden(obstacle, known + ": " + explanation, quantities, check, flip);
            case FusionDecision.Allowed(var explanation, var quantities) ->
                new Forbidden(
                        LIBRARY_CALL,
                        "%s; as it stands now, %s: when the call was made, others needed it or it was not there"
                                .formatted(known, explanation),
                        quantities,
                        "LibraryRewriter::FuseNeighbors",
                        null);
        };
    }
}
