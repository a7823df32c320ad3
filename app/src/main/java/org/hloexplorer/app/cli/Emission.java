package org.hloexplorer.app.cli;

import java.util.Arrays;
import java.util.Iterator;
import org.hloexplorer.pipeline.backend.DeviceKind;
import org.hloexplorer.pipeline.backend.KernelDescription;
import org.hloexplorer.pipeline.backend.KernelDescription.CodeListing;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** The code there is of a kernel: for GPUs, whether or not there is one, and for this machine's processor. */
enum Emission {
    OPENCL("opencl", "OpenCL C"),
    PTX("ptx", "PTX (sm_80)"),
    PTX_SM90("ptx-sm90", "PTX (sm_90)"),
    AMDGPU("amdgpu", "AMDGPU assembly (gfx90a)"),
    LOOPS("loops", "loop IR"),
    RESOURCES("resources", "resources"),
    CPU_LOOPS("cpu-loops", "loop IR", DeviceKind.CPU),
    LLVM("llvm", "LLVM IR", DeviceKind.CPU),
    LLVM_O3("llvm-o3", "optimised LLVM IR", DeviceKind.CPU),
    ASM("asm", "assembly", DeviceKind.CPU),
    REMARKS("remarks", "remarks", DeviceKind.CPU),
    REGISTERS("registers", "registers and size", DeviceKind.CPU),
    MCA("mca", "llvm-mca", DeviceKind.CPU);

    private final String text;
    private final String stage;
    private final DeviceKind device;

    Emission(String text, String stage) {
        this(text, stage, DeviceKind.GPU);
    }

    Emission(String text, String stage, DeviceKind device) {
        this.text = text;
        this.stage = stage;
        this.device = device;
    }

    /** What the code is for. */
    DeviceKind device() {
        return device;
    }

    /** A kernel's code as JSON. */
    record KernelCode(String name, String stage, String text) {}

    /** This code of a kernel, or a comment that says why there is none. */
    KernelCode of(KernelDescription kernel) {
        var code = kernel.code().stream()
                .filter(listing -> listing.stage().equals(stage))
                .findFirst()
                .map(CodeListing::text)
                .orElse("// no code: %s%n".formatted(kernel.fallback() == null ? kernel.engine() : kernel.fallback()));
        return new KernelCode(kernel.name(), stage, code);
    }

    /** Finds one by its name. */
    static final class ByName implements ITypeConverter<Emission> {
        @Override
        public Emission convert(String value) {
            return Arrays.stream(values())
                    .filter(each -> value.equalsIgnoreCase(each.text))
                    .findFirst()
                    .orElseThrow(() -> new TypeConversionException(
                            "there is no code '%s'; there are %s".formatted(value, String.join(", ", new Names()))));
        }
    }

    /** The names of all. */
    static final class Names implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return Arrays.stream(values()).map(each -> each.text).iterator();
        }
    }
}
