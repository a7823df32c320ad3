package org.hloexplorer.pipeline.backend.planned;

import java.util.ArrayList;
import java.util.List;
import org.hloexplorer.hlo.Literal;
import org.hloexplorer.hlo.eval.HloEvaluator;
import org.hloexplorer.pipeline.kernel.ExecutablePlan;
import org.hloexplorer.pipeline.kernel.PlanStep;
import org.hloexplorer.pipeline.worker.Limit;
import org.hloexplorer.pipeline.worker.Program;
import org.hloexplorer.pipeline.worker.Program.Upload;
import org.hloexplorer.pipeline.worker.RunOptions;

/** Runs a plan once, launches in the worker and the other steps here: values cross where one reads what the other wrote. */
final class MixedPass {
    private final ExecutablePlan plan;
    private final Program program;
    private final LiteralTransfer transfer;
    private final HloEvaluator evaluator;
    private final RunOptions once;
    private final Limit limit;

    MixedPass(
            ExecutablePlan plan,
            Program program,
            LiteralTransfer transfer,
            HloEvaluator evaluator,
            int threads,
            Limit limit) {
        this.plan = plan;
        this.program = program;
        this.transfer = transfer;
        this.evaluator = evaluator;
        this.once = new RunOptions(0, 1, threads);
        this.limit = limit;
    }

    void transferIn(List<Upload> uploads) {
        program.run(uploads, 0, 0, List.of(), RunOptions.ONCE, limit);
    }

    /** The time of each unit of the plan, in nanoseconds. */
    List<Long> run() {
        List<Long> times = new ArrayList<>();
        int first = 0;
        int unit = 0;
        for (int step = 0; step < plan.steps().size(); ) {
            if (plan.steps().get(step) instanceof PlanStep.Reference reference) {
                times.add(evaluate(reference));
                step++;
                continue;
            }
            int end = step;
            while (end < plan.steps().size() && !(plan.steps().get(end) instanceof PlanStep.Reference)) {
                end++;
            }
            var run = program.run(List.of(), first, first + end - step, List.of(), once, limit);
            int units = (int) PlanStep.units(plan.steps().subList(step, end)).count();
            run.units().subList(unit, unit + units).forEach(each -> times.add(each.minimum()));
            unit += units;
            first += end - step;
            step = end;
        }
        return times;
    }

    private long evaluate(PlanStep.Reference reference) {
        List<Literal> operands = new ArrayList<>();
        for (var operand : reference.operands()) {
            var fetch = transfer.fetch(operand);
            program.run(List.of(), 0, 0, fetch.downloads(), RunOptions.ONCE, limit);
            operands.add(fetch.literal());
        }
        long start = System.nanoTime();
        var value = evaluator.evaluateInstruction(reference.instruction(), operands, plan.module());
        long time = System.nanoTime() - start;
        transferIn(transfer.uploads(reference.result(), value));
        return time;
    }

    Literal result() {
        var fetch = transfer.fetch(plan.result());
        program.run(List.of(), 0, 0, fetch.downloads(), RunOptions.ONCE, limit);
        return fetch.literal();
    }
}
