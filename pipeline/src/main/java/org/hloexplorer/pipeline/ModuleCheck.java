package org.hloexplorer.pipeline;

import java.util.List;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.verify.Finding;
import org.hloexplorer.hlo.verify.HloVerifier;

/** What is wrong with a module, in sentences; nothing where it is sound. */
@FunctionalInterface
public interface ModuleCheck {

    /** Finds nothing wrong with anything. */
    ModuleCheck NONE = _ -> List.of();

    /** Finds what XLA's own verifier would. */
    ModuleCheck VERIFIER =
            module -> HloVerifier.errors(module).stream().map(Finding::toString).toList();

    List<String> faults(HloModule module);
}
