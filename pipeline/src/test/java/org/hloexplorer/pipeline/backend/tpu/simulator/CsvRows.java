package org.hloexplorer.pipeline.backend.tpu.simulator;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Reads a table of measured figures beside the tests. */
final class CsvRows {
    private CsvRows() {}

    record Row(Map<String, String> cells) {
        String text(String column) {
            return Objects.requireNonNull(cells.get(column), column);
        }

        int integer(String column) {
            return Integer.parseInt(text(column));
        }

        long number(String column) {
            return Long.parseLong(text(column));
        }

        double fraction(String column) {
            return Double.parseDouble(text(column));
        }

        Gemm gemm() {
            return Gemm.of(integer("M"), integer("N"), integer("K"));
        }

        TpuConfig config(TimingMode timing) {
            return TpuConfig.array(integer("R"), integer("C"), timing);
        }

        @Override
        public String toString() {
            return "%s %s on %sx%s".formatted(text("name"), gemm(), text("R"), text("C"));
        }
    }

    static List<Row> of(String resource) {
        try (var stream = Objects.requireNonNull(CsvRows.class.getResourceAsStream("/tpu/" + resource), resource)) {
            var lines = new String(stream.readAllBytes(), UTF_8).lines().toList();
            var header = lines.getFirst().split(",", -1);
            var rows = new ArrayList<Row>();
            for (var line : lines.subList(1, lines.size())) {
                var cells = line.split(",", -1);
                var row = new HashMap<String, String>();
                for (int i = 0; i < header.length; i++) {
                    row.put(header[i], cells[i]);
                }
                rows.add(new Row(row));
            }
            return rows;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
