package org.hloexplorer.app.workbench;

import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.hloexplorer.pipeline.backend.Backend;
import org.hloexplorer.pipeline.backend.BackendException;
import org.hloexplorer.pipeline.backend.ContractionEngine;
import org.hloexplorer.pipeline.backend.DeviceDescription;
import org.hloexplorer.pipeline.backend.DeviceKind;
import org.hloexplorer.pipeline.backend.cpu.CompileCache;
import org.hloexplorer.pipeline.backend.cpu.CpuBackend;
import org.hloexplorer.pipeline.backend.cpu.SavedExecutable;
import org.hloexplorer.pipeline.backend.gpu.GpuBackend;
import org.hloexplorer.pipeline.backend.reference.ReferenceBackend;
import org.hloexplorer.pipeline.backend.tpu.TpuBackend;
import org.hloexplorer.pipeline.backend.tpu.simulator.TimingMode;
import org.hloexplorer.pipeline.backend.tpu.simulator.TpuChip;
import org.hloexplorer.pipeline.backend.tpu.simulator.TpuConfig;
import org.hloexplorer.pipeline.worker.Worker;

/** Where programs can run. Holds the processes that native code runs in, which closing ends. */
public final class Devices implements AutoCloseable {
    /** Small enough to be watched cell by cell. */
    public static final TpuConfig TEACHING_ARRAY = TpuConfig.array(8, 8, TimingMode.DOUBLE_BUFFERED);

    /** What stands in for the teaching array where figures per second are asked for: that one has no clock. */
    public static final TpuConfig CLOCKED_ARRAY = TpuConfig.of(TpuChip.V4, TimingMode.DOUBLE_BUFFERED);

    /** Bytes of native code that are kept. */
    private static final long MOST_CODE = 256L << 20;

    private final Worker worker = new Worker();
    private final Map<DeviceKind, Backend> backends = new EnumMap<>(DeviceKind.class);
    private final CompileCache code;
    private ContractionEngine contractions = ContractionEngine.GENERATED;

    /** Devices whose native code is kept in the user's folder for the next time. */
    public Devices() {
        this(CompileCache.in(UserFolders.cache().resolve("kernels"), MOST_CODE));
    }

    /** @param code keeps native code */
    public Devices(CompileCache code) {
        this.code = code;
        backends.put(DeviceKind.REFERENCE, new ReferenceBackend());
        useContractions(contractions);
        backends.put(DeviceKind.GPU, new GpuBackend(worker));
        backends.put(DeviceKind.TPU, new TpuBackend(TEACHING_ARRAY));
    }

    /** The backend for a kind of device; where the device is missing, one that says so. */
    public Backend backend(DeviceKind kind) {
        var backend = backends.get(kind);
        if (backend == null) {
            throw new IllegalStateException("no backend for " + kind);
        }
        return backend;
    }

    /** Starts what the device needs in the background, for those who will soon compile for it. */
    public void warmUp(DeviceKind kind) {
        if (kind == DeviceKind.CPU) {
            worker.warmUp();
        }
    }

    /** As {@link #backend(DeviceKind)}, with a number among the devices of the kind: only of GPUs there can be several. */
    public Backend backend(DeviceKind kind, int number) {
        return kind == DeviceKind.GPU && number != 0 ? new GpuBackend(worker, number) : backend(kind);
    }

    /** The CPU with each fusion and each other instruction as a kernel of its own, for measurements. */
    public Backend cpuKernelByKernel() {
        return new CpuBackend(worker).kernelByKernel().contracting(contractions);
    }

    /** From now on this computes dots and convolutions on the processor. */
    public void useContractions(ContractionEngine engine) {
        contractions = engine;
        if (engine == ContractionEngine.ONEDNN) {
            worker.warmUpLibrary();
        }
        backends.put(DeviceKind.CPU, new CpuBackend(worker, code).quickFirst().contracting(engine));
    }

    /** A program for the CPU that was compiled another time, ready to run. */
    public SavedExecutable load(Path file) throws BackendException {
        return new CpuBackend(worker).load(file);
    }

    /** The same with a TPU of another kind. */
    public void useTpu(TpuConfig config) {
        backends.put(DeviceKind.TPU, new TpuBackend(config));
    }

    /** What compiles and runs native code, for measurements of the machine itself. */
    public Worker worker() {
        return worker;
    }

    /**
     * What there is to run on, all GPUs included, and one for each kind on which nothing can run here. Asking takes a moment
     * the first time.
     */
    public List<DeviceDescription> descriptions() {
        return backends.values().stream().flatMap(Devices::usable).toList();
    }

    private static Stream<DeviceDescription> usable(Backend backend) {
        var gpus = backend instanceof GpuBackend gpu
                ? gpu.devices().stream().filter(DeviceDescription::isAvailable).toList()
                : List.<DeviceDescription>of();
        return gpus.isEmpty() ? Stream.of(backend.device()) : gpus.stream();
    }

    /** As {@link #descriptions}, with everything that was looked for and not found. */
    public List<DeviceDescription> findings() {
        return backends.values().stream()
                .flatMap(backend ->
                        backend instanceof GpuBackend gpu ? gpu.devices().stream() : Stream.of(backend.device()))
                .toList();
    }

    @Override
    public void close() {
        worker.close();
    }
}
