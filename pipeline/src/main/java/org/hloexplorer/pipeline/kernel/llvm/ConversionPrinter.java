package org.hloexplorer.pipeline.kernel.llvm;

import static org.hloexplorer.hlo.PrimitiveType.BF16;
import static org.hloexplorer.hlo.PrimitiveType.F16;
import static org.hloexplorer.hlo.PrimitiveType.F32;
import static org.hloexplorer.hlo.PrimitiveType.PRED;

import org.hloexplorer.hlo.PrimitiveType;

/** HLO's {@code convert} and {@code bitcast-convert} as LLVM instructions. */
final class ConversionPrinter {
    private final IrText ir;

    ConversionPrinter(IrText ir) {
        this.ir = ir;
    }

    String convert(String value, IrType from, IrType to) {
        var source = from.element();
        var target = to.element();
        if (source == target) {
            return value;
        }
        if (target == PRED) {
            return ir.assign((source.isFloating() ? "fcmp une" : "icmp ne")
                    + " %s %s, %s"
                            .formatted(
                                    floatOf(from).text(),
                                    widened(value, from),
                                    floatOf(from).small(0)));
        }
        if (source.isFloating()) {
            return target.isFloating() ? betweenFloats(value, from, to) : toInteger(value, from, to);
        }
        return target.isFloating() ? fromInteger(value, from, to) : betweenIntegers(value, from, to);
    }

    /** The type a value is computed with: f32 for the narrower floats. */
    private static IrType floatOf(IrType type) {
        return isNarrow(type.element()) ? new IrType(F32, type.lanes()) : type;
    }

    private static boolean isNarrow(PrimitiveType type) {
        return type == F16 || type == BF16;
    }

    private String widened(String value, IrType type) {
        return isNarrow(type.element()) ? betweenFloats(value, type, floatOf(type)) : value;
    }

    private String betweenFloats(String value, IrType from, IrType to) {
        var f32 = new IrType(F32, from.lanes());
        if (from.element() == F32) {
            return to.element() == BF16 ? roundToBfloat16(value, f32) : resize(value, from, to);
        }
        if (to.element() == F32) {
            return from.element() == BF16 ? fromBfloat16(value, from) : resize(value, from, to);
        }
        // By way of f32, as the reference does; this also spares the C library's conversion from f64 to f16.
        return betweenFloats(betweenFloats(value, from, f32), f32, to);
    }

    private String resize(String value, IrType from, IrType to) {
        var instruction = from.bits() < to.bits() ? "fpext" : "fptrunc";
        return ir.assign("%s %s %s to %s", instruction, from.text(), value, to.text());
    }

    private String fromBfloat16(String value, IrType from) {
        var wide = new IrType(PrimitiveType.U32, from.lanes());
        var bits = ir.assign("zext %s %s to %s", from.text(), value, wide.text());
        var shifted = ir.assign("shl %s %s, %s", wide.text(), bits, wide.small(16));
        return ir.assign("bitcast %s %s to %s", wide.text(), shifted, new IrType(F32, from.lanes()).text());
    }

    /** To nearest, ties to even, by integer arithmetic; a NaN stays one and becomes quiet. */
    private String roundToBfloat16(String value, IrType f32) {
        var wide = new IrType(PrimitiveType.U32, f32.lanes());
        var type = wide.text();
        var bits = ir.assign("bitcast %s %s to %s", f32.text(), value, type);
        var upper = ir.assign("lshr %s %s, %s", type, bits, wide.small(16));
        var odd = ir.assign("and %s %s, %s", type, upper, wide.small(1));
        var bias = ir.assign("add %s %s, %s", type, odd, wide.small(0x7FFF));
        var sum = ir.assign("add %s %s, %s", type, bits, bias);
        var rounded = ir.assign("lshr %s %s, %s", type, sum, wide.small(16));
        var quiet = ir.assign("or %s %s, %s", type, upper, wide.small(0x40));
        var isNan = ir.assign("fcmp uno %s %s, %s", f32.text(), value, value);
        var chosen = ir.assign("select %s %s, %s %s, %s %s", f32.predicate(), isNan, type, quiet, type, rounded);
        return ir.assign("trunc %s %s to %s", type, chosen, wide.integer(16));
    }

    /** Saturating, NaN to 0: LLVM has it as an intrinsic, as its plain conversion leaves both undefined. */
    private String toInteger(String value, IrType from, IrType to) {
        var wide = floatOf(from);
        var name = "llvm.fpto%s.sat.%s.%s".formatted(to.element().isSigned() ? "si" : "ui", to.suffix(), wide.suffix());
        return ir.call(name, to.text(), wide.text(), widened(value, from));
    }

    private String fromInteger(String value, IrType from, IrType to) {
        var wide = floatOf(to);
        var instruction = from.element().isSigned() ? "sitofp" : "uitofp";
        var number = ir.assign("%s %s %s to %s", instruction, from.text(), value, wide.text());
        return wide.element() == to.element() ? number : betweenFloats(number, wide, to);
    }

    private String betweenIntegers(String value, IrType from, IrType to) {
        if (from.bits() == to.bits()) {
            return value;
        }
        var instruction = from.bits() > to.bits() ? "trunc" : from.element().isSigned() ? "sext" : "zext";
        return ir.assign("%s %s %s to %s", instruction, from.text(), value, to.text());
    }

    String bitcast(String value, IrType from, IrType to) {
        return from.text().equals(to.text()) ? value : ir.assign("bitcast %s %s to %s", from.text(), value, to.text());
    }
}
