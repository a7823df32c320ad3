package org.hloexplorer.pipeline.worker;

import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import org.hloexplorer.pipeline.worker.WorkerException.Reason;
import org.jspecify.annotations.Nullable;

/** One child and the conversation with it: a request, then its answer, one at a time. */
final class ChildProcess implements AutoCloseable {
    private static final Duration STARTUP = Duration.ofSeconds(60);

    /** How often a wait looks whether it was cancelled, or is over. */
    private static final Duration LOOK_UP = Duration.ofMillis(20);

    private final ChildRole role;
    private final Process process;
    private final FlightRecorder recorder;
    private final Tail tail;
    private final BlockingQueue<Event> events = new LinkedBlockingQueue<>();
    private volatile boolean cancelled;
    private volatile boolean over;

    /** What comes from the child. */
    private sealed interface Event {
        record Answer(WorkerReply reply) implements Event {}

        record Ended() implements Event {}
    }

    private ChildProcess(ChildRole role, Process process, FlightRecorder recorder) {
        this.role = role;
        this.process = process;
        this.recorder = recorder;
        this.tail = Tail.of(process.getErrorStream());
        Thread.ofPlatform().daemon().name("worker-replies").start(this::readReplies);
    }

    static ChildProcess start(ChildRole role, WorkerDirectory directory) {
        try {
            var file = Files.createTempFile(directory.path(), "recorder", null);
            var recorder = FlightRecorder.map(file);
            var command = ChildCommand.of(role, System.getProperties(), directory.path(), file);
            var builder = new ProcessBuilder(command);
            builder.environment().putAll(ChildCommand.ENVIRONMENT);
            var child = new ChildProcess(role, builder.start(), recorder);
            child.greet();
            Files.deleteIfExists(file);
            return child;
        } catch (IOException e) {
            throw new WorkerException(Reason.UNAVAILABLE, null, "the worker process does not start: " + e.getMessage());
        }
    }

    private void greet() {
        var reply = await(Limit.of(STARTUP), _ -> "", () -> {});
        if (!(reply instanceof WorkerReply.Hello(int version)) || version != Protocol.VERSION) {
            close();
            throw new WorkerException(
                    Reason.UNAVAILABLE,
                    null,
                    "the worker process says %s where protocol %d was expected; it is of another build"
                            .formatted(reply, Protocol.VERSION));
        }
    }

    private void readReplies() {
        try {
            var stream = process.getInputStream();
            for (var reply = Protocol.readReply(stream); reply.isPresent(); reply = Protocol.readReply(stream)) {
                events.add(new Event.Answer(reply.get()));
            }
        } catch (IOException | RuntimeException _) {
            // No frame any more: these are the last words of a virtual machine that dies, which it says on this stream.
            tail.read(process.getInputStream());
        }
        events.add(new Event.Ended());
    }

    /**
     * Asks and waits.
     *
     * @param kernel gives the name of a kernel from its number in the request, for messages
     * @param holding runs when the child has mapped the request's file
     * @throws WorkerException where no answer comes; the child is gone then, except when it refuses
     */
    synchronized WorkerReply exchange(
            WorkerRequest request, Limit limit, IntFunction<String> kernel, Runnable holding) {
        if (limit.cancellation().isCancelled()) {
            throw cancelled(List.of());
        }
        try {
            Protocol.write(process.getOutputStream(), request);
        } catch (IOException _) {
            throw death(kernel);
        }
        var reply = await(limit, kernel, holding);
        if (reply instanceof WorkerReply.Refused(var message, var name, boolean ends)) {
            if (ends) {
                kill();
            }
            throw new WorkerException(
                    Reason.REFUSED,
                    name.isEmpty() ? null : name,
                    ends ? message + "; the next run begins anew, in another process" : message);
        }
        return reply;
    }

    private WorkerReply await(Limit limit, IntFunction<String> kernel, Runnable holding) {
        try {
            long deadline = System.nanoTime() + limit.timeout().toNanos();
            while (true) {
                switch (events.poll(LOOK_UP.toNanos(), TimeUnit.NANOSECONDS)) {
                    case Event.Answer(WorkerReply.Holding _) -> holding.run();
                    case Event.Answer(var reply) -> {
                        return reply;
                    }
                    case Event.Ended _ -> throw death(kernel);
                    case null -> checkLimit(limit, deadline, kernel);
                }
            }
        } catch (InterruptedException _) {
            cancel();
            Thread.currentThread().interrupt();
            throw cancelled(inFlight(kernel));
        }
    }

    private void checkLimit(Limit limit, long deadline, IntFunction<String> kernel) {
        if (limit.cancellation().isCancelled()) {
            cancel();
            throw cancelled(inFlight(kernel));
        }
        if (System.nanoTime() - deadline >= 0) {
            throw timeout(limit.timeout(), kernel);
        }
    }

    private WorkerException timeout(Duration timeout, IntFunction<String> kernel) {
        var names = inFlight(kernel);
        kill();
        var message = "the worker was stopped after %s s %s; it starts anew with the next request"
                .formatted(seconds(timeout), role.whileAt(names));
        return new WorkerException(Reason.TIMED_OUT, first(names), message);
    }

    private WorkerException death(IntFunction<String> kernel) {
        var names = inFlight(kernel);
        over = true;
        if (cancelled) {
            return cancelled(names);
        }
        try {
            int status = process.waitFor();
            var death = new ChildDeath(status, tail.afterTheEnd());
            return new WorkerException(
                    Reason.CRASHED, first(names), "%s %s".formatted(death.sentence(), role.whileAt(names)));
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return cancelled(names);
        }
    }

    private WorkerException cancelled(List<String> names) {
        return new WorkerException(
                Reason.CANCELLED, first(names), "%s was cancelled %s".formatted(role.doing(), role.whileAt(names)));
    }

    private List<String> inFlight(IntFunction<String> kernel) {
        return recorder.inFlight().stream().map(kernel::apply).toList();
    }

    private static @Nullable String first(List<String> names) {
        return names.isEmpty() ? null : names.getFirst();
    }

    private static String seconds(Duration duration) {
        return "%.3f".formatted(duration.toNanos() / 1e9).replaceAll("\\.?0+$", "");
    }

    /** Ends the child, from any thread; whoever waits for it hears that it was cancelled. */
    void cancel() {
        cancelled = true;
        kill();
    }

    private void kill() {
        over = true;
        process.destroyForcibly();
    }

    boolean isAlive() {
        return process.isAlive() && !over;
    }

    /** Lets an idle child go; one that is stuck is killed. */
    @Override
    public void close() {
        over = true;
        try {
            Protocol.write(process.getOutputStream(), new WorkerRequest.Shutdown());
            if (!process.waitFor(ChildCommand.records(role, System.getProperties()) ? 60 : 2, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (IOException _) {
            process.destroyForcibly();
        } catch (InterruptedException _) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
