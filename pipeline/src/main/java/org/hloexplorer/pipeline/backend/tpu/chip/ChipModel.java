package org.hloexplorer.pipeline.backend.tpu.chip;

import java.math.BigInteger;
import java.util.Optional;
import org.hloexplorer.pipeline.backend.tpu.simulator.ByteRate;
import org.hloexplorer.pipeline.backend.tpu.simulator.TpuChip;
import org.hloexplorer.pipeline.backend.tpu.simulator.TpuConfig;

/**
 * What surrounds the arrays of a chip.
 *
 * @param memory bytes per cycle between main memory and the chip, reading and writing together
 * @param host bytes per cycle between host and chip
 * @param onChipBytes size of the on-chip memory of all cores
 * @param vectorElements 32-bit elements that all vector units work on per cycle
 * @param source where the figures come from
 */
public record ChipModel(ByteRate memory, ByteRate host, long onChipBytes, int vectorElements, String source) {
    /** Elements of a vector register. */
    static final int REGISTER = 8 * 128;

    /** PCIe as drawn beside the first TPU; what later chips are attached by is not published. */
    private static final long HOST_BYTES_PER_SECOND = 14_000_000_000L;

    /** A row of the accumulators per cycle, which is what the first TPU's activation unit takes. */
    private static final int V1_ELEMENTS = 256;

    private static final int ALUS = 2;
    private static final long MADE_UP_BYTES = 1 << 20;

    /** The surroundings of an array; empty where the chip's clock, and with it bytes per cycle, is not published. */
    public static Optional<ChipModel> of(TpuConfig config) {
        var chip = TpuChip.ofFlag(config.name());
        return config.rate().map(rate -> chip.isPresent() ? of(chip.get(), config, rate) : madeUp(config, rate));
    }

    private static ChipModel of(TpuChip chip, TpuConfig config, ByteRate rate) {
        boolean isFirst = chip == TpuChip.V1;
        return new ChipModel(
                new ByteRate(Math.multiplyExact(rate.bytes(), (long) config.matrixUnits()), rate.cycles()),
                ByteRate.of(HOST_BYTES_PER_SECOND, config.clockHertz(), 1),
                (long) chip.cores() * chip.vectorMemoryBytes(),
                isFirst ? V1_ELEMENTS : chip.cores() * ALUS * REGISTER,
                isFirst
                        ? "Jouppi et al., ISCA 2017: 256 accumulators are activated per cycle; PCIe 14 GB/s as in its figures"
                        : "vector unit of 8x128 lanes with 2 ALUs each, which is published for v4 (How to Scale Your Model);"
                                + " PCIe 14 GB/s of v1, for want of another figure; " + chip.source());
    }

    private static ChipModel madeUp(TpuConfig config, ByteRate rate) {
        return new ChipModel(
                new ByteRate(Math.multiplyExact(rate.bytes(), (long) config.matrixUnits()), rate.cycles()),
                new ByteRate(1, 1),
                MADE_UP_BYTES,
                REGISTER,
                "made up: 1 MiB on chip, one vector register and one byte from the host per cycle");
    }

    /** Cycles to move bytes from or to main memory, begun ones counted. */
    long memoryCycles(long bytes) {
        return cycles(bytes, memory);
    }

    /** Cycles to move bytes from or to the host, begun ones counted. */
    long hostCycles(long bytes) {
        return cycles(bytes, host);
    }

    /** Cycles for so many operations on a vector register each. */
    long vectorCycles(long operations) {
        return Math.ceilDiv(Math.multiplyExact(operations, (long) REGISTER), vectorElements);
    }

    private static long cycles(long bytes, ByteRate rate) {
        var scaled = BigInteger.valueOf(bytes).multiply(BigInteger.valueOf(rate.cycles()));
        var up = scaled.add(BigInteger.valueOf(rate.bytes() - 1));
        return up.divide(BigInteger.valueOf(rate.bytes())).longValueExact();
    }
}
