package org.hloexplorer.hlo.stablehlo;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.Severity;
import org.hloexplorer.hlo.text.Diagnostic;
import org.hloexplorer.hlo.text.SourceText;
import org.jspecify.annotations.Nullable;

/** Reads StableHLO text and converts it to HLO. */
public final class StableHloReader {
    private StableHloReader() {}

    /** The module, or complaints in its place. */
    public static final class Converted {
        private final @Nullable HloModule module;
        private final List<Diagnostic> errors;

        private Converted(@Nullable HloModule module, List<Diagnostic> errors) {
            this.module = module;
            this.errors = List.copyOf(errors);
        }

        /** The module, where all of the text could be converted. */
        public Optional<HloModule> module() {
            return Optional.ofNullable(module);
        }

        public List<Diagnostic> errors() {
            return errors;
        }
    }

    /** Reads and converts a text; never throws for what it holds. */
    public static Converted read(SourceText source) {
        var errors = new ArrayList<Diagnostic>();
        try {
            var converter = new ModuleConverter(MlirModule.parse(source.text()));
            HloModule module = null;
            try {
                module = converter.convert();
            } catch (MlirException e) {
                if (converter.faults().isEmpty()) {
                    throw e;
                }
            }
            converter.faults().forEach(fault -> errors.add(diagnostic(source, fault)));
            return new Converted(errors.isEmpty() ? module : null, errors);
        } catch (MlirException e) {
            errors.add(diagnostic(source, e));
            return new Converted(null, errors);
        }
    }

    private static Diagnostic diagnostic(SourceText source, MlirException fault) {
        return new Diagnostic(
                Severity.ERROR, fault.code(), source.span(fault.start(), fault.end()), fault.text(), null);
    }
}
