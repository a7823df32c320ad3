package org.hloexplorer.visualizers;

import java.util.ArrayList;
import java.util.List;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.css.CssMetaData;
import javafx.css.SimpleStyleableObjectProperty;
import javafx.css.StyleConverter;
import javafx.css.Styleable;
import javafx.css.StyleableObjectProperty;
import javafx.css.StyleableProperty;
import javafx.scene.canvas.Canvas;
import javafx.scene.canvas.GraphicsContext;
import javafx.scene.layout.Region;
import javafx.scene.paint.Color;
import javafx.scene.paint.Paint;
import javafx.scene.text.Font;

/**
 * A region that is drawn by hand, as large as it is given room, in the colours of the theme.
 *
 * <p>The theme's background reaches it through the style sheet, so that it follows every switch by itself.
 */
@SuppressWarnings("this-escape") // JavaFX regions compose themselves in their constructors.
public abstract class CanvasRegion extends Region {
    private static final CssMetaData<CanvasRegion, Paint> BACKGROUND =
            new CssMetaData<>("-hlox-background", StyleConverter.getPaintConverter(), Color.WHITE) {
                @Override
                public boolean isSettable(CanvasRegion region) {
                    return !region.background.isBound();
                }

                @Override
                public StyleableProperty<Paint> getStyleableProperty(CanvasRegion region) {
                    return region.background;
                }
            };

    private static final Font TEXT = Font.font(Fonts.INTERFACE, 12);

    private final Canvas canvas = new Canvas();
    private final StyleableObjectProperty<Paint> background =
            new SimpleStyleableObjectProperty<>(BACKGROUND, this, "themeBackground", Color.WHITE);
    private final ReadOnlyObjectWrapper<Palette> palette = new ReadOnlyObjectWrapper<>(this, "palette", Palette.LIGHT);

    protected CanvasRegion() {
        getStyleClass().add("hlox-canvas");
        getChildren().add(canvas);
        canvas.setManaged(false);
        background.subscribe(paint -> {
            if (paint instanceof Color color) {
                palette.set(Palette.on(color));
            }
        });
        palette.subscribe(_ -> redraw());
    }

    /** Draws everything; the context is cleared, covers the whole region and writes in the font of the interface. */
    protected abstract void draw(GraphicsContext context, double width, double height);

    /** Has the region drawn anew before the next frame is shown, however often this is called. */
    public final void redraw() {
        requestLayout();
    }

    public final Palette palette() {
        return palette.get();
    }

    public final ReadOnlyObjectProperty<Palette> paletteProperty() {
        return palette.getReadOnlyProperty();
    }

    @Override
    protected void layoutChildren() {
        double width = Math.max(1, Math.floor(getWidth()));
        double height = Math.max(1, Math.floor(getHeight()));
        if (canvas.getWidth() != width || canvas.getHeight() != height) {
            canvas.setWidth(width);
            canvas.setHeight(height);
        }
        var context = canvas.getGraphicsContext2D();
        context.setTransform(1, 0, 0, 1, 0, 0);
        context.clearRect(0, 0, width, height);
        context.setFont(TEXT);
        draw(context, width, height);
    }

    @Override
    public List<CssMetaData<? extends Styleable, ?>> getCssMetaData() {
        var all = new ArrayList<>(Region.getClassCssMetaData());
        all.add(BACKGROUND);
        return all;
    }
}
