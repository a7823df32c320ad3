package org.hloexplorer.pipeline.worker;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Optional;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** Requests and replies as JSON in {@link Frames}. */
final class Protocol {
    /** Raised whenever a request or a reply changes; parent and child must agree on it. */
    static final int VERSION = 6;

    private static final JsonMapper MAPPER = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .build();

    private Protocol() {}

    static void write(OutputStream stream, WorkerRequest request) throws IOException {
        Frames.write(stream, MAPPER.writeValueAsBytes(request));
    }

    static void write(OutputStream stream, WorkerReply reply) throws IOException {
        Frames.write(stream, MAPPER.writeValueAsBytes(reply));
    }

    static Optional<WorkerRequest> readRequest(InputStream stream) throws IOException {
        return Frames.read(stream).map(frame -> MAPPER.readValue(frame, WorkerRequest.class));
    }

    static Optional<WorkerReply> readReply(InputStream stream) throws IOException {
        return Frames.read(stream).map(frame -> MAPPER.readValue(frame, WorkerReply.class));
    }
}
