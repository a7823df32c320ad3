package org.hloexplorer.hlo.proto;

import java.util.ArrayList;
import java.util.List;
import org.hloexplorer.hlo.Attribute;
import org.hloexplorer.hlo.proto.wire.HloInstructionProto;
import org.hloexplorer.hlo.text.AttributeTexts;

/** Attributes of custom calls that the model keeps as text. */
final class CustomCallText {
    private CustomCallText() {}

    static List<Attribute> read(HloInstructionProto proto) {
        var attributes = new ArrayList<Attribute>();
        if (proto.getWindow().getDimensionsCount() > 0) {
            attributes.add(new Attribute("window", AttributeTexts.window(WindowProtos.read(proto.getWindow()))));
        }
        if (proto.hasConvolutionDimensionNumbers()) {
            attributes.add(new Attribute(
                    "dim_labels",
                    AttributeTexts.dimLabels(DimensionProtos.convolution(proto.getConvolutionDimensionNumbers()))));
        }
        if (proto.getFeatureGroupCount() > 1) {
            attributes.add(new Attribute("feature_group_count", Long.toString(proto.getFeatureGroupCount())));
        }
        if (proto.getBatchGroupCount() > 1) {
            attributes.add(new Attribute("batch_group_count", Long.toString(proto.getBatchGroupCount())));
        }
        var precision = DimensionProtos.operandPrecision(proto);
        if (!precision.isEmpty()) {
            attributes.add(new Attribute("operand_precision", "{" + String.join(",", precision) + "}"));
        }
        if (proto.getPaddingType() > 0) {
            attributes.add(new Attribute(
                    "padding_type",
                    ProtoWords.word(ProtoWords.PADDING_TYPES, proto.getPaddingType(), "kind of padding")));
        }
        if (proto.hasLiteral()) {
            var literal = LiteralProtos.read(
                    proto.getLiteral(), ShapeProtos.read(proto.getLiteral().getShape()));
            attributes.add(new Attribute("literal", AttributeTexts.literal(literal)));
        }
        if (proto.getCustomCallSchedule() > 0) {
            attributes.add(new Attribute(
                    "schedule", ProtoWords.word(ProtoWords.SCHEDULES, proto.getCustomCallSchedule(), "schedule")));
        }
        return attributes;
    }
}
