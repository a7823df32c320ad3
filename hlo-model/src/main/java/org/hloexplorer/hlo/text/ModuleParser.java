package org.hloexplorer.hlo.text;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.hloexplorer.hlo.Attribute;
import org.hloexplorer.hlo.HloComputation;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.ModuleAttributes;
import org.hloexplorer.hlo.ProgramShape;
import org.hloexplorer.hlo.Shape;
import org.hloexplorer.hlo.StackFrames;
import org.jspecify.annotations.Nullable;

/** Reads a whole text: header, tables of stack frames, computations. */
final class ModuleParser {
    private static final Set<String> KNOWN_ATTRIBUTES = Set.of(
            "input_output_alias",
            "buffer_donor",
            "alias_passthrough_params",
            "entry_computation_layout",
            "frontend_attributes",
            "allow_spmd_sharding_propagation_to_parameters",
            "allow_spmd_sharding_propagation_to_output",
            "origin_recovery_table",
            "debug_attributes");

    private final TokenReader reader;
    private final HloLexer lexer;
    private final Diagnostics diagnostics;
    private final ModuleState module;
    private final FormObserver form = new FormObserver();
    private final ComputationParser computations;
    private final StackFrameParser stackFrames;

    private @Nullable String name;
    private ModuleAttributes attributes = ModuleAttributes.DEFAULT;
    private StackFrames frames = StackFrames.NONE;
    private @Nullable HloComputation entry;
    private @Nullable ProgramShape entryLayout;
    private int entryLayoutStart;
    private int entryLayoutEnd;

    ModuleParser(SourceText source) {

        this.lexer = new HloLexer(source.text());
        this.reader = new TokenReader(lexer);
        this.diagnostics = new Diagnostics(source);
        this.module = new ModuleState(new SourceMap.Builder(source));
        var names = new Names(reader, diagnostics);
        this.computations = new ComputationParser(reader, names, diagnostics, module, form);
        this.stackFrames = new StackFrameParser(reader);
    }

    ParsedModule parse() {
        lexer.next();
        if (reader.atWord("HloModule")) {
            parseHeader();
        }
        parseStackFrames();
        if (isSingleInstruction()) {
            entry = computations.parseSingleInstruction();
        }
        while (!reader.at(TokenKind.END)) {
            parseComputation();
        }
        return new ParsedModule(
                build().orElse(null),
                diagnostics.all(),
                module.sources().build(),
                form.form(),
                Set.copyOf(module.incomplete()));
    }

    /** Whether the text is no module but one instruction, with or without a name. */
    private boolean isSingleInstruction() {
        if (name != null || reader.atWord("ENTRY") || reader.at(TokenKind.END)) {
            return false;
        }
        return Recovery.isInstruction(lexer.chars(), lexer.start())
                || computations.shapes().atArray();
    }

    private void parseHeader() {
        lexer.next();
        try {
            name = reader.at(TokenKind.NAME) || reader.at(TokenKind.STRING)
                    ? reader.expectText(lexer.kind(), "the name of the module")
                    : reader.expectText(TokenKind.WORD, "the name of the module");
            while (reader.accept(TokenKind.COMMA)) {
                parseAttribute();
            }
        } catch (ParseFailure failure) {
            diagnostics.error(failure);
            Recovery.skipToComputation(reader, failure.start());
        }
    }

    private void parseAttribute() {
        int start = lexer.start();
        int valueStart = lexer.end();
        int nameEnd = lexer.textEnd();
        var key = reader.expectText(TokenKind.ATTRIBUTE, "an attribute of the module");
        switch (key) {
            case "is_scheduled" -> attributes = attributes.withScheduled(reader.expectBoolean());
            case "replica_count" ->
                attributes = attributes.withReplicaCount(reader.expectCount("a number of replicas"));
            case "num_partitions" ->
                attributes = attributes.withNumPartitions(reader.expectCount("a number of partitions"));
            default -> keepAttribute(key, start, nameEnd, valueStart);
        }
    }

    private void keepAttribute(String key, int start, int nameEnd, int valueStart) {
        int end = RawText.valueEnd(lexer.chars(), valueStart, lexer.length());
        if (!KNOWN_ATTRIBUTES.contains(key)) {
            diagnostics.warning(
                    DiagnosticCode.UNKNOWN_ATTRIBUTE,
                    start,
                    nameEnd,
                    "the module attribute " + key + " is not known here; it is kept as text");
        }
        attributes =
                attributes.with(new Attribute(key, lexer.text(valueStart, end).strip()));
        if (key.equals("entry_computation_layout")) {
            readEntryLayout(valueStart, end);
        }
        lexer.moveTo(end);
    }

    /** What the entry is said to take and give: {@code {(f32[8]{0})->f32[8]{0}}}. */
    private void readEntryLayout(int start, int end) {
        entryLayoutStart = start;
        entryLayoutEnd = end;
        try {
            reader.expect(TokenKind.LEFT_BRACE, "before the layout of the entry");
            var parameters = computations.shapes().parse();
            reader.expect(TokenKind.ARROW, "behind the parameters of the entry");
            var result = computations.shapes().parse();
            if (parameters instanceof Shape.Tuple(var shapes)) {
                entryLayout = new ProgramShape(shapes, result);
            }
        } catch (ParseFailure failure) {
            diagnostics.error(failure);
        }
    }

    private void checkEntryLayout(HloComputation computation) {
        var said = entryLayout;
        if (said == null || !module.incomplete().isEmpty()) {
            return;
        }
        var found = ProgramShape.of(computation);
        boolean fits = said.result().isCompatible(found.result())
                && new Shape.Tuple(said.parameters()).isCompatible(new Shape.Tuple(found.parameters()));
        if (!fits) {
            diagnostics.warning(
                    DiagnosticCode.ENTRY_LAYOUT_MISMATCH,
                    entryLayoutStart,
                    entryLayoutEnd,
                    "the entry %s takes and gives other shapes than these".formatted(computation.name()));
        }
    }

    private void parseStackFrames() {
        try {
            frames = stackFrames.parse();
        } catch (ParseFailure failure) {
            diagnostics.error(failure);
            Recovery.skipToComputation(reader, failure.start());
        }
    }

    private void parseComputation() {
        int start = lexer.start();
        boolean isEntry = reader.acceptWord("ENTRY");
        if (isEntry && entry != null) {
            diagnostics.error(
                    DiagnosticCode.MULTIPLE_ENTRIES,
                    start,
                    start + "ENTRY".length(),
                    "the module has an entry already, " + entry.name());
        }
        if (!isEntry && !reader.at(TokenKind.NAME) && !reader.at(TokenKind.WORD)) {
            diagnostics.error(reader.unexpected("a computation"));
            Recovery.skipToComputation(reader, start);
            return;
        }
        var computation = computations.parse(start);
        if (computation != null && isEntry && entry == null) {
            entry = computation;
        }
    }

    /** The module of what could be read; empty where no computation could. */
    private Optional<HloModule> build() {
        List<HloComputation> all = new ArrayList<>(module.computations());
        if (all.isEmpty()) {
            if (diagnostics.isEmpty()) {
                diagnostics.error(DiagnosticCode.EMPTY_MODULE, 0, 1, "the text holds no computation");
            }
            return Optional.empty();
        }
        var start = entry == null ? all.getLast() : entry;
        checkEntryLayout(start);
        var called = name == null ? "module_" + start.name() : name;
        return Optional.of(new HloModule(called, attributes, frames, all, start.id(), module.nextId()));
    }
}
