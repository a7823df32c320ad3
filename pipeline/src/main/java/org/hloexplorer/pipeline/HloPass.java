package org.hloexplorer.pipeline;

import java.util.List;
import org.hloexplorer.hlo.HloModule;

/**
 * One step of a compiler: a module in, a better module out.
 *
 * <p>Stateless. Timing, verification, dumping, toggles and the budget of rewrites belong to the runner; a pass only
 * reports what it does and what it leaves alone, once, through the context.
 */
public interface HloPass {

    /** The name XLA prints, such as {@code algsimp}. */
    String name();

    /** What the pass is for, in a sentence. */
    String summary();

    /** The module after the pass; the same object where nothing changed. */
    HloModule run(HloModule module, PassContext context);

    /** The knobs it reads. */
    default List<Option<?>> options() {
        return List.of();
    }

    /** The parts that can be switched off one by one. */
    default List<RuleDescription> rules() {
        return List.of();
    }
}
