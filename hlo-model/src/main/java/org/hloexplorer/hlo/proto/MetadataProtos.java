package org.hloexplorer.hlo.proto;

import java.util.StringJoiner;
import java.util.regex.Pattern;
import org.hloexplorer.hlo.OpMetadata;
import org.hloexplorer.hlo.proto.wire.OpMetadataProto;
import org.jspecify.annotations.Nullable;

/** Where instructions come from, as protocol buffers. */
final class MetadataProtos {
    private static final Pattern NAMES = Pattern.compile("(deduplicated_name|scheduling_name)=\"([^\"]*)\"");

    private MetadataProtos() {}

    static OpMetadata read(OpMetadataProto proto) {
        return new OpMetadata(
                absentIfEmpty(proto.getOpType()),
                absentIfEmpty(proto.getOpName()),
                absentIfEmpty(proto.getSourceFile()),
                proto.getSourceLine(),
                proto.getSourceEndLine(),
                proto.getSourceColumn(),
                proto.getSourceEndColumn(),
                proto.getStackFrameId(),
                others(proto));
    }

    private static @Nullable String absentIfEmpty(String text) {
        return text.isEmpty() ? null : text;
    }

    private static String others(OpMetadataProto proto) {
        var others = new StringJoiner(" ");
        if (!proto.getDeduplicatedName().isEmpty()) {
            others.add("deduplicated_name=\"" + proto.getDeduplicatedName() + '"');
        }
        if (!proto.getSchedulingName().isEmpty()) {
            others.add("scheduling_name=\"" + proto.getSchedulingName() + '"');
        }
        return others.toString();
    }

    static OpMetadataProto write(OpMetadata metadata) {
        var proto = OpMetadataProto.newBuilder()
                .setOpType(emptyIfAbsent(metadata.opType()))
                .setOpName(emptyIfAbsent(metadata.opName()))
                .setSourceFile(emptyIfAbsent(metadata.sourceFile()))
                .setSourceLine(metadata.sourceLine())
                .setSourceEndLine(metadata.sourceEndLine())
                .setSourceColumn(metadata.sourceColumn())
                .setSourceEndColumn(metadata.sourceEndColumn())
                .setStackFrameId(metadata.stackFrameId());
        NAMES.matcher(metadata.otherText()).results().forEach(found -> {
            if (found.group(1).equals("deduplicated_name")) {
                proto.setDeduplicatedName(found.group(2));
            } else {
                proto.setSchedulingName(found.group(2));
            }
        });
        return proto.build();
    }

    private static String emptyIfAbsent(@Nullable String text) {
        return text == null ? "" : text;
    }

    /** The text form, as it stands in a sharding. */
    static String text(OpMetadataProto proto) {
        var text = new StringJoiner(" ", "{", "}");
        add(text, "op_type", proto.getOpType());
        add(text, "op_name", proto.getOpName());
        add(text, "source_file", proto.getSourceFile());
        if (proto.getSourceLine() != 0) {
            text.add("source_line=" + proto.getSourceLine());
        }
        return text.toString();
    }

    private static void add(StringJoiner text, String name, String value) {
        if (!value.isEmpty()) {
            text.add(name + "=\"" + value + '"');
        }
    }
}
