package org.hloexplorer.hlo.proto;

import com.google.protobuf.ByteString;
import java.util.List;
import org.hloexplorer.hlo.Attribute;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.proto.wire.FrontendAttributesProto;
import org.hloexplorer.hlo.proto.wire.HloInstructionProto;
import org.hloexplorer.hlo.proto.wire.ParameterReplicationProto;
import org.hloexplorer.hlo.text.AttributeTexts;

/** Puts what is said about an instruction beyond what it computes into the fields that XLA has for it. */
final class AnnotationsToProto {
    private final HloInstruction instruction;
    private final HloInstructionProto.Builder proto;
    private final List<String> leftOut;

    AnnotationsToProto(HloInstruction instruction, HloInstructionProto.Builder proto, List<String> leftOut) {
        this.instruction = instruction;
        this.proto = proto;
        this.leftOut = leftOut;
    }

    void write() {
        var annotations = instruction.annotations();
        if (!annotations.metadata().isEmpty()) {
            proto.setMetadata(MetadataProtos.write(annotations.metadata()));
        }
        if (annotations.sharding() != null) {
            writeSharding(annotations.sharding());
        }
        if (!annotations.frontendAttributes().isEmpty()) {
            var map = FrontendAttributesProto.newBuilder();
            annotations
                    .frontendAttributes()
                    .forEach((name, value) ->
                            map.putMap(name, AttributeTexts.isBraced(value) ? value : AttributeTexts.unescaped(value)));
            proto.setFrontendAttributes(map);
        }
        if (annotations.backendConfig() != null) {
            proto.setBackendConfig(ByteString.copyFromUtf8(annotations.backendConfig()));
        }
        proto.addAllControlPredecessorIds(ShapeProtos.longs(annotations.controlPredecessors()));
        annotations.others().forEach(this::write);
        if (instruction.op() instanceof HloOp.Constant(var literal) && literal.isMadeUp()) {
            leave(
                    "the values of the constant are made up, because its text left them out; they are written as they are");
        }
    }

    private void writeSharding(String text) {
        try {
            proto.setSharding(new ShardingReader(text).read());
        } catch (InvalidProtoException e) {
            leave("its sharding %s: %s".formatted(text, e.getMessage()));
        }
    }

    private void write(Attribute attribute) {
        var text = attribute.text();
        switch (attribute.name()) {
            case "inferred_dimension" -> proto.addDimensions(Long.parseLong(text));
            case "has_dynamic_root" -> proto.setHasDynamicRoot(Boolean.parseBoolean(text));
            case "cross_program_prefetch_index" -> proto.setCrossProgramPrefetchIndex(Integer.parseInt(text));
            case "padding_type" ->
                proto.setPaddingType(ProtoWords.number(ProtoWords.PADDING_TYPES, text, "kind of padding"));
            case "schedule" -> proto.setCustomCallSchedule(ProtoWords.number(ProtoWords.SCHEDULES, text, "schedule"));
            case "feature_group_count" -> proto.setFeatureGroupCount(Long.parseLong(text));
            case "batch_group_count" -> proto.setBatchGroupCount(Long.parseLong(text));
            case "parameter_replication" -> proto.setParameterReplication(replication(text));
            default -> leave("its attribute " + attribute.name());
        }
    }

    private static ParameterReplicationProto replication(String text) {
        var replication = ParameterReplicationProto.newBuilder();
        for (var value : text.substring(1, text.length() - 1).split(",")) {
            replication.addReplicatedAtLeafBuffers(Boolean.parseBoolean(value.strip()));
        }
        return replication.build();
    }

    private void leave(String what) {
        leftOut.add("instruction '%s': %s".formatted(instruction.name(), what));
    }
}
