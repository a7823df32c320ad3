package org.hloexplorer.hlo.text;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.Recording;
import org.jspecify.annotations.Nullable;

/**
 * What came of reading a text: the module as far as it is whole, all complaints, and where everything stands.
 *
 * <p>Where there are errors, the module holds what could be read. An instruction that could not, but whose name and shape
 * could, is there as an unknown operation; {@link #incomplete()} names it.
 */
public final class ParsedModule {
    private final @Nullable HloModule module;
    private final List<Diagnostic> diagnostics;
    private final SourceMap sourceMap;
    private final PrintOptions form;
    private final Set<Integer> incomplete;
    private final @Nullable Recording recording;

    ParsedModule(
            @Nullable HloModule module,
            List<Diagnostic> diagnostics,
            SourceMap sourceMap,
            PrintOptions form,
            Set<Integer> incomplete) {
        this(module, diagnostics, sourceMap, form, incomplete, null);
    }

    private ParsedModule(
            @Nullable HloModule module,
            List<Diagnostic> diagnostics,
            SourceMap sourceMap,
            PrintOptions form,
            Set<Integer> incomplete,
            @Nullable Recording recording) {
        this.module = module;
        this.diagnostics = List.copyOf(diagnostics);
        this.sourceMap = sourceMap;
        this.form = form;
        this.incomplete = incomplete;
        this.recording = recording;
    }

    /** A module that was read in another format, with the HLO text that stands for it from now on. */
    public static ParsedModule converted(HloModule module, PrintedModule printed) {
        return new ParsedModule(module, List.of(), printed.sourceMap(), PrintOptions.LONG, Set.of());
    }

    /** A text of another format that could not be converted. */
    public static ParsedModule refused(SourceText source, List<Diagnostic> errors) {
        return new ParsedModule(null, errors, new SourceMap.Builder(source).build(), PrintOptions.LONG, Set.of());
    }

    /** The module, as far as the text could be read; empty where it holds no computation that could. */
    public Optional<HloModule> module() {
        return Optional.ofNullable(module);
    }

    /** The module, where the text holds no error. */
    public Optional<HloModule> whole() {
        return hasErrors() ? Optional.empty() : module();
    }

    /**
     * The module.
     *
     * @throws InvalidHloException where the text holds an error
     */
    public HloModule orThrow() {
        return whole().orElseThrow(() -> new InvalidHloException(this));
    }

    /** Errors and warnings. */
    public List<Diagnostic> diagnostics() {
        return diagnostics;
    }

    public List<Diagnostic> errors() {
        return diagnostics.stream().filter(Diagnostic::isError).toList();
    }

    public boolean hasErrors() {
        return module == null || diagnostics.stream().anyMatch(Diagnostic::isError);
    }

    /** Where instructions and computations stand in the text. */
    public SourceMap sourceMap() {
        return sourceMap;
    }

    public SourceText source() {
        return sourceMap.source();
    }

    /** The form the text is written in: printed with these options, a text that XLA printed comes back as it was. */
    public PrintOptions form() {
        return form;
    }

    /** Ids of instructions that only stand for what could not be read. */
    public Set<Integer> incomplete() {
        return incomplete;
    }

    /** The run that the file holds beside the module. */
    public Optional<Recording> recording() {
        return Optional.ofNullable(recording);
    }

    /** The same module with a run of it. */
    public ParsedModule withRecording(Recording found) {
        return new ParsedModule(module, diagnostics, sourceMap, form, incomplete, found);
    }

    /** The same module with further complaints, such as a verifier's. */
    public ParsedModule withDiagnostics(List<Diagnostic> changed) {
        return new ParsedModule(module, changed, sourceMap, form, incomplete, recording);
    }

    /** A complaint with its source line and a caret. */
    public String render(Diagnostic diagnostic) {
        return diagnostic.render(source().line(diagnostic.span().line()));
    }

    /** All complaints, rendered, a line between them. */
    public String renderAll() {
        return diagnostics.stream().map(this::render).collect(Collectors.joining("\n\n"));
    }
}
