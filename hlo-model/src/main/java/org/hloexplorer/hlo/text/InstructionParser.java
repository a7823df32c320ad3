package org.hloexplorer.hlo.text;

import java.util.List;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.HloOpcode;
import org.hloexplorer.hlo.Shape;
import org.jspecify.annotations.Nullable;

/** Reads one instruction. Where it cannot, it leaves a stand-in, so that users of its value are still shown. */
final class InstructionParser {
    private final TokenReader reader;
    private final HloLexer lexer;
    private final Names names;
    private final Diagnostics diagnostics;
    private final ModuleState module;
    private final ShapeParser shapes;
    private final LiteralParser literals;
    private final OperandParser operands;
    private final AttributeParser attributeParser;
    private final Attributes attributes;
    private final OpBuilder ops;
    private final ImpliedOps implied;
    private final AnnotationBuilder annotations;
    private final ShapeResolver resolver;
    private final TextTable<HloOpcode> opcodes;

    InstructionParser(TokenReader reader, Names names, Diagnostics diagnostics, ModuleState module, FormObserver form) {
        this.reader = reader;
        this.lexer = reader.lexer();
        this.names = names;
        this.diagnostics = diagnostics;
        this.module = module;
        this.shapes = new ShapeParser(reader);
        this.literals = new LiteralParser(reader, shapes);
        this.operands = new OperandParser(reader, names, diagnostics, module, form, shapes);
        this.attributeParser = new AttributeParser(reader, shapes, names, diagnostics, form);
        this.attributes = new Attributes(lexer);
        this.ops = new OpBuilder(attributes);
        this.implied = new ImpliedOps(attributes, ops, module, form);
        this.annotations = new AnnotationBuilder(attributes, diagnostics, form);
        this.resolver = new ShapeResolver(module);
        this.opcodes = new TextTable<>(lexer.chars());
    }

    ShapeParser shapes() {
        return shapes;
    }

    /** Reads the instruction at the token into a computation; complains, and stands behind it, where it is wrong. */
    void parse(ComputationDraft computation) {
        var draft = new InstructionDraft(lexer.start());
        try {
            parseHead(draft, computation);
            var instruction = parseRest(draft, computation);
            finish(draft, instruction, computation);
        } catch (ParseFailure failure) {
            diagnostics.error(failure);
            computation.markBroken();
            standIn(draft, computation);
            Recovery.skip(reader, draft.start, failure.start(), computation.column());
        }
    }

    private void parseHead(InstructionDraft draft, ComputationDraft computation) {
        draft.isRoot = reader.acceptWord("ROOT");
        draft.nameStart = lexer.start();
        if (computation.isSingleInstruction() && shapes.atShape()) {
            draft.nameEnd = lexer.end();
            draft.name = names.make("instruction");
            return;
        }
        boolean swallowedEquals = reader.at(TokenKind.ATTRIBUTE);
        int name = swallowedEquals ? names.readAttributeName() : names.read("the name of an instruction");
        draft.nameEnd = swallowedEquals ? lexer.previousEnd() - 1 : lexer.previousEnd();
        if (names.isTaken(name)) {
            throw TokenReader.failure(
                    DiagnosticCode.DUPLICATE_NAME,
                    draft.nameStart,
                    draft.nameEnd,
                    "an instruction named '%s' stands at %s already"
                            .formatted(names.text(name), diagnostics.place(names.definitionOf(name))));
        }
        draft.name = name;
        if (!swallowedEquals) {
            reader.expect(TokenKind.EQUALS, "behind the name of an instruction");
        }
        if (draft.isRoot && computation.hasRoot()) {
            diagnostics.error(
                    DiagnosticCode.MULTIPLE_ROOTS,
                    draft.start,
                    draft.start + "ROOT".length(),
                    "this computation has a ROOT already");
        }
    }

    /** The instruction; null where nothing is left of it, and nothing more need be said. */
    private @Nullable HloInstruction parseRest(InstructionDraft draft, ComputationDraft computation) {
        draft.shape = shapes.atShape() ? shapes.parse() : null;
        draft.opcodeStart = lexer.start();
        draft.opcodeEnd = lexer.end();
        var opcode = parseOpcode(draft);
        attributes.clear(draft.mnemonic, draft.opcodeStart, draft.opcodeEnd);
        reader.expect(TokenKind.LEFT_PAREN, "before operands");
        var special = opcode == null ? null : parseSpecialOperand(opcode, draft);
        if (special == null) {
            operands.parse(draft, computation);
        }
        reader.expect(TokenKind.RIGHT_PAREN, "behind operands");
        attributeParser.parseAll(attributes);
        if (OldForms.isMark(draft.mnemonic)) {
            return null;
        }
        var op = special != null ? special : buildOp(opcode, draft);
        if (draft.isIncomplete && draft.shape == null) {
            return null;
        }
        var shape = draft.shape == null ? resolver.infer(op, draft) : draft.shape;
        draft.shape = shape;
        return HloInstruction.of(module.newId(), names.text(draft.name), op, shape, draft.operandIds())
                .withAnnotations(annotations.build(draft));
    }

    private @Nullable HloOpcode parseOpcode(InstructionDraft draft) {
        if (!reader.at(TokenKind.WORD)) {
            throw reader.unexpected(draft.shape == null ? "a shape or an opcode" : "an opcode");
        }
        int start = lexer.textStart();
        int end = lexer.textEnd();
        var opcode = opcodes.find(start, end);
        if (opcode == null) {
            opcode = HloOpcode.named(lexer.text()).orElse(null);
            if (opcode == null) {
                return parseUnusualOpcode(draft);
            }
            opcodes.put(start, end, opcode);
        }
        draft.mnemonic = opcode.mnemonic();
        lexer.next();
        return opcode;
    }

    /** An opcode of another time, a short form, or one that is not known; null where the mnemonic says more. */
    private @Nullable HloOpcode parseUnusualOpcode(InstructionDraft draft) {
        draft.mnemonic = lexer.text();
        lexer.next();
        var renamed = OldForms.renamed(draft.mnemonic);
        if (renamed != null) {
            return renamed;
        }
        if (!ImpliedOps.isImplied(draft.mnemonic) && !OldForms.isMark(draft.mnemonic)) {
            warnOfUnknownOpcode(draft);
        }
        return null;
    }

    private void warnOfUnknownOpcode(InstructionDraft draft) {
        var similar = Similarity.best(draft.mnemonic, List.of(HloOpcode.values()), HloOpcode::mnemonic);
        var suggestion =
                similar.map(opcode -> "; did you mean '" + opcode + "'?").orElse("");
        diagnostics.warning(
                DiagnosticCode.UNKNOWN_OPCODE,
                draft.opcodeStart,
                draft.opcodeEnd,
                "the operation '%s' is not known here; it is shown and printed, but left alone%s"
                        .formatted(draft.mnemonic, suggestion));
    }

    /** Parameters and constants hold something else than operands; null for all others. */
    private @Nullable HloOp parseSpecialOperand(HloOpcode opcode, InstructionDraft draft) {
        if (opcode == HloOpcode.PARAMETER) {
            return new HloOp.Parameter(reader.expectInt("the number of a parameter"));
        }
        return opcode == HloOpcode.CONSTANT ? parseConstant(draft) : null;
    }

    private HloOp parseConstant(InstructionDraft draft) {
        int start = lexer.start();
        var shape = draft.shape;
        if (shape == null) {
            throw TokenReader.failure(
                    DiagnosticCode.MISSING_SHAPE,
                    start,
                    lexer.end(),
                    "the shape of a constant must be written before it");
        }
        var literal = literals.parse(shape);
        if (literal.isMadeUp()) {
            diagnostics.warning(
                    DiagnosticCode.ELIDED_CONSTANT,
                    start,
                    lexer.previousEnd(),
                    "the text leaves out the values of this constant; made-up ones take their place");
        }
        return new HloOp.Constant(literal);
    }

    private HloOp buildOp(@Nullable HloOpcode opcode, InstructionDraft draft) {
        if (draft.isIncomplete) {
            return new HloOp.Unknown(draft.mnemonic, List.of());
        }
        var op = opcode == null ? implied.build(draft) : implied.completed(opcode, draft);
        if (op.calledComputations().contains(Names.INCOMPLETE)) {
            draft.isIncomplete = true;
            return new HloOp.Unknown(draft.mnemonic, List.of());
        }
        return op;
    }

    private void finish(InstructionDraft draft, @Nullable HloInstruction instruction, ComputationDraft computation) {
        if (instruction == null) {
            names.defineInstruction(draft.name, Names.INCOMPLETE, draft.nameStart);
            return;
        }
        module.add(instruction);
        if (draft.isIncomplete) {
            module.markIncomplete(instruction.id());
        }
        names.defineInstruction(draft.name, instruction.id(), draft.nameStart);
        computation.add(instruction, draft.isRoot);
        module.sources()
                .addInstruction(instruction.id(), draft.start, draft.nameStart, draft.nameEnd, lexer.previousEnd());
        module.sources().addOpcode(instruction.id(), draft.opcodeStart, draft.opcodeEnd);
    }

    /** Keeps what is known of an instruction that is wrong; nothing, where not even its shape is. */
    private void standIn(InstructionDraft draft, ComputationDraft computation) {
        if (draft.name == InstructionDraft.NO_NAME || names.isTaken(draft.name)) {
            return;
        }
        Shape shape = draft.shape;
        if (shape == null) {
            names.defineInstruction(draft.name, Names.INCOMPLETE, draft.nameStart);
            return;
        }
        var op = new HloOp.Unknown(draft.mnemonic, List.of());
        draft.isIncomplete = true;
        finish(
                draft,
                HloInstruction.of(module.newId(), names.text(draft.name), op, shape, draft.operandIds()),
                computation);
    }
}
