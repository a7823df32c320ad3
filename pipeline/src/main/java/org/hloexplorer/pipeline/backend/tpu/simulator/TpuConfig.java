package org.hloexplorer.pipeline.backend.tpu.simulator;

import java.util.Optional;
import java.util.OptionalDouble;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * An array to simulate: its size, what it multiplies, how weights reach it.
 *
 * @param name what people call it: {@code v4}, {@code 8x8}
 * @param rows rows of cells, along which a product's terms are summed
 * @param cols columns of cells, one output each
 * @param matrixUnits arrays that share the work
 * @param weightRate bytes of weights that reach one array per cycle; unknown where the chip's clock is
 * @param convolution how convolutions become products
 * @param fifoDepth tiles the weight queue holds
 * @param clockHertz cycles per second, 0 where no source states them
 * @param source where the figures come from
 */
public record TpuConfig(
        String name,
        int rows,
        int cols,
        int matrixUnits,
        OperandType operandType,
        TimingMode timing,
        ConvolutionMethod convolution,
        @Nullable ByteRate weightRate,
        int fifoDepth,
        long clockHertz,
        String source) {

    /** The largest side an array may have; beyond it numbers of cells leave the range of {@code int} arithmetic. */
    public static final int MAX_SIDE = 4096;

    private static final int V1_FIFO_DEPTH = 4;

    private static final Pattern SIZE = Pattern.compile("(\\d{1,6})x(\\d{1,6})");

    public TpuConfig {
        if (rows < 1 || cols < 1 || rows > MAX_SIDE || cols > MAX_SIDE) {
            throw new IllegalArgumentException(
                    "an array has 1 to %d rows and columns, not %dx%d".formatted(MAX_SIDE, rows, cols));
        }
        if (matrixUnits < 1 || fifoDepth < 1) {
            throw new IllegalArgumentException("a chip has at least one matrix unit and one slot for a weight tile");
        }
        if (timing == TimingMode.FIFO && weightRate == null) {
            throw new IllegalArgumentException(
                    "%s has no published clock, so its bytes per cycle are unknown; choose another timing than fifo"
                            .formatted(name));
        }
    }

    /**
     * A teaching array of any size, all weights at hand.
     *
     * <p>Its memory is made up: a tile takes twice as long to arrive as to shift in, so that stalls can be seen.
     */
    public static TpuConfig array(int rows, int cols, TimingMode timing) {
        var type = OperandType.BF16;
        var rate = new ByteRate((long) Math.max(cols, 1) * type.bytes(), 2);
        var source = "teaching array; its memory is made up and delivers a tile in twice the cycles of shifting it in";
        return new TpuConfig(
                rows + "x" + cols,
                rows,
                cols,
                1,
                type,
                timing,
                ConvolutionMethod.IM2COL,
                rate,
                V1_FIFO_DEPTH,
                0,
                source);
    }

    /** All matrix units of a chip. */
    public static TpuConfig of(TpuChip chip, TimingMode timing) {
        var rate = chip.clockHertz().isPresent()
                ? ByteRate.of(chip.memoryBytesPerSecond(), chip.clockHertz().getAsLong(), chip.matrixUnits())
                : null;
        return new TpuConfig(
                chip.flag(),
                chip.dimension(),
                chip.dimension(),
                chip.matrixUnits(),
                chip.peakType(),
                timing,
                ConvolutionMethod.IM2COL,
                rate,
                V1_FIFO_DEPTH,
                chip.clockHertz().orElse(0),
                chip.source());
    }

    /** The 8x8 array that shows every number, double-buffered: what is simulated where nothing else is asked for. */
    public static TpuConfig standard() {
        return array(8, 8, TimingMode.DOUBLE_BUFFERED);
    }

    /**
     * The chip or array with this name: {@code v4}, or {@code 8x8} for 8 rows and 8 columns.
     *
     * @throws IllegalArgumentException with a sentence that says what can be written
     */
    public static TpuConfig named(String name, TimingMode timing) {
        var size = SIZE.matcher(name);
        if (size.matches()) {
            return array(Integer.parseInt(size.group(1)), Integer.parseInt(size.group(2)), timing);
        }
        return of(
                TpuChip.ofFlag(name)
                        .orElseThrow(() -> new IllegalArgumentException(
                                "there is no TPU or array '%s'; write rows and columns, such as 8x8, or one of %s"
                                        .formatted(name, TpuChip.flags()))),
                timing);
    }

    /** The same array with other timing. */
    public TpuConfig with(TimingMode other) {
        return with(operandType, other, convolution);
    }

    /** The same array with other operands. A weight tile's size changes with them. */
    public TpuConfig with(OperandType other) {
        return with(other, timing, convolution);
    }

    /** The same array with another way to do convolutions. */
    public TpuConfig with(ConvolutionMethod other) {
        return with(operandType, timing, other);
    }

    private TpuConfig with(OperandType type, TimingMode mode, ConvolutionMethod method) {
        return new TpuConfig(
                name, rows, cols, matrixUnits, type, mode, method, weightRate, fifoDepth, clockHertz, source);
    }

    /** Whether operands of this type can be multiplied; teaching arrays take both. */
    public boolean multiplies(OperandType type) {
        return TpuChip.ofFlag(name).map(chip -> chip.multiplies(type)).orElse(true);
    }

    /** {@code 128x128}. */
    public String array() {
        return rows + "x" + cols;
    }

    /** Bytes of a weight tile; partial tiles are padded to the full one. */
    public long tileBytes() {
        return (long) rows * cols * operandType.bytes();
    }

    /** How weights reach one array, where known. */
    public Optional<ByteRate> rate() {
        return Optional.ofNullable(weightRate);
    }

    /** What {@code cycles} last, where the clock is known. */
    public OptionalDouble seconds(long cycles) {
        return clockHertz == 0 ? OptionalDouble.empty() : OptionalDouble.of((double) cycles / clockHertz);
    }
}
