package org.hloexplorer.pipeline.driver;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.util.Optional;
import org.hloexplorer.pipeline.driver.DriverLibrary.Function;

/** The functions of NVIDIA's driver that this program calls, in the versions that take 64-bit addresses. */
final class Cuda {
    /** Names another library than the system's driver. */
    static final String PROPERTY = "hlox.cuda.library";

    final Function init;
    final Function driverGetVersion;
    final Function deviceGetCount;
    final Function deviceGet;
    final Function deviceGetName;
    final Function deviceGetAttribute;
    final Function deviceTotalMem;
    final Function primaryContextRetain;
    final Function primaryContextRelease;
    final Function contextSetCurrent;
    final Function contextSynchronize;
    final Function moduleLoadData;
    final Function moduleUnload;
    final Function moduleGetFunction;
    final Function functionGetAttribute;
    final Function memAlloc;
    final Function memFree;
    final Function memGetInfo;
    final Function copyToDevice;
    final Function copyToHost;
    final Function copyOnDevice;
    final Function launchKernel;
    final Function eventCreate;
    final Function eventRecord;
    final Function eventElapsedTime;
    final Function eventDestroy;

    Cuda(DriverLibrary library) {
        init = library.function("cuInit", JAVA_INT, JAVA_INT);
        driverGetVersion = library.function("cuDriverGetVersion", JAVA_INT, ADDRESS);
        deviceGetCount = library.function("cuDeviceGetCount", JAVA_INT, ADDRESS);
        deviceGet = library.function("cuDeviceGet", JAVA_INT, ADDRESS, JAVA_INT);
        deviceGetName = library.function("cuDeviceGetName", JAVA_INT, ADDRESS, JAVA_INT, JAVA_INT);
        deviceGetAttribute = library.function("cuDeviceGetAttribute", JAVA_INT, ADDRESS, JAVA_INT, JAVA_INT);
        deviceTotalMem = library.function("cuDeviceTotalMem_v2", JAVA_INT, ADDRESS, JAVA_INT);
        primaryContextRetain = library.function("cuDevicePrimaryCtxRetain", JAVA_INT, ADDRESS, JAVA_INT);
        primaryContextRelease = library.function("cuDevicePrimaryCtxRelease_v2", JAVA_INT, JAVA_INT);
        contextSetCurrent = library.function("cuCtxSetCurrent", JAVA_INT, ADDRESS);
        contextSynchronize = library.function("cuCtxSynchronize", JAVA_INT);
        moduleLoadData = library.function("cuModuleLoadDataEx", JAVA_INT, ADDRESS, ADDRESS, JAVA_INT, ADDRESS, ADDRESS);
        moduleUnload = library.function("cuModuleUnload", JAVA_INT, ADDRESS);
        moduleGetFunction = library.function("cuModuleGetFunction", JAVA_INT, ADDRESS, ADDRESS, ADDRESS);
        functionGetAttribute = library.function("cuFuncGetAttribute", JAVA_INT, ADDRESS, JAVA_INT, ADDRESS);
        memAlloc = library.function("cuMemAlloc_v2", JAVA_INT, ADDRESS, JAVA_LONG);
        memFree = library.function("cuMemFree_v2", JAVA_INT, JAVA_LONG);
        memGetInfo = library.function("cuMemGetInfo_v2", JAVA_INT, ADDRESS, ADDRESS);
        copyToDevice = library.function("cuMemcpyHtoD_v2", JAVA_INT, JAVA_LONG, ADDRESS, JAVA_LONG);
        copyToHost = library.function("cuMemcpyDtoH_v2", JAVA_INT, ADDRESS, JAVA_LONG, JAVA_LONG);
        copyOnDevice = library.function("cuMemcpyDtoD_v2", JAVA_INT, JAVA_LONG, JAVA_LONG, JAVA_LONG);
        launchKernel = library.function(
                "cuLaunchKernel",
                JAVA_INT,
                ADDRESS,
                JAVA_INT,
                JAVA_INT,
                JAVA_INT,
                JAVA_INT,
                JAVA_INT,
                JAVA_INT,
                JAVA_INT,
                ADDRESS,
                ADDRESS,
                ADDRESS);
        eventCreate = library.function("cuEventCreate", JAVA_INT, ADDRESS, JAVA_INT);
        eventRecord = library.function("cuEventRecord", JAVA_INT, ADDRESS, ADDRESS);
        eventElapsedTime = library.function("cuEventElapsedTime", JAVA_INT, ADDRESS, ADDRESS, ADDRESS);
        eventDestroy = library.function("cuEventDestroy_v2", JAVA_INT, ADDRESS);
    }

    /** The file that is looked for. */
    static String libraryName() {
        return System.getProperty(PROPERTY, DriverLibrary.nameHere("libcuda.so.1", "nvcuda.dll", "libcuda.dylib"));
    }

    /** The binding; nothing where there is no driver. */
    static Optional<Cuda> open() {
        return DriverLibrary.open(libraryName()).map(Cuda::new);
    }

    /** @throws DriverException unless the status is that of success */
    static void check(Function function, Object... arguments) {
        int status = function.status(arguments);
        if (status != 0) {
            throw CudaErrors.exception(function.name(), status);
        }
    }
}
