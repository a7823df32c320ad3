package org.hloexplorer.pipeline;

/** How a pass run ended. */
public enum PassStatus {
    CHANGED,
    UNCHANGED,
    /** Switched off by the user. */
    OFF,
    /** The pass failed or left a module that does not verify; its input was passed on. */
    FAILED
}
