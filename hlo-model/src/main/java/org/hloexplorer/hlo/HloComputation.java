package org.hloexplorer.hlo;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Instructions in an order in which each follows its operands, and the one whose value is the result.
 *
 * <p>Immutable. What is asked of the whole (users, positions) is worked out once, when first asked.
 */
public final class HloComputation {

    /** The thread of computations that say nothing else. */
    public static final String MAIN_THREAD = "main";

    private final int id;
    private final String name;
    private final List<HloInstruction> instructions;
    private final int rootId;
    private final String executionThread;

    private volatile @Nullable Index index;

    /** Positions and users by instruction id. */
    private record Index(Map<Integer, Integer> positions, Map<Integer, List<HloInstruction>> users) {}

    /** A computation on the main thread. */
    public HloComputation(int id, String name, List<HloInstruction> instructions, int rootId) {
        this(id, name, instructions, rootId, MAIN_THREAD);
    }

    public HloComputation(int id, String name, List<HloInstruction> instructions, int rootId, String executionThread) {
        this.id = id;
        this.name = name;
        this.instructions = List.copyOf(instructions);
        this.rootId = rootId;
        this.executionThread = executionThread;
    }

    /** Unique in the module and all versions that passes make of it; never an instruction's id. */
    public int id() {
        return id;
    }

    public String name() {
        return name;
    }

    /** All instructions, operands before their users. */
    public List<HloInstruction> instructions() {
        return instructions;
    }

    public int rootId() {
        return rootId;
    }

    public HloInstruction root() {
        return instruction(rootId);
    }

    public String executionThread() {
        return executionThread;
    }

    public boolean contains(int instructionId) {
        return index().positions().containsKey(instructionId);
    }

    /**
     * The instruction with this id.
     *
     * @throws IllegalArgumentException where the computation has none
     */
    public HloInstruction instruction(int instructionId) {
        return instructions.get(position(instructionId));
    }

    public Optional<HloInstruction> find(int instructionId) {
        return Optional.ofNullable(index().positions().get(instructionId)).map(instructions::get);
    }

    public Optional<HloInstruction> find(String instructionName) {
        return instructions.stream()
                .filter(each -> each.name().equals(instructionName))
                .findFirst();
    }

    /** Where the instruction stands in {@link #instructions()}. */
    public int position(int instructionId) {
        var position = index().positions().get(instructionId);
        if (position == null) {
            throw new IllegalArgumentException("computation " + name + " has no instruction " + instructionId);
        }
        return position;
    }

    public List<HloInstruction> operands(HloInstruction instruction) {
        var operands = new ArrayList<HloInstruction>(instruction.operandCount());
        for (int i = 0; i < instruction.operandCount(); i++) {
            operands.add(instruction(instruction.operandId(i)));
        }
        return operands;
    }

    public HloInstruction operand(HloInstruction instruction, int operand) {
        return instruction(instruction.operandId(operand));
    }

    /** The instructions that use this one, each once, in order; control successors are not among them. */
    public List<HloInstruction> users(HloInstruction instruction) {
        return index().users().getOrDefault(instruction.id(), List.of());
    }

    /** The parameters by their number. */
    public List<HloInstruction> parameters() {
        return instructions.stream()
                .filter(each -> each.op() instanceof HloOp.Parameter)
                .sorted(Comparator.comparingInt(HloComputation::parameterNumber))
                .toList();
    }

    public HloComputation withName(String changed) {
        return new HloComputation(id, changed, instructions, rootId, executionThread);
    }

    public HloComputation withInstructions(List<HloInstruction> changed, int changedRootId) {
        return new HloComputation(id, name, changed, changedRootId, executionThread);
    }

    private static int parameterNumber(HloInstruction instruction) {
        return instruction.op() instanceof HloOp.Parameter(int number) ? number : -1;
    }

    private Index index() {
        var known = index;
        if (known == null) {
            known = buildIndex();
            index = known;
        }
        return known;
    }

    private Index buildIndex() {
        var positions = HashMap.<Integer, Integer>newHashMap(instructions.size());
        var users = HashMap.<Integer, List<HloInstruction>>newHashMap(instructions.size());
        for (int position = 0; position < instructions.size(); position++) {
            var instruction = instructions.get(position);
            positions.put(instruction.id(), position);
            for (int operand = 0; operand < instruction.operandCount(); operand++) {
                var usersOfOperand = users.computeIfAbsent(instruction.operandId(operand), _ -> new ArrayList<>(2));
                if (usersOfOperand.isEmpty() || usersOfOperand.getLast() != instruction) {
                    usersOfOperand.add(instruction);
                }
            }
        }
        return new Index(positions, users);
    }

    /** The name with XLA's mark, such as {@code %region_0.1}. */
    @Override
    public String toString() {
        return "%" + name;
    }
}
