package org.hloexplorer.pipeline.kernel.llvm;

import java.util.ArrayList;
import java.util.List;
import org.hloexplorer.pipeline.kernel.LaneAnalysis;
import org.hloexplorer.pipeline.kernel.Statement;
import org.hloexplorer.pipeline.kernel.Statement.Carried;
import org.hloexplorer.pipeline.kernel.Statement.Chosen;
import org.hloexplorer.pipeline.kernel.Value;

/** Prints loops and branches as basic blocks. */
record LoopPrinter(IrText ir, FunctionPrinter function, Axes axes) {
    /** Windows of convolutions and the like are as large, and are the better for being unrolled. */
    private static final long MOST_OUTER_COPIES = 8;

    /** Where a loop's counter starts, ends, and how far it steps. */
    record Range(String begin, String end, String step, boolean mayBeEmpty) {}

    void print(Statement.For loop) {
        switch (loop.kind().axis()) {
            case NONE, PARTS -> {
                if (loop.kind().lanes() > 1) {
                    vectorLoop(loop);
                } else {
                    counted(loop, range(loop), 1);
                }
            }
            case GROUPS, ITEMS -> {
                function.counter(loop.variable(), axes.number(loop.kind().axis()));
                function.block(loop.body());
            }
        }
    }

    private Range range(Statement.For loop) {
        long extent = loop.variable().extent();
        return loop.kind().isPartitioned() ? axes.parts(extent) : new Range("0", Long.toString(extent), "1", false);
    }

    /** Whole vectors in a loop, then what is left as one shorter vector. */
    private void vectorLoop(Statement.For loop) {
        if (!loop.carried().isEmpty()) {
            throw new IllegalArgumentException("a vector loop carries nothing from one repetition to the next");
        }
        int lanes = loop.kind().lanes();
        long extent = loop.variable().extent();
        long whole = extent / lanes * lanes;
        var end = Long.toString(whole);
        if (loop.kind().isPartitioned()) {
            var isLast = ir.assign("icmp sgt i64 %%end, %d".formatted(whole));
            end = ir.assign("select i1 %s, i64 %d, i64 %%end".formatted(isLast, whole));
        }
        if (whole > 0) {
            var begin = loop.kind().isPartitioned() ? "%begin" : "0";
            counted(
                    loop,
                    new Range(begin, end, Integer.toString(lanes), loop.kind().isPartitioned()),
                    lanes);
        }
        if (whole < extent) {
            rest(loop, whole, (int) (extent - whole));
        }
    }

    private void rest(Statement.For loop, long begin, int lanes) {
        var last = ir.newLabel("rest");
        var after = ir.newLabel("after");
        if (loop.kind().isPartitioned()) {
            var isLast =
                    ir.assign("icmp eq i64 %%end, %d".formatted(loop.variable().extent()));
            ir.branch(isLast, last, after);
        } else {
            ir.branch(last);
        }
        ir.label(last);
        function.counter(loop.variable(), Long.toString(begin));
        body(loop, lanes);
        ir.branch(after);
        ir.label(after);
    }

    private void body(Statement.For loop, int lanes) {
        if (lanes == 1) {
            function.block(loop.body());
        } else {
            var vector = new FunctionPrinter.Vector(loop.variable(), lanes, LaneAnalysis.varying(loop));
            function.inVector(vector, () -> function.block(loop.body()));
        }
    }

    private void counted(Statement.For loop, Range range, int lanes) {
        var head = ir.newLabel("loop." + loop.variable());
        var exit = ir.newLabel("end." + loop.variable());
        // Before the loop is entered: copying a value to all lanes takes instructions, and none may stand among phi
        // nodes.
        var initial = loop.carried().stream().map(this::initial).toList();
        var from = ir.currentLabel();
        if (range.mayBeEmpty()) {
            var isEmpty = ir.assign("icmp sge i64 %s, %s", range.begin(), range.end());
            ir.branch(isEmpty, exit, head);
        } else {
            ir.branch(head);
        }
        ir.label(head);
        var counter = "%" + head.replace("loop.", "");
        ir.instruction(
                "%s = phi i64 [ %s, %%%s ], [ %s.next, %%%s.latch ]", counter, range.begin(), from, counter, head);
        function.counter(loop.variable(), counter);
        var phis = carriedIn(loop, initial, from, head);
        body(loop, lanes);
        ir.at(loop.instruction());
        ir.branch(head + ".latch");
        ir.label(head + ".latch");
        carriedOn(loop, phis);
        var next = "%s.next".formatted(counter);
        ir.instruction("%s = add nuw nsw i64 %s, %s", next, counter, range.step());
        var isDone = ir.assign("icmp sge i64 %s, %s", next, range.end());
        if (isKept(loop)) {
            ir.branchOfKeptLoop(isDone, exit, head);
        } else {
            ir.branch(isDone, exit, head);
        }
        ir.label(exit);
        carriedOut(loop, initial, range.mayBeEmpty() ? from : "", head);
    }

    /**
     * Whether unrolling it would cost more than it brings: where the loops inside are unrolled, LLVM would unroll the
     * outer ones in turn, into hundreds of copies whose addresses fit no registers.
     */
    private static boolean isKept(Statement.For loop) {
        return loop.variable().extent() > MOST_OUTER_COPIES && hasLoop(loop.body());
    }

    private static boolean hasLoop(List<Statement> block) {
        return block.stream().anyMatch(statement -> switch (statement) {
            case Statement.For _ -> true;
            case Statement.If branch -> hasLoop(branch.then()) || hasLoop(branch.otherwise());
            case Statement.Define _, Statement.Store _, Statement.Combine _, Statement.Barrier _ -> false;
        });
    }

    /** A phi node for each carried value; where it comes from at the end of the body is filled in later. */
    private List<String> carriedIn(Statement.For loop, List<String> initial, String from, String head) {
        List<String> placeholders = new ArrayList<>();
        for (int i = 0; i < loop.carried().size(); i++) {
            var argument = loop.carried().get(i).argument();
            var name = "%%%s.%s".formatted(argument, head.replace("loop.", ""));
            var placeholder = "<<%s>>".formatted(name);
            ir.instruction(
                    "%s = phi %s [ %s, %%%s ], [ %s, %%%s.latch ]",
                    name, function.type(argument).text(), initial.get(i), from, placeholder, head);
            function.name(argument, name);
            if (loop.kind().isReassociable()) {
                function.mayReassociate(argument);
            }
            placeholders.add(placeholder);
        }
        return placeholders;
    }

    private String initial(Carried carried) {
        return function.operand(
                carried.initial(), function.type(carried.argument()).lanes());
    }

    private void carriedOn(Statement.For loop, List<String> placeholders) {
        for (int i = 0; i < placeholders.size(); i++) {
            var carried = loop.carried().get(i);
            int lanes = function.type(carried.argument()).lanes();
            ir.resolve(placeholders.get(i), function.operand(carried.next(), lanes));
        }
    }

    private void carriedOut(Statement.For loop, List<String> initial, String from, String head) {
        for (int i = 0; i < loop.carried().size(); i++) {
            var carried = loop.carried().get(i);
            var type = function.type(carried.argument());
            var last = function.operand(carried.next(), type.lanes());
            if (!from.isEmpty()) {
                last = ir.assign(
                        "phi %s [ %s, %%%s ], [ %s, %%%s.latch ]", type.text(), initial.get(i), from, last, head);
            }
            function.name(carried.result(), last);
        }
    }

    void print(Statement.If branch) {
        if (function.type(branch.condition()).lanes() > 1) {
            throw new IllegalArgumentException("lanes of a vector loop take one branch together");
        }
        var then = ir.newLabel("then");
        var otherwise = ir.newLabel("else");
        var join = ir.newLabel("join");
        ir.branch(function.name(branch.condition()), then, otherwise);
        ir.label(then);
        var thenValues =
                side(branch.then(), branch.chosen().stream().map(Chosen::then).toList(), branch.chosen());
        var thenEnd = ir.currentLabel();
        ir.branch(join);
        ir.label(otherwise);
        var otherValues = side(
                branch.otherwise(),
                branch.chosen().stream().map(Chosen::otherwise).toList(),
                branch.chosen());
        var otherwiseEnd = ir.currentLabel();
        ir.branch(join);
        ir.label(join);
        for (int i = 0; i < branch.chosen().size(); i++) {
            var result = branch.chosen().get(i).result();
            function.name(
                    result,
                    ir.assign(
                            "phi %s [ %s, %%%s ], [ %s, %%%s ]",
                            function.type(result).text(),
                            thenValues.get(i),
                            thenEnd,
                            otherValues.get(i),
                            otherwiseEnd));
        }
    }

    private List<String> side(List<Statement> block, List<Value> values, List<Chosen> chosen) {
        function.block(block);
        List<String> names = new ArrayList<>();
        for (int i = 0; i < values.size(); i++) {
            names.add(function.operand(
                    values.get(i), function.type(chosen.get(i).result()).lanes()));
        }
        return names;
    }
}
