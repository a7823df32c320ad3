package org.hloexplorer.hlo.diff;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.function.BiPredicate;
import java.util.stream.Collectors;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.text.HloPrinter;

/** Lists what differs between an instruction and its counterpart. */
final class InstructionChanges {
    private final List<AttributeChange> changes = new ArrayList<>();

    private InstructionChanges() {}

    /**
     * What differs.
     *
     * @param arePaired whether an operand before and one after are counterparts, so that only their names differ
     */
    static List<AttributeChange> between(
            HloModule before, Located old, HloModule after, Located now, BiPredicate<Integer, Integer> arePaired) {
        var list = new InstructionChanges();
        var a = old.instruction();
        var b = now.instruction();
        list.compare("name", a.name(), b.name());
        list.compare("opcode", a.op().mnemonic(), b.op().mnemonic());
        list.compare("shape", a.shape().toString(), b.shape().toString());
        if (!haveSameOperands(old, now, arePaired)) {
            list.changes.add(new AttributeChange("operands", operands(old), operands(now)));
        }
        list.compare("computation", old.computation().name(), now.computation().name());
        list.compare("root", old.isRoot() ? "yes" : "", now.isRoot() ? "yes" : "");
        list.compareAttributes(
                HloPrinter.attributes(before, old.computation(), a),
                HloPrinter.attributes(after, now.computation(), b));
        if (a.op() instanceof HloOp.Constant && !a.op().equals(b.op())) {
            list.compare("value", HloPrinter.printValue(a), HloPrinter.printValue(b));
        }
        return List.copyOf(list.changes);
    }

    private static boolean haveSameOperands(Located old, Located now, BiPredicate<Integer, Integer> arePaired) {
        var before = old.instruction().operandIds();
        var after = now.instruction().operandIds();
        if (before.length != after.length) {
            return false;
        }
        for (int i = 0; i < before.length; i++) {
            if (!arePaired.test(before[i], after[i])) {
                return false;
            }
        }
        return true;
    }

    private static String operands(Located located) {
        return located.computation().operands(located.instruction()).stream()
                .map(Object::toString)
                .collect(Collectors.joining(", "));
    }

    private void compareAttributes(Map<String, String> before, Map<String, String> after) {
        var names = new LinkedHashSet<>(before.keySet());
        names.addAll(after.keySet());
        for (var name : names) {
            compare(name, before.getOrDefault(name, ""), after.getOrDefault(name, ""));
        }
    }

    private void compare(String attribute, String before, String after) {
        if (!before.equals(after)) {
            changes.add(new AttributeChange(attribute, before, after));
        }
    }
}
