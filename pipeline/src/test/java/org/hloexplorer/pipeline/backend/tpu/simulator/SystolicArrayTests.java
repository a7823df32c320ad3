package org.hloexplorer.pipeline.backend.tpu.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;
import org.hloexplorer.hlo.Cancellation;
import org.junit.jupiter.api.Test;

/** The timing of single cells, element by element. */
final class SystolicArrayTests {
    private static final SystolicArray THREE_BY_THREE = array(Gemm.of(4, 3, 3), 3, 3, TimingMode.SCALESIM);

    @Test
    void rowsPassThroughCellsOnDiagonals() {
        assertThat(THREE_BY_THREE.schedule().cycles()).isEqualTo(11);
        assertThat(rowsOfX(0, 0)).containsExactly(-1, -1, -1, 0, 1, 2, 3, -1, -1, -1, -1);
        assertThat(rowsOfX(2, 2)).containsExactly(-1, -1, -1, -1, -1, -1, -1, 0, 1, 2, 3);
        assertThat(rowsOfX(1, 0)).isEqualTo(rowsOfX(0, 1));
    }

    @Test
    void outputsLeaveColumnByColumn() {
        assertThat(outputCycles(0)).containsExactly(5, 6, 7, 8);
        assertThat(outputCycles(2)).containsExactly(7, 8, 9, 10);
    }

    @Test
    void waveFillsAndDrains() {
        var active = LongStream.rangeClosed(3, 10)
                .mapToInt(t -> THREE_BY_THREE.at(t).activeCells())
                .toArray();
        assertThat(active).containsExactly(1, 3, 6, 8, 8, 6, 3, 1);
        assertThat(Arrays.stream(active).sum()).isEqualTo(4 * 3 * 3);
    }

    @Test
    void countsOfMultiplicationsAddUpTheWave() {
        long sum = 0;
        for (long t = 0; t <= 11; t++) {
            assertThat(THREE_BY_THREE.macsBefore(t)).isEqualTo(sum);
            sum += THREE_BY_THREE.at(t).activeCells();
        }
        assertThat(THREE_BY_THREE.at(7).macsBefore(0)).isEqualTo(4);
        assertThat(THREE_BY_THREE.at(8).macsBefore(4)).isEqualTo(1);
    }

    @Test
    void cellShowsItsArithmetic() {
        var cell = THREE_BY_THREE.at(7).cell(2, 1);
        var data = THREE_BY_THREE.data();
        assertThat(cell.pass()).isEqualTo(new Cell.Pass(0, 1, 2, data.x(0, 1, 2)));
        assertThat(cell.weight()).isEqualTo(new Cell.Weight(0, 2, 1, data.w(0, 2, 1)));
        assertThat(cell.above()).isEqualTo(data.x(0, 1, 0) * data.w(0, 0, 1) + data.x(0, 1, 1) * data.w(0, 1, 1));
        assertThat(cell.sum())
                .isEqualTo(cell.above() + cell.pass().value() * cell.weight().value());
    }

    @Test
    void paddingHoldsZeros() {
        var array = array(Gemm.of(2, 2, 3), 4, 4, TimingMode.DOUBLE_BUFFERED);
        var cell = array.at(array.schedule().start(0) + 3 + 3).cell(3, 3);
        assertThat(cell.pass().isPresent()).isTrue();
        assertThat(cell.pass().value()).isZero();
        assertThat(cell.weight().value()).isZero();
    }

    @Test
    void unitsOfAChipTogetherGiveTheProductOfOne() {
        var gemm = new Gemm(2, 9, 11, 7);
        var data = NumericsTests.bf16(gemm);
        var config = new TpuConfig(
                "four",
                4,
                4,
                4,
                OperandType.BF16,
                TimingMode.DOUBLE_BUFFERED,
                ConvolutionMethod.IM2COL,
                new ByteRate(4, 1),
                4,
                0,
                "");
        float[] expected = ArrayProduct.bf16(data, 4, new Cancellation());
        int results = 0;
        for (var plan : TilePlan.share(gemm, config)) {
            var array = new SystolicArray(config, plan, TileSchedule.of(plan, config), data);
            var end = array.at(array.schedule().cycles());
            for (int column = 0; column < plan.columnCount(); column++) {
                var tile = plan.tile(column * plan.rowFolds());
                for (int m = plan.firstM(); m < plan.firstM() + plan.mCount(); m++) {
                    for (int c = 0; c < tile.nCount(); c++, results++) {
                        int at = (tile.batch() * gemm.m() + m) * gemm.n() + tile.firstN() + c;
                        assertThat(end.accumulator(tile.index(), m, c)).hasValue(expected[at]);
                    }
                }
            }
        }
        assertThat(results).isEqualTo(expected.length);
    }

    private static List<Integer> rowsOfX(int row, int col) {
        return LongStream.range(0, 11)
                .mapToObj(t -> THREE_BY_THREE.at(t).pass(row, col).m())
                .toList();
    }

    private static List<Integer> outputCycles(int col) {
        return LongStream.range(0, 11)
                .filter(t -> THREE_BY_THREE.at(t).output(col).isPresent())
                .mapToObj(t -> (int) t)
                .toList();
    }

    static SystolicArray array(Gemm gemm, int rows, int cols, TimingMode timing) {
        var config = TpuConfig.array(rows, cols, timing);
        var plan = TilePlan.of(gemm, rows, cols);
        return new SystolicArray(config, plan, TileSchedule.of(plan, config), NumericsTests.bf16(gemm));
    }
}
