package org.hloexplorer.pipeline.rewrite;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.hloexplorer.hlo.HloModule;

/** Hands out names as XLA does: {@code add}, {@code add.1}, {@code add.2} …, none of them twice in a module. */
final class NameUniquer {

    /** The numbers given away for one prefix; 0 stands for the bare name. */
    private static final class Numbers {
        private final Set<Integer> taken = new HashSet<>();
        private int next;

        /** The wanted number, or the next free one where it is taken. */
        int register(int wanted) {
            if (taken.add(wanted)) {
                return wanted;
            }
            while (!taken.add(next)) {
                next++;
            }
            return next;
        }
    }

    private record Parts(String prefix, int number) {
        static Parts of(String name) {
            int dot = name.lastIndexOf('.');
            int digits = name.length() - dot - 1;
            if (dot <= 0 || digits < 1 || digits > 9 || !isNumber(name, dot + 1)) {
                return new Parts(name, 0);
            }
            return new Parts(name.substring(0, dot), Integer.parseInt(name, dot + 1, name.length(), 10));
        }

        private static boolean isNumber(String name, int from) {
            for (int i = from; i < name.length(); i++) {
                if (name.charAt(i) < '0' || name.charAt(i) > '9') {
                    return false;
                }
            }
            return true;
        }
    }

    private final Map<String, Numbers> byPrefix = new HashMap<>();

    /** Knows all names of instructions and computations in this module. */
    NameUniquer(HloModule module) {
        for (var computation : module.computations()) {
            register(computation.name());
            computation.instructions().forEach(instruction -> register(instruction.name()));
        }
    }

    private void register(String name) {
        var parts = Parts.of(name);
        byPrefix.computeIfAbsent(parts.prefix(), _ -> new Numbers()).taken.add(parts.number());
    }

    /** A name like this one that nothing has. */
    String unique(String wanted) {
        var parts = Parts.of(wanted);
        int number =
                byPrefix.computeIfAbsent(parts.prefix(), _ -> new Numbers()).register(parts.number());
        return number == 0 ? parts.prefix() : parts.prefix() + "." + number;
    }
}
