package org.hloexplorer.pipeline.driver;

/** The error codes of NVIDIA's driver in words. */
final class CudaErrors {
    static final int OUT_OF_MEMORY = 2;
    static final int STUB_LIBRARY = 34;
    static final int NO_DEVICE = 100;

    private CudaErrors() {}

    static DriverException exception(String function, int code) {
        return new DriverException(sentence(function, code), isLost(code));
    }

    static String sentence(String function, int code) {
        return "%s (%s failed with CUDA error %d)".formatted(words(code), function, code);
    }

    /** Whether the process can do nothing more with the device: the driver answers every call with the same error then. */
    private static boolean isLost(int code) {
        return switch (code) {
            case 4, 46, 201, 214, 226, 700, 702, 709, 710, 714, 715, 716, 717, 718, 719, 999 -> true;
            default -> false;
        };
    }

    private static String words(int code) {
        return switch (code) {
            case 1 -> "a value is not valid";
            case OUT_OF_MEMORY -> "the device's memory is full: the arrays do not fit";
            case 3, 4 -> "the driver is shut down";
            case STUB_LIBRARY -> "the library is a stub for linking, without a driver";
            case 36, 222 -> "the driver is too old for this code: CUDA 12.0 or newer is needed";
            case 46 -> "the device is not available: another program may have it to itself";
            case NO_DEVICE -> "there is no NVIDIA GPU";
            case 101 -> "there is no such device";
            case 200, 218, 300 -> "the driver's compiler does not take the code";
            case 201, 709 -> "the context is not valid any more: the device may be lost";
            case 209 -> "the code is not for this device";
            case 214 -> "the device has found an error in its memory that it cannot correct";
            case 221, 223 -> "the driver has no compiler for PTX";
            case 400 -> "a handle is not valid";
            case 500 -> "the program has no kernel of this name";
            case 700 -> "a kernel reached memory that is not its own";
            case 701 -> "the device is out of resources: a group takes more registers or shared memory than there is";
            case 702 -> "the kernel ran too long for a device that also shows the screen";
            case 714, 715, 717, 718 -> "the kernel's code is broken";
            case 716 -> "a kernel reached memory at an address that is not aligned";
            case 719 -> "the kernel failed";
            case 801 -> "the device does not support this";
            case 802, 803, 804 -> "driver and system do not fit together: the machine may have to be restarted";
            case 999 -> "the device failed, and the driver does not know why";
            default -> "the driver reports an error";
        };
    }
}
