package org.hloexplorer.pipeline.kernel.llvm;

import org.hloexplorer.pipeline.kernel.Kernel;
import org.hloexplorer.pipeline.kernel.KernelBuffer;
import org.hloexplorer.pipeline.kernel.instrument.InstrumentedKernel;
import org.hloexplorer.pipeline.kernel.instrument.Trace;

/** Writes into a kernel that has a {@link Trace} what it takes to record each access to memory. */
record AccessTrace(boolean isOn) {
    static final AccessTrace OFF = new AccessTrace(false);

    private static final String FUNCTION = "hlox.touch";

    /** A trace where the kernel has a buffer for one. */
    static AccessTrace of(Kernel kernel) {
        return new AccessTrace(
                kernel.arguments().stream().anyMatch(each -> each.name().equals(InstrumentedKernel.TRACE)));
    }

    /** Records that so many bytes from an address on are read or written. */
    void record(IrText ir, KernelBuffer buffer, String pointer, long bytes, boolean isWrite) {
        if (isOn && !buffer.name().startsWith(InstrumentedKernel.OWN)) {
            ir.instruction(
                    "call void @%s(ptr %%%s, ptr %s, i64 %d, i64 %d)",
                    FUNCTION, InstrumentedKernel.TRACE, pointer, bytes, isWrite ? 1 : 0);
        }
    }

    /** As {@link #record}, of an element for each lane. */
    void recordLanes(IrText ir, KernelBuffer buffer, String pointers, int lanes, boolean isWrite) {
        if (!isOn) {
            return;
        }
        for (int lane = 0; lane < lanes; lane++) {
            var pointer = ir.assign("extractelement <%d x ptr> %s, i64 %d", lanes, pointers, lane);
            record(ir, buffer, pointer, buffer.elementType().bytes(), isWrite);
        }
    }

    /** The function that records: lines that the mask lets through, while there is room. */
    String definition() {
        return isOn ? """
                define internal void @%1$s(ptr %%trace, ptr %%pointer, i64 %%bytes, i64 %%write) alwaysinline nounwind {
                entry:
                  %%mask.at = getelementptr inbounds i64, ptr %%trace, i64 %3$d
                  %%seen.at = getelementptr inbounds i64, ptr %%trace, i64 %4$d
                  %%room.at = getelementptr inbounds i64, ptr %%trace, i64 %5$d
                  %%mask = load i64, ptr %%mask.at, align 8
                  %%room = load i64, ptr %%room.at, align 8
                  %%address = ptrtoint ptr %%pointer to i64
                  %%first = lshr i64 %%address, %2$d
                  %%beyond = add i64 %%address, %%bytes
                  %%end = sub i64 %%beyond, 1
                  %%last = lshr i64 %%end, %2$d
                  br label %%next
                next:
                  %%line = phi i64 [ %%first, %%entry ], [ %%line.next, %%done ]
                  %%seen = load i64, ptr %%seen.at, align 8
                  %%seen.next = add i64 %%seen, 1
                  store i64 %%seen.next, ptr %%seen.at, align 8
                  %%masked = and i64 %%line, %%mask
                  %%is.wanted = icmp eq i64 %%masked, 0
                  br i1 %%is.wanted, label %%wanted, label %%done
                wanted:
                  %%position = load i64, ptr %%trace, align 8
                  %%has.room = icmp slt i64 %%position, %%room
                  br i1 %%has.room, label %%kept, label %%done
                kept:
                  %%shifted = shl i64 %%line, 1
                  %%record = or i64 %%shifted, %%write
                  %%place = add i64 %%position, %6$d
                  %%record.at = getelementptr inbounds i64, ptr %%trace, i64 %%place
                  store i64 %%record, ptr %%record.at, align 8
                  %%position.next = add i64 %%position, 1
                  store i64 %%position.next, ptr %%trace, align 8
                  br label %%done
                done:
                  %%line.next = add i64 %%line, 1
                  %%is.last = icmp uge i64 %%line, %%last
                  br i1 %%is.last, label %%exit, label %%next
                exit:
                  ret void
                }
                """.formatted(FUNCTION, Trace.LINE_BITS, Trace.MASK, Trace.SEEN, Trace.ROOM, Trace.HEADER) : "";
    }
}
