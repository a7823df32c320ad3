package org.hloexplorer.pipeline.dump;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.WireFormat;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.hloexplorer.pipeline.dump.FusionProcess.Step;

/** Reads the binary form, field by field; what it does not know it passes over. */
final class FusionProcessProto {
    private static final int FUSION_STEPS = 1;
    private static final int FUSION = 4;
    private static final int PRODUCER_INELIGIBLE = 5;
    private static final int UPDATE_PRIORITY = 6;

    private FusionProcessProto() {}

    static FusionProcess read(byte[] content) throws IOException {
        try {
            var steps = new ArrayList<Step>();
            for (var step : Message.of(content).messages(FUSION_STEPS)) {
                step.messages(FUSION)
                        .forEach(each -> steps.add(new Step.Fusion(each.text(1), each.text(2), each.text(3))));
                step.messages(PRODUCER_INELIGIBLE)
                        .forEach(each -> steps.add(new Step.ProducerIneligible(each.text(1), each.text(2))));
                step.messages(UPDATE_PRIORITY)
                        .forEach(each -> steps.add(
                                new Step.UpdatePriority(each.text(1), each.texts(2), each.number(3), each.number(4))));
            }
            return new FusionProcess(steps);
        } catch (InvalidProtocolBufferException e) {
            throw new IOException("the protocol buffer is broken: " + e.getMessage(), e);
        }
    }

    /** A message of which only the wire form is known. */
    private record Message(Map<Integer, List<byte[]>> bytes, Map<Integer, Double> numbers) {

        static Message of(byte[] content) throws IOException {
            var message = new Message(new HashMap<>(), new HashMap<>());
            var in = CodedInputStream.newInstance(content);
            for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
                int field = WireFormat.getTagFieldNumber(tag);
                switch (WireFormat.getTagWireType(tag)) {
                    case WireFormat.WIRETYPE_LENGTH_DELIMITED ->
                        message.bytes
                                .computeIfAbsent(field, _ -> new ArrayList<>())
                                .add(in.readByteArray());
                    case WireFormat.WIRETYPE_FIXED32 -> message.numbers.put(field, (double) in.readFloat());
                    case WireFormat.WIRETYPE_FIXED64 -> message.numbers.put(field, in.readDouble());
                    default -> in.skipField(tag);
                }
            }
            return message;
        }

        List<Message> messages(int field) throws IOException {
            var messages = new ArrayList<Message>();
            for (var each : bytes.getOrDefault(field, List.of())) {
                messages.add(of(each));
            }
            return messages;
        }

        List<String> texts(int field) {
            return bytes.getOrDefault(field, List.of()).stream()
                    .map(each -> new String(each, StandardCharsets.UTF_8))
                    .toList();
        }

        String text(int field) {
            var texts = texts(field);
            return texts.isEmpty() ? "" : texts.getLast();
        }

        double number(int field) {
            return numbers.getOrDefault(field, 0.0);
        }
    }
}
