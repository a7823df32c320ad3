package org.hloexplorer.samples;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/**
 * What XLA says of a sample: the results of its own evaluator for the inputs of seed 1, and the costs of its instructions.
 *
 * <p>Lines are {@code result type sizes largest-magnitude tolerance sum sum-of-magnitudes first…}, where the tolerance is
 * relative to the largest magnitude, and {@code cost computation instruction opcode flops transcendentals bytes}.
 */
record Expected(List<Result> results, List<InstructionCost> costs) {

    record Result(
            String type,
            String sizes,
            double largest,
            double tolerance,
            double sum,
            double magnitudes,
            List<Double> first) {}

    record InstructionCost(String computation, String instruction, long flops, long transcendentals, long bytes) {}

    static Expected of(String sample) {
        try {
            var lines = Files.readAllLines(Path.of("src/test/resources/expected", sample + ".txt"));
            return new Expected(
                    lines.stream()
                            .filter(line -> line.startsWith("result "))
                            .map(Expected::result)
                            .toList(),
                    lines.stream()
                            .filter(line -> line.startsWith("cost "))
                            .map(Expected::cost)
                            .toList());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Result result(String line) {
        var fields = line.split(" ");
        return new Result(
                fields[1],
                fields[2],
                Double.parseDouble(fields[3]),
                Double.parseDouble(fields[4]),
                Double.parseDouble(fields[5]),
                Double.parseDouble(fields[6]),
                Arrays.stream(fields, 7, fields.length).map(Double::valueOf).toList());
    }

    private static InstructionCost cost(String line) {
        var fields = line.split(" ");
        return new InstructionCost(
                fields[1], fields[2], Long.parseLong(fields[4]), Long.parseLong(fields[5]), Long.parseLong(fields[6]));
    }
}
