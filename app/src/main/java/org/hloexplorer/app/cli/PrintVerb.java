package org.hloexplorer.app.cli;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.zip.GZIPOutputStream;
import org.hloexplorer.app.workbench.Devices;
import org.hloexplorer.app.workbench.ProgramSource;
import org.hloexplorer.app.workbench.Sources;
import org.hloexplorer.hlo.Cancellation;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.Literal;
import org.hloexplorer.hlo.eval.EvaluationException;
import org.hloexplorer.hlo.eval.HloEvaluator;
import org.hloexplorer.hlo.proto.HloProtoWriter;
import org.hloexplorer.hlo.proto.WrittenProto;
import org.hloexplorer.hlo.text.HloPrinter;
import org.hloexplorer.hlo.text.PrintOptions;
import org.hloexplorer.pipeline.backend.BackendException;
import org.hloexplorer.pipeline.backend.DeviceKind;
import org.hloexplorer.pipeline.backend.gpu.GpuCode;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code hlox print}: a program in another form. */
@Command(
        name = "print",
        description = {
            "Prints a module as XLA would, or in another form: all formats that are read are converted, so this is the way "
                    + "from one to another.",
            "A snapshot holds the inputs that hlox run takes with the same options.",
            "With --emit, the code of its kernels for GPUs, which needs no GPU, or for this machine's processor, with what "
                    + "the compiler remarks, the registers taken, and the estimate of llvm-mca where that is installed; "
                    + "of the module as it is: hlox opt prints one "
                    + "that a pipeline has changed."
        },
        footer = {
            "%nJSON: file, format, text; with --emit file, kernels[{name, stage, text}]. With --format=json instead the module: name, entry, computations[{name, root, "
                    + "instructions[{name, opcode, shape, operands[], calls[], value, attributes{}}]}].",
            "%nWhat a protocol buffer has no place for is named on standard error."
        })
final class PrintVerb extends Verb {

    @Parameters(paramLabel = "FILE", description = "A program, sample:NAME, or - for standard input.")
    private String file = "-";

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            converter = PrintFormat.ByName.class,
            completionCandidates = PrintFormat.Names.class,
            description = "Default: long. One of: ${COMPLETION-CANDIDATES}.")
    private PrintFormat format = PrintFormat.LONG;

    @Option(
            names = "--out",
            paramLabel = "F",
            description = "Write to a file, compressed where its name ends in .gz. Default: standard output.")
    private @Nullable Path out;

    @Mixin
    private InputOptions inputs = new InputOptions();

    @Option(
            names = "--emit",
            paramLabel = "CODE",
            converter = Emission.ByName.class,
            completionCandidates = Emission.Names.class,
            description =
                    "Print code of the kernels instead. For GPUs: opencl, ptx (for sm_80), ptx-sm90, amdgpu, loops or resources. For the processor: cpu-loops, llvm, llvm-o3, asm, remarks, registers or mca.")
    private @Nullable Emission emit;

    /** The line that is written for code. */
    record Emitted(String file, List<Emission.KernelCode> kernels) {}

    /** The line that is written. */
    record Printed(String file, String format, String text) {}

    PrintVerb(Terminal terminal, Sources sources) {
        super(terminal, sources);
    }

    @Override
    ExitStatus perform() throws IOException, BackendException {
        if (isJson() && (format.isBinary() || out != null)) {
            throw new VerbException(
                    ExitStatus.WRONG_USAGE,
                    "--json prints text on standard output: no --format=%s and no --out.".formatted(format.text()));
        }
        if (out != null) {
            FileTrouble.checkWritable(out);
        }
        var source = read(file);
        var module = module(source);
        if (emit != null) {
            return emit(source.name(), module, emit);
        }
        if (format.isBinary()) {
            writeData(bytes(source, module));
        } else if (format == PrintFormat.JSON && out == null) {
            write(ModuleLine.of(module));
        } else if (out != null) {
            writeData(text(module).getBytes(StandardCharsets.UTF_8));
        } else if (isJson()) {
            write(new Printed(source.name(), format.text(), text(module)));
        } else {
            printText(text(module));
        }
        return ExitStatus.FINE;
    }

    private ExitStatus emit(String name, HloModule module, Emission emission) throws BackendException {
        try (var devices = new Devices()) {
            var code = emission.device() == DeviceKind.CPU
                    ? cpuCode(module, devices, emission)
                    : GpuCode.of(module, devices.worker()).stream()
                            .map(emission::of)
                            .toList();
            if (isJson()) {
                write(new Emitted(name, code));
            } else {
                code.forEach(each -> printText("// kernel %s%n%s".formatted(each.name(), each.text())));
            }
        }
        return ExitStatus.FINE;
    }

    private static List<Emission.KernelCode> cpuCode(HloModule module, Devices devices, Emission emission)
            throws BackendException {
        try (var program = devices.backend(DeviceKind.CPU).compile(module, new Cancellation())) {
            return program.kernels().stream().map(emission::of).toList();
        }
    }

    private String text(HloModule module) {
        return switch (format) {
            case SHORT -> HloPrinter.print(module, PrintOptions.SHORT);
            case DOT -> DotText.of(module);
            case JSON -> JsonLines.text(ModuleLine.of(module)) + "\n";
            case LONG, PB, MODULE_PB, SNAPSHOT -> HloPrinter.print(module, PrintOptions.LONG);
        };
    }

    private byte[] bytes(ProgramSource source, HloModule module) {
        var written = switch (format) {
            case SNAPSHOT -> snapshot(source, module);
            case MODULE_PB -> HloProtoWriter.writeModule(module);
            case PB, LONG, SHORT, JSON, DOT -> HloProtoWriter.write(module);
        };
        written.leftOut().forEach(each -> note("left out: " + each));
        return written.content();
    }

    private WrittenProto snapshot(ProgramSource source, HloModule module) {
        var request = inputs.request(module, recording(source), DeviceKind.REFERENCE, 1, 1, false);
        var known = Optional.ofNullable(request.recordedResult());
        var result = known.or(() -> result(module, request.arguments()));
        return HloProtoWriter.writeSnapshot(module, request.arguments(), result.orElse(null));
    }

    private Optional<Literal> result(HloModule module, List<Literal> arguments) {
        try {
            return Optional.of(new HloEvaluator().evaluate(module, arguments));
        } catch (EvaluationException e) {
            note("left out: the result, because " + e.getMessage());
            return Optional.empty();
        }
    }

    private void writeData(byte[] content) throws IOException {
        if (out == null) {
            data().write(content);
            data().flush();
            return;
        }
        try (var stream = compressed(Files.newOutputStream(out))) {
            stream.write(content);
        }
        note("wrote " + out);
    }

    private OutputStream compressed(OutputStream stream) throws IOException {
        return String.valueOf(out).endsWith(".gz") ? new GZIPOutputStream(stream) : stream;
    }
}
