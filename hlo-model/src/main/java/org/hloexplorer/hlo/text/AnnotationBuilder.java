package org.hloexplorer.hlo.text;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.hloexplorer.hlo.Annotations;
import org.hloexplorer.hlo.Attribute;
import org.hloexplorer.hlo.OpMetadata;

/** Makes the annotations of an instruction from the attributes that its operation did not take. */
final class AnnotationBuilder {
    private final Attributes attributes;
    private final Diagnostics diagnostics;
    private final FormObserver form;

    AnnotationBuilder(Attributes attributes, Diagnostics diagnostics, FormObserver form) {
        this.attributes = attributes;
        this.diagnostics = diagnostics;
        this.form = form;
    }

    @SuppressWarnings("unchecked")
    Annotations build(InstructionDraft draft) {
        if (attributes.isEmpty()) {
            return Annotations.NONE;
        }
        var metadata =
                attributes.optional(AttributeName.METADATA, OpMetadata.class).orElse(OpMetadata.NONE);
        var sharding = attributes.textOrNull(AttributeName.SHARDING);
        Map<String, String> frontend = attributes
                .optional(AttributeName.FRONTEND_ATTRIBUTES, Map.class)
                .orElse(Map.of());
        if (attributes.isQuoted(AttributeName.BACKEND_CONFIG)) {
            form.sawQuotedConfig();
        }
        var backend = attributes.textOrNull(AttributeName.BACKEND_CONFIG);
        var predecessors = attributes.integersOrNone(AttributeName.CONTROL_PREDECESSORS).stream()
                .filter(id -> id != Names.INCOMPLETE)
                .toList();
        return new Annotations(metadata, sharding, frontend, backend, predecessors, others(draft));
    }

    /** Attributes that the operation did not take, kept as text; a complaint where they do not belong to it. */
    private List<Attribute> others(InstructionDraft draft) {
        var left = attributes.left();
        if (left.isEmpty() && attributes.unknown().isEmpty()) {
            return List.of();
        }
        var others = new ArrayList<Attribute>();
        for (var name : left) {
            if (!AttributeUse.isUsual(name, draft.mnemonic) && !draft.isIncomplete) {
                diagnostics.warning(
                        DiagnosticCode.UNEXPECTED_ATTRIBUTE,
                        attributes.start(name),
                        attributes.end(name),
                        "%s has no attribute %s; it is kept as text".formatted(draft.mnemonic, name.text()));
            }
            others.add(attributes.asText(name));
        }
        others.addAll(attributes.unknown());
        return others;
    }
}
