package org.hloexplorer.pipeline.backend.tpu.chip;

import java.util.List;

/**
 * Work for one unit that, once begun, runs to its end.
 *
 * @param index place in the program's order; it needs tasks of lower index only
 * @param kind what is done
 * @param instruction the HLO instruction it belongs to
 * @param name the name of that
 * @param block which part of the instruction's work, from 0
 * @param cycles how long it takes
 * @param bytes how much it moves; 0 for arithmetic
 * @param needs tasks whose results it works with
 * @param frees the task whose end frees the buffer that it fills, -1 for none
 */
public record ChipTask(
        int index,
        Kind kind,
        int instruction,
        String name,
        int block,
        long cycles,
        long bytes,
        List<Integer> needs,
        int frees) {

    /** What a task does. */
    public enum Kind {
        READ_HOST("read host", ChipUnit.HOST_DMA),
        WRITE_HOST("write host", ChipUnit.HOST_DMA),
        LOAD("load", ChipUnit.MEMORY_DMA),
        STORE("store", ChipUnit.MEMORY_DMA),
        PRODUCT("product", ChipUnit.MATRIX_UNITS),
        VECTOR("vector", ChipUnit.VECTOR_UNIT);

        private final String label;
        private final ChipUnit unit;

        Kind(String label, ChipUnit unit) {
            this.label = label;
            this.unit = unit;
        }

        public String label() {
            return label;
        }

        public ChipUnit unit() {
            return unit;
        }
    }

    public ChipTask {
        needs = List.copyOf(needs);
        if (cycles < 0 || bytes < 0) {
            throw new IllegalArgumentException(
                    "%s of %s takes %d cycles for %d bytes".formatted(kind, name, cycles, bytes));
        }
        for (int need : needs) {
            if (need >= index) {
                throw new IllegalArgumentException("task %d needs task %d, which comes later".formatted(index, need));
            }
        }
    }

    public ChipUnit unit() {
        return kind.unit();
    }
}
