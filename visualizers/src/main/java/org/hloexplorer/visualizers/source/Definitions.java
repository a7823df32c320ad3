package org.hloexplorer.visualizers.source;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.hloexplorer.visualizers.source.HloTokens.Kind;
import org.hloexplorer.visualizers.source.HloTokens.Token;

/** Where the names of a text are defined. */
final class Definitions {
    private final String text;
    private final List<Token> tokens;

    Definitions(String text) {
        this.text = text;
        this.tokens = HloTokens.of(text);
    }

    /** The name at this offset, without {@code %}. */
    Optional<String> nameAt(int offset) {
        int start = offset;
        while (start > 0 && HloTokens.isWordPart(text.charAt(start - 1))) {
            start--;
        }
        int end = offset;
        while (end < text.length() && HloTokens.isWordPart(text.charAt(end))) {
            end++;
        }
        return start < end ? Optional.of(text.substring(start, end)) : Optional.empty();
    }

    /** The offset at which the name at this offset is defined: in the same computation, or as a computation. */
    OptionalInt definitionOf(int offset) {
        var name = nameAt(offset);
        if (name.isEmpty()) {
            return OptionalInt.empty();
        }
        int begin = Math.max(0, text.lastIndexOf("\n}", offset));
        int end = text.indexOf("\n}", offset);
        var inside = tokens.stream()
                .filter(token -> token.start() >= begin && (end < 0 || token.start() < end))
                .filter(token -> isDefinition(token, name.get()))
                .mapToInt(Token::start)
                .findFirst();
        return inside.isPresent() ? inside : computation(name.get());
    }

    private OptionalInt computation(String name) {
        for (var candidate :
                List.of("\n%" + name + " ", "\nENTRY %" + name + " ", "\n" + name + " ", "\nENTRY " + name + " ")) {
            int found = text.indexOf(candidate);
            if (found >= 0) {
                return OptionalInt.of(found + 1);
            }
        }
        return OptionalInt.empty();
    }

    private boolean isDefinition(Token token, String name) {
        if (token.kind() != Kind.NAME) {
            return false;
        }
        var word = text.substring(token.start(), token.end());
        int next = token.end();
        while (next < text.length() && text.charAt(next) == ' ') {
            next++;
        }
        return (word.equals(name) || word.equals("%" + name)) && next < text.length() && text.charAt(next) == '=';
    }
}
