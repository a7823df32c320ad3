package org.hloexplorer.pipeline.transforms.expanders;

import static org.hloexplorer.hlo.HloOpcode.SCAN;
import static org.hloexplorer.hlo.HloOpcode.SUBTRACT;
import static org.hloexplorer.pipeline.rewrite.Patterns.op;
import static org.hloexplorer.pipeline.rewrite.RewriteRule.rule;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.Shape;
import org.hloexplorer.pipeline.HloPass;
import org.hloexplorer.pipeline.rewrite.Match;
import org.hloexplorer.pipeline.rewrite.RewriteRule;
import org.hloexplorer.pipeline.transforms.CountedLoop;
import org.hloexplorer.pipeline.transforms.Emitter;
import org.hloexplorer.pipeline.transforms.RulePass;

/** Writes a scan as a loop over the slices of its inputs. */
public final class ScanExpander {
    private ScanExpander() {}

    static final RewriteRule EXPAND_SCAN = rule(
            "expand-scan",
            "scan(inputs, carries) → while over the slices of the inputs",
            op(SCAN),
            ScanExpander::expanded);

    public static final HloPass PASS = RulePass.of("scan_expander", "writes scans as loops", EXPAND_SCAN);

    /** How operands and results of a scan are laid out: inputs or outputs first, then the carries. */
    private record Parts(HloOp.Scan scan, List<HloInstruction> operands, List<Shape> results) {
        static Parts of(Match match) {
            var shape = match.root().shape();
            return new Parts(
                    (HloOp.Scan) match.root().op(),
                    match.editor().operands(match.root()),
                    shape instanceof Shape.Tuple(var elements) ? elements : List.of(shape));
        }

        int inputs() {
            return operands.size() - scan.numCarries();
        }

        int outputs() {
            return results.size() - scan.numCarries();
        }

        long length() {
            return operands.getFirst().shape().asArray().dimension(scan.dimension());
        }
    }

    private static HloInstruction expanded(Match match) {
        var emitter = Emitter.at(match);
        var parts = Parts.of(match);
        var state = new ArrayList<HloInstruction>();
        parts.results().subList(0, parts.outputs()).forEach(shape -> state.add(emitter.filled(0, shape)));
        state.addAll(parts.operands().subList(parts.inputs(), parts.operands().size()));
        state.addAll(parts.operands().subList(0, parts.inputs()));
        var last = CountedLoop.run(
                        emitter, parts.length(), state, (inside, round, before) -> step(inside, parts, round, before))
                .subList(0, parts.results().size());
        return match.root().shape() instanceof Shape.Tuple ? emitter.tuple(last) : last.getFirst();
    }

    /** The state is outputs, carries, inputs. */
    private static List<HloInstruction> step(
            Emitter emitter, Parts parts, HloInstruction round, List<HloInstruction> before) {
        int results = parts.results().size();
        var at = parts.scan().isReverse() ? emitter.map(SUBTRACT, emitter.index(parts.length() - 1), round) : round;
        var function = emitter.module().current(parts.scan().toApply());
        var arguments = new ArrayList<HloInstruction>();
        for (int i = 0; i < parts.inputs(); i++) {
            var wanted = function.parameters().get(i).shape().asArray();
            arguments.add(emitter.reshape(
                    slice(emitter, before.get(results + i), parts.scan().dimension(), at), wanted.dimensions()));
        }
        arguments.addAll(before.subList(parts.outputs(), results));
        var made = elements(
                emitter,
                emitter.add(
                        new HloOp.Call(function.id(), false),
                        function.root().shape(),
                        arguments.toArray(HloInstruction[]::new)));
        var after = new ArrayList<HloInstruction>();
        for (int i = 0; i < parts.outputs(); i++) {
            after.add(written(emitter, before.get(i), made.get(i), parts.scan().dimension(), at));
        }
        after.addAll(made.subList(parts.outputs(), results));
        after.addAll(before.subList(results, before.size()));
        return after;
    }

    private static HloInstruction slice(Emitter emitter, HloInstruction input, int dimension, HloInstruction at) {
        var sizes = Emitter.with(input.shape().asArray().dimensions(), dimension, 1);
        return emitter.dynamicSlice(input, place(emitter, sizes.size(), dimension, at), sizes);
    }

    private static HloInstruction written(
            Emitter emitter, HloInstruction output, HloInstruction slice, int dimension, HloInstruction at) {
        var sizes = Emitter.with(output.shape().asArray().dimensions(), dimension, 1);
        return emitter.dynamicUpdateSlice(
                output, emitter.reshape(slice, sizes), place(emitter, sizes.size(), dimension, at));
    }

    private static List<HloInstruction> place(Emitter emitter, int rank, int dimension, HloInstruction at) {
        var starts = new ArrayList<>(Collections.nCopies(rank, emitter.index(0)));
        starts.set(dimension, at);
        return starts;
    }

    private static List<HloInstruction> elements(Emitter emitter, HloInstruction result) {
        return result.shape() instanceof Shape.Tuple(var shapes)
                ? IntStream.range(0, shapes.size())
                        .mapToObj(i -> emitter.element(result, i))
                        .toList()
                : List.of(result);
    }
}
