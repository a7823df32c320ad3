package org.hloexplorer.pipeline.fusion;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.HloOpcode;
import org.hloexplorer.pipeline.rewrite.ComputationEditor;

/** The computation of a fusion while it grows, with its parameters at hand by number. */
public final class FusionBody {
    private final ComputationEditor editor;
    private final FusionGraph graph;
    private final OperandList parameters = new OperandList();
    private final Map<Integer, ElementUse> worstUses = new HashMap<>();
    private final Evaluations evaluations;
    private int reductions;
    private boolean isNumbered = true;

    FusionBody(ComputationEditor editor) {
        this.editor = editor;
        this.graph = new FusionGraph(editor);
        this.evaluations = new Evaluations(graph);
        editor.commit().parameters().forEach(parameter -> parameters.add(parameter.id()));
        editor.commit().instructions().reversed().forEach(this::note);
    }

    public FusionGraph graph() {
        return graph;
    }

    /**
     * The worst use on any way from this instruction to the result. Known for all but parameters, for good: what is
     * added later only ever takes the place of a parameter, and so comes before what is there.
     */
    ElementUse worstUse(HloInstruction instruction) {
        var worst = ElementUse.USES;
        for (var user : editor.users(instruction)) {
            for (int i = 0; i < user.operandCount(); i++) {
                if (user.operandId(i) == instruction.id()) {
                    worst = worst.orWorse(ElementUse.of(user, i, graph));
                }
            }
            worst = worst.orWorse(worstUses.getOrDefault(user.id(), ElementUse.USES));
        }
        return worst;
    }

    private void note(HloInstruction instruction) {
        if (instruction.opcode() != HloOpcode.PARAMETER) {
            worstUses.put(instruction.id(), worstUse(instruction));
            evaluations.note(instruction);
        }
        reductions += instruction.opcode() == HloOpcode.REDUCE ? 1 : 0;
    }

    /** How many elements of an instruction are computed, or of a parameter read. */
    double evaluations(HloInstruction instruction) {
        return evaluations.of(instruction);
    }

    /** How many of the instructions reduce. */
    int reductions() {
        return reductions;
    }

    /** How many instructions it has, parameters among them. */
    int size() {
        return worstUses.size() + parameters.size();
    }

    public ComputationEditor editor() {
        return editor;
    }

    public HloInstruction root() {
        return editor.root();
    }

    /** All instructions, operands first. */
    public List<HloInstruction> instructions() {
        renumber();
        return editor.instructions();
    }

    /** The parameter that stands for the n-th operand of the fusion. */
    public HloInstruction parameter(int number) {
        return editor.instruction(parameters.get(number));
    }

    /** The number of the operand that a parameter stands for, whatever it says itself before it is renumbered. */
    public int number(HloInstruction parameter) {
        return parameters.indexOf(parameter.id());
    }

    /** Adds a parameter behind the others. */
    HloInstruction addParameter(HloInstruction parameter) {
        parameters.add(parameter.id());
        return editor.insert(parameter);
    }

    /**
     * Puts the last of the instructions, operands first, in the place of a parameter; those behind move up. They are
     * {@linkplain #renumber told} so when someone asks for all instructions, as a body may lose thousands of parameters
     * one by one.
     */
    void replaceParameter(int number, List<HloInstruction> inserted) {
        var parameter = parameter(number);
        editor.replaceAllUses(parameter, inserted.getLast());
        editor.remove(parameter);
        inserted.reversed().forEach(this::note);
        parameters.remove(number);
        isNumbered = false;
    }

    /** Gives each parameter its number. */
    void renumber() {
        if (isNumbered) {
            return;
        }
        isNumbered = true;
        for (int i = 0; i < parameters.size(); i++) {
            var parameter = parameter(i);
            if (!parameter.op().equals(new HloOp.Parameter(i))) {
                editor.update(parameter.withOp(new HloOp.Parameter(i)));
            }
        }
    }
}
