package org.hloexplorer.pipeline.backend.cpu;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.hloexplorer.pipeline.backend.cpu.Ceiling.Kind;
import org.hloexplorer.pipeline.worker.Limit;
import org.hloexplorer.pipeline.worker.Worker;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Measures this machine once, and holds what must be so on any. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class MachineCeilingsTests {
    private static final Limit LIMIT = Limit.of(Duration.ofMinutes(2));

    private Worker worker;
    private CeilingCache cache;
    private MachineCeilings ceilings;

    @BeforeAll
    void measure(@TempDir Path directory) throws IOException {
        worker = new Worker(directory);
        cache = new CeilingCache(directory.resolve("ceilings"));
        ceilings = cache.get(worker, LIMIT);
    }

    @AfterAll
    void stop() {
        worker.close();
    }

    @Test
    void eachIsPositiveNamedAndSaysHowItWasMeasured() {
        assertThat(ceilings.ceilings()).allSatisfy(ceiling -> {
            assertThat(ceiling.value()).isPositive();
            assertThat(ceiling.source()).contains("measured: best of 25 rounds");
        });
        assertThat(ceilings.ceilings()).extracting(Ceiling::name).doesNotHaveDuplicates();
    }

    @Test
    void vectorsBeatScalars() {
        assertThat(value(Kind.FMA_F32_VECTOR, "")).isGreaterThan(2 * value(Kind.FMA_F32_SCALAR, ""));
    }

    @Test
    void singlePrecisionBeatsDouble() {
        assertThat(value(Kind.FMA_F32_VECTOR, "")).isGreaterThan(1.3 * value(Kind.FMA_F64_VECTOR, ""));
    }

    @Test
    void vectorsWithoutFusedMultiplyAddsBeatScalarsToo() {
        assertThat(value(Kind.NO_FMA_F32_VECTOR, "")).isGreaterThan(2 * value(Kind.NO_FMA_F32_SCALAR, ""));
        assertThat(value(Kind.NO_FMA_F32_VECTOR, "")).isLessThan(1.3 * value(Kind.FMA_F32_VECTOR, ""));
    }

    @Test
    void bf16IsMeasuredWhereTheProcessorHasIt() {
        boolean has = worker.machine().target().has("avx512bf16");
        assertThat(ceilings.find(Kind.DOT_BF16_VECTOR, 1, "").isPresent()).isEqualTo(has);
        if (has) {
            assertThat(value(Kind.DOT_BF16_VECTOR, "")).isGreaterThan(value(Kind.FMA_F32_VECTOR, ""));
        }
    }

    @Test
    void theFirstCacheBeatsMemory() {
        assertThat(value(Kind.READ, "L1")).isGreaterThan(1.5 * value(Kind.READ, "DRAM"));
        assertThat(value(Kind.TRIAD, "L1")).isGreaterThan(1.5 * value(Kind.TRIAD, "DRAM"));
    }

    @Test
    void whatWasMeasuredIsKept() throws IOException {
        assertThat(cache.get(worker, LIMIT)).isEqualTo(ceilings);
    }

    @Test
    void aBrokenFileIsMeasuredAnew(@TempDir Path other) throws IOException {
        var machine = worker.machine();
        Files.writeString(
                other.resolve("ceilings-%s.json"
                        .formatted(MachineCeilings.fingerprint(machine.target(), machine.processors()))),
                "{\"processor\":");
        assertThat(new CeilingCache(other).get(worker, LIMIT).ceilings()).hasSameSizeAs(ceilings.ceilings());
    }

    @Test
    void theHigherOfTwoMeasurementsCounts() {
        var low = new Ceiling("DRAM read, 1 thread", Kind.READ, 10, 0, 1, 1 << 20, "DRAM", "");
        var high = new Ceiling("DRAM read, 1 thread", Kind.READ, 12, 0, 1, 1 << 20, "DRAM", "");
        var other = new MachineCeilings("x", 1, List.of(high), List.of());
        assertThat(new MachineCeilings("x", 1, List.of(low), List.of()).orHigher(other))
                .isEqualTo(other);
        assertThat(other.orHigher(new MachineCeilings("x", 1, List.of(low), List.of())))
                .isEqualTo(other);
    }

    @Test
    void cachesAreReadAsLinuxDescribesThem(@TempDir Path root) throws IOException {
        describe(root.resolve("index0"), "1", "Data", "48K");
        Files.writeString(root.resolve("index0").resolve("ways_of_associativity"), "12\n");
        describe(root.resolve("index1"), "1", "Instruction", "32K");
        describe(root.resolve("index2"), "2", "Unified", "1024K");
        describe(root.resolve("index3"), "3", "Unified", "32M");
        assertThat(Caches.read(root))
                .containsExactly(
                        new Caches.Level("L1", 48 << 10, 12),
                        new Caches.Level("L2", 1 << 20, 8),
                        new Caches.Level("L3", 32 << 20, 8));
    }

    private static void describe(Path index, String level, String type, String size) throws IOException {
        Files.createDirectory(index);
        Files.writeString(index.resolve("level"), level + "\n");
        Files.writeString(index.resolve("type"), type + "\n");
        Files.writeString(index.resolve("size"), size + "\n");
    }

    /** The nearest cache has a few dozen KiB everywhere, and the next is larger and slower. */
    @Test
    void cachesAreFoundByProbing() {
        assertThat(ceilings.probed()).hasSizeGreaterThanOrEqualTo(2);
        var first = ceilings.probed().getFirst();
        assertThat(first.bytes()).isBetween(12L << 10, 512L << 10);
        assertThat(ceilings.probed().get(1).bytes()).isGreaterThan(2 * first.bytes());
        assertThat(ceilings.probed().get(1).nanos()).isGreaterThan(first.nanos());
    }

    private double value(Kind kind, String level) {
        return ceilings.find(kind, 1, level).orElseThrow().value();
    }
}
