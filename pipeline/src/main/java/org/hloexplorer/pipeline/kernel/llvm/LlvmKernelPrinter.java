package org.hloexplorer.pipeline.kernel.llvm;

import java.util.function.IntUnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.hloexplorer.pipeline.kernel.Kernel;
import org.hloexplorer.pipeline.kernel.KernelBuffer;
import org.hloexplorer.pipeline.kernel.MultiplyAdds;
import org.hloexplorer.pipeline.kernel.SumOrder;

/**
 * Prints a kernel as a module of LLVM IR.
 *
 * <p>The symbol is a function {@code void (ptr arguments, ptr scratch, i64 begin, i64 end)}, which loads the buffers'
 * addresses and calls the kernel proper: there they are parameters, and LLVM knows that they do not overlap.
 */
public final class LlvmKernelPrinter {
    private final String file;
    private final IntUnaryOperator lineOf;
    private final int vectorBits;

    /**
     * A printer.
     *
     * @param file what debug locations call the HLO text
     * @param lineOf the line of an instruction in it, by the instruction's id; 0 where unknown
     * @param vectorBits width of the target's vectors, which LLVM is told to use in full
     */
    public LlvmKernelPrinter(String file, IntUnaryOperator lineOf, int vectorBits) {
        this.file = file;
        this.lineOf = lineOf;
        this.vectorBits = vectorBits;
    }

    /** The module's text; {@code symbol} is made of letters, digits, dots and underscores. */
    public String print(Kernel kernel, String symbol) {
        var lines = new DebugLines(file, lineOf);
        var ir = new IrText(lines);
        var order = SumOrder.of(kernel);
        var functions = new MathFunctions(true, order);
        var trace = AccessTrace.of(kernel);
        ir.label("entry");
        new FunctionPrinter(ir, functions, Axes.OF_THREADS, trace)
                .prepared(kernel)
                .block(order == SumOrder.GIVEN ? MultiplyAdds.in(kernel) : kernel.body());
        ir.at(-1);
        ir.instruction("ret void");
        return """
                define void @%1$s(ptr %%arguments, ptr %%scratch, i64 %%begin, i64 %%end) #0 {
                %2$s  ret void
                }

                define internal void @%1$s.kernel(%3$s) #2%4$s {
                %5$s}
                %6$s
                %7$s
                attributes #0 = { nounwind "prefer-vector-width"="%8$d" }
                attributes #1 = { alwaysinline nounwind willreturn memory(none) "prefer-vector-width"="%8$d" }
                attributes #2 = { noinline nounwind "prefer-vector-width"="%8$d" }
                %9$s""".formatted(
                        symbol,
                        unpacked(kernel, symbol),
                        parameters(kernel, trace),
                        lines.subprogram(),
                        ir,
                        functions.definitions() + trace.definition(),
                        String.join("\n", ir.declarations()),
                        vectorBits,
                        lines.metadata(symbol) + ir.loopMetadata());
    }

    private static String unpacked(Kernel kernel, String symbol) {
        var loads = IntStream.range(0, kernel.arguments().size())
                .mapToObj(i -> """
                          %%slot%1$d = getelementptr inbounds ptr, ptr %%arguments, i64 %1$d
                          %%buffer%1$d = load ptr, ptr %%slot%1$d, align 8
                        """.formatted(i))
                .collect(Collectors.joining());
        var arguments = IntStream.range(0, kernel.arguments().size())
                .mapToObj(i -> "ptr %%buffer%d, ".formatted(i))
                .collect(Collectors.joining());
        return loads + "  call void @%s.kernel(%sptr %%scratch, i64 %%begin, i64 %%end)\n".formatted(symbol, arguments);
    }

    private static String parameters(Kernel kernel, AccessTrace trace) {
        // A trace keeps addresses.
        var captured = trace.isOn() ? "" : "nocapture ";
        var buffers = kernel.arguments().stream()
                .map(buffer -> "ptr noalias %s%salign 64 %%%s, "
                        .formatted(
                                captured, buffer.role() == KernelBuffer.Role.INPUT ? "readonly " : "", buffer.name()))
                .collect(Collectors.joining());
        return buffers + "ptr noalias align 64 %scratch, i64 %begin, i64 %end";
    }
}
