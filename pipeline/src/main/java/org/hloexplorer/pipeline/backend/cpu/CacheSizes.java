package org.hloexplorer.pipeline.backend.cpu;

import org.hloexplorer.pipeline.worker.Limit;
import org.hloexplorer.pipeline.worker.Worker;
import org.jspecify.annotations.Nullable;

/** The caches of this machine, probed once where the system does not tell of them. */
final class CacheSizes {
    private final Worker worker;
    private @Nullable Caches found;

    CacheSizes(Worker worker) {
        this.worker = worker;
    }

    synchronized Caches get(Limit limit) {
        if (found == null) {
            var told = Caches.read();
            found = told.areKnown()
                    ? told
                    : Caches.of(new CacheProbe(worker, limit).measure().caches());
        }
        return found;
    }
}
