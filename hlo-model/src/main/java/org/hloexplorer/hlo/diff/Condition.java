package org.hloexplorer.hlo.diff;

import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.hloexplorer.hlo.HloOpcode;

/** What a query asks of one instruction. */
sealed interface Condition {

    boolean holds(Subject subject);

    /** Holds for all. */
    record Anything() implements Condition {
        @Override
        public boolean holds(Subject subject) {
            return true;
        }
    }

    /** An opcode, perhaps with {@code *} for any letters. */
    record Opcode(Pattern mnemonic) implements Condition {
        @Override
        public boolean holds(Subject subject) {
            return mnemonic.matcher(subject.instruction().op().mnemonic()).matches();
        }
    }

    record OfCategory(HloOpcode.Category category) implements Condition {
        @Override
        public boolean holds(Subject subject) {
            return subject.instruction().opcode().category() == category;
        }
    }

    /** A word in the instruction's name, or in the name of what it comes from. */
    record Mentions(String word) implements Condition {
        @Override
        public boolean holds(Subject subject) {
            return mentions(subject.instruction().name())
                    || subject.text("op_name").map(this::mentions).orElse(false);
        }

        private boolean mentions(String text) {
            return text.toLowerCase(Locale.ROOT).contains(word.toLowerCase(Locale.ROOT));
        }
    }

    /** A field in which a pattern is found, or which it matches as a whole. */
    record Field(String field, Pattern pattern, boolean whole) implements Condition {
        @Override
        public boolean holds(Subject subject) {
            return subject.text(field).map(this::matches).orElse(false);
        }

        private boolean matches(String text) {
            var matcher = pattern.matcher(new BoundedText(text));
            return whole ? matcher.matches() : matcher.find();
        }
    }

    /** A number compared with another. */
    record Comparison(String field, String comparison, long value) implements Condition {
        @Override
        public boolean holds(Subject subject) {
            var number = subject.number(field);
            return number.isPresent() && compare(number.getAsLong());
        }

        private boolean compare(long number) {
            return switch (comparison) {
                case "<" -> number < value;
                case "<=" -> number <= value;
                case ">" -> number > value;
                case ">=" -> number >= value;
                default -> throw new IllegalStateException("no comparison " + comparison);
            };
        }
    }

    record Not(Condition condition) implements Condition {
        @Override
        public boolean holds(Subject subject) {
            return !condition.holds(subject);
        }
    }

    record All(List<Condition> conditions) implements Condition {
        public All {
            conditions = List.copyOf(conditions);
        }

        @Override
        public boolean holds(Subject subject) {
            return conditions.stream().allMatch(each -> each.holds(subject));
        }
    }

    record Either(List<Condition> conditions) implements Condition {
        public Either {
            conditions = List.copyOf(conditions);
        }

        @Override
        public boolean holds(Subject subject) {
            return conditions.stream().anyMatch(each -> each.holds(subject));
        }
    }
}
