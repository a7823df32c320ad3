package org.hloexplorer.app.workbench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Supplier;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import org.hloexplorer.pipeline.dump.DumpComparison;
import org.hloexplorer.pipeline.dump.DumpComparison.Pair;
import org.hloexplorer.pipeline.dump.DumpDifferences;
import org.hloexplorer.pipeline.dump.DumpDifferences.Row;
import org.hloexplorer.pipeline.dump.DumpFolder;
import org.hloexplorer.pipeline.dump.DumpedModule;
import org.jspecify.annotations.Nullable;

/** A second dump folder beside the one that is open: their steps aligned, and the pair that is looked at. */
public final class CompareModel {
    private static final String COMPARE = "comparison of dumps";
    private static final String PAIR = "pair of steps";

    /** Two dumps with what differs between them. */
    public record Compared(Path left, Path right, DumpDifferences differences) {}

    /** The modules of a row, side by side. */
    public record Shown(Row row, Pair pair) {}

    private final Supplier<Optional<DumpedModule>> open;
    private final Supplier<Optional<DumpFolder>> folder;
    private final Tasks tasks;
    private final LogModel log;
    private final ReadOnlyObjectWrapper<@Nullable Compared> compared = new ReadOnlyObjectWrapper<>();
    private final ReadOnlyObjectWrapper<@Nullable Shown> shown = new ReadOnlyObjectWrapper<>();

    /** @param open the module of a dump that is open, and {@code folder} the folder it is in */
    CompareModel(
            Supplier<Optional<DumpedModule>> open, Supplier<Optional<DumpFolder>> folder, Tasks tasks, LogModel log) {
        this.open = open;
        this.folder = folder;
        this.tasks = tasks;
        this.log = log;
    }

    /**
     * Puts another dump folder beside the one that is open: its module of the same name, or the one of which it shows
     * most.
     *
     * @throws SourceException where none is open, or the other one holds no module
     */
    public void compareWith(DumpFolder other) throws SourceException {
        var left = open.get();
        var leftFolder = folder.get();
        if (left.isEmpty() || leftFolder.isEmpty()) {
            throw new SourceException(
                    SourceException.Kind.NOT_SUPPORTED,
                    "A dump folder is compared with the one that is open, and none is: open one first.");
        }
        var right = other.programs().stream()
                .filter(each -> each.name().equals(left.get().name()))
                .findFirst()
                .or(() -> other.programs().stream().findFirst())
                .orElseThrow(() -> new SourceException(
                        SourceException.Kind.NOT_SUPPORTED,
                        "%s holds no module that was dumped.".formatted(other.path())));
        compare(left.get(), leftFolder.get().path(), right, other.path());
    }

    private void compare(DumpedModule left, Path leftPath, DumpedModule right, Path rightPath) {
        tasks.start(
                COMPARE,
                COMPARE,
                progress -> new Compared(
                        leftPath,
                        rightPath,
                        DumpDifferences.of(DumpComparison.of(left, right), progress.cancellation())),
                new Tasks.Outcome<>() {
                    @Override
                    public void succeeded(Compared result) {
                        compared.set(result);
                        result.differences().first().ifPresent(CompareModel.this::show);
                    }

                    @Override
                    public void failed(Exception exception) {
                        log.error("The dumps cannot be compared: " + exception.getMessage());
                    }

                    @Override
                    public void cancelled() {
                        log.warn("The comparison of the dumps was cancelled.");
                    }
                });
    }

    /** Shows the modules of a row side by side. */
    public void show(Row row) {
        tasks.start(PAIR, row.step().title(), _ -> pair(row), new Tasks.Outcome<>() {
            @Override
            public void succeeded(Shown result) {
                shown.set(result);
            }

            @Override
            public void failed(Exception exception) {
                log.error("The step cannot be shown: " + exception.getMessage());
            }

            @Override
            public void cancelled() {
                shown.set(null);
            }
        });
    }

    /** Shows no pair any more. */
    public void hide() {
        tasks.cancel(PAIR);
        shown.set(null);
    }

    private static Shown pair(Row row) throws IOException {
        return new Shown(row, DumpComparison.pair(row.step()));
    }

    void clear() {
        tasks.cancel(COMPARE);
        tasks.cancel(PAIR);
        shown.set(null);
        compared.set(null);
    }

    /** The comparison; null where no second folder is open. */
    public ReadOnlyObjectProperty<@Nullable Compared> comparedProperty() {
        return compared.getReadOnlyProperty();
    }

    /** The pair of modules that is looked at; null for none. */
    public ReadOnlyObjectProperty<@Nullable Shown> shownProperty() {
        return shown.getReadOnlyProperty();
    }
}
