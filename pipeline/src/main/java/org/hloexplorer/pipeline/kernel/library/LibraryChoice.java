package org.hloexplorer.pipeline.kernel.library;

import java.util.HashMap;
import java.util.Map;

/**
 * That dots and convolutions go to the library, but for those of which it is known already that it does not take them.
 *
 * @param refused why, by id of the dot or convolution
 * @param unfused why what follows is not computed along, by the same
 */
public record LibraryChoice(Map<Integer, String> refused, Map<Integer, String> unfused) {

    /** Nothing is known yet. */
    public static final LibraryChoice ALL = new LibraryChoice(Map.of(), Map.of());

    public LibraryChoice {
        refused = Map.copyOf(refused);
        unfused = Map.copyOf(unfused);
    }

    /** The same without what was refused. */
    public LibraryChoice without(LibraryRefusal refusal) {
        Map<Integer, String> whole = new HashMap<>(refused);
        Map<Integer, String> apart = new HashMap<>(unfused);
        (refusal.isOfEpilogue() ? apart : whole).put(refusal.contraction(), String.valueOf(refusal.getMessage()));
        return new LibraryChoice(whole, apart);
    }
}
