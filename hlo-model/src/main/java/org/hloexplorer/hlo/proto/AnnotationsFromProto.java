package org.hloexplorer.hlo.proto;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.hloexplorer.hlo.Annotations;
import org.hloexplorer.hlo.Attribute;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.HloOpcode;
import org.hloexplorer.hlo.OpMetadata;
import org.hloexplorer.hlo.Shape;
import org.hloexplorer.hlo.proto.wire.FrontendAttributesProto;
import org.hloexplorer.hlo.proto.wire.HloInstructionProto;
import org.hloexplorer.hlo.text.AttributeTexts;

/** What an instruction's message says beyond what it computes. */
final class AnnotationsFromProto {
    private AnnotationsFromProto() {}

    static Annotations read(HloInstructionProto proto, HloOp op, Shape shape, List<Integer> predecessors) {
        var config = proto.getBackendConfig().toStringUtf8();
        var annotations = new Annotations(
                proto.hasMetadata() ? MetadataProtos.read(proto.getMetadata()) : OpMetadata.NONE,
                proto.hasSharding() ? ShardingText.of(proto.getSharding()) : null,
                frontendAttributes(proto.getFrontendAttributes()),
                config.isEmpty() ? null : config,
                predecessors,
                others(proto, op, shape));
        return annotations.isEmpty() ? Annotations.NONE : annotations;
    }

    /** In the order of their names, as XLA prints them; values as they are written there. */
    static Map<String, String> frontendAttributes(FrontendAttributesProto proto) {
        var attributes = new TreeMap<String, String>();
        proto.getMapMap()
                .forEach((name, value) ->
                        attributes.put(name, AttributeTexts.isBraced(value) ? value : AttributeTexts.escaped(value)));
        return attributes;
    }

    private static List<Attribute> others(HloInstructionProto proto, HloOp op, Shape shape) {
        var others = new ArrayList<Attribute>();
        if (op instanceof HloOp.CustomCall) {
            others.addAll(CustomCallText.read(proto));
        }
        if (op.opcode() == HloOpcode.RESHAPE && proto.getDimensionsCount() == 1) {
            others.add(new Attribute("inferred_dimension", Long.toString(proto.getDimensions(0))));
        }
        if (op.opcode() == HloOpcode.COLLECTIVE_BROADCAST && proto.getHasDynamicRoot()) {
            others.add(new Attribute("has_dynamic_root", "true"));
        }
        if (op instanceof HloOp.Permute && proto.getDynamicSliceSizesCount() > 0) {
            others.add(new Attribute(
                    "slice_sizes", "{" + ReplicaGroupProtos.joined(proto.getDynamicSliceSizesList(), "{", "}") + "}"));
        }
        if (proto.hasCrossProgramPrefetchIndex()) {
            others.add(new Attribute(
                    "cross_program_prefetch_index", Integer.toString(proto.getCrossProgramPrefetchIndex())));
        }
        if (proto.hasResultAccuracy()
                && proto.getResultAccuracy().getSpecsCase().getNumber() != 0) {
            others.add(new Attribute("result_accuracy", accuracy(proto)));
        }
        var replication = proto.getParameterReplication().getReplicatedAtLeafBuffersList();
        if (!replication.isEmpty()) {
            others.add(new Attribute(
                    "parameter_replication",
                    replication.stream().map(String::valueOf).collect(Collectors.joining(",", "{", "}"))));
        }
        if (proto.getStatisticsViz().getStatisticsCount() > 0) {
            others.add(new Attribute("statistics", statistics(proto)));
        }
        if (proto.hasOriginalValue()) {
            others.add(new Attribute("origin", OriginText.of(proto.getOriginalValue(), shape)));
        }
        return others;
    }

    private static String accuracy(HloInstructionProto proto) {
        var accuracy = proto.getResultAccuracy();
        if (!accuracy.hasTolerance()) {
            return "{mode=%s}".formatted(ProtoWords.word(ProtoWords.ACCURACIES, accuracy.getMode(), "accuracy"));
        }
        var tolerance = accuracy.getTolerance();
        return "{tolerance={atol=%s,rtol=%s,ulps=%d}}"
                .formatted(number(tolerance.getAtol()), number(tolerance.getRtol()), tolerance.getUlps());
    }

    private static String statistics(HloInstructionProto proto) {
        return proto.getStatisticsViz().getStatisticsList().stream()
                .map(each -> "," + each.getStatName() + "=" + number(each.getStatVal()))
                .collect(Collectors.joining(
                        "", "{visualizing_index=" + proto.getStatisticsViz().getStatIndexToVisualize(), "}"));
    }

    /** Whole numbers without a point. */
    private static String number(double value) {
        return value == (long) value ? Long.toString((long) value) : Double.toString(value);
    }
}
