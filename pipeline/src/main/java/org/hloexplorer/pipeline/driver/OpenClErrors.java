package org.hloexplorer.pipeline.driver;

/** OpenCL's error codes in words. */
final class OpenClErrors {
    static final int BUILD_FAILURE = -11;
    static final int DEVICE_NOT_FOUND = -1;
    static final int PLATFORM_NOT_FOUND = -1001;

    private OpenClErrors() {}

    static DriverException exception(String function, int code) {
        return new DriverException(sentence(function, code), isLost(code));
    }

    /** Whether the queue or the device is of no use any more. */
    private static boolean isLost(int code) {
        return code == -2 || code == -14 || code == -34 || code == -36 || code <= -9999;
    }

    static String sentence(String function, int code) {
        return "%s (%s failed with error %d)".formatted(words(code), function, code);
    }

    private static String words(int code) {
        return switch (code) {
            case -1 -> "there is no such device";
            case -2 -> "the device is not available";
            case -3 -> "the driver has no compiler";
            case -4 -> "the device's memory is full: the arrays do not fit";
            case -5 -> "the device is out of resources: of registers, local memory, or the run took too long";
            case -6 -> "the driver is out of memory on the host";
            case -7 -> "the queue takes no times";
            case -11 -> "the program does not compile";
            case -12 -> "the buffer cannot be mapped";
            case -13 -> "a part of a buffer begins at an offset that the device does not take";
            case -14 -> "a command before this one failed";
            case -30 -> "a value is not valid";
            case -34 -> "the context is not valid any more";
            case -36 -> "the queue is not valid any more: the device may be lost";
            case -38 -> "the buffer is not valid any more";
            case -44, -45 -> "the program has no code for this device";
            case -46 -> "the program has no kernel of this name";
            case -48 -> "the kernel is not valid any more";
            case -49, -50, -51, -52 -> "the kernel's arguments are not those it takes";
            case -54 -> "the kernel takes no work-groups of this size on this device";
            case -55 -> "a work-group has more items than the device takes";
            case -61 -> "a buffer is larger than the device allows";
            case -63 -> "the range of the launch is larger than the device allows";
            case -9999 -> "the driver reports that a kernel reached memory that is not its own";
            case -1001 -> "the loader knows no platform";
            default -> "the driver reports an error";
        };
    }
}
