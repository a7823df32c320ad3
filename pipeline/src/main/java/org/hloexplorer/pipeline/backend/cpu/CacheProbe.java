package org.hloexplorer.pipeline.backend.cpu;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.hloexplorer.pipeline.worker.KernelSource;
import org.hloexplorer.pipeline.worker.Limit;
import org.hloexplorer.pipeline.worker.MicroKernel;
import org.hloexplorer.pipeline.worker.Worker;

/**
 * Finds the caches by going from line to line of ever larger pieces of memory, each line naming the next in an order that no
 * prefetcher guesses.
 */
record CacheProbe(Worker worker, Limit limit) {
    private static final long SMALLEST = 8 << 10;
    private static final long LARGEST = 64L << 20;

    /** From here on in larger steps, as writing the order down takes its time. */
    private static final long COARSE = 32L << 20;

    private static final long LINE = 64;

    /** So much at least is allocated: it is then in pages of 2 MiB, which the tables of pages have room for. */
    private static final long LARGE_PAGES = 4L << 20;

    private static final int UNROLL = 16;
    private static final long LOADS = 1 << 16;
    private static final int ROUNDS = 3;

    LatencyCurve measure() {
        List<LatencyCurve.Point> points = new ArrayList<>();
        for (long bytes = SMALLEST; bytes <= LARGEST; bytes *= 2) {
            points.add(point(bytes));
            if (bytes < COARSE) {
                points.add(point(bytes / 4 * 5));
                points.add(point(bytes / 4 * 7));
            }
            points.add(point(bytes / 2 * 3));
        }
        points.sort(Comparator.comparingLong(LatencyCurve.Point::bytes));
        return new LatencyCurve(points).rising();
    }

    private LatencyCurve.Point point(long bytes) {
        var kernel = new MicroKernel(chase(bytes / LINE), List.of(Math.max(bytes, LARGE_PAGES)), LOADS / UNROLL);
        double nanos = worker.measure(kernel, 1, ROUNDS, limit).minimum();
        return new LatencyCurve.Point(bytes, nanos / LOADS);
    }

    /**
     * Each line holds the place of the next, all of them in one circle: Sattolo's shuffle of their numbers, by a generator of
     * pseudo-random ones. The first call, which is not timed, writes it down; each goes on where the last one ended.
     */
    static KernelSource chase(long lines) {
        return new KernelSource("chase", "probe_chase", """
                define void @probe_chase(ptr %%arguments, ptr %%scratch, i64 %%begin, i64 %%end) #0 {
                entry:
                  %%memory = load ptr, ptr %%arguments
                  %%place = getelementptr i8, ptr %%memory, i64 8
                  %%first = load ptr, ptr %%place
                  %%new = icmp eq ptr %%first, null
                  br i1 %%new, label %%number, label %%chase
                number:
                  %%line = phi i64 [ 0, %%entry ], [ %%next.line, %%number ]
                  %%line.byte = mul i64 %%line, 64
                  %%line.place = getelementptr i8, ptr %%memory, i64 %%line.byte
                  store ptr %%line.place, ptr %%line.place
                  %%next.line = add i64 %%line, 1
                  %%numbered = icmp eq i64 %%next.line, %1$d
                  br i1 %%numbered, label %%shuffle, label %%number
                shuffle:
                  %%k = phi i64 [ %2$d, %%number ], [ %%next.k, %%shuffle ]
                  %%seed = phi i64 [ 88172645463325252, %%number ], [ %%s6, %%shuffle ]
                  %%s1 = shl i64 %%seed, 13
                  %%s2 = xor i64 %%seed, %%s1
                  %%s3 = lshr i64 %%s2, 7
                  %%s4 = xor i64 %%s2, %%s3
                  %%s5 = shl i64 %%s4, 17
                  %%s6 = xor i64 %%s4, %%s5
                  %%other = urem i64 %%s6, %%k
                  %%k.byte = mul i64 %%k, 64
                  %%other.byte = mul i64 %%other, 64
                  %%k.place = getelementptr i8, ptr %%memory, i64 %%k.byte
                  %%other.place = getelementptr i8, ptr %%memory, i64 %%other.byte
                  %%a = load ptr, ptr %%k.place
                  %%b = load ptr, ptr %%other.place
                  store ptr %%b, ptr %%k.place
                  store ptr %%a, ptr %%other.place
                  %%next.k = sub i64 %%k, 1
                  %%shuffled = icmp eq i64 %%next.k, 0
                  br i1 %%shuffled, label %%keep, label %%shuffle
                keep:
                  store ptr %%memory, ptr %%place
                  ret void
                chase:
                  %%i = phi i64 [ %%begin, %%entry ], [ %%next, %%chase ]
                  %%p0 = phi ptr [ %%first, %%entry ], [ %%p%3$d, %%chase ]
                %4$s  %%next = add i64 %%i, 1
                  %%done = icmp eq i64 %%next, %%end
                  br i1 %%done, label %%exit, label %%chase
                exit:
                  store ptr %%p%3$d, ptr %%place
                  ret void
                }
                attributes #0 = { nounwind }
                """.formatted(
                        lines,
                        lines - 1,
                        UNROLL,
                        IntStream.range(0, UNROLL)
                                .mapToObj(i -> "  %%p%d = load ptr, ptr %%p%d\n".formatted(i + 1, i))
                                .collect(Collectors.joining())));
    }
}
