package org.hloexplorer.hlo.proto;

import java.util.List;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.Literal;
import org.hloexplorer.hlo.proto.wire.HloProto;
import org.hloexplorer.hlo.proto.wire.HloSnapshot;
import org.jspecify.annotations.Nullable;

/**
 * Writes modules as protocol buffers that XLA's tools read.
 *
 * <p>All methods throw {@link InvalidProtoException} for a value that XLA's messages cannot hold at all.
 */
public final class HloProtoWriter {
    private HloProtoWriter() {}

    /** The module as an {@code HloProto}, which is what XLA dumps as {@code .hlo.pb}. */
    public static WrittenProto write(HloModule module) {
        var writer = new ModuleToProto(module);
        var proto = HloProto.newBuilder().setHloModule(writer.write()).build();
        return new WrittenProto(proto.toByteArray(), writer.leftOut());
    }

    /** The module as a bare {@code HloModuleProto}. */
    public static WrittenProto writeModule(HloModule module) {
        var writer = new ModuleToProto(module);
        return new WrittenProto(writer.write().toByteArray(), writer.leftOut());
    }

    /** The module with inputs, and what it gave for them, as an {@code HloSnapshot}. */
    public static WrittenProto writeSnapshot(HloModule module, List<Literal> arguments, @Nullable Literal result) {
        var writer = new ModuleToProto(module);
        var proto = HloSnapshot.newBuilder().setHlo(HloProto.newBuilder().setHloModule(writer.write()));
        arguments.forEach(each -> proto.addArguments(LiteralProtos.write(each)));
        if (result != null) {
            proto.setResult(LiteralProtos.write(result));
        }
        return new WrittenProto(proto.build().toByteArray(), writer.leftOut());
    }
}
