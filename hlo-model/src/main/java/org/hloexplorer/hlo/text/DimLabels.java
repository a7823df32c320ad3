package org.hloexplorer.hlo.text;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.hloexplorer.hlo.ConvolutionDimensions;

/** The labels that say what each dimension of a convolution is: {@code b01f_01io->b01f}. */
final class DimLabels {
    private static final int NONE = -1;

    private DimLabels() {}

    /** The offset behind labels that begin here, or -1 where none do. */
    static int end(char[] chars, int from) {
        int input = run(chars, from);
        if (input - from < 2 || chars[input] != '_') {
            return -1;
        }
        int kernel = run(chars, input + 1);
        if (kernel - input < 3 || chars[kernel] != '-' || chars[kernel + 1] != '>') {
            return -1;
        }
        int output = run(chars, kernel + 2);
        return output - kernel < 4 ? -1 : output;
    }

    private static int run(char[] chars, int from) {
        int i = from;
        while (Characters.isDimLabel(chars[i])) {
            i++;
        }
        return i;
    }

    /** The dimensions that a text of this form names; empty where it names one twice or not at all. */
    static Optional<ConvolutionDimensions> parse(String text) {
        var input = text.substring(0, text.indexOf('_'));
        var kernel = text.substring(input.length() + 1, text.indexOf('-'));
        var output = text.substring(text.indexOf('>') + 1);
        int spatial =
                (int) input.chars().filter(c -> Characters.isDigit((char) c)).count();
        var sides = new int[][] {
            positions(input, 'b', 'f', spatial),
            positions(kernel, 'i', 'o', spatial),
            positions(output, 'b', 'f', spatial)
        };
        if (Arrays.stream(sides).flatMapToInt(Arrays::stream).anyMatch(position -> position == NONE)) {
            return Optional.empty();
        }
        return Optional.of(new ConvolutionDimensions(
                sides[0][0],
                sides[0][1],
                spatial(sides[0]),
                sides[1][0],
                sides[1][1],
                spatial(sides[1]),
                sides[2][0],
                sides[2][1],
                spatial(sides[2])));
    }

    /** Where the two letters stand, then the numbers from 0; -1 for what is missing or stands twice. */
    private static int[] positions(String labels, char first, char second, int spatial) {
        var positions = new int[2 + spatial];
        positions[0] = unique(labels, first);
        positions[1] = unique(labels, second);
        for (int i = 0; i < spatial; i++) {
            positions[2 + i] = unique(labels, (char) ('0' + i));
        }
        long others = labels.chars().filter(c -> c == '?').count();
        if (labels.length() - others != positions.length) {
            positions[0] = NONE;
        }
        return positions;
    }

    private static int unique(String labels, char label) {
        int position = labels.indexOf(label);
        return position == labels.lastIndexOf(label) ? position : NONE;
    }

    private static List<Integer> spatial(int[] positions) {
        return Arrays.stream(positions, 2, positions.length).boxed().toList();
    }

    static String print(ConvolutionDimensions dimensions) {
        return side(dimensions.inputBatch(), 'b', dimensions.inputFeature(), 'f', dimensions.inputSpatial())
                + "_"
                + side(
                        dimensions.kernelInputFeature(),
                        'i',
                        dimensions.kernelOutputFeature(),
                        'o',
                        dimensions.kernelSpatial())
                + "->"
                + side(dimensions.outputBatch(), 'b', dimensions.outputFeature(), 'f', dimensions.outputSpatial());
    }

    private static String side(int first, char firstLabel, int second, char secondLabel, List<Integer> spatial) {
        int last = Math.max(first, second);
        for (int position : spatial) {
            last = Math.max(last, position);
        }
        var labels = new char[last + 1];
        Arrays.fill(labels, '?');
        labels[first] = firstLabel;
        labels[second] = secondLabel;
        for (int i = 0; i < spatial.size(); i++) {
            labels[spatial.get(i)] = (char) ('0' + i);
        }
        return new String(labels);
    }
}
