package org.hloexplorer.app.workbench;

import java.util.ArrayList;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.pipeline.HloPass;
import org.hloexplorer.pipeline.PassContext;

/** A pass that puts its letter behind the name of each instruction that does not have it yet. */
record CountingPass(String name) implements HloPass {

    @Override
    public String summary() {
        return "marks every instruction with " + name;
    }

    @Override
    public HloModule run(HloModule module, PassContext context) {
        var entry = module.entry();
        var marked = new ArrayList<>(entry.instructions());
        boolean changed = false;
        for (int i = 0; i < marked.size(); i++) {
            var instruction = marked.get(i);
            if (!instruction.name().contains(name) && context.mayRewrite("mark", instruction.id())) {
                marked.set(i, instruction.withName(instruction.name() + name));
                context.rewritten("mark", instruction.id(), instruction.id(), instruction.name() + " → " + name);
                changed = true;
            }
        }
        return changed
                ? module.withComputation(entry.withInstructions(marked, entry.rootId()), module.nextId())
                : module;
    }
}
