package org.hloexplorer.hlo;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What is said about an instruction beyond what it computes; every opcode may carry these.
 *
 * @param sharding as XLA prints it, braces included
 * @param frontendAttributes in the order written; values as written, strings without their quotes
 * @param backendConfig a JSON object, or another text that XLA prints as a string
 * @param controlPredecessors ids of instructions that must run before
 * @param others attributes that are kept as text, in the order written
 */
public record Annotations(
        OpMetadata metadata,
        @Nullable String sharding,
        Map<String, String> frontendAttributes,
        @Nullable String backendConfig,
        List<Integer> controlPredecessors,
        List<Attribute> others) {

    public static final Annotations NONE = new Annotations(OpMetadata.NONE, null, Map.of(), null, List.of(), List.of());

    public Annotations {
        frontendAttributes = frontendAttributes.isEmpty()
                ? Map.of()
                : Collections.unmodifiableMap(new LinkedHashMap<>(frontendAttributes));
        controlPredecessors = List.copyOf(controlPredecessors);
        others = List.copyOf(others);
    }

    public boolean isEmpty() {
        return equals(NONE);
    }

    public Annotations withMetadata(OpMetadata changed) {
        return new Annotations(changed, sharding, frontendAttributes, backendConfig, controlPredecessors, others);
    }

    public Annotations withSharding(@Nullable String changed) {
        return new Annotations(metadata, changed, frontendAttributes, backendConfig, controlPredecessors, others);
    }

    public Annotations withFrontendAttributes(Map<String, String> changed) {
        return new Annotations(metadata, sharding, changed, backendConfig, controlPredecessors, others);
    }

    public Annotations withBackendConfig(@Nullable String changed) {
        return new Annotations(metadata, sharding, frontendAttributes, changed, controlPredecessors, others);
    }

    public Annotations withControlPredecessors(List<Integer> changed) {
        return new Annotations(metadata, sharding, frontendAttributes, backendConfig, changed, others);
    }
}
