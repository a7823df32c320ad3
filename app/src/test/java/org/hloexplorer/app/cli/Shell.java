package org.hloexplorer.app.cli;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Performs verbs as a terminal does, and keeps what they write. */
final class Shell {
    private static final JsonMapper MAPPER = JsonMapper.builder().build();

    /** What a verb left behind. */
    @SuppressWarnings("ArrayRecordComponent")
    record Result(int status, String out, String err, byte[] data) {

        List<JsonNode> json() {
            return out.lines().map(MAPPER::readTree).toList();
        }

        JsonNode onlyJson() {
            return json().getFirst();
        }
    }

    private Shell() {}

    static Result hlox(String... arguments) {
        return hloxReading("", arguments);
    }

    /** With this on standard input. */
    static Result hloxReading(String input, String... arguments) {
        return hloxReading(input.getBytes(StandardCharsets.UTF_8), arguments);
    }

    static Result hloxReading(byte[] input, String... arguments) {
        var out = new StringWriter();
        var err = new StringWriter();
        var data = new ByteArrayOutputStream();
        var terminal = new Terminal(new ByteArrayInputStream(input), new PrintWriter(out), new PrintWriter(err), data);
        int status = HloxCommand.create(terminal).execute(arguments);
        return new Result(status, out.toString(), err.toString(), data.toByteArray());
    }
}
