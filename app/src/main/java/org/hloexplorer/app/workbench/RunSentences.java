package org.hloexplorer.app.workbench;

import java.util.Locale;
import org.hloexplorer.pipeline.backend.KernelDescription;

/** Runs in a sentence each. */
public final class RunSentences {
    private RunSentences() {}

    /** Such as {@code cpu: 3 kernels, 1.23 ms (median of 10); largest difference …; within …}. */
    public static String of(DeviceRun run) {
        var time = run.result().profile().whole();
        var kernels = run.kernels().isEmpty() ? "" : KernelDescription.countText(run.kernels()) + ", ";
        return "%s: %s%s ms%s%s"
                .formatted(
                        run.device().kind().text(),
                        kernels,
                        String.format(Locale.ROOT, "%.3f", time.medianMillis()),
                        time.runs() == 1 ? "" : " (median of %d runs)".formatted(time.runs()),
                        comparison(run));
    }

    private static String comparison(DeviceRun run) {
        var compared = run.comparison();
        if (compared == null) {
            return ".";
        }
        var verdict = compared.comparison().agrees() ? "agrees with the reference" : "DIFFERS from the reference";
        return "; %s: %s.".formatted(verdict, compared.comparison().toText());
    }
}
