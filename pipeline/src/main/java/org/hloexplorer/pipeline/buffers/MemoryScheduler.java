package org.hloexplorer.pipeline.buffers;

import java.util.List;
import org.hloexplorer.hlo.HloComputation;
import org.hloexplorer.hlo.HloInstruction;

/** A way to order the instructions of a computation; operands and control predecessors always come first. */
enum MemoryScheduler {
    LIST("list") {
        @Override
        List<HloInstruction> order(HloComputation computation) {
            return new ListOrder(computation).order();
        }
    },
    DFS("DFS") {
        @Override
        List<HloInstruction> order(HloComputation computation) {
            return DepthFirstOrder.byUsersAndSizes(computation);
        }
    },
    POST_ORDER("post-order") {
        @Override
        List<HloInstruction> order(HloComputation computation) {
            return DepthFirstOrder.postOrder(computation);
        }
    },
    BFS("BFS") {
        @Override
        List<HloInstruction> order(HloComputation computation) {
            return BreadthFirstOrder.of(computation);
        }
    };

    private final String words;

    MemoryScheduler(String words) {
        this.words = words;
    }

    String words() {
        return words;
    }

    abstract List<HloInstruction> order(HloComputation computation);
}
