package org.hloexplorer.app.window;

import java.util.HashMap;
import java.util.Map;
import java.util.prefs.Preferences;

/** What the window remembers from one start to the next: its theme, its size, where its dividers are. */
interface WindowMemory {

    String get(String key, String otherwise);

    void put(String key, String value);

    default double getNumber(String key, double otherwise) {
        try {
            return Double.parseDouble(get(key, Double.toString(otherwise)));
        } catch (NumberFormatException e) {
            return otherwise;
        }
    }

    /** Remembers for this user, until the next start and beyond. */
    static WindowMemory ofUser() {
        var preferences = Preferences.userRoot().node("org/hloexplorer/window");
        return new WindowMemory() {
            @Override
            public String get(String key, String otherwise) {
                return preferences.get(key, otherwise);
            }

            @Override
            public void put(String key, String value) {
                preferences.put(key, value);
            }
        };
    }

    /** Remembers nothing, so that a picture or a test always starts from the same window. */
    static WindowMemory ofThisStart() {
        Map<String, String> values = new HashMap<>();
        return new WindowMemory() {
            @Override
            public String get(String key, String otherwise) {
                return values.getOrDefault(key, otherwise);
            }

            @Override
            public void put(String key, String value) {
                values.put(key, value);
            }
        };
    }
}
