package org.hloexplorer.hlo;

import java.util.ArrayList;
import java.util.List;

/** The tables that {@link OpMetadata#stackFrameId()} leads into. All ids count from 1. */
public record StackFrames(
        List<String> fileNames, List<String> functionNames, List<Location> locations, List<Frame> frames) {

    public static final StackFrames NONE = new StackFrames(List.of(), List.of(), List.of(), List.of());

    /** A range of source text in a function. */
    public record Location(int fileNameId, int functionNameId, int line, int endLine, int column, int endColumn) {}

    /** A location, and the frame that called it; 0 for none. XLA prints the parent one too high. */
    public record Frame(int locationId, int parentFrameId) {}

    /** A frame with its names looked up. */
    public record Resolved(String file, String function, int line, int column) {
        @Override
        public String toString() {
            return "%s:%d:%d (%s)".formatted(file, line, column, function);
        }
    }

    public StackFrames {
        fileNames = List.copyOf(fileNames);
        functionNames = List.copyOf(functionNames);
        locations = List.copyOf(locations);
        frames = List.copyOf(frames);
    }

    public boolean isEmpty() {
        return frames.isEmpty() && fileNames.isEmpty();
    }

    /** The stack from this frame outwards; empty where the id leads nowhere. A table that runs in circles is cut. */
    public List<Resolved> stack(int frameId) {
        var stack = new ArrayList<Resolved>();
        for (int id = frameId; id >= 1 && id <= frames.size() && stack.size() < frames.size(); ) {
            var frame = frames.get(id - 1);
            if (frame.locationId() >= 1 && frame.locationId() <= locations.size()) {
                stack.add(resolve(locations.get(frame.locationId() - 1)));
            }
            id = frame.parentFrameId();
        }
        return stack;
    }

    private Resolved resolve(Location location) {
        return new Resolved(
                name(fileNames, location.fileNameId()),
                name(functionNames, location.functionNameId()),
                location.line(),
                location.column());
    }

    private static String name(List<String> table, int id) {
        return id >= 1 && id <= table.size() ? table.get(id - 1) : "?";
    }
}
