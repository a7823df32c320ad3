package org.hloexplorer.hlo.text;

import java.util.EnumSet;
import java.util.Set;

/** Which attributes an operation may have although the model keeps them as text. */
final class AttributeUse {
    /** A custom call may stand for a convolution or a dot. */
    private static final Set<AttributeName> OF_CUSTOM_CALLS = EnumSet.of(
            AttributeName.WINDOW,
            AttributeName.DIM_LABELS,
            AttributeName.FEATURE_GROUP_COUNT,
            AttributeName.BATCH_GROUP_COUNT,
            AttributeName.OPERAND_PRECISION);

    private AttributeUse() {}

    static boolean isUsual(AttributeName name, String mnemonic) {
        return name.form() == AttributeName.Form.TEXT
                || (mnemonic.startsWith("custom-call") && OF_CUSTOM_CALLS.contains(name))
                || (name == AttributeName.SLICE_SIZES && mnemonic.startsWith("collective-permute"))
                || (name == AttributeName.CHANNEL_ID && mnemonic.endsWith("-done"));
    }
}
