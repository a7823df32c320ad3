package org.hloexplorer.hlo.reader;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.Severity;
import org.hloexplorer.hlo.proto.HloProtoReader;
import org.hloexplorer.hlo.proto.InvalidProtoException;
import org.hloexplorer.hlo.stablehlo.StableHloReader;
import org.hloexplorer.hlo.text.Diagnostic;
import org.hloexplorer.hlo.text.DiagnosticCode;
import org.hloexplorer.hlo.text.HloParser;
import org.hloexplorer.hlo.text.HloPrinter;
import org.hloexplorer.hlo.text.ParsedModule;
import org.hloexplorer.hlo.text.PrintOptions;
import org.hloexplorer.hlo.text.SourceMap;
import org.hloexplorer.hlo.text.SourceSpan;
import org.hloexplorer.hlo.text.SourceText;
import org.hloexplorer.hlo.verify.Finding;
import org.hloexplorer.hlo.verify.HloVerifier;

/** Reads programs of any format and verifies them; what is wrong is told with its place, never thrown. */
public final class HloReader {
    private HloReader() {}

    /**
     * Reads and verifies a file, compressed or not.
     *
     * @throws IOException where the file cannot be read at all
     */
    public static ParsedModule read(Path file) throws IOException {
        return read(file.toString(), Files.readAllBytes(file));
    }

    /**
     * Reads and verifies what a file holds, compressed or not.
     *
     * @param fileName the name that complaints give as the place
     */
    public static ParsedModule read(String fileName, byte[] content) {
        try {
            var plain = Compression.expand(content);
            var format = Format.of(plain);
            return switch (format) {
                case HLO_TEXT -> readText(fileName, new String(plain, StandardCharsets.UTF_8));
                case HLO_PROTO -> readProto(fileName, plain);
                case STABLEHLO_TEXT -> readStableHlo(fileName, new String(plain, StandardCharsets.UTF_8));
                case STABLEHLO_BYTECODE ->
                    HloParser.refuse(
                            fileName,
                            DiagnosticCode.UNSUPPORTED_FORMAT,
                            "this is " + format.words() + "; that text and HLO are read");
                case UNKNOWN ->
                    HloParser.refuse(fileName, DiagnosticCode.UNSUPPORTED_FORMAT, "this is neither HLO nor StableHLO");
            };
        } catch (IOException e) {
            return HloParser.refuse(
                    fileName, DiagnosticCode.UNREADABLE, "the compressed contents are broken: " + e.getMessage());
        }
    }

    /**
     * What a file holds when all compression is undone.
     *
     * @throws IOException where the compressed contents are broken, or larger than any program
     */
    public static byte[] expand(byte[] content) throws IOException {
        return Compression.expand(content);
    }

    /** The format of contents that are not compressed any more. */
    public static Format format(byte[] plain) {
        return Format.of(plain);
    }

    /** The programs below a folder, told from other files by what they hold; a file is itself one. */
    public static List<Path> programs(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            return List.of(folder);
        }
        var programs = new ArrayList<Path>();
        try (var paths = Files.walk(folder)) {
            for (var path : (Iterable<Path>) paths.filter(Files::isRegularFile).sorted()::iterator) {
                if (isProgram(path)) {
                    programs.add(path);
                }
            }
        }
        return programs;
    }

    /** A file whose compression is broken cannot be told from a program, and is worth a complaint. */
    private static boolean isProgram(Path path) throws IOException {
        var content = Files.readAllBytes(path);
        try {
            return Format.isProgram(Compression.expand(content));
        } catch (IOException e) {
            return true;
        }
    }

    /** Reads and verifies HLO text. */
    public static ParsedModule readText(String fileName, CharSequence text) {
        var parsed = HloParser.parse(fileName, text);
        return parsed.module().map(module -> verified(parsed, module)).orElse(parsed);
    }

    private static ParsedModule readProto(String fileName, byte[] content) {
        try {
            var contents = HloProtoReader.read(content);
            var parsed = converted(contents.module());
            return contents.recording().map(parsed::withRecording).orElse(parsed);
        } catch (InvalidProtoException e) {
            return HloParser.refuse(
                    fileName, DiagnosticCode.UNREADABLE, "the protocol buffer is broken: " + e.getMessage());
        }
    }

    private static ParsedModule readStableHlo(String fileName, String text) {
        var source = new SourceText(fileName, text);
        var converted = StableHloReader.read(source);
        return converted
                .module()
                .map(HloReader::converted)
                .orElseGet(() -> ParsedModule.refused(source, converted.errors()));
    }

    private static ParsedModule converted(HloModule module) {
        var printed = ParsedModule.converted(module, HloPrinter.printWithPlaces(module, PrintOptions.LONG));
        return verified(printed.withDiagnostics(elidedConstants(module, printed.sourceMap())), module);
    }

    /** What a text would be warned of while it is parsed. */
    private static List<Diagnostic> elidedConstants(HloModule module, SourceMap map) {
        var warnings = new ArrayList<Diagnostic>();
        for (var computation : module.computations()) {
            for (var instruction : computation.instructions()) {
                if (instruction.op() instanceof HloOp.Constant(var literal) && literal.isMadeUp()) {
                    warnings.add(new Diagnostic(
                            Severity.WARNING,
                            DiagnosticCode.ELIDED_CONSTANT,
                            map.span(instruction.id()).orElseGet(() -> start(map)),
                            "the file leaves out the values of this constant; others are made up in their place",
                            null));
                }
            }
        }
        return warnings;
    }

    private static ParsedModule verified(ParsedModule parsed, HloModule module) {
        var findings = HloVerifier.verify(module);
        if (findings.isEmpty()) {
            return parsed;
        }
        List<Diagnostic> all = new ArrayList<>(parsed.diagnostics());
        for (var finding : findings) {
            var span = place(finding, parsed.sourceMap());
            all.add(new Diagnostic(finding.severity(), finding.code(), span, finding.message(), null));
        }
        return parsed.withDiagnostics(all);
    }

    private static SourceSpan place(Finding finding, SourceMap map) {
        if (finding.instructionId() != null) {
            int id = finding.instructionId();
            return map.opcode(id).or(() -> map.span(id)).orElseGet(() -> start(map));
        }
        var computation = finding.computationId();
        return computation == null ? start(map) : map.span(computation).orElseGet(() -> start(map));
    }

    private static SourceSpan start(SourceMap map) {
        return new SourceSpan(map.source().file(), 1, 1, 1);
    }
}
