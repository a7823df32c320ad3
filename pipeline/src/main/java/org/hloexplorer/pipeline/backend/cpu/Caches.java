package org.hloexplorer.pipeline.backend.cpu;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.hloexplorer.pipeline.backend.work.CacheLevel;

/** The data caches that one processor reaches, as the system tells; the usual sizes where it does not. */
record Caches(List<Level> levels, boolean areKnown) {
    private static final String WAYS = "ways_of_associativity";
    private static final int USUAL_WAYS = 8;
    private static final long LARGEST_DRAM_SET = 256L << 20;

    /** Half the size of a cache: other data lives there too. */
    record Level(String name, long bytes, int ways) {
        long workingSet() {
            return bytes / 2;
        }
    }

    private static final Caches USUAL = new Caches(
            List.of(new Level("L1", 32 << 10, 8), new Level("L2", 512 << 10, 8), new Level("L3", 16 << 20, 16)), false);

    /** As the system tells, else as they were found by probing; the usual sizes where neither says anything. */
    static Caches of(List<ProbedCache> probed) {
        var told = read();
        return told.areKnown() || probed.isEmpty()
                ? told
                : new Caches(
                        IntStream.range(0, probed.size())
                                .mapToObj(i ->
                                        new Level("L" + (i + 1), probed.get(i).bytes(), USUAL_WAYS))
                                .toList(),
                        false);
    }

    static Caches read() {
        var levels = read(Path.of("/sys/devices/system/cpu/cpu0/cache"));
        return levels.isEmpty() ? USUAL : new Caches(levels, true);
    }

    /** Reads a directory as Linux lays it out: {@code index0/level}, {@code index0/type}, {@code index0/size}. */
    static List<Level> read(Path directory) {
        List<Level> levels = new ArrayList<>();
        IntStream.range(0, 8)
                .mapToObj(i -> directory.resolve("index" + i))
                .filter(Files::isDirectory)
                .forEach(index -> {
                    try {
                        if (!text(index, "type").equals("instruction")) {
                            levels.add(level(index));
                        }
                    } catch (IOException | NumberFormatException _) {
                        // A level that is not described is not measured.
                    }
                });
        levels.sort(Comparator.comparing(Level::name));
        return levels;
    }

    private static Level level(Path index) throws IOException {
        int ways = Files.exists(index.resolve(WAYS)) ? Integer.parseInt(text(index, WAYS)) : USUAL_WAYS;
        return new Level("L" + text(index, "level"), bytes(text(index, "size")), Math.max(1, ways));
    }

    /** The levels as they are simulated. */
    List<CacheLevel> simulated() {
        return levels.stream()
                .map(each -> new CacheLevel(each.name(), each.bytes(), each.ways()))
                .toList();
    }

    /** Several times the last cache, so that it helps little. */
    long dramWorkingSet() {
        long last = levels.getLast().bytes();
        return Math.clamp(4 * last, 64L << 20, LARGEST_DRAM_SET);
    }

    private static String text(Path index, String file) throws IOException {
        return Files.readString(index.resolve(file)).strip().toLowerCase(Locale.ROOT);
    }

    private static long bytes(String size) {
        var number = Long.parseLong(size.replaceAll("[kmg]$", ""));
        return switch (size.charAt(size.length() - 1)) {
            case 'k' -> number << 10;
            case 'm' -> number << 20;
            case 'g' -> number << 30;
            default -> number;
        };
    }
}
