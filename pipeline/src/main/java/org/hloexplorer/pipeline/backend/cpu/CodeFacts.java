package org.hloexplorer.pipeline.backend.cpu;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.hloexplorer.pipeline.worker.ObjectCode;

/**
 * What can be counted in a kernel's assembly: registers by their width, values that did not fit into them, size.
 *
 * @param general general registers that are named
 * @param vector vector registers that are named, at whatever width
 * @param widest bits of the widest of them
 * @param spills stores of registers to the stack for want of others, in the code, not as often as they run
 */
record CodeFacts(
        int instructions,
        int general,
        int vector,
        int widest,
        int spills,
        long spilledBytes,
        int reloads,
        int loops,
        OptionalLong bytes) {
    private static final Pattern VECTOR = Pattern.compile("%([xyz])mm(\\d+)");
    private static final Pattern GENERAL =
            Pattern.compile("%(?:r|e)?(ax|bx|cx|dx|si|di|bp|r?8|r?9|r?1[0-5])(?:[dwbl])?\\b");
    private static final Pattern SPILL = Pattern.compile("# (\\d+)-byte (?:Folded )?Spill");
    private static final Pattern RELOAD = Pattern.compile("# \\d+-byte (?:Folded )?Reload");
    private static final String EXECUTABLE = "\177ELF";
    private static final int CODE = 4;

    /** Of 16, but for the stack pointer. */
    private static final int GENERAL_REGISTERS = 15;

    static CodeFacts of(String assembly, ObjectCode object) {
        var lines = assembly.lines().filter(CodeFacts::isInstruction).toList();
        var text = String.join("\n", lines);
        return new CodeFacts(
                lines.size(),
                distinct(GENERAL.matcher(text), 1).size(),
                distinct(VECTOR.matcher(text), 2).size(),
                text.contains("%zmm") ? 512 : text.contains("%ymm") ? 256 : text.contains("%xmm") ? 128 : 0,
                (int) SPILL.matcher(text).results().count(),
                SPILL.matcher(text)
                        .results()
                        .mapToLong(found -> Long.parseLong(found.group(1)))
                        .sum(),
                (int) RELOAD.matcher(text).results().count(),
                (int) assembly.lines()
                        .filter(line -> line.contains("Inner Loop Header"))
                        .count(),
                codeBytes(object.bytes()));
    }

    private static Set<String> distinct(Matcher matcher, int group) {
        return matcher.results().map(found -> found.group(group)).collect(Collectors.toCollection(TreeSet::new));
    }

    /** Indented, and no directive. */
    static boolean isInstruction(String line) {
        return line.startsWith("\t") && line.length() > 1 && Character.isLetter(line.charAt(1));
    }

    /** The size of the sections that hold instructions, in the format of Linux; nothing for other formats. */
    static OptionalLong codeBytes(byte[] object) {
        if (object.length < 64 || !startsWith(object, EXECUTABLE)) {
            return OptionalLong.empty();
        }
        var elf = ByteBuffer.wrap(object).order(ByteOrder.LITTLE_ENDIAN);
        long table = elf.getLong(0x28);
        int size = Short.toUnsignedInt(elf.getShort(0x3A));
        int count = Short.toUnsignedInt(elf.getShort(0x3C));
        long sum = 0;
        for (int i = 0; i < count; i++) {
            int header = Math.toIntExact(table + (long) i * size);
            if ((elf.getLong(header + 8) & CODE) != 0) {
                sum += elf.getLong(header + 0x20);
            }
        }
        return OptionalLong.of(sum);
    }

    private static boolean startsWith(byte[] bytes, String magic) {
        for (int i = 0; i < magic.length(); i++) {
            if (bytes[i] != magic.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    /** In words, with how many registers there are. */
    String text(int vectorRegisters) {
        return """
                instructions       %,d, with %s
                general registers  %d
                vector registers   %s
                spills             %s
                code               %s
                """.formatted(
                instructions,
                loops == 1 ? "1 innermost loop" : loops + " innermost loops",
                general,
                vector == 0 ? "none" : "%d of %d, %d bits wide at most".formatted(vector, vectorRegisters, widest),
                spills + reloads == 0 ? "none: all values stay in registers" : spilled(vectorRegisters),
                bytes.isPresent()
                        ? String.format(Locale.ROOT, "%,d bytes of machine code", bytes.getAsLong())
                        : "its size is only told where objects are ELF files");
    }

    private String spilled(int vectorRegisters) {
        boolean areUsedUp = general >= GENERAL_REGISTERS || vector >= vectorRegisters;
        return "%d stores of %,d bytes in all to the stack and %d loads from it, %s"
                .formatted(
                        spills,
                        spilledBytes,
                        reloads,
                        areUsedUp
                                ? "as there are too few registers"
                                : "though registers are left: for values that outlive a call, or in code that is not optimised");
    }
}
