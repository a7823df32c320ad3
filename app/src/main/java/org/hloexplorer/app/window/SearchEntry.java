package org.hloexplorer.app.window;

import java.util.Locale;

/**
 * Something the search field can find.
 *
 * @param title what it is found by first
 * @param detail said beside it in grey, and searched too
 */
record SearchEntry(Kind kind, String title, String detail, Runnable action) {

    /** What kind of thing it is; the earlier kind goes first among equals. */
    enum Kind {
        COMMAND,
        SAMPLE,
        PASS,
        COMPUTATION,
        INSTRUCTION;

        String title() {
            return Words.say("search." + name().toLowerCase(Locale.ROOT));
        }
    }
}
