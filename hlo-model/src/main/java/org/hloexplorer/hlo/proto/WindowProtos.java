package org.hloexplorer.hlo.proto;

import java.util.ArrayList;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.Window;
import org.hloexplorer.hlo.proto.wire.PaddingConfigProto;
import org.hloexplorer.hlo.proto.wire.WindowDimensionProto;
import org.hloexplorer.hlo.proto.wire.WindowProto;

/** Windows and paddings as protocol buffers. */
final class WindowProtos {
    private WindowProtos() {}

    static Window read(WindowProto proto) {
        return new Window(proto.getDimensionsList().stream()
                .map(each -> new Window.Dimension(
                        each.getSize(),
                        Math.max(1, each.getStride()),
                        each.getPaddingLow(),
                        each.getPaddingHigh(),
                        Math.max(1, each.getBaseDilation()),
                        Math.max(1, each.getWindowDilation()),
                        each.getWindowReversal()))
                .toList());
    }

    static WindowProto write(Window window) {
        var proto = WindowProto.newBuilder();
        for (var dimension : window.dimensions()) {
            proto.addDimensions(WindowDimensionProto.newBuilder()
                    .setSize(dimension.size())
                    .setStride(dimension.stride())
                    .setPaddingLow(dimension.paddingLow())
                    .setPaddingHigh(dimension.paddingHigh())
                    .setBaseDilation(dimension.baseDilation())
                    .setWindowDilation(dimension.windowDilation())
                    .setWindowReversal(dimension.reversed()));
        }
        return proto.build();
    }

    static HloOp.Pad padding(PaddingConfigProto proto) {
        var low = new ArrayList<Long>();
        var high = new ArrayList<Long>();
        var interior = new ArrayList<Long>();
        for (var dimension : proto.getDimensionsList()) {
            low.add(dimension.getEdgePaddingLow());
            high.add(dimension.getEdgePaddingHigh());
            interior.add(dimension.getInteriorPadding());
        }
        return new HloOp.Pad(low, high, interior);
    }

    static PaddingConfigProto write(HloOp.Pad pad) {
        var proto = PaddingConfigProto.newBuilder();
        for (int i = 0; i < pad.low().size(); i++) {
            proto.addDimensions(PaddingConfigProto.Dimension.newBuilder()
                    .setEdgePaddingLow(pad.low().get(i))
                    .setEdgePaddingHigh(pad.high().get(i))
                    .setInteriorPadding(pad.interior().get(i)));
        }
        return proto.build();
    }
}
