package org.hloexplorer.hlo.text;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.hloexplorer.hlo.Aliasing;
import org.hloexplorer.hlo.Attribute;
import org.hloexplorer.hlo.HloOp;

/** Reads the attributes behind an instruction's operands. */
final class AttributeParser {
    private final TokenReader reader;
    private final HloLexer lexer;
    private final ShapeParser shapes;
    private final Names names;
    private final Diagnostics diagnostics;
    private final FormObserver form;
    private final WindowParser windows;
    private final MetadataParser metadata;

    AttributeParser(TokenReader reader, ShapeParser shapes, Names names, Diagnostics diagnostics, FormObserver form) {
        this.reader = reader;
        this.form = form;
        this.lexer = reader.lexer();
        this.shapes = shapes;
        this.names = names;
        this.diagnostics = diagnostics;
        this.windows = new WindowParser(reader);
        this.metadata = new MetadataParser(reader);
    }

    /** Reads {@code , name=value} as often as it stands here. */
    void parseAll(Attributes attributes) {
        while (reader.accept(TokenKind.COMMA)) {
            parseOne(attributes);
        }
    }

    private void parseOne(Attributes attributes) {
        if (!reader.at(TokenKind.ATTRIBUTE)) {
            throw reader.unexpected("an attribute such as dimensions=");
        }
        int start = lexer.start();
        int nameEnd = lexer.textEnd();
        var text = lexer.text();
        var name = AttributeName.named(text);
        if (name == null) {
            name = OldForms.renamedAttribute(text);
        }
        if (name == null) {
            parseUnknown(attributes, text, start, nameEnd);
            return;
        }
        if (attributes.has(name)) {
            throw TokenReader.failure(
                    DiagnosticCode.DUPLICATE_ATTRIBUTE, start, nameEnd, "the attribute " + text + " stands twice");
        }
        int valueStart = lexer.end();
        var value = name.form() == AttributeName.Form.TEXT ? parseText() : parseValue(name);
        if (name == AttributeName.CALLS && attributes.isOfAsyncContinuation()) {
            form.sawAsyncCalls();
        }
        attributes.put(name, value, start, valueStart, lexer.previousEnd());
    }

    private void parseUnknown(Attributes attributes, String text, int start, int nameEnd) {
        var value = parseText();
        diagnostics.warning(
                DiagnosticCode.UNKNOWN_ATTRIBUTE,
                start,
                nameEnd,
                "the attribute " + text + " is not known here; it is kept as text");
        attributes.putUnknown(new Attribute(text, value));
    }

    /** Stands at the attribute; takes whatever its value is. */
    private String parseText() {
        int from = lexer.end();
        int end = RawText.valueEnd(lexer.chars(), from, lexer.length());
        if (end == from) {
            lexer.next();
            throw reader.unexpected("a value");
        }
        var text = lexer.text(from, end).strip();
        lexer.moveTo(end);
        return text;
    }

    private Object parseValue(AttributeName name) {
        if (name == AttributeName.METADATA) {
            return metadata.parse();
        }
        lexer.next();
        return switch (name.form()) {
            case BOOLEAN -> reader.expectBoolean();
            case INT -> reader.expectLong("an integer");
            case FLOAT -> parseFloat();
            case WORD -> reader.expectText(TokenKind.WORD, "a word");
            case WORDS -> list(() -> reader.expectText(TokenKind.WORD, "a word"));
            case STRING -> parseString();
            case DIMENSIONS -> parseDimensions();
            case SIZES -> parseLongs();
            case PAIRS -> list(this::parseLongs);
            case WINDOW -> windows.parseWindow();
            case PADDING -> windows.parsePadding();
            case SLICE -> parseSlice();
            case DIM_LABELS -> windows.parseDimLabels();
            case SHAPE -> shapes.parse();
            case SHAPES -> list(shapes::parse);
            case ALIASING -> list(this::parseAliasing);
            case COMPUTATION -> names.readComputation();
            case COMPUTATIONS ->
                reader.at(TokenKind.LEFT_BRACE) ? list(names::readComputation) : List.of(names.readComputation());
            case INSTRUCTIONS -> list(names::readOperand);
            case FRONTEND_ATTRIBUTES -> parseFrontendAttributes();
            case BACKEND_CONFIG -> reader.at(TokenKind.LEFT_BRACE) ? reader.balanced() : parseString();
            case METADATA, TEXT -> throw new IllegalStateException("read before");
        };
    }

    private <T> List<T> list(Supplier<T> element) {
        var elements = new ArrayList<T>();
        reader.expect(TokenKind.LEFT_BRACE, "before a list");
        while (!reader.at(TokenKind.RIGHT_BRACE)) {
            if (!elements.isEmpty()) {
                reader.expect(TokenKind.COMMA, "in a list");
            }
            elements.add(element.get());
        }
        lexer.next();
        return elements;
    }

    private List<Integer> parseDimensions() {
        if (reader.at(TokenKind.INT)) {
            return List.of(reader.expectInt("a dimension"));
        }
        return list(() -> reader.expectInt("a dimension"));
    }

    private List<Long> parseLongs() {
        return list(() -> reader.expectLong("an integer"));
    }

    private double parseFloat() {
        if (!reader.at(TokenKind.FLOAT) && !reader.at(TokenKind.INT)) {
            throw reader.unexpected("a number");
        }
        double value = Double.parseDouble(lexer.text());
        lexer.next();
        return value;
    }

    private String parseString() {
        return Escapes.decode(reader.expectText(TokenKind.STRING, "a string in quotes"));
    }

    private HloOp.Slice parseSlice() {
        var starts = new ArrayList<Long>();
        var limits = new ArrayList<Long>();
        var strides = new ArrayList<Long>();
        list(() -> {
            reader.expect(TokenKind.LEFT_BRACKET, "before a range");
            starts.add(reader.expectLong("the start of a range"));
            reader.expect(TokenKind.COLON, "in a range");
            limits.add(reader.expectLong("the end of a range"));
            strides.add(reader.accept(TokenKind.COLON) ? reader.expectLong("the stride of a range") : 1L);
            reader.expect(TokenKind.RIGHT_BRACKET, "behind a range");
            return true;
        });
        return new HloOp.Slice(starts, limits, strides);
    }

    private Aliasing parseAliasing() {
        var output = parseDimensions();
        reader.expect(TokenKind.COLON, "behind the index of an output");
        reader.expect(TokenKind.LEFT_PAREN, "before an operand and its index");
        int operand = reader.expectInt("the number of an operand");
        reader.expect(TokenKind.COMMA, "behind the number of an operand");
        var index = parseDimensions();
        reader.expect(TokenKind.RIGHT_PAREN, "behind an operand and its index");
        return new Aliasing(output, operand, index);
    }

    private Map<String, String> parseFrontendAttributes() {
        var attributes = new LinkedHashMap<String, String>();
        reader.expect(TokenKind.LEFT_BRACE, "before attributes of the front end");
        while (!reader.at(TokenKind.RIGHT_BRACE)) {
            if (!attributes.isEmpty()) {
                reader.expect(TokenKind.COMMA, "between attributes of the front end");
            }
            var key = reader.expectText(TokenKind.ATTRIBUTE, "the name of an attribute of the front end");
            var value = reader.at(TokenKind.LEFT_BRACE)
                    ? reader.balanced()
                    : reader.expectText(TokenKind.STRING, "a string in quotes, or braces");
            attributes.put(key, value);
        }
        lexer.next();
        return attributes;
    }
}
