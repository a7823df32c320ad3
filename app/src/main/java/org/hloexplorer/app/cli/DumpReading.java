package org.hloexplorer.app.cli;

import java.io.IOException;
import java.nio.file.Path;
import org.hloexplorer.app.workbench.Dumps;
import org.hloexplorer.app.workbench.SourceException;
import org.hloexplorer.pipeline.PipelineRun;
import org.hloexplorer.pipeline.dump.DumpFolder;
import org.hloexplorer.pipeline.dump.DumpTimeline;
import org.hloexplorer.pipeline.dump.DumpedModule;

/** Reads dump folders for verbs. */
final class DumpReading {
    private DumpReading() {}

    static DumpFolder folder(String argument) {
        try {
            return Dumps.open(Path.of(argument));
        } catch (SourceException e) {
            throw new VerbException(Verb.statusOf(e), String.valueOf(e.getMessage()), e);
        }
    }

    /** The module of which the folder shows most. */
    static DumpedModule module(String argument) {
        return folder(argument).programs().getFirst();
    }

    /** Its timeline. */
    static PipelineRun timeline(String argument) {
        try {
            return DumpTimeline.read(module(argument));
        } catch (IOException e) {
            throw unreadable(argument, e);
        }
    }

    static VerbException unreadable(String argument, IOException e) {
        return new VerbException(
                ExitStatus.WRONG_USAGE, "%s cannot be read: %s.".formatted(argument, e.getMessage()), e);
    }
}
