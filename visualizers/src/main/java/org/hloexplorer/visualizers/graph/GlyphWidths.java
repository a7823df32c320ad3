package org.hloexplorer.visualizers.graph;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import org.hloexplorer.visualizers.Fonts;

/**
 * How wide text is in one of the bundled faces, read from the font file.
 *
 * <p>Nodes are as wide as their text, and layouts are made off the JavaFX thread and without a screen.
 */
final class GlyphWidths {
    private static final int FALLBACK_GLYPH = 0;

    private final ByteBuffer font;
    private final Map<Integer, Integer> tables = new HashMap<>();
    private final Map<Integer, Double> widths = new HashMap<>();
    private final double unitsPerEm;
    private final int longMetrics;
    private final int segments;

    private GlyphWidths(ByteBuffer font) {
        this.font = font;
        int count = font.getShort(4);
        for (int i = 0; i < count; i++) {
            tables.put(font.getInt(12 + 16 * i), font.getInt(12 + 16 * i + 8));
        }
        unitsPerEm = unsigned(table("head") + 18);
        longMetrics = unsigned(table("hhea") + 34);
        segments = unicodeSegments();
    }

    /** The face in this file of {@link Fonts}. */
    static GlyphWidths of(String file) {
        try (var stream = Fonts.open(file)) {
            return new GlyphWidths(ByteBuffer.wrap(stream.readAllBytes()));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read the font " + file, e);
        }
    }

    /** The width of a text in a size, kerning left aside. */
    synchronized double width(String text, double size) {
        return text.codePoints()
                        .mapToDouble(point -> widths.computeIfAbsent(point, this::advance))
                        .sum()
                * size;
    }

    private double advance(int codePoint) {
        int glyph = Math.min(glyph(codePoint), longMetrics - 1);
        return unsigned(table("hmtx") + 4 * glyph) / unitsPerEm;
    }

    /** Looks a character up in the segments of {@code cmap} format 4. */
    private int glyph(int codePoint) {
        int bytes = unsigned(segments + 6);
        for (int i = 0; i < bytes; i += 2) {
            int end = unsigned(segments + 14 + i);
            int start = unsigned(segments + 16 + bytes + i);
            if (codePoint <= end) {
                return codePoint < start ? FALLBACK_GLYPH : glyphInSegment(codePoint, start, bytes, i);
            }
        }
        return FALLBACK_GLYPH;
    }

    private int glyphInSegment(int codePoint, int start, int bytes, int segment) {
        int delta = unsigned(segments + 16 + 2 * bytes + segment);
        int rangeAt = segments + 16 + 3 * bytes + segment;
        int range = unsigned(rangeAt);
        if (range == 0) {
            return codePoint + delta & 0xffff;
        }
        int glyph = unsigned(rangeAt + range + 2 * (codePoint - start));
        return glyph == 0 ? FALLBACK_GLYPH : glyph + delta & 0xffff;
    }

    private int unicodeSegments() {
        int characters = table("cmap");
        int count = unsigned(characters + 2);
        for (int i = 0; i < count; i++) {
            int at = characters + font.getInt(characters + 4 + 8 * i + 4);
            if (unsigned(at) == 4) {
                return at;
            }
        }
        throw new IllegalStateException("the font has no character table of format 4");
    }

    private int table(String name) {
        Integer offset = tables.get(tag(name));
        if (offset == null) {
            throw new IllegalStateException("the font has no table " + name);
        }
        return offset;
    }

    private int unsigned(int at) {
        return Short.toUnsignedInt(font.getShort(at));
    }

    private static int tag(String name) {
        return name.charAt(0) << 24 | name.charAt(1) << 16 | name.charAt(2) << 8 | name.charAt(3);
    }
}
