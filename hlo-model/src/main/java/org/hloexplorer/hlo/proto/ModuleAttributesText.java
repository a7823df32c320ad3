package org.hloexplorer.hlo.proto;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.hloexplorer.hlo.Attribute;
import org.hloexplorer.hlo.ModuleAttributes;
import org.hloexplorer.hlo.proto.wire.HloInputOutputAliasProto.AliasEntryProto;
import org.hloexplorer.hlo.proto.wire.HloModuleProto;
import org.hloexplorer.hlo.text.AttributeTexts;

/** What the header of a module says, of the message's fields, as the text form has it. */
final class ModuleAttributesText {
    private static final int MUST_ALIAS = 2;

    /** XLA marks every fifth parameter with its number. */
    private static final int MARKED_INTERVAL = 5;

    private ModuleAttributesText() {}

    static ModuleAttributes read(HloModuleProto proto) {
        var others = new ArrayList<Attribute>();
        if (proto.getInputOutputAlias().getEntriesCount() > 0) {
            others.add(new Attribute("input_output_alias", aliases(proto)));
        }
        if (proto.getBufferDonor().getEntriesCount() > 0) {
            others.add(new Attribute("buffer_donor", donors(proto)));
        }
        if (proto.hasHostProgramShape()) {
            others.add(new Attribute("entry_computation_layout", layout(proto)));
        }
        if (proto.getFrontendAttributes().getMapCount() > 0) {
            var attributes = AnnotationsFromProto.frontendAttributes(proto.getFrontendAttributes());
            others.add(new Attribute(
                    "frontend_attributes",
                    attributes.entrySet().stream()
                            .map(each -> each.getKey() + "=" + quotedUnlessBraced(each.getValue()))
                            .collect(Collectors.joining(",", "{", "}"))));
        }
        return new ModuleAttributes(proto.hasSchedule(), 1, 1, others);
    }

    private static String quotedUnlessBraced(String value) {
        return AttributeTexts.isBraced(value) ? value : '"' + value + '"';
    }

    private static String layout(HloModuleProto proto) {
        var shape = proto.getHostProgramShape();
        var text = new StringBuilder("{(");
        for (int i = 0; i < shape.getParametersCount(); i++) {
            text.append(i == 0 ? "" : ", ");
            if (i > 0 && i % MARKED_INTERVAL == 0) {
                text.append("/*index=").append(i).append("*/");
            }
            text.append(ShapeProtos.read(shape.getParameters(i)));
        }
        return text.append(")->")
                .append(ShapeProtos.read(shape.getResult()))
                .append('}')
                .toString();
    }

    private static String aliases(HloModuleProto proto) {
        return proto.getInputOutputAlias().getEntriesList().stream()
                .map(ModuleAttributesText::alias)
                .collect(Collectors.joining(", ", "{ ", " }"));
    }

    private static String alias(AliasEntryProto entry) {
        return "%s: (%d, %s, %s)"
                .formatted(
                        index(entry.getOutputShapeIndexList()),
                        entry.getParameterNumber(),
                        index(entry.getParameterShapeIndexList()),
                        entry.getKind() == MUST_ALIAS ? "must-alias" : "may-alias");
    }

    private static String donors(HloModuleProto proto) {
        return proto.getBufferDonor().getEntriesList().stream()
                .map(entry ->
                        "(%d, %s)".formatted(entry.getParameterNumber(), index(entry.getParameterShapeIndexList())))
                .collect(Collectors.joining(", ", "{ ", " }"));
    }

    static String index(List<Long> index) {
        return index.stream().map(String::valueOf).collect(Collectors.joining(", ", "{", "}"));
    }
}
