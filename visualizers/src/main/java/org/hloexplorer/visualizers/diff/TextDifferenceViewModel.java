package org.hloexplorer.visualizers.diff;

import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import javafx.beans.property.BooleanProperty;
import javafx.beans.property.IntegerProperty;
import javafx.beans.property.ReadOnlyBooleanProperty;
import javafx.beans.property.ReadOnlyBooleanWrapper;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.property.SimpleBooleanProperty;
import javafx.beans.property.SimpleIntegerProperty;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.text.HloPrinter;
import org.hloexplorer.hlo.text.PrintOptions;
import org.hloexplorer.pipeline.PipelineRun;
import org.hloexplorer.visualizers.Background;
import org.hloexplorer.visualizers.Words;

/** The difference of two texts, and the change that is looked at. */
public final class TextDifferenceViewModel {
    private final Background background;
    private final ReadOnlyObjectWrapper<List<DifferenceRow>> rows = new ReadOnlyObjectWrapper<>(List.of());
    private final ReadOnlyObjectWrapper<String> message = new ReadOnlyObjectWrapper<>(Words.say("diff.empty"));
    private final ReadOnlyBooleanWrapper busy = new ReadOnlyBooleanWrapper();
    private final BooleanProperty onlyChanges = new SimpleBooleanProperty(true);
    private final BooleanProperty metadata = new SimpleBooleanProperty();
    private final IntegerProperty change = new SimpleIntegerProperty(-1);
    private List<DifferenceRow> all = List.of();
    private Supplier<Texts> texts = () -> new Texts("", "");
    private boolean hasContent;

    private record Texts(String before, String after) {}

    /** Prints and compares on this executor, and shows on the JavaFX thread. */
    public TextDifferenceViewModel(Executor worker) {
        this(new Background(worker));
    }

    public TextDifferenceViewModel(Background background) {
        this.background = background;
        onlyChanges.subscribe(_ -> fold());
        metadata.subscribe(_ -> compare());
    }

    /** Shows what the pass run that left this version did to the text. */
    public void show(PipelineRun run, int version) {
        show(run.version(Math.max(0, version - 1)), run.version(version));
    }

    public void show(HloModule before, HloModule after) {
        texts = () -> {
            var options = PrintOptions.LONG.withMetadata(metadata.get()).withLargeConstants(false);
            return new Texts(HloPrinter.print(before, options), HloPrinter.print(after, options));
        };
        hasContent = true;
        compare();
    }

    public void show(String before, String after) {
        texts = () -> new Texts(before, after);
        hasContent = true;
        compare();
    }

    public void clear() {
        hasContent = false;
        background.cancel();
        busy.set(false);
        all = List.of();
        fold();
        message.set(Words.say("diff.empty"));
    }

    private void compare() {
        if (!hasContent) {
            return;
        }
        var wanted = texts;
        busy.set(true);
        background.order(
                _ -> {
                    var both = wanted.get();
                    return TextDifference.between(both.before(), both.after());
                },
                compared -> {
                    busy.set(false);
                    all = compared;
                    fold();
                },
                trouble -> {
                    busy.set(false);
                    all = List.of();
                    fold();
                    message.set(Words.say("diff.failed", String.valueOf(trouble.getMessage())));
                });
    }

    private void fold() {
        boolean same = all.stream().noneMatch(DifferenceRow::isDifferent);
        message.set(same && hasContent ? Words.say("diff.same") : "");
        rows.set(onlyChanges.get() && !same ? TextDifference.folded(all) : all);
        change.set(-1);
        if (!same) {
            change.set(0);
        }
    }

    /** The rows of {@link #rowsProperty()} at which changes begin. */
    public List<Integer> changes() {
        return TextDifference.changes(rows.get());
    }

    public void selectNextChange() {
        int count = changes().size();
        if (count > 0) {
            change.set(Math.min(change.get() + 1, count - 1));
        }
    }

    public void selectPreviousChange() {
        change.set(Math.max(change.get() - 1, changes().isEmpty() ? -1 : 0));
    }

    /** How many rows have this kind, folded ones left aside. */
    public long count(DifferenceRow.Kind kind) {
        return all.stream().filter(each -> each.kind() == kind).count();
    }

    public ReadOnlyObjectProperty<List<DifferenceRow>> rowsProperty() {
        return rows.getReadOnlyProperty();
    }

    /** What there is to say instead of, or about, the rows; empty for nothing. */
    public ReadOnlyObjectProperty<String> messageProperty() {
        return message.getReadOnlyProperty();
    }

    public ReadOnlyBooleanProperty busyProperty() {
        return busy.getReadOnlyProperty();
    }

    /** Whether long unchanged stretches are folded. */
    public BooleanProperty onlyChangesProperty() {
        return onlyChanges;
    }

    /** Whether metadata is printed, and so compared. */
    public BooleanProperty metadataProperty() {
        return metadata;
    }

    /** The change looked at, counted from 0; -1 for none. */
    public IntegerProperty changeProperty() {
        return change;
    }
}
