package org.hloexplorer.pipeline.worker;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.hloexplorer.pipeline.worker.ProgramImage.Unit;
import org.hloexplorer.pipeline.worker.WorkerException.Reason;
import org.jspecify.annotations.Nullable;

/** A program in the running child: its memory stays there between runs, so that a run may go on where one left off. */
public final class Program implements AutoCloseable {
    private static final Limit LOADING = Limit.of(Duration.ofMinutes(2));
    private static final long ALIGNMENT = 64;

    private final Worker worker;
    private final ChildRole role;
    private final int id;
    private final WorkerRequest loading;
    private final List<Unit> units;
    private final List<Upload> initial;
    private @Nullable ChildProcess holder;

    /** Bytes to put at an offset of the program's memory before a run. */
    public record Upload(long memoryOffset, MemorySegment bytes) {}

    /** Bytes to take from an offset of the program's memory after a run. */
    public record Download(long memoryOffset, MemorySegment into) {}

    private Program(
            Worker worker, ChildRole role, int id, WorkerRequest loading, List<Unit> units, List<Upload> initial) {
        this.worker = worker;
        this.role = role;
        this.id = id;
        this.loading = loading;
        this.units = units;
        this.initial = List.copyOf(initial);
    }

    static Program of(Worker worker, int id, ProgramImage image, List<Upload> initial) {
        return new Program(worker, ChildRole.RUN, id, new WorkerRequest.Load(id, image), image.units(), initial);
    }

    static Program of(Worker worker, int id, DeviceImage image, List<Upload> initial) {
        var units = ProgramImage.units(image.steps());
        return new Program(worker, ChildRole.DEVICE, id, new WorkerRequest.LoadDevice(id, image), units, initial);
    }

    /**
     * Copies in, runs the steps from {@code first} (included) to {@code end} (excluded), copies out.
     *
     * @param limit for all repeats together
     * @return times of the repeats, for each step of the whole program
     * @throws WorkerException where it crashes, takes too long or is cancelled: the message names the kernel
     */
    public synchronized RunTimes run(
            List<Upload> uploads, int first, int end, List<Download> downloads, RunOptions options, Limit limit) {
        var child = worker.child(role);
        if (child != holder) {
            load(child);
        }
        return run(child, uploads, first, end, downloads, options, limit);
    }

    private void load(ChildProcess child) {
        child.exchange(loading, LOADING, this::unitName, () -> {});
        holder = child;
        run(child, initial, 0, 0, List.of(), RunOptions.ONCE, LOADING);
    }

    private RunTimes run(
            ChildProcess child,
            List<Upload> uploads,
            int first,
            int end,
            List<Download> downloads,
            RunOptions options,
            Limit limit) {
        List<Transfer> in = new ArrayList<>();
        List<Transfer> out = new ArrayList<>();
        long size = 0;
        for (var upload : uploads) {
            in.add(new Transfer(size, upload.memoryOffset(), upload.bytes().byteSize()));
            size += aligned(upload.bytes().byteSize());
        }
        for (var download : downloads) {
            out.add(new Transfer(size, download.memoryOffset(), download.into().byteSize()));
            size += aligned(download.into().byteSize());
        }
        try (var file = ExchangeFile.create(worker.directory(), Math.max(size, ALIGNMENT))) {
            for (int i = 0; i < in.size(); i++) {
                slice(file, in.get(i)).copyFrom(uploads.get(i).bytes());
            }
            var request = new WorkerRequest.Run(
                    id, file.path().toString(), file.memory().byteSize(), in, out, first, end, options);
            var reply = child.exchange(request, limit, this::unitName, file::unlink);
            for (int i = 0; i < out.size(); i++) {
                downloads.get(i).into().copyFrom(slice(file, out.get(i)));
            }
            return switch (reply) {
                case WorkerReply.Ran(var times) -> times;
                case WorkerReply other -> throw Worker.unexpected(other);
            };
        } catch (IOException e) {
            throw new WorkerException(Reason.UNAVAILABLE, null, String.valueOf(e.getMessage()));
        }
    }

    private static MemorySegment slice(ExchangeFile file, Transfer transfer) {
        return file.memory().asSlice(transfer.fileOffset(), transfer.bytes());
    }

    private String unitName(int unit) {
        return units.get(unit).name();
    }

    private static long aligned(long bytes) {
        return (bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    }

    /** Frees its memory and code in the child, where one still holds it. */
    @Override
    public synchronized void close() {
        if (holder != null && holder.isAlive()) {
            holder.exchange(new WorkerRequest.Unload(id), LOADING, this::unitName, () -> {});
        }
        holder = null;
    }
}
