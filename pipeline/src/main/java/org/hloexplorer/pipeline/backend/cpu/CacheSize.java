package org.hloexplorer.pipeline.backend.cpu;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;

/**
 * The size of a cache by two sources.
 *
 * @param told by the system, in bytes; empty where it tells nothing
 * @param probed in bytes; empty where probing found no such cache
 * @param nanos of a load that it answers; NaN where it was not found
 */
public record CacheSize(String name, OptionalLong told, OptionalLong probed, double nanos) {
    /** What the two may differ by and still mean the same. */
    private static final double AGREEMENT = 1.5;

    /** What they may differ by and still mean the same cache. */
    private static final double KINSHIP = 5;

    /** Those that the system tells of, each with what was found nearest to it; else those that were found. */
    static List<CacheSize> beside(Caches caches, List<ProbedCache> probed) {
        List<CacheSize> sizes = new ArrayList<>();
        if (!caches.areKnown()) {
            for (int i = 0; i < probed.size(); i++) {
                var found = probed.get(i);
                sizes.add(new CacheSize(
                        "L" + (i + 1), OptionalLong.empty(), OptionalLong.of(found.bytes()), found.nanos()));
            }
            return sizes;
        }
        for (var level : caches.levels()) {
            var found = probed.stream()
                    .filter(each -> factor(each.bytes(), level.bytes()) < KINSHIP)
                    .min(Comparator.comparingDouble(each -> factor(each.bytes(), level.bytes())));
            sizes.add(new CacheSize(
                    level.name(),
                    OptionalLong.of(level.bytes()),
                    found.map(each -> OptionalLong.of(each.bytes())).orElse(OptionalLong.empty()),
                    found.map(ProbedCache::nanos).orElse(Double.NaN)));
        }
        return sizes;
    }

    private static double factor(long a, long b) {
        return (double) Math.max(a, b) / Math.min(a, b);
    }

    /** Whether neither contradicts the other. */
    public boolean agrees() {
        return told.isEmpty() || (probed.isPresent() && factor(told.getAsLong(), probed.getAsLong()) <= AGREEMENT);
    }

    /** {@code L2: 1,024 KiB by the system, 1,017 KiB by probing (3.24 ns a load)}, and what it means where they disagree. */
    public String toText() {
        var found = probed.isPresent()
                ? String.format(Locale.ROOT, "%,d KiB by probing (%.2f ns a load)", probed.getAsLong() >> 10, nanos)
                : "not found by probing";
        if (told.isEmpty()) {
            return "%s: the system tells no size, %s".formatted(name, found);
        }
        var both = String.format(Locale.ROOT, "%s: %,d KiB by the system, %s", name, told.getAsLong() >> 10, found);
        return agrees() ? both : both + disagreement();
    }

    private String disagreement() {
        if (probed.isEmpty()) {
            return ": it hides behind another, or others use it";
        }
        return String.format(
                Locale.ROOT,
                ": they disagree by a factor of %.1f, %s",
                factor(told.getAsLong(), probed.getAsLong()),
                probed.getAsLong() < told.getAsLong()
                        ? "as where other programs or virtual machines have a part of it"
                        : "as where the system tells of a part only");
    }
}
