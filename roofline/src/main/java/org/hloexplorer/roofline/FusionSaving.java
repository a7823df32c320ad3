package org.hloexplorer.roofline;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.hloexplorer.hlo.HloComputation;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.Shape;
import org.hloexplorer.pipeline.backend.KernelDescription;

/**
 * What joining a kernel with a neighbour would save: a value between them that is not loaded again, and not stored where
 * nobody else reads it.
 *
 * @param neighbour name of the other kernel
 * @param bytes not moved any more, by the shape of the value
 */
record FusionSaving(String neighbour, long bytes) {

    /** The largest saving of a kernel; empty where it neither reads from another kernel nor is read by one. */
    static Optional<FusionSaving> of(HloModule module, KernelDescription kernel, List<KernelDescription> kernels) {
        var computation = module.computationOf(kernel.instruction());
        return computation.flatMap(home -> new Search(home, kernel, kernels).largest());
    }

    /** The saving of so many launches. */
    FusionSaving times(long launches) {
        return new FusionSaving(neighbour, bytes * launches);
    }

    /** {@code Fusing it with add.1 would save 8.39 MB of the 16.8 MB it moves; …} */
    String sentence(double moved) {
        return "Fusing it with %s would save %s of the %s it moves; Decisions says why it was not."
                .formatted(neighbour, Numbers.bytes((double) bytes), Numbers.bytes(moved));
    }

    /** Looks along the edges into and out of a kernel. */
    private record Search(HloComputation home, KernelDescription kernel, List<KernelDescription> kernels) {

        Optional<FusionSaving> largest() {
            var savings = new ArrayList<FusionSaving>();
            for (int id : kernel.instructions()) {
                home.find(id).ifPresent(instruction -> {
                    home.users(instruction).forEach(user -> add(savings, instruction, user));
                    home.operands(instruction).forEach(operand -> add(savings, operand, instruction));
                });
            }
            return savings.stream().max(Comparator.comparingLong(FusionSaving::bytes));
        }

        private void add(List<FusionSaving> savings, HloInstruction producer, HloInstruction consumer) {
            var from = kernelOf(producer);
            var to = kernelOf(consumer);
            boolean isBetween = from.isPresent() && to.isPresent() && !from.equals(to);
            if (isBetween && producer.shape() instanceof Shape.Array shape && shape.bytes() > 0) {
                var other = from.get().equals(kernel) ? to.get() : from.get();
                int moves = isReadBy(producer, to.get()) ? 2 : 1;
                savings.add(new FusionSaving(other.name(), moves * shape.bytes()));
            }
        }

        /** Whether nobody but this kernel reads the value. */
        private boolean isReadBy(HloInstruction producer, KernelDescription reader) {
            return producer.id() != home.root().id()
                    && home.users(producer).stream()
                            .allMatch(user ->
                                    kernelOf(user).filter(reader::equals).isPresent());
        }

        private Optional<KernelDescription> kernelOf(HloInstruction instruction) {
            return kernels.stream()
                    .filter(each -> each.instruction() == instruction.id()
                            || each.instructions().contains(instruction.id()))
                    .findFirst();
        }
    }
}
