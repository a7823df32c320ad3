package org.hloexplorer.hlo.proto;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.hloexplorer.hlo.Attribute;
import org.hloexplorer.hlo.ModuleAttributes;
import org.hloexplorer.hlo.Shape;
import org.hloexplorer.hlo.proto.wire.FrontendAttributesProto;
import org.hloexplorer.hlo.proto.wire.HloBufferDonorProto;
import org.hloexplorer.hlo.proto.wire.HloInputOutputAliasProto;
import org.hloexplorer.hlo.proto.wire.HloModuleProto;
import org.hloexplorer.hlo.proto.wire.ProgramShapeProto;
import org.hloexplorer.hlo.text.AttributeTexts;
import org.hloexplorer.hlo.text.HloParser;

/** Puts what the header of a module says into the fields that XLA has for it. */
final class ModuleAttributesToProto {
    private static final Pattern ALIAS = Pattern.compile(
            "\\{([\\d, ]*)}\\s*:\\s*\\(\\s*(\\d+)\\s*,\\s*\\{([\\d, ]*)}(?:\\s*,\\s*(may-alias|must-alias))?\\s*\\)");
    private static final Pattern DONOR = Pattern.compile("\\(\\s*(\\d+)\\s*,\\s*\\{([\\d, ]*)}\\s*\\)");

    /** A value is a string with its escapes, or text in braces without braces inside braces. */
    private static final Pattern FRONTEND =
            Pattern.compile("([\\w.-]+)=(?:\"((?:[^\"\\\\]|\\\\.)*+)\"|(\\{(?:[^{}]|\\{[^{}]*})*+}))");

    private final HloModuleProto.Builder proto;
    private final List<String> leftOut;

    ModuleAttributesToProto(HloModuleProto.Builder proto, List<String> leftOut) {
        this.proto = proto;
        this.leftOut = leftOut;
    }

    void write(ModuleAttributes attributes) {
        attributes.others().forEach(this::write);
        if (attributes.replicaCount() != 1 || attributes.numPartitions() != 1) {
            leftOut.add("replica_count=%d and num_partitions=%d: XLA's message of a module has no place for them"
                    .formatted(attributes.replicaCount(), attributes.numPartitions()));
        }
    }

    private void write(Attribute attribute) {
        switch (attribute.name()) {
            case "input_output_alias" -> proto.setInputOutputAlias(aliases(attribute.text()));
            case "buffer_donor" -> proto.setBufferDonor(donors(attribute.text()));
            case "entry_computation_layout" -> proto.setHostProgramShape(layout(attribute.text()));
            case "frontend_attributes" -> proto.setFrontendAttributes(frontend(attribute.text()));
            default -> leftOut.add(attribute.name() + " of the module: XLA's message has no place for it");
        }
    }

    private static HloInputOutputAliasProto aliases(String text) {
        var proto = HloInputOutputAliasProto.newBuilder();
        ALIAS.matcher(text)
                .results()
                .forEach(found -> proto.addEntries(HloInputOutputAliasProto.AliasEntryProto.newBuilder()
                        .addAllOutputShapeIndex(index(found.group(1)))
                        .setParameterNumber(Long.parseLong(found.group(2)))
                        .addAllParameterShapeIndex(index(found.group(3)))
                        .setKind("must-alias".equals(found.group(4)) ? 2 : 1)));
        return proto.build();
    }

    private static HloBufferDonorProto donors(String text) {
        var proto = HloBufferDonorProto.newBuilder();
        DONOR.matcher(text)
                .results()
                .forEach(found -> proto.addEntries(HloBufferDonorProto.BufferDonorEntryProto.newBuilder()
                        .setParameterNumber(Long.parseLong(found.group(1)))
                        .addAllParameterShapeIndex(index(found.group(2)))));
        return proto.build();
    }

    private static List<Long> index(String text) {
        var index = new ArrayList<Long>();
        for (var number : text.split(",")) {
            if (!number.isBlank()) {
                index.add(Long.parseLong(number.strip()));
            }
        }
        return index;
    }

    private ProgramShapeProto layout(String text) {
        int arrow = text.lastIndexOf("->");
        var parameters = HloParser.parseShape(text.substring(1, arrow));
        var shape = ProgramShapeProto.newBuilder(proto.getHostProgramShape())
                .clearParameters()
                .setResult(ShapeProtos.written(text.substring(arrow + 2, text.length() - 1)));
        if (parameters instanceof Shape.Tuple(var shapes)) {
            shapes.forEach(each -> shape.addParameters(ShapeProtos.write(each)));
        }
        return shape.build();
    }

    private static FrontendAttributesProto frontend(String text) {
        var map = FrontendAttributesProto.newBuilder();
        FRONTEND.matcher(text)
                .results()
                .forEach(found -> map.putMap(
                        found.group(1),
                        found.group(3) != null ? found.group(3) : AttributeTexts.unescaped(found.group(2))));
        return map.build();
    }
}
