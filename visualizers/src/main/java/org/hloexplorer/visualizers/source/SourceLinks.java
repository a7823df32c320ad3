package org.hloexplorer.visualizers.source;

import java.util.Optional;
import org.hloexplorer.hlo.HloPath;

/** Which instruction stands where in the text of the editor. */
public interface SourceLinks {

    /** Of a text that does not parse. */
    SourceLinks NONE = new SourceLinks() {
        @Override
        public Optional<HloPath> instructionAt(int line, int column) {
            return Optional.empty();
        }

        @Override
        public Optional<Integer> lineOf(HloPath path) {
            return Optional.empty();
        }
    };

    /** The instruction that holds this place; line and column count from 1. */
    Optional<HloPath> instructionAt(int line, int column);

    /** The line, counted from 1, on which the instruction is defined. */
    Optional<Integer> lineOf(HloPath path);
}
