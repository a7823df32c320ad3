package org.hloexplorer.pipeline.kernel.llvm;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.IntUnaryOperator;
import java.util.stream.Collectors;

/**
 * Debug locations that lead from machine code back to lines of HLO text.
 *
 * <p>They are what makes assembly carry {@code .loc}, and remarks a line.
 */
final class DebugLines {
    static final DebugLines NONE = new DebugLines("", _ -> 0);

    /** Metadata numbers below this are the compile unit's and the function's. */
    private static final int FIRST = 10;

    private final String file;
    private final IntUnaryOperator lineOf;
    private final Map<Integer, Integer> numbers = new LinkedHashMap<>();

    /** @param lineOf the line of an instruction by its id, 0 where unknown */
    DebugLines(String file, IntUnaryOperator lineOf) {
        this.file = file;
        this.lineOf = lineOf;
    }

    /** What to append to an IR instruction, which may be nothing. */
    String location(int instruction) {
        int line = instruction < 0 ? 0 : lineOf.applyAsInt(instruction);
        return line == 0 ? "" : ", !dbg !" + numbers.computeIfAbsent(line, _ -> FIRST + numbers.size());
    }

    boolean isEmpty() {
        return numbers.isEmpty();
    }

    /** What to append to the function's header. */
    String subprogram() {
        return isEmpty() ? "" : " !dbg !5";
    }

    String metadata(String symbol) {
        if (isEmpty()) {
            return "";
        }
        return """

                !llvm.dbg.cu = !{!0}
                !llvm.module.flags = !{!2, !3}
                !0 = distinct !DICompileUnit(language: DW_LANG_C, file: !1, producer: "hlox", isOptimized: true, emissionKind: LineTablesOnly)
                !1 = !DIFile(filename: "%s", directory: "")
                !2 = !{i32 2, !"Debug Info Version", i32 3}
                !3 = !{i32 7, !"Dwarf Version", i32 5}
                !4 = !DISubroutineType(types: !{})
                !5 = distinct !DISubprogram(name: "%s", file: !1, line: 1, type: !4, unit: !0, spFlags: DISPFlagDefinition | DISPFlagOptimized)
                """.formatted(file, symbol)
                + numbers.entrySet().stream()
                        .map(entry -> "!%d = !DILocation(line: %d, column: 1, scope: !5)\n"
                                .formatted(entry.getValue(), entry.getKey()))
                        .collect(Collectors.joining());
    }
}
