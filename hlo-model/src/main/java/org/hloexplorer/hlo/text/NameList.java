package org.hloexplorer.hlo.text;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Names by id. */
final class NameList {
    private @Nullable String[] names;

    NameList(int size) {
        names = new @Nullable String[size];
    }

    void put(int id, String name) {
        if (id >= names.length) {
            names = Arrays.copyOf(names, id * 2 + 1);
        }
        names[id] = name;
    }

    String get(int id) {
        var name = id < names.length ? names[id] : null;
        return name == null ? "?" + id : name;
    }
}
