package org.hloexplorer.pipeline.onednn;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;

/** What became of a primitive that was to be created. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "outcome")
@JsonSubTypes({
    @JsonSubTypes.Type(value = PrimitiveOutcome.Created.class, name = "created"),
    @JsonSubTypes.Type(value = PrimitiveOutcome.Refused.class, name = "refused"),
    @JsonSubTypes.Type(value = PrimitiveOutcome.Missing.class, name = "missing"),
})
public sealed interface PrimitiveOutcome {

    record Created(Implementation implementation) implements PrimitiveOutcome {}

    /** The reason is a part of a sentence that begins with "oneDNN does not take it:". */
    record Refused(String reason) implements PrimitiveOutcome {}

    /** There is no oneDNN here, for this reason. */
    record Missing(String reason) implements PrimitiveOutcome {}
}
