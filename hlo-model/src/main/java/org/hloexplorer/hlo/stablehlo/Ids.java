package org.hloexplorer.hlo.stablehlo;

import java.util.HashSet;
import java.util.Set;

/** Gives ids and names that nothing else of the module has. */
final class Ids {
    private final Set<String> names = new HashSet<>();
    private int next;

    int next() {
        return next++;
    }

    /** The first id that is free. */
    int free() {
        return next;
    }

    /** A computation's name: the wanted one, with what HLO does not allow in names replaced. */
    String name(String wanted) {
        return unique(wanted, names);
    }

    static String unique(String wanted, Set<String> taken) {
        var name = legal(wanted);
        int suffix = 1;
        var unique = name;
        while (!taken.add(unique)) {
            unique = name + "." + suffix++;
        }
        return unique;
    }

    private static String legal(String wanted) {
        var name = new StringBuilder();
        for (int i = 0; i < wanted.length(); i++) {
            char c = wanted.charAt(i);
            name.append((MlirScanner.isWordPart(c) && c != '$') || c == '-' ? c : '_');
        }
        return name.isEmpty() || !MlirScanner.isWordStart(name.charAt(0)) ? "_" + name : name.toString();
    }
}
