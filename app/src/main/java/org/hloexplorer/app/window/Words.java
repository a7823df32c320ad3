package org.hloexplorer.app.window;

import java.text.MessageFormat;
import java.util.Locale;
import java.util.ResourceBundle;

/** The words of the window's frame, in the user's language. */
final class Words {
    private static final ResourceBundle BUNDLE = ResourceBundle.getBundle("org.hloexplorer.app.window.words");

    private Words() {}

    /** The phrase with this key; arguments stand for {@code {0}}, {@code {1}} … */
    static String say(String key, Object... arguments) {
        var phrase = BUNDLE.getString(key);
        return arguments.length == 0 ? phrase : new MessageFormat(phrase, Locale.ROOT).format(arguments);
    }
}
