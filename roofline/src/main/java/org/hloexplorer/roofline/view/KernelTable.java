package org.hloexplorer.roofline.view;

import java.util.Comparator;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.collections.transformation.SortedList;
import javafx.scene.control.TableCell;
import javafx.scene.control.TableColumn;
import javafx.scene.control.TableView;
import javafx.scene.control.Tooltip;
import org.hloexplorer.pipeline.backend.work.KernelWork;
import org.hloexplorer.roofline.Figure;
import org.hloexplorer.roofline.KernelMeasurement;
import org.hloexplorer.roofline.LevelBytes;
import org.hloexplorer.roofline.Numbers;
import org.hloexplorer.roofline.Placement;
import org.hloexplorer.roofline.RooflineData;
import org.hloexplorer.roofline.view.RooflineViewModel.Row;
import org.jspecify.annotations.Nullable;

/** The kernels as rows: those with a dot, and those without, each figure with its source in the tooltip. */
final class KernelTable extends TableView<Row> {
    /** The widest heading, in pixels. */
    private static final double LEAST_FIGURE = 57;

    private static final double LEAST_OF_NAME = 0.68;

    /** Columns with a longer heading. */
    private static final double SOURCE_WIDTH = 104;

    private final Words words;
    private final int ownColumns;

    KernelTable(RooflineViewModel model, Words words) {
        this.words = words;
        setId("roofline-table");
        getStyleClass().addAll("roofline-table", "dense");
        setAccessibleText(words.of("table.accessible"));
        setColumnResizePolicy(UNCONSTRAINED_RESIZE_POLICY);
        var sorted = new SortedList<>(model.rows());
        sorted.comparatorProperty().bind(comparatorProperty());
        setItems(sorted);
        addText(words.of("table.stage"), row -> row.stage().name(), 84);
        addText(words.of("table.kernel"), row -> row.placement().kernel().name(), 140);
        addFigure(
                words.of("table.flops"),
                kernel -> kernel.flops().value(),
                Numbers::scaled,
                k -> k.flops().source());
        addFigure(
                words.of("table.bytes"),
                kernel -> kernel.bytes().value(),
                Numbers::scaled,
                k -> k.bytes().source());
        addFigure(
                words.of("table.intensity"),
                KernelMeasurement::intensity,
                Numbers::threeDigits,
                k -> k.flops().source() + " / " + k.bytes().source());
        addFigure(
                words.of("table.rate"),
                KernelMeasurement::flopRate,
                Numbers::scaled,
                k -> k.seconds().source());
        addFigure(
                words.of("table.time"),
                kernel -> kernel.seconds().value(),
                Numbers::seconds,
                k -> k.seconds().source());
        addColumn(
                words.of("table.roof"),
                row -> row.placement().fractionOfRoof(),
                Numbers::percent,
                row -> row.placement().verdict(),
                70);
        ownColumns = getColumns().size();
        model.dataProperty().subscribe(this::showSources);
        getSelectionModel().selectedItemProperty().subscribe(row -> {
            if (row != null) {
                model.selectedProperty().set(row);
            }
        });
        model.selectedProperty().subscribe(this::select);
    }

    /** Beside the figures that are drawn, the same by other ways of finding them, where there are any. */
    private void showSources(@Nullable RooflineData data) {
        getColumns().remove(ownColumns, getColumns().size());
        if (data == null || kernels(data).noneMatch(kernel -> kernel.evidence().counted() != null)) {
            return;
        }
        addSource("table.flops.analytic", kernel -> kernel.evidence().analyticFlops());
        addSource("table.flops.counted", counted(KernelWork::flops));
        addSource("table.integers.counted", counted(KernelWork::integerOperations));
        addSource("table.transcendentals.analytic", kernel -> kernel.evidence().analyticTranscendentals());
        addSource("table.transcendentals.counted", counted(KernelWork::transcendentals));
        addSource("table.library.counted", counted(KernelWork::libraryFlops));
        addSource("table.bytes.analytic", kernel -> kernel.evidence().analyticBytes());
        kernels(data)
                .flatMap(kernel -> kernel.levels().stream())
                .map(LevelBytes::level)
                .distinct()
                .forEach(level -> addSource(
                        level.equals("L1") ? "table.level.counted" : "table.level.simulated",
                        kernel -> of(kernel, level),
                        level));
    }

    private static Stream<KernelMeasurement> kernels(RooflineData data) {
        return data.stages().stream().flatMap(stage -> stage.kernels().stream()).map(Placement::kernel);
    }

    private static Function<KernelMeasurement, Figure> counted(ToDoubleFunction<KernelWork> value) {
        return kernel -> {
            var work = kernel.evidence().counted();
            return new Figure(
                    work == null ? Double.NaN : value.applyAsDouble(work),
                    kernel.evidence().counting());
        };
    }

    private static Figure of(KernelMeasurement kernel, String level) {
        return kernel.levels().stream()
                .filter(each -> each.level().equals(level))
                .findFirst()
                .map(LevelBytes::bytes)
                .orElse(new Figure(Double.NaN, kernel.evidence().simulation()));
    }

    private void addSource(String key, Function<KernelMeasurement, Figure> figure, Object... parameters) {
        addFigure(
                words.of(key, parameters),
                kernel -> figure.apply(kernel).value(),
                Numbers::scaled,
                kernel -> figure.apply(kernel).source());
        getColumns().getLast().setPrefWidth(SOURCE_WIDTH);
    }

    private void select(@Nullable Row row) {
        if (row == null) {
            getSelectionModel().clearSelection();
        } else if (!row.equals(getSelectionModel().getSelectedItem())) {
            getSelectionModel().select(row);
            scrollTo(row);
        }
    }

    private void addText(String title, Function<Row, String> text, double width) {
        var column = new TableColumn<Row, String>(title);
        column.setCellValueFactory(features -> new ReadOnlyObjectWrapper<>(text.apply(features.getValue())));
        column.setCellFactory(_ -> new NameCell());
        column.setPrefWidth(width);
        column.setMinWidth(width * LEAST_OF_NAME);
        getColumns().add(column);
    }

    private void addFigure(
            String title,
            ToDoubleFunction<KernelMeasurement> value,
            Function<Double, String> format,
            Function<KernelMeasurement, String> source) {
        addColumn(
                title,
                row -> value.applyAsDouble(row.placement().kernel()),
                format,
                row -> source.apply(row.placement().kernel()),
                70);
    }

    private void addColumn(
            String title,
            ToDoubleFunction<Row> value,
            Function<Double, String> format,
            Function<Row, String> source,
            double width) {
        var column = new TableColumn<Row, Double>(title);
        column.setCellValueFactory(features -> new ReadOnlyObjectWrapper<>(value.applyAsDouble(features.getValue())));
        column.setComparator(Comparator.naturalOrder());
        column.getStyleClass().add("number-column");
        column.setPrefWidth(width);
        column.setMinWidth(LEAST_FIGURE);
        column.setCellFactory(_ -> new FigureCell(format, source));
        getColumns().add(column);
    }

    /** A name, whole in the tooltip where there is no room for it. */
    private static final class NameCell extends TableCell<Row, String> {
        @Override
        protected void updateItem(@Nullable String item, boolean empty) {
            super.updateItem(item, empty);
            setText(empty ? null : item);
            setTooltip(empty || item == null ? null : new Tooltip(item));
        }
    }

    /** A number, refused figures marked, its source in the tooltip. */
    private static final class FigureCell extends TableCell<Row, Double> {
        private final Function<Double, String> format;
        private final Function<Row, String> source;

        FigureCell(Function<Double, String> format, Function<Row, String> source) {
            this.format = format;
            this.source = source;
        }

        /** Drawn above a roof, for the reason that its verdict gives. */
        private static boolean isAboveRoof(Row row) {
            return row.placement() instanceof Placement.Plotted plotted
                    && plotted.fractionOfRoof() > 1.05 + plotted.roof().spread();
        }

        @Override
        protected void updateItem(@Nullable Double item, boolean empty) {
            super.updateItem(item, empty);
            var row = empty ? null : getTableRow().getItem();
            if (item == null || row == null) {
                setText(null);
                setTooltip(null);
                return;
            }
            var mark = row.placement() instanceof Placement.Refused ? " !" : isAboveRoof(row) ? " ↑" : "";
            setText(Double.isFinite(item) ? format.apply(item) + mark : "—");
            setTooltip(new Tooltip(source.apply(row)));
        }
    }
}
