package org.hloexplorer.hlo.stablehlo;

import java.util.ArrayList;
import java.util.List;

/** Reads {@code loc(…)}. */
final class LocationParser {
    private final MlirScanner scanner;

    LocationParser(MlirScanner scanner) {
        this.scanner = scanner;
    }

    /** The location that stands here, or none. */
    Location optional() {
        return scanner.peek("loc(") ? location() : Location.UNKNOWN;
    }

    Location location() {
        scanner.expect("loc");
        scanner.expect("(");
        var location = inner();
        scanner.expect(")");
        return location;
    }

    private Location inner() {
        scanner.enter();
        try {
            if (scanner.accept("#")) {
                return new Location.Alias(scanner.suffix());
            }
            if (scanner.peek("\"")) {
                return namedOrFile();
            }
            if (scanner.acceptWord("fused")) {
                return fused();
            }
            if (scanner.acceptWord("callsite")) {
                return callSite();
            }
            if (scanner.acceptWord("unknown")) {
                return Location.UNKNOWN;
            }
            throw scanner.unexpected("a location");
        } finally {
            scanner.leave();
        }
    }

    private Location namedOrFile() {
        var text = scanner.string();
        if (scanner.accept("(")) {
            var inner = inner();
            scanner.expect(")");
            return new Location.Named(text, inner);
        }
        if (!scanner.accept(":")) {
            return new Location.Named(text, Location.UNKNOWN);
        }
        int line = (int) scanner.integer();
        int column = scanner.accept(":") ? (int) scanner.integer() : 0;
        if (!scanner.acceptWord("to")) {
            return new Location.File(text, line, column, 0, 0);
        }
        int endLine = scanner.peek(":") ? line : (int) scanner.integer();
        scanner.expect(":");
        return new Location.File(text, line, column, endLine, (int) scanner.integer());
    }

    private Location fused() {
        if (scanner.peek("<")) {
            scanner.balanced();
        }
        scanner.expect("[");
        var parts = new ArrayList<Location>();
        while (!scanner.accept("]")) {
            parts.add(inner());
            scanner.accept(",");
        }
        return new Location.Fused(parts);
    }

    /** What is called says more than where it is called from. */
    private Location callSite() {
        scanner.expect("(");
        var callee = inner();
        scanner.expect("at");
        var caller = inner();
        scanner.expect(")");
        return new Location.Fused(List.of(callee, caller));
    }
}
