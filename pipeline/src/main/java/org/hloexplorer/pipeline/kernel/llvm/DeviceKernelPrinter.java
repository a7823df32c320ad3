package org.hloexplorer.pipeline.kernel.llvm;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntUnaryOperator;
import org.hloexplorer.pipeline.kernel.Kernel;
import org.hloexplorer.pipeline.kernel.KernelBuffer;
import org.hloexplorer.pipeline.kernel.KernelBuffer.Role;
import org.hloexplorer.pipeline.kernel.LaunchShape;
import org.hloexplorer.pipeline.kernel.LoopKind.Axis;
import org.hloexplorer.pipeline.kernel.SumOrder;
import org.hloexplorer.pipeline.kernel.WorkGroups;

/**
 * Prints a kernel as LLVM IR for a graphics processor.
 *
 * <p>It takes a pointer for each argument, and then one to scratch memory where the kernel needs any, and is launched with as
 * many groups and items as {@link LaunchShape} says, which the code relies on.
 *
 * @param file what debug locations call the HLO text
 * @param lineOf the line of an instruction in it, by the instruction's id; 0 where unknown
 */
public record DeviceKernelPrinter(DeviceTarget target, WorkGroups groups, String file, IntUnaryOperator lineOf) {

    /**
     * The module's text.
     *
     * @param symbol letters, digits and underscores
     * @throws IllegalArgumentException where the target has no code for it; says for what
     */
    public String print(Kernel kernel, String symbol) {
        var shape = LaunchShape.of(kernel, groups);
        var lines = target.hasDebugLines() ? new DebugLines(file, lineOf) : DebugLines.NONE;
        var ir = new IrText(lines);
        var functions = new MathFunctions(false, SumOrder.CHOSEN);
        ir.label("entry");
        begin(ir, kernel, symbol, shape);
        var product = target.multipliesMatrices() ? kernel.product() : null;
        if (product == null) {
            new FunctionPrinter(ir, functions, new Items(shape))
                    .prepared(kernel)
                    .block(kernel.body());
        } else {
            ir.at(kernel.instructions().getFirst());
            new MatrixPrinter(ir, product).print();
        }
        ir.at(-1);
        ir.instruction("ret void");
        return """
                %1$sdefine %2$s void @%3$s(%4$s) #0%5$s {
                %6$s}
                %7$s
                %8$s

                attributes #0 = { nounwind "amdgpu-flat-work-group-size"="%9$d,%9$d" "nvvm.maxntid"="%9$d" }
                attributes #1 = { alwaysinline nounwind willreturn memory(none) }
                %10$s""".formatted(
                        localMemory(kernel, symbol),
                        target.convention(),
                        symbol,
                        parameters(kernel),
                        lines.subprogram(),
                        ir,
                        functions.definitions(),
                        String.join("\n", ir.declarations()),
                        shape.groupSize(),
                        lines.metadata(symbol).replace("LineTablesOnly", "DebugDirectivesOnly") + ir.loopMetadata());
    }

    private static String parameters(Kernel kernel) {
        List<String> parameters = new ArrayList<>();
        for (var buffer : kernel.arguments()) {
            parameters.add("ptr addrspace(1) noalias %salign 64 %%%s.global"
                    .formatted(buffer.role() == Role.INPUT ? "readonly " : "", buffer.name()));
        }
        if (kernel.scratchBytes() > 0) {
            parameters.add("ptr addrspace(1) noalias align 64 %scratch.global");
        }
        return String.join(", ", parameters);
    }

    private static String localMemory(Kernel kernel, String symbol) {
        var text = new StringBuilder();
        for (var buffer : kernel.scratch()) {
            if (buffer.role() == Role.LOCAL) {
                text.append("@%s.%s = internal addrspace(3) global [%d x %s] poison, align 16\n"
                        .formatted(
                                symbol,
                                buffer.name(),
                                buffer.elements(),
                                IrType.scalar(buffer.elementType()).memory()));
            }
        }
        return text.toString();
    }

    /** Who runs, and pointers as the printer of statements knows them; LLVM finds out again what they point to. */
    private void begin(IrText ir, Kernel kernel, String symbol, LaunchShape shape) {
        number(ir, "%group", target.group());
        number(ir, "%lane", target.item());
        ir.instruction("%%before = mul nuw nsw i64 %%group, %d".formatted(shape.groupSize()));
        ir.instruction("%item = add nuw nsw i64 %before, %lane");
        for (var buffer : kernel.arguments()) {
            ir.instruction("%%%1$s = addrspacecast ptr addrspace(1) %%%1$s.global to ptr".formatted(buffer.name()));
        }
        if (kernel.scratchBytes() > 0) {
            ir.instruction("%%scratch.offset = mul nuw nsw i64 %%item, %d".formatted(kernel.scratchBytes()));
            ir.instruction("%scratch.all = addrspacecast ptr addrspace(1) %scratch.global to ptr");
            ir.instruction("%scratch = getelementptr inbounds i8, ptr %scratch.all, i64 %scratch.offset");
        }
        kernel.scratch().stream()
                .filter(buffer -> buffer.role() == Role.LOCAL)
                .forEach(buffer -> cast(ir, symbol, buffer));
    }

    private static void cast(IrText ir, String symbol, KernelBuffer buffer) {
        ir.instruction("%%%2$s = addrspacecast ptr addrspace(3) @%1$s.%2$s to ptr".formatted(symbol, buffer.name()));
    }

    private static void number(IrText ir, String name, String intrinsic) {
        ir.declare("declare i32 @%s()".formatted(intrinsic));
        ir.instruction("%s.narrow = call i32 @%s()", name, intrinsic);
        ir.instruction("%1$s = zext i32 %1$s.narrow to i64".formatted(name));
    }

    /** Each item does every so manieth repetition, as many as there are items apart. */
    private final class Items implements Axes {
        private final long all;

        Items(LaunchShape shape) {
            this.all = shape.groups() * shape.groupSize();
        }

        @Override
        public LoopPrinter.Range parts(long extent) {
            return new LoopPrinter.Range("%item", Long.toString(extent), Long.toString(all), true);
        }

        @Override
        public String number(Axis axis) {
            return axis == Axis.GROUPS ? "%group" : "%lane";
        }

        @Override
        public void barrier(IrText ir) {
            ir.call(target.barrier(), "void");
        }
    }
}
