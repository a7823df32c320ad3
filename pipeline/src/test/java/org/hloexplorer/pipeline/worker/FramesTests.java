package org.hloexplorer.pipeline.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

final class FramesTests {

    @Test
    void framesComeBackOneByOne() throws IOException {
        var bytes = new ByteArrayOutputStream();
        Frames.write(bytes, new byte[] {1, 2, 3});
        Frames.write(bytes, new byte[0]);
        var stream = new ByteArrayInputStream(bytes.toByteArray());
        assertThat(Frames.read(stream))
                .hasValueSatisfying(frame -> assertThat(frame).containsExactly(1, 2, 3));
        assertThat(Frames.read(stream))
                .hasValueSatisfying(frame -> assertThat(frame).isEmpty());
        assertThat(Frames.read(stream)).isEmpty();
    }

    @Test
    void aStreamThatEndsInsideAFrameIsAnError() throws IOException {
        var bytes = new ByteArrayOutputStream();
        Frames.write(bytes, new byte[] {1, 2, 3});
        var cut = Arrays.copyOf(bytes.toByteArray(), 6);
        assertThatThrownBy(() -> Frames.read(new ByteArrayInputStream(cut)))
                .isInstanceOf(EOFException.class)
                .hasMessage("the stream ended after 2 of 3 bytes");
    }

    @Test
    void somethingElseOnTheStreamIsRecognised() {
        var text = new ByteArrayInputStream("What does a print statement do here?".getBytes(StandardCharsets.UTF_8));
        assertThatThrownBy(() -> Frames.read(text)).hasMessageStartingWith("not a frame");
    }

    @Test
    void requestsAndRepliesSurviveTheTrip() throws IOException {
        var image = new ProgramImage(
                List.of(new ObjectCode(new byte[] {127, 0, -1})),
                128,
                64,
                List.of(new ProgramImage.Launch("fusion.1", "f", List.of(0L, 64L), 10, 2)));
        for (var request : List.of(
                new WorkerRequest.Load(3, image),
                new WorkerRequest.Run(3, "/x", 64, List.of(new Transfer(0, 8, 16)), List.of(), 0, 1, RunOptions.ONCE),
                new WorkerRequest.Shutdown())) {
            var bytes = new ByteArrayOutputStream();
            Protocol.write(bytes, request);
            assertThat(Protocol.readRequest(new ByteArrayInputStream(bytes.toByteArray())))
                    .contains(request);
        }
        var reply =
                new WorkerReply.Ran(new RunTimes(new Sample(List.of(5L, 3L)), List.of(new Sample(List.of(1L, 2L)))));
        var bytes = new ByteArrayOutputStream();
        Protocol.write(bytes, reply);
        assertThat(Protocol.readReply(new ByteArrayInputStream(bytes.toByteArray())))
                .contains(reply);
    }
}
