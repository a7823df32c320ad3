package org.hloexplorer.hlo.proto;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.hloexplorer.hlo.Shape;
import org.hloexplorer.hlo.proto.wire.OriginalArrayProto;
import org.hloexplorer.hlo.proto.wire.OriginalValueProto;

/** The origin of a value as XLA prints it: a tree of the value's shape, at its leaves where they come from. */
final class OriginText {
    private final Map<List<Long>, OriginalArrayProto> leaves = new HashMap<>();
    private final StringBuilder text = new StringBuilder();

    private OriginText() {}

    static String of(OriginalValueProto proto, Shape shape) {
        if (proto.getIsSyntheticCall()) {
            return "{[synthetic_call]}";
        }
        var origin = new OriginText();
        for (var element : proto.getElementsList()) {
            if (element.hasOriginalArray()) {
                origin.leaves.put(element.getShapeIndexList(), element.getOriginalArray());
            }
        }
        origin.append(shape, List.of());
        return "{" + origin.text + "}";
    }

    private void append(Shape shape, List<Long> index) {
        if (shape instanceof Shape.Tuple(var elements)) {
            text.append('(');
            for (int i = 0; i < elements.size(); i++) {
                var deeper = new ArrayList<>(index);
                deeper.add((long) i);
                append(elements.get(i), deeper);
                text.append(i + 1 < elements.size() ? ", " : "");
            }
            text.append(')');
            return;
        }
        var leaf = leaves.get(index);
        text.append('{');
        if (leaf != null) {
            text.append('"').append(leaf.getInstructionName()).append('"');
            if (leaf.getShapeIndexCount() > 0) {
                text.append(' ').append(ReplicaGroupProtos.joined(leaf.getShapeIndexList(), "{", "}"));
            }
        }
        text.append('}');
    }
}
