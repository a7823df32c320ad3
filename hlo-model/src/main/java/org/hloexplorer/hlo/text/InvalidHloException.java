package org.hloexplorer.hlo.text;

import java.util.stream.Collectors;

/** A text holds errors where a whole module is needed; the message renders them. */
public final class InvalidHloException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    InvalidHloException(ParsedModule parsed) {
        super(parsed.errors().stream().map(parsed::render).collect(Collectors.joining("\n\n")));
    }
}
