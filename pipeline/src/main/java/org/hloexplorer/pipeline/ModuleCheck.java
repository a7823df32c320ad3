package org.hloexplorer.pipeline;

import java.util.List;
import org.hloexplorer.hlo.HloModule;

/** What is wrong with a module, in sentences; nothing where it is sound. */
@FunctionalInterface
public interface ModuleCheck {

    /** Finds nothing wrong with anything. */
    ModuleCheck NONE = _ -> List.of();

    List<String> faults(HloModule module);
}
