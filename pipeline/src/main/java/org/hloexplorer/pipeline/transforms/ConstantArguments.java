package org.hloexplorer.pipeline.transforms;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.hloexplorer.hlo.HloComputation;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.pipeline.rewrite.ModuleEditor;

/** Puts constants that every call hands over into the called computation itself, where they can be folded. */
final class ConstantArguments {
    static final String RULE = "sink-constant-argument";

    private record CallSite(HloComputation caller, HloInstruction call) {}

    private final ModuleEditor editor;
    private final Map<Integer, List<CallSite>> calls = new HashMap<>();
    private final Set<Integer> calledOtherwise = new HashSet<>();

    ConstantArguments(ModuleEditor editor) {
        this.editor = editor;
        collectCalls(editor.module());
    }

    private void collectCalls(HloModule module) {
        calledOtherwise.add(module.entryId());
        for (var computation : module.computations()) {
            for (var instruction : computation.instructions()) {
                if (instruction.op() instanceof HloOp.Call call) {
                    calls.computeIfAbsent(call.toApply(), _ -> new ArrayList<>())
                            .add(new CallSite(computation, instruction));
                } else {
                    calledOtherwise.addAll(instruction.calledComputations());
                }
            }
        }
    }

    /** Callers first, so that a constant can sink through several calls. */
    void sink() {
        for (var callee : editor.module().computations().reversed()) {
            if (!calledOtherwise.contains(callee.id()) && calls.containsKey(callee.id())) {
                callee.parameters().forEach(parameter -> sinkInto(callee, parameter));
            }
        }
    }

    private void sinkInto(HloComputation callee, HloInstruction parameter) {
        var body = editor.edit(callee);
        if (body.userCount(parameter) > 0) {
            commonConstant(callee, parameter)
                    .ifPresent(constant -> body.rewrite(
                            RULE, parameter, () -> body.addNamed(constant.name(), constant.op(), parameter.shape())));
        }
    }

    private Optional<HloInstruction> commonConstant(HloComputation callee, HloInstruction parameter) {
        int number = ((HloOp.Parameter) parameter.op()).number();
        var arguments = calls.getOrDefault(callee.id(), List.of()).stream()
                .map(site -> argument(site, number))
                .toList();
        var first = arguments.getFirst();
        return arguments.stream().allMatch(each -> isEqualConstant(first, each))
                ? Optional.of(first)
                : Optional.empty();
    }

    private HloInstruction argument(CallSite site, int number) {
        var caller = editor.edit(site.caller());
        return caller.operand(caller.current(site.call()), number);
    }

    private static boolean isEqualConstant(HloInstruction first, HloInstruction other) {
        return first.op() instanceof HloOp.Constant && first.op().equals(other.op());
    }
}
