package org.hloexplorer.app.workbench;

import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import org.hloexplorer.hlo.text.ParsedModule;
import org.jspecify.annotations.Nullable;

/** The program that is open: its text, as it is edited, and what was read in it. */
public final class ProgramModel {
    private static final String READING = "reading";

    private final Tasks tasks;
    private final LogModel log;
    private final ReadOnlyObjectWrapper<ProgramSource> source = new ReadOnlyObjectWrapper<>(ProgramSource.NONE);
    private final ReadOnlyObjectWrapper<@Nullable ParsedModule> parsed = new ReadOnlyObjectWrapper<>();

    ProgramModel(Tasks tasks, LogModel log) {
        this.tasks = tasks;
        this.log = log;
    }

    /** {@link ProgramSource#NONE} until something is opened. */
    public ReadOnlyObjectProperty<ProgramSource> sourceProperty() {
        return source.getReadOnlyProperty();
    }

    /** What was read in the text; a moment behind it while one types, and null until something is opened. */
    public ReadOnlyObjectProperty<@Nullable ParsedModule> parsedProperty() {
        return parsed.getReadOnlyProperty();
    }

    /** Opens another program, or the same one in a changed file. */
    public void open(ProgramSource opened) {
        log.info("Opened " + opened.name() + ".");
        source.set(opened);
        read();
    }

    /** Takes over what the user made of the text. */
    public void edit(String text) {
        if (!text.equals(source.get().text())) {
            source.set(source.get().withText(text));
            read();
        }
    }

    private void read() {
        var text = source.get();
        tasks.start(
                READING, "reading " + text.name(), _ -> ProgramReader.read(text), new Tasks.Outcome<ParsedModule>() {
                    @Override
                    public void succeeded(ParsedModule result) {
                        parsed.set(result);
                    }

                    @Override
                    public void failed(Exception exception) {
                        log.error("%s cannot be read: %s".formatted(text.name(), exception.getMessage()));
                    }
                });
    }
}
