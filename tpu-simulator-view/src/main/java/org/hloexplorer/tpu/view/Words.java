package org.hloexplorer.tpu.view;

import java.text.MessageFormat;
import java.util.Locale;
import java.util.ResourceBundle;

/** The words that this view shows, from its resource bundle in the user's language. */
final class Words {
    private static final ResourceBundle BUNDLE = ResourceBundle.getBundle("org.hloexplorer.tpu.view.words");

    private Words() {}

    /** The phrase with this key; arguments stand for {@code {0}}, {@code {1}} … */
    static String say(String key, Object... arguments) {
        var phrase = BUNDLE.getString(key);
        return arguments.length == 0 ? phrase : new MessageFormat(phrase, Locale.ROOT).format(arguments);
    }
}
