package org.hloexplorer.pipeline.driver;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.util.Optional;
import org.hloexplorer.pipeline.driver.DriverLibrary.Function;

/** The functions of OpenCL 1.2 that this program calls. */
final class OpenCl {
    /** Names another library than the system's loader. */
    static final String PROPERTY = "hlox.opencl.library";

    final Function getPlatformIds;
    final Function getPlatformInfo;
    final Function getDeviceIds;
    final Function getDeviceInfo;
    final Function createContext;
    final Function releaseContext;
    final Function createCommandQueue;
    final Function releaseCommandQueue;
    final Function createBuffer;
    final Function createSubBuffer;
    final Function releaseMemObject;
    final Function createProgramWithSource;
    final Function buildProgram;
    final Function getProgramBuildInfo;
    final Function releaseProgram;
    final Function createKernel;
    final Function releaseKernel;
    final Function setKernelArg;
    final Function getKernelWorkGroupInfo;
    final Function enqueueKernel;
    final Function enqueueWriteBuffer;
    final Function enqueueReadBuffer;
    final Function enqueueCopyBuffer;
    final Function getEventProfilingInfo;
    final Function releaseEvent;
    final Function finish;

    private OpenCl(DriverLibrary library) {
        getPlatformIds = library.function("clGetPlatformIDs", JAVA_INT, JAVA_INT, ADDRESS, ADDRESS);
        getPlatformInfo =
                library.function("clGetPlatformInfo", JAVA_INT, ADDRESS, JAVA_INT, JAVA_LONG, ADDRESS, ADDRESS);
        getDeviceIds = library.function("clGetDeviceIDs", JAVA_INT, ADDRESS, JAVA_LONG, JAVA_INT, ADDRESS, ADDRESS);
        getDeviceInfo = library.function("clGetDeviceInfo", JAVA_INT, ADDRESS, JAVA_INT, JAVA_LONG, ADDRESS, ADDRESS);
        createContext =
                library.function("clCreateContext", ADDRESS, ADDRESS, JAVA_INT, ADDRESS, ADDRESS, ADDRESS, ADDRESS);
        releaseContext = library.function("clReleaseContext", JAVA_INT, ADDRESS);
        createCommandQueue = library.function("clCreateCommandQueue", ADDRESS, ADDRESS, ADDRESS, JAVA_LONG, ADDRESS);
        releaseCommandQueue = library.function("clReleaseCommandQueue", JAVA_INT, ADDRESS);
        createBuffer = library.function("clCreateBuffer", ADDRESS, ADDRESS, JAVA_LONG, JAVA_LONG, ADDRESS, ADDRESS);
        createSubBuffer =
                library.function("clCreateSubBuffer", ADDRESS, ADDRESS, JAVA_LONG, JAVA_INT, ADDRESS, ADDRESS);
        releaseMemObject = library.function("clReleaseMemObject", JAVA_INT, ADDRESS);
        createProgramWithSource =
                library.function("clCreateProgramWithSource", ADDRESS, ADDRESS, JAVA_INT, ADDRESS, ADDRESS, ADDRESS);
        buildProgram =
                library.function("clBuildProgram", JAVA_INT, ADDRESS, JAVA_INT, ADDRESS, ADDRESS, ADDRESS, ADDRESS);
        getProgramBuildInfo = library.function(
                "clGetProgramBuildInfo", JAVA_INT, ADDRESS, ADDRESS, JAVA_INT, JAVA_LONG, ADDRESS, ADDRESS);
        releaseProgram = library.function("clReleaseProgram", JAVA_INT, ADDRESS);
        createKernel = library.function("clCreateKernel", ADDRESS, ADDRESS, ADDRESS, ADDRESS);
        releaseKernel = library.function("clReleaseKernel", JAVA_INT, ADDRESS);
        setKernelArg = library.function("clSetKernelArg", JAVA_INT, ADDRESS, JAVA_INT, JAVA_LONG, ADDRESS);
        getKernelWorkGroupInfo = library.function(
                "clGetKernelWorkGroupInfo", JAVA_INT, ADDRESS, ADDRESS, JAVA_INT, JAVA_LONG, ADDRESS, ADDRESS);
        enqueueKernel = library.function(
                "clEnqueueNDRangeKernel",
                JAVA_INT,
                ADDRESS,
                ADDRESS,
                JAVA_INT,
                ADDRESS,
                ADDRESS,
                ADDRESS,
                JAVA_INT,
                ADDRESS,
                ADDRESS);
        enqueueWriteBuffer = transfer(library, "clEnqueueWriteBuffer");
        enqueueReadBuffer = transfer(library, "clEnqueueReadBuffer");
        enqueueCopyBuffer = library.function(
                "clEnqueueCopyBuffer",
                JAVA_INT,
                ADDRESS,
                ADDRESS,
                ADDRESS,
                JAVA_LONG,
                JAVA_LONG,
                JAVA_LONG,
                JAVA_INT,
                ADDRESS,
                ADDRESS);
        getEventProfilingInfo =
                library.function("clGetEventProfilingInfo", JAVA_INT, ADDRESS, JAVA_INT, JAVA_LONG, ADDRESS, ADDRESS);
        releaseEvent = library.function("clReleaseEvent", JAVA_INT, ADDRESS);
        finish = library.function("clFinish", JAVA_INT, ADDRESS);
    }

    private static Function transfer(DriverLibrary library, String name) {
        return library.function(
                name, JAVA_INT, ADDRESS, ADDRESS, JAVA_INT, JAVA_LONG, JAVA_LONG, ADDRESS, JAVA_INT, ADDRESS, ADDRESS);
    }

    /** The file that is looked for. */
    static String libraryName() {
        var usual = DriverLibrary.nameHere(
                "libOpenCL.so.1", "OpenCL.dll", "/System/Library/Frameworks/OpenCL.framework/OpenCL");
        return System.getProperty(PROPERTY, usual);
    }

    /** The binding; nothing where there is no loader. */
    static Optional<OpenCl> open() {
        return DriverLibrary.open(libraryName()).map(OpenCl::new);
    }

    /** @throws DriverException unless the status is that of success */
    static void check(Function function, Object... arguments) {
        int status = function.status(arguments);
        if (status != 0) {
            throw OpenClErrors.exception(function.name(), status);
        }
    }
}
