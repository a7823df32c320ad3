package org.hloexplorer.hlo.text;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.hloexplorer.hlo.ConvolutionDimensions;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.Window;
import org.jspecify.annotations.Nullable;

/** Reads windows, padding and the labels of convolutions. */
final class WindowParser {
    private final TokenReader reader;
    private final HloLexer lexer;

    WindowParser(TokenReader reader) {
        this.reader = reader;
        this.lexer = reader.lexer();
    }

    /** Fields as they come; all have as many dimensions. */
    private static final class Fields {
        private long @Nullable [] size;
        private long @Nullable [] stride;
        private long @Nullable [][] pad;
        private long @Nullable [] lhsDilate;
        private long @Nullable [] rhsDilate;
        private long @Nullable [] rhsReversal;

        private int rank() {
            return IntStream.of(
                            rank(size),
                            rank(stride),
                            pad == null ? 0 : pad.length,
                            rank(lhsDilate),
                            rank(rhsDilate),
                            rank(rhsReversal))
                    .max()
                    .orElse(0);
        }

        private boolean fits(int rank) {
            return fits(size, rank)
                    && fits(stride, rank)
                    && (pad == null || pad.length == rank)
                    && fits(lhsDilate, rank)
                    && fits(rhsDilate, rank)
                    && fits(rhsReversal, rank);
        }

        private Window.Dimension dimension(int i) {
            return new Window.Dimension(
                    at(size, i),
                    at(stride, i),
                    pad == null ? 0 : pad[i][0],
                    pad == null ? 0 : pad[i][1],
                    at(lhsDilate, i),
                    at(rhsDilate, i),
                    rhsReversal != null && rhsReversal[i] != 0);
        }

        private static int rank(long @Nullable [] values) {
            return values == null ? 0 : values.length;
        }

        private static boolean fits(long @Nullable [] values, int rank) {
            return values == null || values.length == rank;
        }

        private static long at(long @Nullable [] values, int index) {
            return values == null ? 1 : values[index];
        }
    }

    Window parseWindow() {
        int start = lexer.start();
        reader.expect(TokenKind.LEFT_BRACE, "before a window");
        var fields = new Fields();
        while (!reader.accept(TokenKind.RIGHT_BRACE)) {
            parseField(fields);
            reader.accept(TokenKind.COMMA);
        }
        int rank = fields.rank();
        if (!fields.fits(rank)) {
            throw TokenReader.failure(
                    DiagnosticCode.INVALID_ATTRIBUTE,
                    start,
                    lexer.previousEnd(),
                    "the fields of this window differ in their number of dimensions");
        }
        return new Window(IntStream.range(0, rank).mapToObj(fields::dimension).toList());
    }

    private void parseField(Fields fields) {
        int start = lexer.start();
        int end = lexer.end();
        var name = reader.expectText(TokenKind.ATTRIBUTE, "a field of a window such as size=");
        switch (name) {
            case "size" -> fields.size = sizes();
            case "stride" -> fields.stride = sizes();
            case "pad" -> fields.pad = paddings();
            case "lhs_dilate" -> fields.lhsDilate = sizes();
            case "rhs_dilate" -> fields.rhsDilate = sizes();
            case "rhs_reversal" -> fields.rhsReversal = sizes();
            default ->
                throw TokenReader.failure(
                        DiagnosticCode.INVALID_ATTRIBUTE, start, end, "a window has no field '" + name + "'");
        }
    }

    private long[] sizes() {
        if (!reader.at(TokenKind.INT) && !reader.at(TokenKind.SIZES)) {
            throw reader.unexpected("sizes such as 3x3");
        }
        var sizes = numbers(lexer.textStart(), lexer.textEnd(), 'x');
        lexer.next();
        return sizes;
    }

    private long[][] paddings() {
        if (!reader.at(TokenKind.PADDING)) {
            throw reader.unexpected("padding such as 0_1x2_2");
        }
        var paddings = new ArrayList<long[]>();
        int from = lexer.textStart();
        while (from <= lexer.textEnd()) {
            int to = indexOf('x', from, lexer.textEnd());
            var numbers = numbers(from, to, '_');
            if (numbers.length < 2 || numbers.length > 3) {
                throw TokenReader.failure(
                        DiagnosticCode.INVALID_ATTRIBUTE, from, to, "padding is low_high or low_high_interior");
            }
            paddings.add(numbers);
            from = to + 1;
        }
        lexer.next();
        return paddings.toArray(long[][]::new);
    }

    private long[] numbers(int start, int end, char separator) {
        var numbers = new ArrayList<Long>();
        int from = start;
        while (from <= end) {
            int to = indexOf(separator, from, end);
            numbers.add(reader.longValue(from, to));
            from = to + 1;
        }
        return numbers.stream().mapToLong(Long::longValue).toArray();
    }

    private int indexOf(char c, int from, int limit) {
        int i = from;
        while (i < limit && lexer.chars()[i] != c) {
            i++;
        }
        return i;
    }

    HloOp.Pad parsePadding() {
        List<long[]> paddings = Arrays.asList(paddings());
        return new HloOp.Pad(
                paddings.stream().map(each -> each[0]).toList(),
                paddings.stream().map(each -> each[1]).toList(),
                paddings.stream().map(each -> each.length == 3 ? each[2] : 0).toList());
    }

    ConvolutionDimensions parseDimLabels() {
        int start = lexer.start();
        int end = lexer.end();
        var labels = reader.expectText(TokenKind.DIM_LABELS, "labels such as b01f_01io->b01f");
        return DimLabels.parse(labels)
                .orElseThrow(() -> TokenReader.failure(
                        DiagnosticCode.INVALID_ATTRIBUTE,
                        start,
                        end,
                        "each side of the labels names its dimensions once: b and f, i and o, and as many from 0"));
    }
}
