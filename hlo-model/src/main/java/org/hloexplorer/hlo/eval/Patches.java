package org.hloexplorer.hlo.eval;

/**
 * The input of a convolution as the matrix that its weights are multiplied by: a row for each kernel position and input
 * feature, a column for each batch and output position, zero where the kernel meets padding or the hole of a dilation.
 *
 * <p>The matrix is never made as a whole; {@link MatrixProduct} reads pieces of its rows. The input is in the order batch,
 * features, space.
 */
final class Patches {
    private final Object input;
    private final Object zero;
    private final int features;
    private final int inputSize;
    private final int positions;
    private final PatchRun[][] runs;

    /**
     * The patches of an input.
     *
     * @param features of the input
     * @param space sizes of the input's space
     */
    Patches(Object input, WindowWalk walk, int features, int[] space) {
        this.input = input;
        this.zero = ProductLines.of(input).line(1);
        this.features = features;
        this.inputSize = Strides.product(space);
        this.positions = Strides.product(walk.outputSizes());
        this.runs = new PatchRun[Strides.product(walk.windowSizes())][];
        var kernel = new int[walk.rank()];
        for (int i = 0; i < runs.length; i++) {
            Positions.set(kernel, walk.windowSizes(), i);
            runs[i] = PatchRun.all(walk, kernel, Strides.of(space));
        }
    }

    /** The rows of {@code count} input features from {@code first} on, for each kernel position. */
    MatrixProduct.Matrix rows(int firstBatch, int first, int count) {
        return (k, column, length, line) -> {
            int image = firstBatch * features + first + k % count;
            readRow(runs[k / count], image, features, column, length, line);
        };
    }

    private void readRow(PatchRun[] along, int firstImage, int imagesPerBatch, int column, int length, Object line) {
        StridedLine.copy(zero, 0, 0, line, 0, 1, length);
        int done = 0;
        while (done < length) {
            int batch = (column + done) / positions;
            int position = (column + done) % positions;
            int end = position + Math.min(length - done, positions - position);
            int image = (firstImage + batch * imagesPerBatch) * inputSize;
            for (int i = PatchRun.firstReaching(along, position); i < along.length && along[i].position() < end; i++) {
                along[i].copy(input, image, position, end, line, done);
            }
            done += end - position;
        }
    }
}
