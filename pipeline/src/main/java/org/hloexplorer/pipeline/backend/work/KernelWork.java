package org.hloexplorer.pipeline.backend.work;

import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.hloexplorer.hlo.PrimitiveType;
import org.hloexplorer.pipeline.kernel.instrument.Work;
import org.hloexplorer.pipeline.kernel.instrument.Work.Kind;

/**
 * What a kernel did in one run of its program, however often it ran.
 *
 * @param launches how often it was launched
 * @param amounts counted, by kind of work
 * @param traffic simulated, from the nearest level of memory to DRAM; empty where it was not
 */
public record KernelWork(long launches, Map<Work, Long> amounts, List<LevelTraffic> traffic) {
    public KernelWork {
        amounts = Map.copyOf(amounts);
        traffic = List.copyOf(traffic);
    }

    /** How much of the work that a condition holds for. */
    public long sum(Predicate<Work> condition) {
        return amounts.entrySet().stream()
                .filter(each -> condition.test(each.getKey()))
                .mapToLong(Map.Entry::getValue)
                .sum();
    }

    /** Arithmetic on floating numbers; a multiply-add is two. */
    public long flops() {
        return sum(work -> work.kind() == Kind.ARITHMETIC && work.type().isFloating());
    }

    /** The same in one type. */
    public long flops(PrimitiveType type) {
        return sum(work -> work.kind() == Kind.ARITHMETIC && work.type() == type);
    }

    /** Arithmetic on integers, and on the bits of them. */
    public long integerOperations() {
        return sum(work -> (work.kind() == Kind.ARITHMETIC || work.kind() == Kind.BITWISE)
                && !work.type().isFloating());
    }

    public long transcendentals() {
        return sum(work -> work.kind() == Kind.TRANSCENDENTAL);
    }

    /** Arithmetic inside of the functions that {@link #transcendentals} counts; 0 for those of the C library. */
    public long libraryFlops() {
        return sum(work -> work.kind() == Kind.LIBRARY);
    }

    /** Bytes moved between memory and registers in one way, by the loops as they are written. */
    public long bytes(Kind kind) {
        return amounts.entrySet().stream()
                .filter(each -> each.getKey().kind() == kind)
                .mapToLong(each -> each.getValue() * each.getKey().type().bytes())
                .sum();
    }

    /** Bytes of all loads and stores. */
    public long bytes() {
        return bytes(Kind.LOAD) + bytes(Kind.STORE) + bytes(Kind.SCRATCH_LOAD) + bytes(Kind.SCRATCH_STORE);
    }

    /** Such as {@code f32 2,097,152}, for each type that there is work in. */
    public String byType(Kind kind) {
        return amounts.keySet().stream()
                .filter(work -> work.kind() == kind)
                .map(Work::type)
                .distinct()
                .sorted()
                .map(type -> "%s %,d".formatted(type, sum(work -> work.kind() == kind && work.type() == type)))
                .reduce((a, b) -> a + ", " + b)
                .orElse("none");
    }
}
