package org.hloexplorer.roofline.view;

import java.text.MessageFormat;
import java.util.Locale;
import java.util.ResourceBundle;

/** The words of this view, in the user's language. */
final class Words {
    private final ResourceBundle bundle;

    Words() {
        bundle = ResourceBundle.getBundle("org.hloexplorer.roofline.view.messages", Locale.getDefault());
    }

    String of(String key, Object... arguments) {
        var text = bundle.getString(key);
        return arguments.length == 0 ? text : MessageFormat.format(text, arguments);
    }
}
