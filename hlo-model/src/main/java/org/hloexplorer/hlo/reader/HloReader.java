package org.hloexplorer.hlo.reader;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.text.Diagnostic;
import org.hloexplorer.hlo.text.DiagnosticCode;
import org.hloexplorer.hlo.text.HloParser;
import org.hloexplorer.hlo.text.ParsedModule;
import org.hloexplorer.hlo.text.SourceMap;
import org.hloexplorer.hlo.text.SourceSpan;
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
                case HLO_PROTO, STABLEHLO_TEXT, STABLEHLO_BYTECODE ->
                    HloParser.refuse(
                            fileName,
                            DiagnosticCode.UNSUPPORTED_FORMAT,
                            "this is " + format.words() + ", which is not supported yet; HLO text is");
                case UNKNOWN ->
                    HloParser.refuse(fileName, DiagnosticCode.UNSUPPORTED_FORMAT, "this is neither HLO nor StableHLO");
            };
        } catch (IOException e) {
            return HloParser.refuse(
                    fileName, DiagnosticCode.UNREADABLE, "the compressed contents are broken: " + e.getMessage());
        }
    }

    /** Reads and verifies HLO text. */
    public static ParsedModule readText(String fileName, CharSequence text) {
        var parsed = HloParser.parse(fileName, text);
        return parsed.module().map(module -> verified(parsed, module)).orElse(parsed);
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
