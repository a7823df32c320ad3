package org.hloexplorer.pipeline.rewrite;

import java.util.Optional;

/** What must hold, beyond the pattern, for a rule to be applied. */
@FunctionalInterface
public interface Condition {

    /** What stands against it, if anything does. */
    Optional<Refusal> refusal(Match match);
}
