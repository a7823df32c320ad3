package org.hloexplorer.hlo.text;

import java.util.Set;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.Shape;

/** Reads HLO text: XLA's long and short forms of all years. */
public final class HloParser {
    private HloParser() {}

    /**
     * Reads a text as far as it goes. Never throws for what the text holds; see the result's complaints.
     *
     * @param fileName the name that complaints give as the place
     */
    public static ParsedModule parse(String fileName, CharSequence text) {
        return new ModuleParser(new SourceText(fileName, text)).parse();
    }

    /**
     * Reads a text that is meant to be right.
     *
     * @throws InvalidHloException where it is not
     */
    public static HloModule parseOrThrow(CharSequence text) {
        return parse("text", text).orThrow();
    }

    /**
     * Reads a shape by itself, such as {@code (f32[2,3]{1,0}, s32[])}.
     *
     * @throws IllegalArgumentException where the text is none
     */
    public static Shape parseShape(String text) {
        var lexer = new HloLexer(text);
        lexer.next();
        var reader = new TokenReader(lexer);
        try {
            var shape = new ShapeParser(reader).parse();
            reader.expect(TokenKind.END, "behind a shape");
            return shape;
        } catch (ParseFailure failure) {
            throw new IllegalArgumentException("'" + text + "' is no shape: " + failure.message(), failure);
        }
    }

    /** What comes of contents that cannot be read as HLO text at all. */
    public static ParsedModule refuse(String fileName, DiagnosticCode code, String message) {
        var source = new SourceText(fileName, "");
        var diagnostics = new Diagnostics(source);
        diagnostics.error(code, 0, 1, message);
        return new ParsedModule(
                null, diagnostics.all(), new SourceMap.Builder(source).build(), PrintOptions.LONG, Set.of());
    }
}
