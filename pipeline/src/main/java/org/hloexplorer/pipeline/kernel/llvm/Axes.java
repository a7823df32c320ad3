package org.hloexplorer.pipeline.kernel.llvm;

import org.hloexplorer.pipeline.kernel.LoopKind.Axis;

/** How running code knows which repetitions of shared loops are its own. */
interface Axes {
    /** A thread of the processor is told where its part begins and ends. */
    Axes OF_THREADS = new Axes() {
        @Override
        public LoopPrinter.Range parts(long extent) {
            return new LoopPrinter.Range("%begin", "%end", "1", true);
        }

        @Override
        public String number(Axis axis) {
            throw noGroups();
        }

        @Override
        public void barrier(IrText ir) {
            throw noGroups();
        }

        private IllegalArgumentException noGroups() {
            return new IllegalArgumentException("a thread of the processor is in no work-group");
        }
    };

    /** The repetitions of a loop that is shared out in parts. */
    LoopPrinter.Range parts(long extent);

    /** The number of the work-group, or of the item in it. */
    String number(Axis axis);

    /** Waits for the others of the group. */
    void barrier(IrText ir);
}
