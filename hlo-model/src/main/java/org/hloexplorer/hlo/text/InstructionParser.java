package org.hloexplorer.hlo.text;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.hloexplorer.hlo.Annotations;
import org.hloexplorer.hlo.Attribute;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.HloOpcode;
import org.hloexplorer.hlo.OpMetadata;
import org.hloexplorer.hlo.Shape;
import org.hloexplorer.hlo.verify.ShapeInference;
import org.jspecify.annotations.Nullable;

/** Reads one instruction. Where it cannot, it leaves a stand-in, so that users of its value are still shown. */
final class InstructionParser {
    private final TokenReader reader;
    private final HloLexer lexer;
    private final Names names;
    private final Diagnostics diagnostics;
    private final ModuleState module;
    private final FormObserver form;
    private final ShapeParser shapes;
    private final LiteralParser literals;
    private final AttributeParser attributeParser;
    private final Attributes attributes;
    private final OpBuilder ops;
    private final TextTable<HloOpcode> opcodes;

    InstructionParser(TokenReader reader, Names names, Diagnostics diagnostics, ModuleState module, FormObserver form) {
        this.reader = reader;
        this.lexer = reader.lexer();
        this.names = names;
        this.diagnostics = diagnostics;
        this.module = module;
        this.form = form;
        this.shapes = new ShapeParser(reader);
        this.literals = new LiteralParser(reader, shapes);
        this.attributeParser = new AttributeParser(reader, shapes, names, diagnostics);
        this.attributes = new Attributes(lexer);
        this.ops = new OpBuilder(attributes);
        this.opcodes = new TextTable<>(lexer.chars());
    }

    ShapeParser shapes() {
        return shapes;
    }

    /** What is known of an instruction while it is read. */
    private static final class Draft {
        private int start;
        private boolean isRoot;
        private int name = -1;
        private int nameStart;
        private int nameEnd;
        private @Nullable Shape shape;
        private String mnemonic = "unknown";
        private int opcodeStart;
        private int opcodeEnd;
        private int[] operands = new int[4];
        private int operandCount;
        private boolean isIncomplete;

        private void addOperand(int id) {
            if (operandCount == operands.length) {
                operands = Arrays.copyOf(operands, operandCount * 2);
            }
            operands[operandCount++] = id;
        }

        private int[] operandIds() {
            return Arrays.copyOf(operands, operandCount);
        }
    }

    /** Reads the instruction at the token into a computation; complains, and stands behind it, where it is wrong. */
    void parse(ComputationDraft computation) {
        var draft = new Draft();
        draft.start = lexer.start();
        try {
            parseHead(draft, computation);
            var instruction = parseRest(draft);
            finish(draft, instruction, computation);
        } catch (ParseFailure failure) {
            diagnostics.error(failure);
            computation.markBroken();
            standIn(draft, computation);
            Recovery.skip(reader, draft.start, failure.start(), computation.column());
        }
    }

    private void parseHead(Draft draft, ComputationDraft computation) {
        draft.isRoot = reader.acceptWord("ROOT");
        draft.nameStart = lexer.start();
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

    private HloInstruction parseRest(Draft draft) {
        draft.shape = shapes.atShape() ? shapes.parse() : null;
        draft.opcodeStart = lexer.start();
        draft.opcodeEnd = lexer.end();
        var opcode = parseOpcode(draft);
        attributes.clear(draft.mnemonic, draft.opcodeStart, draft.opcodeEnd);
        reader.expect(TokenKind.LEFT_PAREN, "before operands");
        var special = opcode == null ? null : parseSpecialOperand(opcode, draft);
        if (special == null) {
            parseOperands(draft);
        }
        reader.expect(TokenKind.RIGHT_PAREN, "behind operands");
        attributeParser.parseAll(attributes);
        var op = special != null ? special : buildOp(opcode, draft);
        var shape = draft.shape == null ? inferShape(op, draft) : draft.shape;
        draft.shape = shape;
        return HloInstruction.of(module.newId(), names.text(draft.name), op, shape, draft.operandIds())
                .withAnnotations(annotations(draft));
    }

    /** The shape of an operation that stands without one. */
    private Shape inferShape(HloOp op, Draft draft) {
        var inference = ShapeInference.infer(op, operandShapes(draft), module::program);
        if (!inference.problems().isEmpty()) {
            throw TokenReader.failure(
                    DiagnosticCode.MISSING_SHAPE,
                    draft.opcodeStart,
                    draft.opcodeEnd,
                    inference.problems().getFirst().message());
        }
        return inference
                .inferred()
                .orElseThrow(() -> TokenReader.failure(
                        DiagnosticCode.MISSING_SHAPE,
                        draft.opcodeStart,
                        draft.opcodeEnd,
                        "the shape of this " + draft.mnemonic + " must be written before it"));
    }

    private List<Shape> operandShapes(Draft draft) {
        var shapes = new ArrayList<Shape>(draft.operandCount);
        for (int i = 0; i < draft.operandCount; i++) {
            shapes.add(module.instruction(draft.operands[i]).shape());
        }
        return shapes;
    }

    private @Nullable HloOpcode parseOpcode(Draft draft) {
        if (!reader.at(TokenKind.WORD)) {
            throw reader.unexpected(draft.shape == null ? "a shape or an opcode" : "an opcode");
        }
        int start = lexer.textStart();
        int end = lexer.textEnd();
        var opcode = opcodes.find(start, end);
        if (opcode == null) {
            opcode = HloOpcode.named(lexer.text()).orElse(null);
            if (opcode == null) {
                draft.mnemonic = lexer.text();
                warnOfUnknownOpcode(draft.mnemonic, start, end);
                lexer.next();
                return null;
            }
            opcodes.put(start, end, opcode);
        }
        draft.mnemonic = opcode.mnemonic();
        lexer.next();
        return opcode;
    }

    private void warnOfUnknownOpcode(String mnemonic, int start, int end) {
        var similar = Similarity.best(mnemonic, List.of(HloOpcode.values()), HloOpcode::mnemonic);
        var suggestion =
                similar.map(opcode -> "; did you mean '" + opcode + "'?").orElse("");
        diagnostics.warning(
                DiagnosticCode.UNKNOWN_OPCODE,
                start,
                end,
                "the operation '" + mnemonic + "' is not known here; it is shown and printed, but left alone"
                        + suggestion);
    }

    /** Parameters and constants hold something else than operands; null for all others. */
    private @Nullable HloOp parseSpecialOperand(HloOpcode opcode, Draft draft) {
        if (opcode == HloOpcode.PARAMETER) {
            return new HloOp.Parameter(reader.expectInt("the number of a parameter"));
        }
        if (opcode == HloOpcode.CONSTANT) {
            return parseConstant(draft);
        }
        return null;
    }

    private HloOp parseConstant(Draft draft) {
        int start = lexer.start();
        if (draft.shape == null) {
            throw TokenReader.failure(
                    DiagnosticCode.MISSING_SHAPE,
                    start,
                    lexer.end(),
                    "the shape of a constant must be written before it");
        }
        var literal = literals.parse(draft.shape);
        if (literal.isMadeUp()) {
            diagnostics.warning(
                    DiagnosticCode.ELIDED_CONSTANT,
                    start,
                    lexer.previousEnd(),
                    "the text leaves out the values of this constant; made-up ones take their place");
        }
        return new HloOp.Constant(literal);
    }

    private void parseOperands(Draft draft) {
        boolean isFirst = true;
        while (!reader.at(TokenKind.RIGHT_PAREN)) {
            if (!isFirst) {
                reader.expect(TokenKind.COMMA, "between operands");
            }
            isFirst = false;
            int operand = parseOperand();
            if (operand == Names.INCOMPLETE) {
                draft.isIncomplete = true;
            } else {
                draft.addOperand(operand);
            }
        }
    }

    private int parseOperand() {
        boolean hasShape = shapes.atShape();
        int start = lexer.start();
        var shape = hasShape ? shapes.parse() : null;
        form.sawOperand(hasShape);
        int operand = names.readOperand();
        if (shape != null && operand != Names.INCOMPLETE) {
            checkOperandShape(shape, module.instruction(operand), start);
        }
        return operand;
    }

    private void checkOperandShape(Shape written, HloInstruction operand, int start) {
        if (!written.isCompatible(operand.shape())) {
            diagnostics.error(
                    DiagnosticCode.OPERAND_SHAPE_MISMATCH,
                    start,
                    lexer.previousEnd(),
                    "%s is %s, not %s".formatted(operand.name(), operand.shape(), written));
        }
    }

    private HloOp buildOp(@Nullable HloOpcode opcode, Draft draft) {
        if (opcode == null || draft.isIncomplete) {
            return new HloOp.Unknown(draft.mnemonic, List.of());
        }
        var op = ops.build(opcode, operandShapes(draft));
        if (op.calledComputations().contains(Names.INCOMPLETE)) {
            draft.isIncomplete = true;
            return new HloOp.Unknown(draft.mnemonic, List.of());
        }
        return op;
    }

    @SuppressWarnings("unchecked")
    private Annotations annotations(Draft draft) {
        if (attributes.isEmpty()) {
            return Annotations.NONE;
        }
        var metadata =
                attributes.optional(AttributeName.METADATA, OpMetadata.class).orElse(OpMetadata.NONE);
        var sharding = attributes.textOrNull(AttributeName.SHARDING);
        Map<String, String> frontend = attributes
                .optional(AttributeName.FRONTEND_ATTRIBUTES, Map.class)
                .orElse(Map.of());
        var backend = attributes.textOrNull(AttributeName.BACKEND_CONFIG);
        var predecessors = attributes.integersOrNone(AttributeName.CONTROL_PREDECESSORS);
        return new Annotations(metadata, sharding, frontend, backend, predecessors, others(draft));
    }

    /** Attributes that the operation did not take, kept as text; a complaint where they do not belong to it. */
    private List<Attribute> others(Draft draft) {
        var left = attributes.left();
        if (left.isEmpty() && attributes.unknown().isEmpty()) {
            return List.of();
        }
        var others = new ArrayList<Attribute>();
        for (var name : left) {
            if (!AttributeUse.isUsual(name, draft.mnemonic) && !draft.isIncomplete) {
                diagnostics.warning(
                        DiagnosticCode.UNEXPECTED_ATTRIBUTE,
                        attributes.start(name),
                        attributes.end(name),
                        "%s has no attribute %s; it is kept as text".formatted(draft.mnemonic, name.text()));
            }
            others.add(attributes.asText(name));
        }
        others.addAll(attributes.unknown());
        return others;
    }

    private void finish(Draft draft, HloInstruction instruction, ComputationDraft computation) {
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
    private void standIn(Draft draft, ComputationDraft computation) {
        if (draft.name < 0 || names.isTaken(draft.name)) {
            return;
        }
        if (draft.shape == null) {
            names.defineInstruction(draft.name, Names.INCOMPLETE, draft.nameStart);
            return;
        }
        var op = new HloOp.Unknown(draft.mnemonic, List.of());
        var instruction =
                HloInstruction.of(module.newId(), names.text(draft.name), op, draft.shape, draft.operandIds());
        draft.isIncomplete = true;
        finish(draft, instruction, computation);
    }
}
