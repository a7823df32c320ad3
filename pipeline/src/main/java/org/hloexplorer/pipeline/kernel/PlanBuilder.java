package org.hloexplorer.pipeline.kernel;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.Literal;
import org.hloexplorer.hlo.Shape;
import org.hloexplorer.pipeline.kernel.PlanBuffer.Content;
import org.hloexplorer.pipeline.kernel.library.LibraryContractions;

/** A plan under construction: its buffers, and the steps of the list that is being written. */
final class PlanBuilder {
    private final HloModule module;
    private final LoweringOptions options;
    private final Map<Integer, String> excluded;
    private final List<PlanBuffer> buffers = new ArrayList<>();
    private final Set<String> names = new HashSet<>();
    private final Map<String, LaunchFusion.Relowering> relowerings = new HashMap<>();
    private final Map<Integer, String> notForLibrary = new HashMap<>();
    private List<PlanStep> steps = new ArrayList<>();

    PlanBuilder(HloModule module, LoweringOptions options, Map<Integer, String> excluded) {
        // Where a work-group reduces a part each, two steps are what makes large reductions parallel.
        this.module = options.workGroups() == null ? TreeReductions.undone(module) : module;
        this.options = options;
        this.excluded = excluded;
    }

    ExecutablePlan build() {
        var parameters = module.entry().parameters().stream()
                .map(parameter -> allocated(parameter.shape(), new Content.Argument()))
                .toList();
        var result = new ComputationSteps(this, module.entry(), Set.of()).build(parameters);
        var joined = options.joinsRows()
                ? new LaunchFusion(relowerings, steps, ComputationSteps.buffers(result)).apply(steps)
                : steps;
        var tiled = options.workGroups() == null ? new TransposedTiles(options).applied(joined) : joined;
        return new ExecutablePlan(module, buffers, tiled, parameters, result, notForLibrary);
    }

    HloModule module() {
        return module;
    }

    LoweringOptions options() {
        return options;
    }

    /** Why an instruction must not be lowered, where that is known beforehand. */
    Optional<String> exclusion(HloInstruction instruction) {
        return Optional.ofNullable(excluded.get(instruction.id()));
    }

    /** Notes why the library does not compute an instruction; nothing where none was asked for. */
    void noteLibraryRefusal(HloInstruction instruction) {
        var library = options.library();
        if (library != null) {
            Optional.ofNullable(library.refused().get(instruction.id()))
                    .or(() -> LibraryContractions.refusalInside(module, instruction))
                    .ifPresent(reason -> notForLibrary.put(instruction.id(), reason));
        }
    }

    PlanValue allocated(Shape shape, Content content) {
        return switch (shape) {
            case Shape.Array array -> new PlanValue.Array(buffer(array, content), array);
            case Shape.Buffer(var contents) -> new PlanValue.Array(buffer(contents, content), contents);
            case Shape.Tuple(var elements) ->
                new PlanValue.Tuple(
                        elements.stream().map(each -> allocated(each, content)).toList());
            case Shape.Token _, Shape.Opaque _ -> new PlanValue.Nothing(shape);
        };
    }

    PlanValue computed(Shape shape) {
        return allocated(shape, new Content.Computed());
    }

    PlanValue constant(Shape shape, Literal literal) {
        if (literal.shape() instanceof Shape.Tuple) {
            var elements = new ArrayList<PlanValue>();
            for (var element : literal.elements()) {
                elements.add(constant(element.shape(), element));
            }
            return new PlanValue.Tuple(elements);
        }
        return allocated(shape, new Content.Constant(literal));
    }

    int buffer(Shape.Array shape, Content content) {
        buffers.add(new PlanBuffer(buffers.size(), shape, content));
        return buffers.size() - 1;
    }

    /** The number of buffers so far: the id of the next one. */
    int bufferCount() {
        return buffers.size();
    }

    PlanBuffer buffer(int id) {
        return buffers.get(id);
    }

    void add(PlanStep step) {
        steps.add(step);
    }

    /** Adds a launch whose kernel can be had as a loop over rows. */
    void add(PlanStep.Launch launch, LaunchFusion.Relowering relowering) {
        steps.add(launch);
        relowerings.put(launch.name(), relowering);
    }

    /** Copies an array, to another layout where the two have different ones. */
    void copy(HloInstruction instruction, String what, PlanValue.Array from, PlanValue.Array to) {
        var name = unique("copy of " + what);
        add(
                from.shape().layout().equals(to.shape().layout())
                        ? new PlanStep.Copy(name, instruction, from.buffer(), to.buffer())
                        : LayoutChange.launch(module, name, instruction, from, to, options));
    }

    /** The steps that are added meanwhile, which are not added to the current list. */
    List<PlanStep> collected(Runnable adding) {
        var outer = steps;
        List<PlanStep> inner = new ArrayList<>();
        steps = inner;
        try {
            adding.run();
        } finally {
            steps = outer;
        }
        return inner;
    }

    String unique(String name) {
        var candidate = name;
        for (int i = 2; !names.add(candidate); i++) {
            candidate = "%s (call %d)".formatted(name, i);
        }
        return candidate;
    }
}
