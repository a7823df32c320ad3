package org.hloexplorer.visualizers.kernels;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.regex.Pattern;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.property.ReadOnlyStringProperty;
import javafx.beans.property.ReadOnlyStringWrapper;
import javafx.beans.property.SimpleObjectProperty;
import javafx.beans.property.SimpleStringProperty;
import javafx.beans.property.StringProperty;
import javafx.collections.FXCollections;
import javafx.collections.ObservableList;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.HloPath;
import org.hloexplorer.pipeline.backend.KernelDescription;
import org.hloexplorer.pipeline.backend.KernelDescription.CodeListing;
import org.hloexplorer.visualizers.Words;
import org.jspecify.annotations.Nullable;

/** The kernels of a program, the one that is looked at, and which stage of its code. */
public final class KernelsViewModel {
    private final ObservableList<KernelDescription> kernels = FXCollections.observableArrayList();
    private final ObservableList<KernelDescription> readableKernels = FXCollections.unmodifiableObservableList(kernels);
    private final ObjectProperty<@Nullable KernelDescription> kernel = new SimpleObjectProperty<>();
    private final StringProperty stage = new SimpleStringProperty("");
    private final ReadOnlyObjectWrapper<@Nullable CodeListing> listing = new ReadOnlyObjectWrapper<>();
    private final ObjectProperty<@Nullable HloPath> selection = new SimpleObjectProperty<>();
    private final ReadOnlyStringWrapper text = new ReadOnlyStringWrapper("");
    private final Executor background;
    private final Executor publisher;
    private @Nullable HloModule module;
    private int version;
    private boolean following;

    /** Makes code where it is asked for; for tests, and code that is there already. */
    public KernelsViewModel() {
        this(Runnable::run, Runnable::run);
    }

    /** Makes code, which may take a compiler, on one executor, and shows it on another. */
    public KernelsViewModel(Executor background, Executor publisher) {
        this.background = background;
        this.publisher = publisher;
        kernel.subscribe(_ -> kernelChosen());
        stage.subscribe(_ -> chooseListing());
        selection.subscribe(this::follow);
        listing.subscribe(this::make);
    }

    private void make(@Nullable CodeListing wanted) {
        if (wanted == null) {
            text.set("");
            return;
        }
        text.set(Words.say("kernels.making", wanted.stage()));
        background.execute(() -> {
            var made = made(wanted);
            publisher.execute(() -> {
                if (wanted.equals(listing.get())) {
                    text.set(made);
                }
            });
        });
    }

    /** The code, or why there is none: whatever a compiler fails of is no business of the window's. */
    private static String made(CodeListing wanted) {
        try {
            return wanted.text();
        } catch (RuntimeException e) {
            return Words.say("kernels.notMade", wanted.stage(), String.valueOf(e.getMessage()));
        }
    }

    /** Shows the kernels of a program, which was compiled from this version of the module. */
    public void show(List<KernelDescription> shown, HloModule compiled, int compiledVersion) {
        module = compiled;
        version = compiledVersion;
        var name =
                kernel.get() == null ? "" : Objects.requireNonNull(kernel.get()).name();
        kernels.setAll(shown);
        kernel.set(shown.stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .or(() -> shown.stream().findFirst())
                .orElse(null));
    }

    /** Shows nothing, as before the first compilation. */
    public void clear() {
        module = null;
        kernels.clear();
        kernel.set(null);
    }

    private void kernelChosen() {
        chooseListing();
        var chosen = kernel.get();
        var compiled = module;
        if (chosen != null && compiled != null && !following) {
            following = true;
            compiled.computationOf(chosen.instruction())
                    .ifPresent(computation ->
                            selection.set(HloPath.toInstruction(version, computation.id(), chosen.instruction())));
            following = false;
        }
    }

    /** The stage the user chose where the kernel has it, otherwise its first one. */
    private void chooseListing() {
        var chosen = kernel.get();
        listing.set(
                chosen == null
                        ? null
                        : chosen.code().stream()
                                .filter(each -> each.stage().equals(stage.get()))
                                .findFirst()
                                .or(() -> chosen.code().stream().findFirst())
                                .orElse(null));
    }

    /** Goes to the kernel that does the work of the selected instruction. */
    private void follow(@Nullable HloPath path) {
        var id = path == null ? null : path.instructionId();
        if (id != null && !following) {
            following = true;
            kernels.stream()
                    .filter(each ->
                            each.instruction() == id || each.instructions().contains(id))
                    .findFirst()
                    .ifPresent(kernel::set);
            following = false;
        }
    }

    /** The lines of the listing, counted from 0, that name the selected instruction or were made of it. */
    public List<Integer> linesOfSelection() {
        var name = selectedName();
        if (name.isEmpty()) {
            return List.of();
        }
        var lines = new ArrayList<Integer>();
        var all = text.get().split("\n", -1);
        boolean isWithin = false;
        for (int i = 0; i < all.length; i++) {
            boolean isNamed = namedOn(all[i], name);
            isWithin = isPlace(all[i]) ? isNamed : isWithin && !all[i].isBlank();
            if (isNamed || isWithin) {
                lines.add(i);
            }
        }
        return lines;
    }

    /** Whether a line of assembly says what the lines after it were made of. */
    private static boolean isPlace(String line) {
        return line.strip().startsWith(".loc");
    }

    private String selectedName() {
        var path = selection.get();
        var compiled = module;
        return path == null || path.instructionId() == null || compiled == null
                ? ""
                : compiled.findInstruction(path.instructionId())
                        .map(HloInstruction::name)
                        .orElse("");
    }

    /** Selects the instruction that a line of the listing, counted from 0, names or was made of, if it is one of the kernel's. */
    public void selectAt(int line) {
        var all = text.get().split("\n", -1);
        for (int i = Math.min(line, all.length - 1); i >= 0; i--) {
            if (selectNamedOn(all[i]) || isPlace(all[i]) || all[i].isBlank()) {
                return;
            }
            if (!isAssembly()) {
                return;
            }
        }
    }

    private boolean isAssembly() {
        return text.get().lines().anyMatch(KernelsViewModel::isPlace);
    }

    private boolean selectNamedOn(String line) {
        var chosen = kernel.get();
        var compiled = module;
        if (chosen == null || compiled == null) {
            return false;
        }
        for (int id : chosen.instructions()) {
            var computation = compiled.computationOf(id);
            if (computation.isPresent()
                    && namedOn(line, computation.get().instruction(id).name())) {
                following = true;
                selection.set(HloPath.toInstruction(version, computation.get().id(), id));
                following = false;
                return true;
            }
        }
        return false;
    }

    private static boolean namedOn(String line, String name) {
        return Pattern.compile("(?<![\\w.])" + Pattern.quote(name) + "(?![\\w.])")
                .matcher(line)
                .find();
    }

    public ObservableList<KernelDescription> kernels() {
        return readableKernels;
    }

    public ObjectProperty<@Nullable KernelDescription> kernelProperty() {
        return kernel;
    }

    /** The stage to show, such as {@code LLVM IR}, also for kernels chosen later. */
    public StringProperty stageProperty() {
        return stage;
    }

    public ReadOnlyObjectProperty<@Nullable CodeListing> listingProperty() {
        return listing.getReadOnlyProperty();
    }

    /** The code that is shown, or a sentence in its place while it is made. */
    public ReadOnlyStringProperty textProperty() {
        return text.getReadOnlyProperty();
    }

    public ObjectProperty<@Nullable HloPath> selectionProperty() {
        return selection;
    }
}
