package org.hloexplorer.visualizers.source;

import java.util.Optional;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.HloPath;
import org.hloexplorer.hlo.text.SourceMap;
import org.hloexplorer.hlo.text.SourceSpan;

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

    /** Of a text that was parsed into this module, which is version 0 of its timeline. */
    static SourceLinks of(SourceMap map, HloModule module) {
        return new SourceLinks() {
            @Override
            public Optional<HloPath> instructionAt(int line, int column) {
                int id = map.instructionAt(line, column).orElse(-1);
                return module.computationOf(id).map(computation -> HloPath.toInstruction(0, computation.id(), id));
            }

            @Override
            public Optional<Integer> lineOf(HloPath path) {
                return Optional.ofNullable(path.instructionId())
                        .flatMap(map::span)
                        .map(SourceSpan::line);
            }
        };
    }

    /** The instruction that holds this place; line and column count from 1. */
    Optional<HloPath> instructionAt(int line, int column);

    /** The line, counted from 1, on which the instruction is defined. */
    Optional<Integer> lineOf(HloPath path);
}
