package org.hloexplorer.pipeline.worker;

import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.LinkedBlockingQueue;
import org.hloexplorer.pipeline.driver.DriverException;
import org.hloexplorer.pipeline.driver.Drivers;
import org.hloexplorer.pipeline.llvm.LlvmException;
import org.hloexplorer.pipeline.llvm.Target;
import org.hloexplorer.pipeline.onednn.OneDnnException;

/**
 * The child: reads requests from standard input, writes replies to standard output, until either ends.
 *
 * <p>One thread reads, another works, so that the child notices that its parent is gone even while a kernel loops.
 */
public final class WorkerMain {
    private final OutputStream replies;
    private final FlightRecorder recorder;
    private final Compilation compilation;
    private final Execution execution;
    private final DeviceExecution devices;

    private WorkerMain(OutputStream replies, FlightRecorder recorder) {
        this.replies = replies;
        this.recorder = recorder;
        this.compilation = new Compilation(recorder);
        this.execution = new Execution(recorder);
        this.devices = new DeviceExecution(recorder);
    }

    /** @param arguments the file of the flight recorder */
    public static void main(String[] arguments) throws IOException {
        var replies = new BufferedOutputStream(new FileOutputStream(FileDescriptor.out));
        // Anything that prints would break the frames.
        System.setOut(System.err);
        new WorkerMain(replies, FlightRecorder.map(Path.of(arguments[0]))).converse();
    }

    private void converse() throws IOException {
        reply(new WorkerReply.Hello(Protocol.VERSION));
        var requests = new LinkedBlockingQueue<WorkerRequest>();
        Thread.ofPlatform().name("worker").start(() -> work(requests));
        var input = System.in;
        for (var request = Protocol.readRequest(input); request.isPresent(); request = Protocol.readRequest(input)) {
            requests.add(request.get());
        }
        Runtime.getRuntime().halt(0);
    }

    private void work(LinkedBlockingQueue<WorkerRequest> requests) {
        try {
            while (true) {
                var request = requests.take();
                reply(answer(request));
            }
        } catch (IOException | InterruptedException _) {
            Runtime.getRuntime().halt(1);
        }
    }

    private WorkerReply answer(WorkerRequest request) throws IOException {
        try {
            return handle(request);
        } catch (KernelFailure e) {
            return new WorkerReply.Refused(String.valueOf(e.getMessage()), e.kernel(), e.isLost());
        } catch (DriverException e) {
            return new WorkerReply.Refused(String.valueOf(e.getMessage()), "", e.isLost());
        } catch (LlvmException
                | OneDnnException
                | WorkerException
                | IllegalArgumentException
                | IllegalStateException
                | OutOfMemoryError e) {
            return new WorkerReply.Refused(Optional.ofNullable(e.getMessage()).orElse(e.toString()), "", false);
        }
    }

    private WorkerReply handle(WorkerRequest request) throws IOException {
        return switch (request) {
            case WorkerRequest.Compile(var tasks) -> new WorkerReply.Compiled(compilation.compile(tasks));
            case WorkerRequest.CreatePrimitives(var primitives, int threads) ->
                new WorkerReply.PrimitivesCreated(execution.create(primitives, threads));
            case WorkerRequest.Load(int program, var image) -> {
                execution.load(program, image);
                yield new WorkerReply.Done();
            }
            case WorkerRequest.Run run -> run(run);
            case WorkerRequest.Unload(int program) -> {
                execution.unload(program);
                devices.unload(program);
                yield new WorkerReply.Done();
            }
            case WorkerRequest.Measure(var kernel, var object, int threads, int rounds) ->
                new WorkerReply.Measured(execution.measure(kernel, object, threads, rounds));
            case WorkerRequest.Emit(var kernel, var target) ->
                new WorkerReply.Emitted(compilation.emit(kernel, target));
            case WorkerRequest.FindDevices() -> new WorkerReply.Devices(Drivers.report());
            case WorkerRequest.BuildDevice(var source) -> new WorkerReply.DeviceBuilt(devices.build(source));
            case WorkerRequest.LoadDevice(int program, var image) -> {
                devices.load(program, image);
                yield new WorkerReply.Done();
            }
            case WorkerRequest.DescribeMachine() ->
                new WorkerReply.Machine(Target.host(), Runtime.getRuntime().availableProcessors());
            case WorkerRequest.Shutdown() -> {
                Runtime.getRuntime().halt(0);
                yield new WorkerReply.Done();
            }
        };
    }

    private WorkerReply run(WorkerRequest.Run run) throws IOException {
        try (var file = ExchangeFile.map(Path.of(run.exchange()), run.exchangeBytes())) {
            reply(new WorkerReply.Holding());
            return new WorkerReply.Ran(
                    devices.holds(run.program()) ? devices.run(run, file.memory()) : execution.run(run, file.memory()));
        }
    }

    private void reply(WorkerReply reply) throws IOException {
        Protocol.write(replies, reply);
    }
}
