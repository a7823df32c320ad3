package org.hloexplorer.pipeline;

import java.util.function.BiFunction;
import org.hloexplorer.hlo.HloModule;

/** A pass made up for a test. */
record TestPass(String name, BiFunction<HloModule, PassContext, HloModule> body) implements HloPass {

    @Override
    public String summary() {
        return "is made up";
    }

    @Override
    public HloModule run(HloModule module, PassContext context) {
        return body.apply(module, context);
    }
}
