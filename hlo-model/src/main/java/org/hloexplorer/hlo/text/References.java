package org.hloexplorer.hlo.text;

import java.util.Arrays;
import java.util.Optional;
import org.hloexplorer.hlo.HloComputation;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloModule;
import org.jspecify.annotations.Nullable;

/** The instructions and computations that a printed text refers to by id. */
interface References {

    /** The name of an instruction or computation; its id behind a question mark where there is none. */
    String name(int id);

    /** The operand with this id, if it is there. */
    Optional<HloInstruction> instruction(int id);

    /** The computation with this id, if it is there. */
    Optional<HloComputation> computation(int id);

    /** All of a module, for printing much of it. */
    static References ofModule(HloModule module) {
        var references = new ById(module);
        for (var computation : module.computations()) {
            references.put(computation.id(), computation.name(), null);
            for (var instruction : computation.instructions()) {
                references.put(instruction.id(), instruction.name(), instruction);
            }
        }
        return references;
    }

    /** Those that instructions of one computation may refer to, looked up as needed. */
    static References ofComputation(HloModule module, HloComputation computation) {
        return new References() {
            @Override
            public String name(int id) {
                return computation
                        .find(id)
                        .map(HloInstruction::name)
                        .or(() -> module.find(id).map(HloComputation::name))
                        .orElse("?" + id);
            }

            @Override
            public Optional<HloInstruction> instruction(int id) {
                return computation.find(id);
            }

            @Override
            public Optional<HloComputation> computation(int id) {
                return module.find(id);
            }
        };
    }

    /** Arrays indexed by id. */
    final class ById implements References {
        private final HloModule module;
        private @Nullable String[] names;
        private @Nullable HloInstruction[] instructions;

        private ById(HloModule module) {
            this.module = module;
            names = new @Nullable String[module.nextId()];
            instructions = new @Nullable HloInstruction[module.nextId()];
        }

        private void put(int id, String name, @Nullable HloInstruction instruction) {
            if (id >= names.length) {
                names = Arrays.copyOf(names, id * 2 + 1);
                instructions = Arrays.copyOf(instructions, id * 2 + 1);
            }
            names[id] = name;
            instructions[id] = instruction;
        }

        @Override
        public String name(int id) {
            var name = id < names.length ? names[id] : null;
            return name == null ? "?" + id : name;
        }

        @Override
        public Optional<HloInstruction> instruction(int id) {
            return Optional.ofNullable(id < instructions.length ? instructions[id] : null);
        }

        @Override
        public Optional<HloComputation> computation(int id) {
            return module.find(id);
        }
    }
}
