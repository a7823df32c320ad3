package org.hloexplorer.hlo;

import java.util.Arrays;
import java.util.List;

/**
 * One operation in a computation, and the value it yields.
 *
 * <p>Immutable, and compared by identity: two equal additions are still two instructions. The {@linkplain #id() id}
 * survives from pass to pass, which is what lets a diff say that an instruction was kept, changed or removed. Operands
 * are ids, resolved by the {@link HloComputation}, so that an edit replaces one instruction and versions share the rest.
 */
public final class HloInstruction {
    private static final int[] NO_IDS = {};

    private final int id;
    private final String name;
    private final HloOp op;
    private final Shape shape;
    private final int[] operandIds;
    private final Annotations annotations;
    private final int[] originIds;

    private HloInstruction(
            int id, String name, HloOp op, Shape shape, int[] operandIds, Annotations annotations, int[] originIds) {
        this.id = id;
        this.name = name;
        this.op = op;
        this.shape = shape;
        this.operandIds = operandIds;
        this.annotations = annotations;
        this.originIds = originIds;
    }

    /** An instruction that comes from nothing older, without annotations. */
    public static HloInstruction of(int id, String name, HloOp op, Shape shape, int... operandIds) {
        return new HloInstruction(id, name, op, shape, operandIds.clone(), Annotations.NONE, NO_IDS);
    }

    /** Unique in the module and all versions that passes make of it. */
    public int id() {
        return id;
    }

    /** Unique in the computation; without the {@code %} that XLA may print. */
    public String name() {
        return name;
    }

    public HloOp op() {
        return op;
    }

    public HloOpcode opcode() {
        return op.opcode();
    }

    public Shape shape() {
        return shape;
    }

    public int operandCount() {
        return operandIds.length;
    }

    public int operandId(int index) {
        return operandIds[index];
    }

    public int[] operandIds() {
        return operandIds.clone();
    }

    public boolean hasOperand(int operandId) {
        for (int each : operandIds) {
            if (each == operandId) {
                return true;
            }
        }
        return false;
    }

    public Annotations annotations() {
        return annotations;
    }

    /** The ids this instruction was made from: more than one where instructions were merged, none for an original. */
    public List<Integer> originIds() {
        return Arrays.stream(originIds).boxed().toList();
    }

    public List<Integer> calledComputations() {
        return op.calledComputations();
    }

    public HloInstruction withName(String changed) {
        return new HloInstruction(id, changed, op, shape, operandIds, annotations, originIds);
    }

    public HloInstruction withOp(HloOp changed) {
        return new HloInstruction(id, name, changed, shape, operandIds, annotations, originIds);
    }

    public HloInstruction withShape(Shape changed) {
        return new HloInstruction(id, name, op, changed, operandIds, annotations, originIds);
    }

    public HloInstruction withOperands(int... changed) {
        return new HloInstruction(id, name, op, shape, changed.clone(), annotations, originIds);
    }

    /** Uses {@code replacement} wherever this used {@code operandId}. */
    public HloInstruction replacingOperand(int operandId, int replacement) {
        var changed = operandIds.clone();
        for (int i = 0; i < changed.length; i++) {
            changed[i] = changed[i] == operandId ? replacement : changed[i];
        }
        return new HloInstruction(id, name, op, shape, changed, annotations, originIds);
    }

    public HloInstruction withAnnotations(Annotations changed) {
        return new HloInstruction(id, name, op, shape, operandIds, changed, originIds);
    }

    public HloInstruction withOrigins(int... ids) {
        return new HloInstruction(id, name, op, shape, operandIds, annotations, ids.clone());
    }

    /** The same operation under another id and name, remembering where it was copied from. */
    public HloInstruction copiedAs(int newId, String newName) {
        return new HloInstruction(newId, newName, op, shape, operandIds, annotations, new int[] {id});
    }

    /** The name with XLA's mark, such as {@code %add.1}. */
    @Override
    public String toString() {
        return "%" + name;
    }
}
