package org.hloexplorer.visualizers.timeline;

import org.hloexplorer.pipeline.PassRun;

/**
 * A pass run on the timeline.
 *
 * @param occurrence which of the passes of this name it is, counted from 1
 * @param height of its bar, from 0 to 1, growing with the logarithm of its time
 * @param changesValues whether a rewrite was made that changes results for some inputs
 * @param isDiverged whether results leave the reference here
 */
public record PassCell(PassRun run, int occurrence, double height, boolean changesValues, boolean isDiverged) {

    /** The version of the module that the run left. */
    public int version() {
        return run.index() + 1;
    }

    /** How its toggle is named on the command line, such as {@code dce#2}. */
    public String toggleName() {
        return run.pass() + "#" + occurrence;
    }

    /** Sign and state in one character; empty for a run about which nothing is special. */
    public String mark() {
        return switch (run.status()) {
            case FAILED -> "!";
            case OFF -> "";
            case CHANGED, UNCHANGED -> isDiverged ? "\u2260" : changesValues ? "\u2248" : "";
        };
    }
}
