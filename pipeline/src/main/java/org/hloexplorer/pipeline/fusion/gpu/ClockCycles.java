package org.hloexplorer.pipeline.fusion.gpu;

import java.util.Map;
import org.hloexplorer.hlo.HloOpcode;
import org.hloexplorer.hlo.PrimitiveType;

/**
 * Clock cycles that one element of an operation takes, as XLA measured them on an H100 ({@code hlo_op_profiles_data.h},
 * {@code sm_90}). What was not measured counts as {@value #UNKNOWN}, as it does there; narrow floats as {@code f32}.
 */
final class ClockCycles {
    static final int UNKNOWN = 3;

    private static final Map<HloOpcode, Integer> SINGLE = Map.ofEntries(
            Map.entry(HloOpcode.CBRT, 178),
            Map.entry(HloOpcode.COSINE, 978),
            Map.entry(HloOpcode.EXPONENTIAL, 79),
            Map.entry(HloOpcode.EXPONENTIAL_MINUS_ONE, 190),
            Map.entry(HloOpcode.LOG, 166),
            Map.entry(HloOpcode.LOG_PLUS_ONE, 229),
            Map.entry(HloOpcode.RSQRT, 75),
            Map.entry(HloOpcode.SINE, 958),
            Map.entry(HloOpcode.SQRT, 75),
            Map.entry(HloOpcode.TANH, 467),
            Map.entry(HloOpcode.ADD, 7),
            Map.entry(HloOpcode.ATAN2, 431),
            Map.entry(HloOpcode.DIVIDE, 19),
            Map.entry(HloOpcode.MULTIPLY, 3),
            Map.entry(HloOpcode.POWER, 510),
            Map.entry(HloOpcode.SUBTRACT, 7));

    private static final Map<HloOpcode, Integer> DOUBLE = Map.ofEntries(
            Map.entry(HloOpcode.CBRT, 586),
            Map.entry(HloOpcode.COSINE, 558),
            Map.entry(HloOpcode.EXPONENTIAL, 376),
            Map.entry(HloOpcode.EXPONENTIAL_MINUS_ONE, 712),
            Map.entry(HloOpcode.LOG, 815),
            Map.entry(HloOpcode.LOG_PLUS_ONE, 1259),
            Map.entry(HloOpcode.RSQRT, 277),
            Map.entry(HloOpcode.SINE, 554),
            Map.entry(HloOpcode.SQRT, 332),
            Map.entry(HloOpcode.TANH, 431),
            Map.entry(HloOpcode.ADD, 15),
            Map.entry(HloOpcode.ATAN2, 930),
            Map.entry(HloOpcode.DIVIDE, 526),
            Map.entry(HloOpcode.MULTIPLY, 15),
            Map.entry(HloOpcode.POWER, 2205),
            Map.entry(HloOpcode.SUBTRACT, 15));

    private static final Map<HloOpcode, Integer> SINGLE_COMPLEX = Map.ofEntries(
            Map.entry(HloOpcode.COSINE, 2415),
            Map.entry(HloOpcode.EXPONENTIAL, 641),
            Map.entry(HloOpcode.EXPONENTIAL_MINUS_ONE, 2055),
            Map.entry(HloOpcode.LOG, 756),
            Map.entry(HloOpcode.LOG_PLUS_ONE, 633),
            Map.entry(HloOpcode.RSQRT, 3148),
            Map.entry(HloOpcode.SINE, 2324),
            Map.entry(HloOpcode.SQRT, 4344),
            Map.entry(HloOpcode.TANH, 2379),
            Map.entry(HloOpcode.ADD, 7),
            Map.entry(HloOpcode.ATAN2, 6462),
            Map.entry(HloOpcode.DIVIDE, 498),
            Map.entry(HloOpcode.MULTIPLY, 79),
            Map.entry(HloOpcode.POWER, 5532),
            Map.entry(HloOpcode.SUBTRACT, 7));

    private static final Map<HloOpcode, Integer> INTEGER =
            Map.of(HloOpcode.DIVIDE, 297, HloOpcode.MULTIPLY, 3, HloOpcode.POWER, 71);

    private static final Map<HloOpcode, Integer> WIDE_INTEGER =
            Map.of(HloOpcode.DIVIDE, 685, HloOpcode.MULTIPLY, 11, HloOpcode.POWER, 253);

    private ClockCycles() {}

    static int perElement(HloOpcode opcode, PrimitiveType type) {
        return tableOf(type).getOrDefault(opcode, UNKNOWN);
    }

    private static Map<HloOpcode, Integer> tableOf(PrimitiveType type) {
        if (type.isComplex()) {
            return SINGLE_COMPLEX;
        }
        if (type.isFloating()) {
            return type == PrimitiveType.F64 ? DOUBLE : SINGLE;
        }
        return type.bits() > 32 ? WIDE_INTEGER : INTEGER;
    }
}
