package org.hloexplorer.samples;

import java.util.List;

/**
 * A program that comes with HLO Explorer.
 *
 * @param name what it is called on the command line and in menus, for example {@code softmax}
 * @param title the same in words
 * @param story one sentence on what the program computes and why it is here
 * @param lookAt what is worth a look, each starting with where to look
 */
public record SampleModule(String name, String title, String story, List<String> lookAt) {
    public SampleModule {
        lookAt = List.copyOf(lookAt);
    }

    /** The name of the file that holds its text. */
    public String fileName() {
        return name + ".hlo";
    }
}
