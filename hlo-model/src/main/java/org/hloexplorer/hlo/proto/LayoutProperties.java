package org.hloexplorer.hlo.proto;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.hloexplorer.hlo.PrimitiveType;
import org.hloexplorer.hlo.proto.wire.LayoutProto;
import org.hloexplorer.hlo.proto.wire.SplitConfigProto;

/** The properties of a layout that the model keeps as XLA prints them, such as {@code L(2)} or {@code SC(0:4)}. */
record LayoutProperties(String text) {
    private static final Pattern NUMBER = Pattern.compile("([LM])\\((\\d+)\\)");
    private static final Pattern TYPE = Pattern.compile("([#*])\\((\\w+)\\)");
    private static final Pattern SPLITS = Pattern.compile("SC((?:\\(\\d+:[\\d,]*\\))+)");
    private static final Pattern SPLIT = Pattern.compile("\\((\\d+):([\\d,]*)\\)");

    void write(LayoutProto.Builder proto) {
        NUMBER.matcher(text).results().forEach(found -> {
            long value = Long.parseLong(found.group(2));
            if (found.group(1).equals("L")) {
                proto.setTailPaddingAlignmentInElements(value);
            } else {
                proto.setDynamicShapeMetadataPrefixBytes(value);
            }
        });
        TYPE.matcher(text)
                .results()
                .forEach(found -> PrimitiveType.named(found.group(2)).ifPresent(type -> {
                    if (found.group(1).equals("#")) {
                        proto.setIndexPrimitiveType(type.protoNumber());
                    } else {
                        proto.setPointerPrimitiveType(type.protoNumber());
                    }
                }));
        var splits = SPLITS.matcher(text);
        if (splits.find()) {
            writeSplits(SPLIT.matcher(splits.group(1)), proto);
        }
    }

    private static void writeSplits(Matcher splits, LayoutProto.Builder proto) {
        while (splits.find()) {
            var split = SplitConfigProto.newBuilder().setDimension(Long.parseLong(splits.group(1)));
            for (var index : splits.group(2).split(",")) {
                if (!index.isEmpty()) {
                    split.addSplitIndices(Long.parseLong(index));
                }
            }
            proto.addSplitConfigs(split);
        }
    }
}
