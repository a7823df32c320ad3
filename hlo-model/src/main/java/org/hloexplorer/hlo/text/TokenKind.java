package org.hloexplorer.hlo.text;

/** The kinds of token in HLO text, with the words a complaint uses for them. */
enum TokenKind {
    END("the end of the text"),
    /** Not a token; the lexer holds the complaint. */
    INVALID("something invalid"),
    /** An opcode, a keyword, an element type, a bare name. */
    WORD("a word"),
    /** {@code %name}, or {@code name:} with the colon swallowed. */
    NAME("a name"),
    /** {@code name=}, the equals sign swallowed. */
    ATTRIBUTE("an attribute"),
    STRING("a string"),
    INT("an integer"),
    FLOAT("a number"),
    /** {@code b01f_01io->b01f} */
    DIM_LABELS("dimension labels"),
    /** {@code 3x3} */
    SIZES("sizes such as 3x3"),
    /** {@code 0_1x2_2} */
    PADDING("padding such as 0_1x2_2"),
    EQUALS("'='"),
    COMMA("','"),
    COLON("':'"),
    ASTERISK("'*'"),
    HASH("'#'"),
    PLUS("'+'"),
    TILDE("'~'"),
    QUESTION("'?'"),
    LEFT_BRACKET("'['"),
    RIGHT_BRACKET("']'"),
    LEFT_BRACE("'{'"),
    RIGHT_BRACE("'}'"),
    LEFT_PAREN("'('"),
    RIGHT_PAREN("')'"),
    ARROW("'->'"),
    AT_MOST("'<='"),
    ELLIPSIS("'...'");

    private final String words;

    TokenKind(String words) {
        this.words = words;
    }

    /** How a sentence names this kind. */
    String words() {
        return words;
    }
}
