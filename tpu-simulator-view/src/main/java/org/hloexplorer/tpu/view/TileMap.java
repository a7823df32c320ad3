package org.hloexplorer.tpu.view;

import java.util.stream.IntStream;
import javafx.scene.AccessibleRole;
import javafx.scene.canvas.GraphicsContext;
import javafx.scene.input.MouseEvent;
import org.hloexplorer.pipeline.backend.tpu.simulator.TimingMode;
import org.jspecify.annotations.Nullable;

/** W cut into tiles: which is done, which works, which shifts in, which is still to come. A click goes to a tile's start. */
final class TileMap extends CanvasRegion {
    private static final double MARGIN = 8;
    private static final double CAPTION = 32;
    private static final double LARGEST = 44;

    private final TpuViewModel model;

    TileMap(TpuViewModel model) {
        this.model = model;
        setId("tpu-tiles");
        setAccessibleRole(AccessibleRole.IMAGE_VIEW);
        setMinSize(60, 60);
        model.cycleProperty().subscribe(_ -> redraw());
        model.sceneProperty().subscribe(_ -> redraw());
        model.chip().litProperty().subscribe(_ -> redraw());
        setOnMouseClicked(this::click);
    }

    /** Tiles lie as their weights lie in W, products of a batch side by side. */
    private record Grid(int rows, int cols, double side) {
        static @Nullable Grid of(@Nullable UnitScene scene, double width, double height) {
            if (scene == null) {
                return null;
            }
            int rows = scene.plan().rowFolds();
            int cols = scene.plan().columnCount();
            double side = Math.min((width - 2 * MARGIN) / cols, (height - CAPTION - MARGIN) / rows);
            return new Grid(rows, cols, Math.min(LARGEST, side));
        }
    }

    private void click(MouseEvent event) {
        var grid = Grid.of(model.sceneProperty().get(), getWidth(), getHeight());
        if (grid != null) {
            int col = (int) ((event.getX() - MARGIN) / grid.side());
            int row = (int) ((event.getY() - CAPTION) / grid.side());
            if (row >= 0 && row < grid.rows() && col >= 0 && col < grid.cols()) {
                model.playingProperty().set(false);
                model.goToTile(col * grid.rows() + row);
            }
        }
    }

    @Override
    void draw(GraphicsContext context, double width, double height) {
        var scene = model.sceneProperty().get();
        var grid = Grid.of(scene, width, height);
        if (scene == null || grid == null) {
            return;
        }
        var ink = new Ink(context, palette());
        ink.size(10.5);
        ink.left(caption(scene, grid), MARGIN, CAPTION / 4, ink.palette().muted());
        ink.left(legend(scene), MARGIN, CAPTION * 3 / 4, ink.palette().muted());
        int step = Math.max(1, (int) Math.ceil(1 / grid.side()));
        IntStream.range(0, scene.plan().folds())
                .filter(tile -> step == 1 || tile % step == 0)
                .forEach(tile -> tile(ink, scene, grid, tile));
    }

    private String caption(UnitScene scene, Grid grid) {
        var tile = scene.plan().tile(model.tileProperty().get());
        return Words.say(
                "tiles.caption",
                grid.rows(),
                grid.cols(),
                tile.index(),
                Figures.range(tile.firstK(), tile.kCount()),
                Figures.range(tile.firstN(), tile.nCount()));
    }

    /** What colours say; where weights come through a queue, how full that is. */
    private String legend(UnitScene scene) {
        var config = scene.config();
        if (config.timing() != TimingMode.FIFO) {
            return Words.say("tiles.legend");
        }
        long cycle = model.cycleProperty().get();
        return Words.say(
                "tiles.queue",
                MachineState.waiting(scene, cycle),
                config.fifoDepth(),
                config.rate().map(Object::toString).orElse(""));
    }

    private void tile(Ink ink, UnitScene scene, Grid grid, int tile) {
        int column = tile / grid.rows();
        int row = tile % grid.rows();
        double x = MARGIN + column * grid.side();
        double y = CAPTION + row * grid.side();
        double size = Math.max(1, grid.side() - (grid.side() > 4 ? 1 : 0));
        long cycle = model.cycleProperty().get();
        var palette = ink.palette();
        boolean started = scene.schedule().start(tile) <= cycle;
        boolean done = scene.schedule().end(tile) <= cycle;
        boolean shifting = !started && scene.schedule().shift(tile) <= cycle;
        boolean waits = !started
                && !shifting
                && scene.config().timing() == TimingMode.FIFO
                && scene.schedule().arrival(tile) <= cycle;
        var active = palette.row(0);
        ink.box(
                x,
                y,
                size,
                size,
                done
                        ? palette.background().interpolate(active, 0.3)
                        : started ? active : shifting ? palette.row(1) : waits ? palette.row(2) : palette.raised());
        boolean isLit = model.chip().isLit(scene.run());
        ink.frame(x, y, size, size, isLit ? palette.accent() : palette.border(), isLit && size > 6 ? 2 : 1);
        if (grid.side() >= 20) {
            ink.size(10);
            var colour = started && !done
                    ? ink.textOn(active)
                    : shifting ? ink.textOn(palette.row(1)) : palette.foreground();
            ink.centre(String.valueOf(tile), x + size / 2, y + size / 2, colour);
        }
    }
}
