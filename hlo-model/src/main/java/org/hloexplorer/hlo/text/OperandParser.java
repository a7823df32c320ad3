package org.hloexplorer.hlo.text;

import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.HloOpcode;
import org.hloexplorer.hlo.Shape;
import org.jspecify.annotations.Nullable;

/**
 * Reads the operands between an instruction's parentheses: names, perhaps with their shapes, perhaps with the index of a
 * tuple element ({@code %t#1}), or whole operations without a name.
 */
final class OperandParser {
    private final TokenReader reader;
    private final HloLexer lexer;
    private final Names names;
    private final Diagnostics diagnostics;
    private final ModuleState module;
    private final FormObserver form;
    private final ShapeParser shapes;
    private final OpBuilder ops;
    private final ShapeResolver resolver;

    OperandParser(
            TokenReader reader,
            Names names,
            Diagnostics diagnostics,
            ModuleState module,
            FormObserver form,
            ShapeParser shapes) {
        this.reader = reader;
        this.lexer = reader.lexer();
        this.names = names;
        this.diagnostics = diagnostics;
        this.module = module;
        this.form = form;
        this.shapes = shapes;
        this.ops = new OpBuilder(new Attributes(lexer));
        this.resolver = new ShapeResolver(module);
    }

    /** Reads operands up to the closing parenthesis. */
    void parse(InstructionDraft draft, ComputationDraft computation) {
        parse(draft, computation, 0);
    }

    private void parse(InstructionDraft draft, ComputationDraft computation, int depth) {
        boolean isFirst = true;
        while (!reader.at(TokenKind.RIGHT_PAREN)) {
            if (!isFirst) {
                reader.expect(TokenKind.COMMA, "between operands");
            }
            isFirst = false;
            var operand = parseOperand(computation, depth);
            if (operand == null) {
                draft.isIncomplete = true;
            } else {
                draft.addOperand(operand);
            }
        }
    }

    /** The operand, or null where it stands for something that could not be read. */
    private @Nullable HloInstruction parseOperand(ComputationDraft computation, int depth) {
        int start = lexer.start();
        var shape = shapes.atShape() ? shapes.parse() : null;
        form.sawOperand(shape != null);
        if (reader.at(TokenKind.WORD) && reader.isFollowedBy('(')) {
            return parseNested(shape, computation, depth + 1);
        }
        if (shape != null && computation.isSingleInstruction() && !isName()) {
            return addParameter(computation, shape, "parameter");
        }
        var operand = parseNamed(computation, shape);
        if (shape != null && operand != null) {
            checkShape(shape, operand, start);
        }
        return operand;
    }

    private boolean isName() {
        return reader.at(TokenKind.NAME) || reader.at(TokenKind.WORD);
    }

    private @Nullable HloInstruction parseNamed(ComputationDraft computation, @Nullable Shape shape) {
        if (computation.isSingleInstruction() && shape != null && !names.isDefinedHere()) {
            int name = names.read("the name of an instruction");
            var parameter = addParameter(computation, shape, names.text(name));
            names.defineInstruction(name, parameter.id(), lexer.previousEnd());
            return parameter;
        }
        int id = names.readOperand();
        var operand = id == Names.INCOMPLETE ? null : module.instruction(id);
        while (operand != null && reader.accept(TokenKind.HASH)) {
            operand = element(operand, reader.expectInt("the index of a tuple element"), computation);
        }
        return operand;
    }

    private void checkShape(Shape written, HloInstruction operand, int start) {
        if (!written.isCompatible(operand.shape())) {
            diagnostics.error(
                    DiagnosticCode.OPERAND_SHAPE_MISMATCH,
                    start,
                    lexer.previousEnd(),
                    "%s is %s, not %s".formatted(operand.name(), operand.shape(), written));
        }
    }

    /** What {@code tuple#index} stands for: one instruction, however often it is written. */
    private HloInstruction element(HloInstruction tuple, int index, ComputationDraft computation) {
        form.sawElementIndex();
        var known = computation.element(tuple.id(), index);
        if (known != null) {
            return known;
        }
        if (!(tuple.shape() instanceof Shape.Tuple(var elements)) || index < 0 || index >= elements.size()) {
            throw TokenReader.failure(
                    DiagnosticCode.INVALID_ELEMENT,
                    lexer.previousEnd() - 1,
                    lexer.previousEnd(),
                    "%s has no element %d: it is %s"
                            .formatted(tuple.name(), index, tuple.shape().withoutLayout()));
        }
        var element = HloInstruction.of(
                module.newId(),
                tuple.name() + ".element." + index,
                new HloOp.GetTupleElement(index),
                elements.get(index),
                tuple.id());
        add(element, computation);
        computation.addElement(tuple.id(), index, element);
        return element;
    }

    private HloInstruction addParameter(ComputationDraft computation, Shape shape, String name) {
        var parameter =
                HloInstruction.of(module.newId(), name, new HloOp.Parameter(computation.parameterCount()), shape);
        add(parameter, computation);
        return parameter;
    }

    /** An operation written in place of a name; it has no attributes. */
    private @Nullable HloInstruction parseNested(@Nullable Shape shape, ComputationDraft computation, int depth) {
        if (depth > TokenReader.MAX_DEPTH) {
            throw TokenReader.failure(
                    DiagnosticCode.NESTED_TOO_DEEPLY, lexer.start(), lexer.end(), "operands are nested too deeply");
        }
        var draft = new InstructionDraft(lexer.start());
        draft.shape = shape;
        draft.mnemonic = lexer.text();
        draft.opcodeStart = lexer.start();
        draft.opcodeEnd = lexer.end();
        lexer.next();
        reader.expect(TokenKind.LEFT_PAREN, "before operands");
        var opcode = HloOpcode.named(draft.mnemonic);
        if (opcode.isEmpty() || opcode.get() == HloOpcode.CONSTANT || opcode.get() == HloOpcode.PARAMETER) {
            throw draft.failureAtOpcode(
                    DiagnosticCode.UNEXPECTED_TOKEN, "no " + draft.mnemonic + " can stand in place of an operand");
        }
        parse(draft, computation, depth);
        reader.expect(TokenKind.RIGHT_PAREN, "behind operands");
        return draft.isIncomplete ? null : finishNested(draft, opcode.get(), computation);
    }

    private HloInstruction finishNested(InstructionDraft draft, HloOpcode opcode, ComputationDraft computation) {
        var op = ops.build(opcode, draft.operands());
        var shape = draft.shape == null ? resolver.infer(op, draft) : draft.shape;
        var instruction = HloInstruction.of(module.newId(), draft.mnemonic + ".anon", op, shape, draft.operandIds());
        add(instruction, computation);
        module.sources()
                .addInstruction(instruction.id(), draft.start, draft.opcodeStart, draft.opcodeEnd, lexer.previousEnd());
        module.sources().addOpcode(instruction.id(), draft.opcodeStart, draft.opcodeEnd);
        return instruction;
    }

    private void add(HloInstruction instruction, ComputationDraft computation) {
        module.add(instruction);
        computation.addMade(instruction);
    }
}
