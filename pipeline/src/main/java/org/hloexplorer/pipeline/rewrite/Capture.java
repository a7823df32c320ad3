package org.hloexplorer.pipeline.rewrite;

import java.util.Set;
import java.util.function.BooleanSupplier;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloOpcode;

/**
 * A name for an instruction in a pattern; as a pattern of its own it matches anything, and the same thing each time.
 *
 * <p>Compared by identity, so that two rules may call different things {@code x}.
 */
public final class Capture implements Pattern {
    private final String name;

    public Capture(String name) {
        this.name = name;
    }

    @Override
    public boolean match(HloInstruction at, Match match, BooleanSupplier rest) {
        return match.binding(this, at, rest);
    }

    @Override
    public Set<HloOpcode> opcodes() {
        return Set.of();
    }

    @Override
    public String toString() {
        return name;
    }
}
