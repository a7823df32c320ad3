package org.hloexplorer.hlo.text;

import org.hloexplorer.hlo.ConvolutionDimensions;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.Literal;
import org.hloexplorer.hlo.Window;

/** Values of attributes as XLA prints them, for readers of other formats that keep them as text. */
public final class AttributeTexts {
    private AttributeTexts() {}

    /** Such as {@code {size=2x2 stride=2x2}}. */
    public static String window(Window window) {
        return WindowText.window(window);
    }

    /** Such as {@code b01f_01io->b01f}. */
    public static String dimLabels(ConvolutionDimensions dimensions) {
        return DimLabels.print(dimensions);
    }

    /** Such as {@code 0_0x1_1}. */
    public static String padding(HloOp.Pad pad) {
        return WindowText.padding(pad);
    }

    /** A text as it stands between quotes. */
    public static String escaped(String text) {
        var escaped = new StringBuilder();
        Escapes.encode(text, escaped);
        return escaped.toString();
    }

    /** What stands between quotes, as the text it means. */
    public static String unescaped(String text) {
        return Escapes.decode(text);
    }

    /** Whether a text is one pair of braces with what they hold, which XLA prints without quotes. */
    public static boolean isBraced(String text) {
        return RawText.isBraced(text);
    }

    /** A literal behind its shape, on one line and in full. */
    public static String literal(Literal literal) {
        return literal.shape() + " " + HloPrinter.print(literal, true);
    }
}
