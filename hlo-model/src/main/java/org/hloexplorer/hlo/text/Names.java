package org.hloexplorer.hlo.text;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The names of a module: computations, and the instructions of the computation that is being read. A name is a number;
 * what it stands for is found without comparing characters again.
 */
final class Names {
    /** Stands for what was named but could not be read; its users are incomplete, and not complained about again. */
    static final int INCOMPLETE = -1;

    private static final int UNDEFINED = -2;

    private final TokenReader reader;
    private final HloLexer lexer;
    private final Diagnostics diagnostics;
    private final TextTable<Integer> numbers;
    private final List<String> texts = new ArrayList<>();

    /** By name: the computation it stands for and where it is defined. */
    private int[] computations = new int[0];

    private int[] computationOffsets = new int[0];

    /** By name: the instruction it stands for in the computation that is being read, and where it is defined. */
    private int[] instructions = new int[0];

    private int[] instructionOffsets = new int[0];
    private int[] scopes = new int[0];
    private int scope;

    Names(TokenReader reader, Diagnostics diagnostics) {
        this.reader = reader;
        this.lexer = reader.lexer();
        this.diagnostics = diagnostics;
        this.numbers = new TextTable<>(lexer.chars());
    }

    /** Reads a name, defined or not, and gives its number. */
    int read(String wanted) {
        if (!reader.at(TokenKind.NAME) && !reader.at(TokenKind.WORD)) {
            throw reader.unexpected(wanted);
        }
        int name = number(lexer.textStart(), lexer.textEnd());
        lexer.next();
        return name;
    }

    /** Reads a name that stands right before its equals sign. */
    int readAttributeName() {
        int name = number(lexer.textStart(), lexer.textEnd());
        lexer.next();
        return name;
    }

    String text(int name) {
        return texts.get(name);
    }

    /** Begins another computation, in which no name stands for an instruction yet. */
    void openComputation() {
        scope++;
    }

    /** Reads the name of an instruction, and gives its id or {@link #INCOMPLETE}. */
    int readOperand() {
        int start = lexer.start();
        int name = read("the name of an instruction");
        if (scopes[name] == scope) {
            return instructions[name];
        }
        throw TokenReader.failure(
                DiagnosticCode.UNKNOWN_OPERAND,
                start,
                lexer.previousEnd(),
                "no instruction named '" + text(name) + "' in this computation before here",
                suggestion(text(name), instructionOffsets, instructionNames()));
    }

    /** Reads the name of a computation, and gives its id or {@link #INCOMPLETE}. */
    int readComputation() {
        int start = lexer.start();
        int name = read("the name of a computation");
        if (computations[name] != UNDEFINED) {
            return computations[name];
        }
        throw TokenReader.failure(
                DiagnosticCode.UNKNOWN_COMPUTATION,
                start,
                lexer.previousEnd(),
                "no computation named '" + text(name) + "' before here; computations stand before their callers",
                suggestion(text(name), computationOffsets, computationNames()));
    }

    /** The instruction that a name of this computation stands for, if it is taken. */
    boolean isTaken(int name) {
        return scopes[name] == scope;
    }

    int definitionOf(int name) {
        return instructionOffsets[name];
    }

    void defineInstruction(int name, int id, int offset) {
        scopes[name] = scope;
        instructions[name] = id;
        instructionOffsets[name] = offset;
    }

    /** Whether the name at the token stands for an instruction of this computation. */
    boolean isDefinedHere() {
        var number = numbers.find(lexer.textStart(), lexer.textEnd());
        return number != null && scopes[number] == scope;
    }

    /** The number of a name that stands in no text, such as one that this parser makes. */
    int make(String text) {
        texts.add(text);
        reserve(texts.size());
        return texts.size() - 1;
    }

    /** Complains where a computation of this name is there already. */
    void checkComputation(int name, int start, int end) {
        if (computations[name] != UNDEFINED) {
            throw TokenReader.failure(
                    DiagnosticCode.DUPLICATE_NAME,
                    start,
                    end,
                    "a computation named '%s' stands at %s already"
                            .formatted(text(name), diagnostics.place(computationOffsets[name])));
        }
    }

    void defineComputation(int name, int id, int offset) {
        computations[name] = id;
        computationOffsets[name] = offset;
    }

    private int number(int start, int end) {
        var known = numbers.find(start, end);
        if (known != null) {
            return known;
        }
        int number = make(lexer.text(start, end));
        numbers.put(start, end, number);
        return number;
    }

    private void reserve(int size) {
        if (size <= computations.length) {
            return;
        }
        int capacity = Math.max(256, size * 2);
        int known = computations.length;
        computations = Arrays.copyOf(computations, capacity);
        Arrays.fill(computations, known, capacity, UNDEFINED);
        computationOffsets = Arrays.copyOf(computationOffsets, capacity);
        instructions = Arrays.copyOf(instructions, capacity);
        instructionOffsets = Arrays.copyOf(instructionOffsets, capacity);
        scopes = Arrays.copyOf(scopes, capacity);
    }

    private List<Integer> instructionNames() {
        var names = new ArrayList<Integer>();
        for (int name = 0; name < texts.size(); name++) {
            if (scopes[name] == scope) {
                names.add(name);
            }
        }
        return names;
    }

    private List<Integer> computationNames() {
        var names = new ArrayList<Integer>();
        for (int name = 0; name < texts.size(); name++) {
            if (computations[name] != UNDEFINED) {
                names.add(name);
            }
        }
        return names;
    }

    private @Nullable String suggestion(String wanted, int[] offsets, List<Integer> candidates) {
        Optional<Integer> best = Similarity.best(wanted, candidates, texts::get);
        return best.map(name ->
                        "did you mean '%s', defined at %s?".formatted(text(name), diagnostics.place(offsets[name])))
                .orElse(null);
    }
}
