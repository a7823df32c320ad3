package org.hloexplorer.hlo.eval;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CancellationException;
import org.hloexplorer.hlo.Cancellation;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.Literal;
import org.jspecify.annotations.Nullable;

/** Where the devices meet: all of them, at the same instruction, one collective after the other. */
final class Rendezvous {
    private static final long CANCELLATION_POLL_MILLIS = 50;

    private final int devices;
    private final Cancellation cancellation;

    private Round round;
    private boolean someoneLeft;

    /** One collective: filled by the devices as they arrive, and then read by all. */
    private static final class Round {
        private final List<List<Literal>> operands;
        private @Nullable HloInstruction instruction;
        private int arrived;

        Round(int devices) {
            operands = new ArrayList<>(Collections.nCopies(devices, List.of()));
        }
    }

    Rendezvous(int devices, Cancellation cancellation) {
        this.devices = devices;
        this.cancellation = cancellation;
        this.round = new Round(devices);
    }

    synchronized List<List<Literal>> exchange(int device, HloInstruction instruction, List<Literal> operands) {
        var mine = round;
        if (mine.instruction != null && mine.instruction.id() != instruction.id()) {
            throw new EvaluationException(
                    instruction, "another device waits at %s; they would wait for ever".formatted(mine.instruction));
        }
        mine.instruction = instruction;
        mine.operands.set(device, operands);
        mine.arrived++;
        if (mine.arrived == devices) {
            round = new Round(devices);
            notifyAll();
        }
        await(mine, instruction);
        return mine.operands;
    }

    /** Says that a device has ended, well or not. */
    synchronized void leave() {
        someoneLeft = true;
        notifyAll();
    }

    private void await(Round mine, HloInstruction instruction) {
        try {
            while (mine.arrived < devices) {
                if (someoneLeft) {
                    throw new AbandonedException(instruction);
                }
                cancellation.check();
                wait(CANCELLATION_POLL_MILLIS);
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw new CancellationException("interrupted");
        }
    }
}
