package org.hloexplorer.pipeline.kernel;

/** What an {@link Index} is a linear combination of; each has known bounds. */
public sealed interface IndexAtom {

    /** The least value it takes. */
    long minimum();

    /** The greatest value it takes. */
    long maximum();

    /**
     * A loop's counter: 0 to {@code extent - 1}.
     *
     * @param id unique in the kernel
     */
    record LoopVariable(int id, long extent) implements IndexAtom {
        private static final String LETTERS = "ijklmn";

        @Override
        public long minimum() {
            return 0;
        }

        @Override
        public long maximum() {
            return extent - 1;
        }

        /** A letter, numbered where there are many loops. */
        @Override
        public String toString() {
            int round = id / LETTERS.length();
            return LETTERS.charAt(id % LETTERS.length()) + (round == 0 ? "" : Integer.toString(round));
        }
    }

    /** {@code dividend / divisor}, rounded down. */
    record Quotient(Index dividend, long divisor) implements IndexAtom {
        @Override
        public long minimum() {
            return Math.floorDiv(dividend.minimum(), divisor);
        }

        @Override
        public long maximum() {
            return Math.floorDiv(dividend.maximum(), divisor);
        }

        @Override
        public String toString() {
            return "(%s) / %d".formatted(dividend, divisor);
        }
    }

    /** {@code dividend mod divisor}, never negative. */
    record Remainder(Index dividend, long divisor) implements IndexAtom {
        @Override
        public long minimum() {
            return 0;
        }

        @Override
        public long maximum() {
            return divisor - 1;
        }

        @Override
        public String toString() {
            return "(%s) mod %d".formatted(dividend, divisor);
        }
    }

    /** A value known only at run time, such as the start of a dynamic slice; the kernel has clamped it. */
    record Loaded(Value value, long maximum) implements IndexAtom {
        @Override
        public long minimum() {
            return 0;
        }

        @Override
        public String toString() {
            return value.toString();
        }
    }
}
