package org.hloexplorer.visualizers;

import java.text.MessageFormat;
import java.util.Locale;
import java.util.ResourceBundle;

/** The words that views show, from the resource bundle of this module in the user's language. */
public final class Words {
    private Words() {}

    private static final ResourceBundle BUNDLE = ResourceBundle.getBundle("org.hloexplorer.visualizers.words");

    /** The phrase with this key; arguments stand for {@code {0}}, {@code {1}} … */
    public static String say(String key, Object... arguments) {
        var phrase = BUNDLE.getString(key);
        return arguments.length == 0 ? phrase : new MessageFormat(phrase, Locale.ROOT).format(arguments);
    }
}
