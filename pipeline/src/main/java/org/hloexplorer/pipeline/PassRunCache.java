package org.hloexplorer.pipeline;

import java.io.Serial;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.hloexplorer.hlo.HloModule;

/**
 * Pass runs that need not be repeated: a toggle re-runs the pipeline from the toggled pass on.
 *
 * <p>Modules are told apart by identity, which is enough because passes return the very object they were given where
 * they change nothing.
 */
final class PassRunCache {

    /** Runs that are kept, the longest unused being dropped first. */
    private static final int CAPACITY = 1_000;

    /** Everything that the outcome of a run depends on; ordinals are among it because events hold them. */
    record Key(
            HloModule before,
            String pass,
            Map<String, String> options,
            Set<String> disabledRules,
            Set<Effect> effects,
            boolean verified,
            RewriteOrdinal start) {}

    private final Map<Key, PassRun> runs = new LinkedHashMap<>(16, 0.75f, true) {
        @Serial
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Key, PassRun> eldest) {
            return size() > CAPACITY;
        }
    };

    /** The known outcome, if it neither reaches the budget nor a rewrite that is to be left out. */
    synchronized Optional<PassRun> find(Key key, PipelineSettings settings) {
        return Optional.ofNullable(runs.get(key))
                .filter(run -> isWithin(settings, key.start().rewrite(), run));
    }

    synchronized void put(Key key, PassRun run) {
        runs.put(key, run);
    }

    private static boolean isWithin(PipelineSettings settings, int firstRewrite, PassRun run) {
        int end = firstRewrite + run.rewriteCount();
        return end < settings.rewriteBudget()
                && settings.skippedRewrites().stream().noneMatch(each -> firstRewrite <= each && each < end);
    }
}
