package org.hloexplorer.pipeline.dump;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What a folder holds about one module. Nothing is parsed yet.
 *
 * @param number of the module in its compilation
 * @param name as the files call it; {@code module_0000} where none does
 * @param steps in the order XLA went through them
 */
public record DumpedModule(int number, String name, List<DumpStep> steps, List<SideFile> sides) {

    public DumpedModule {
        steps = List.copyOf(steps);
        sides = List.copyOf(sides);
    }

    /** Numbers that XLA counted and for which there is no file, as where single files were deleted or copied. */
    public List<Integer> missingSteps() {
        var numbers =
                steps.stream().map(DumpStep::number).filter(each -> each >= 0).toList();
        var missing = new ArrayList<Integer>();
        int expected = 0;
        for (int number : numbers) {
            while (expected < number) {
                missing.add(expected++);
            }
            expected = number + 1;
        }
        return missing;
    }

    public Stream<SideFile> sides(SideKind kind) {
        return sides.stream().filter(each -> each.kind() == kind);
    }

    public Optional<SideFile> side(SideKind kind) {
        return sides(kind).findFirst();
    }

    /** The step that ended the compilation; empty where the folder holds none of this module. */
    public Optional<DumpStep> last() {
        return steps.isEmpty() ? Optional.empty() : Optional.of(steps.getLast());
    }
}
