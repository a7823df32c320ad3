package org.hloexplorer.pipeline.transforms;

import java.util.List;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.pipeline.HloPass;
import org.hloexplorer.pipeline.PassContext;
import org.hloexplorer.pipeline.RuleDescription;
import org.hloexplorer.pipeline.rewrite.ModuleEditor;

/** Removes instructions whose values nothing needs, and computations that nothing calls. */
public final class HloDce implements HloPass {

    @Override
    public String name() {
        return "dce";
    }

    @Override
    public String summary() {
        return "removes instructions and computations that nothing uses";
    }

    @Override
    public List<RuleDescription> rules() {
        return DeadCode.RULES;
    }

    @Override
    public HloModule run(HloModule module, PassContext context) {
        var editor = new ModuleEditor(module, context);
        DeadCode.remove(editor);
        return editor.commit();
    }
}
