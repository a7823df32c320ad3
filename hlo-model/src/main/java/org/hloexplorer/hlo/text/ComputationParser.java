package org.hloexplorer.hlo.text;

import org.hloexplorer.hlo.HloComputation;
import org.hloexplorer.hlo.Shape;
import org.jspecify.annotations.Nullable;

/** Reads one computation: its head, and the instructions between its braces. */
final class ComputationParser {
    private final TokenReader reader;
    private final HloLexer lexer;
    private final Names names;
    private final Diagnostics diagnostics;
    private final ModuleState module;
    private final FormObserver form;
    private final InstructionParser instructions;

    ComputationParser(TokenReader reader, Names names, Diagnostics diagnostics, ModuleState module, FormObserver form) {
        this.reader = reader;
        this.lexer = reader.lexer();
        this.names = names;
        this.diagnostics = diagnostics;
        this.module = module;
        this.form = form;
        this.instructions = new InstructionParser(reader, names, diagnostics, module, form);
    }

    ShapeParser shapes() {
        return instructions.shapes();
    }

    /** A computation's head, as far as it was read. */
    private static final class Head {
        private int start;
        private int name = -1;
        private int nameStart;
        private int nameEnd;
        private @Nullable Shape result;
        private int resultStart;
        private int resultEnd;
    }

    /** Reads the computation that begins here, behind the word ENTRY if it is there; null where nothing is left of it. */
    @Nullable
    HloComputation parse(int start) {
        var head = new Head();
        head.start = start;
        try {
            parseHead(head);
        } catch (ParseFailure failure) {
            diagnostics.error(failure);
            Recovery.skip(reader, start, failure.start(), Recovery.columnOf(lexer.chars(), start));
            if (head.name < 0) {
                Recovery.skipToComputation(reader, failure.start());
                return null;
            }
        }
        int id = module.newId();
        names.openComputation();
        var draft = ComputationDraft.at(Recovery.columnOf(lexer.chars(), start));
        parseBody(draft);
        return finish(head, id, draft);
    }

    /** Reads an instruction that stands alone, and makes a computation of it. */
    @Nullable
    HloComputation parseSingleInstruction() {
        int start = lexer.start();
        int id = module.newId();
        names.openComputation();
        var draft = ComputationDraft.ofSingleInstruction();
        instructions.parse(draft);
        if (!reader.at(TokenKind.END)) {
            diagnostics.error(reader.unexpected("the end of the text behind a single instruction"));
            lexer.moveTo(lexer.length());
        }
        if (draft.isEmpty()) {
            return null;
        }
        module.sources().addComputation(id, start, start, start + 1, lexer.previousEnd());
        var computation = new HloComputation(id, "entry_computation", draft.instructions(), draft.rootId());
        module.add(computation);
        return computation;
    }

    private void parseHead(Head head) {
        head.nameStart = lexer.start();
        if (lexer.chars()[lexer.start()] == '%') {
            form.sawPercent();
        }
        int name = names.read("the name of a computation");
        head.nameEnd = lexer.previousEnd();
        names.checkComputation(name, head.nameStart, head.nameEnd);
        head.name = name;
        if (reader.at(TokenKind.LEFT_PAREN)) {
            form.sawProgramShape();
            parseParameters();
            reader.expect(TokenKind.ARROW, "behind the parameters of a computation");
            head.resultStart = lexer.start();
            head.result = instructions.shapes().parse();
            head.resultEnd = lexer.previousEnd();
        }
        reader.expect(TokenKind.LEFT_BRACE, "before the instructions of a computation");
    }

    private void parseParameters() {
        lexer.next();
        for (int i = 0; !reader.accept(TokenKind.RIGHT_PAREN); i++) {
            if (i > 0) {
                reader.expect(TokenKind.COMMA, "between the parameters of a computation");
            }
            reader.expectText(TokenKind.NAME, "the name of a parameter and a colon");
            instructions.shapes().parse();
        }
    }

    private void parseBody(ComputationDraft draft) {
        while (!reader.accept(TokenKind.RIGHT_BRACE)) {
            if (reader.at(TokenKind.END) || atNextComputation()) {
                var failure = reader.unexpected("'}' at the end of a computation");
                diagnostics.error(failure);
                return;
            }
            instructions.parse(draft);
        }
    }

    /** Whether another computation begins here although this one was not closed. */
    private boolean atNextComputation() {
        return reader.atWord("ENTRY") || Recovery.isComputation(lexer.chars(), lexer.start());
    }

    private @Nullable HloComputation finish(Head head, int id, ComputationDraft draft) {
        int end = lexer.previousEnd();
        var thread = parseExecutionThread();
        if (draft.isEmpty()) {
            if (!draft.isBroken()) {
                diagnostics.error(
                        DiagnosticCode.EMPTY_COMPUTATION,
                        head.nameStart,
                        head.nameEnd,
                        "this computation holds no instruction");
            }
            names.defineComputation(head.name, Names.INCOMPLETE, head.nameStart);
            return null;
        }
        names.defineComputation(head.name, id, head.nameStart);
        checkResult(head, draft);
        module.sources().addComputation(id, head.start, head.nameStart, head.nameEnd, end);
        var computation = new HloComputation(id, names.text(head.name), draft.instructions(), draft.rootId(), thread);
        module.add(computation);
        return computation;
    }

    private String parseExecutionThread() {
        if (!reader.accept(TokenKind.COMMA)) {
            return HloComputation.MAIN_THREAD;
        }
        try {
            var name = reader.expectText(TokenKind.ATTRIBUTE, "execution_thread=");
            if (!name.equals("execution_thread")) {
                diagnostics.warning(
                        DiagnosticCode.UNKNOWN_ATTRIBUTE,
                        lexer.start(),
                        lexer.end(),
                        "a computation has no attribute " + name + "; it is left out");
            }
            var value = Escapes.decode(reader.expectText(TokenKind.STRING, "a string in quotes"));
            return name.equals("execution_thread") ? value : HloComputation.MAIN_THREAD;
        } catch (ParseFailure failure) {
            diagnostics.error(failure);
            Recovery.skipToComputation(reader, failure.start());
            return HloComputation.MAIN_THREAD;
        }
    }

    private void checkResult(Head head, ComputationDraft draft) {
        var root = module.instruction(draft.rootId());
        if (head.result != null
                && !head.result.isCompatible(root.shape())
                && !module.incomplete().contains(root.id())) {
            diagnostics.error(
                    DiagnosticCode.PROGRAM_SHAPE_MISMATCH,
                    head.resultStart,
                    head.resultEnd,
                    "the computation promises %s, but its root %s is %s"
                            .formatted(
                                    head.result.withoutLayout(),
                                    root.name(),
                                    root.shape().withoutLayout()));
        }
    }
}
