package org.hloexplorer.pipeline.onednn;

import java.util.Arrays;
import java.util.Optional;
import org.hloexplorer.hlo.PrimitiveType;

/** An element type that oneDNN computes with on processors, and its number there. */
public enum DataType {
    F16(PrimitiveType.F16, 1),
    BF16(PrimitiveType.BF16, 2),
    F32(PrimitiveType.F32, 3),
    S32(PrimitiveType.S32, 4),
    S8(PrimitiveType.S8, 5),
    U8(PrimitiveType.U8, 6);

    private final PrimitiveType primitive;
    private final int code;

    DataType(PrimitiveType primitive, int code) {
        this.primitive = primitive;
        this.code = code;
    }

    public static Optional<DataType> of(PrimitiveType type) {
        return Arrays.stream(values()).filter(each -> each.primitive == type).findFirst();
    }

    int code() {
        return code;
    }

    @Override
    public String toString() {
        return primitive.text();
    }
}
