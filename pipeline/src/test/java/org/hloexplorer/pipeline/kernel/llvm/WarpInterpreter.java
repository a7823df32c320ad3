package org.hloexplorer.pipeline.kernel.llvm;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;

/**
 * Follows the LLVM IR of a product of matrices as the 32 lanes of a warp would, all at the same place.
 *
 * <p>Fragments are laid out as the PTX ISA has it for {@code mma.m16n8k16}, not as the printer has it.
 */
final class WarpInterpreter {
    private static final int LANES = 32;
    private static final Pattern ASSIGNED = Pattern.compile("(%[\\w.]+) = (.*)");
    private static final Pattern NAME = Pattern.compile("[%]?-?[\\w.]+");

    private final List<String> code;
    private final Map<String, Integer> labels = new HashMap<>();
    private final Map<String, int[]> inputs;
    private final float[] result;
    private final List<Map<String, Object>> lanes = new ArrayList<>();

    /** A place in an array, in elements. */
    private record Address(String array, long offset) {}

    WarpInterpreter(String ir, int[] left, int[] right, int results) {
        this.code = ir.substring(ir.indexOf("entry:"), ir.indexOf("\n}"))
                .lines()
                .map(String::strip)
                .toList();
        this.inputs = Map.of("%x", left, "%y", right);
        this.result = new float[results];
        for (int i = 0; i < code.size(); i++) {
            if (code.get(i).endsWith(":")) {
                labels.put(code.get(i).replace(":", ""), i);
            }
        }
    }

    float[] result() {
        return result;
    }

    void run(int groups, int warps) {
        for (int group = 0; group < groups; group++) {
            for (int warp = 0; warp < warps; warp++) {
                lanes.clear();
                for (int lane = 0; lane < LANES; lane++) {
                    lanes.add(new HashMap<>(Map.of("%group.narrow", (long) group, "%lane.narrow", 32L * warp + lane)));
                }
                runWarp();
            }
        }
    }

    private void runWarp() {
        var from = "";
        var label = "entry";
        int at = 0;
        while (!code.get(at).startsWith("ret")) {
            var line = code.get(at);
            if (line.endsWith(":")) {
                from = label;
                label = line.replace(":", "");
                at = phis(at + 1, from);
            } else if (line.startsWith("br")) {
                at = Objects.requireNonNull(labels.get(target(line)));
            } else {
                step(line);
                at++;
            }
        }
    }

    /** All phi nodes of a block take their values at once. */
    private int phis(int first, String from) {
        int at = first;
        List<Map<String, Object>> next = new ArrayList<>();
        lanes.forEach(_ -> next.add(new HashMap<>()));
        for (; code.get(at).contains(" = phi "); at++) {
            var phi = code.get(at);
            var name = phi.substring(0, phi.indexOf(' '));
            var value = Pattern.compile("\\[ (\\S+), %" + Pattern.quote(from) + " \\]")
                    .matcher(phi);
            if (!value.find()) {
                throw new IllegalStateException(phi + " does not know " + from);
            }
            for (int lane = 0; lane < LANES; lane++) {
                next.get(lane).put(name, value(lane, value.group(1), phi.contains("phi float")));
            }
        }
        for (int lane = 0; lane < LANES; lane++) {
            lanes.get(lane).putAll(next.get(lane));
        }
        return at;
    }

    private String target(String branch) {
        var parts = branch.replace(",", "").split(" ");
        if (parts.length == 3) {
            return parts[2].substring(1);
        }
        boolean isTrue = (Boolean) Objects.requireNonNull(lanes.getFirst().get(parts[2]));
        return parts[isTrue ? 4 : 6].substring(1);
    }

    private void step(String line) {
        if (line.startsWith("store float")) {
            var names = operands(line.replace("store float", "").replace("ptr", ""));
            for (int lane = 0; lane < LANES; lane++) {
                var address = (Address) value(lane, names.get(1), false);
                result[Math.toIntExact(address.offset())] = (Float) value(lane, names.get(0), true);
            }
            return;
        }
        var assigned = ASSIGNED.matcher(line);
        if (!assigned.matches()) {
            throw new IllegalStateException("unknown: " + line);
        } else if (line.contains("@llvm.nvvm.mma")) {
            multiply(assigned.group(1), line);
        } else if (!line.contains("call i32")) {
            for (int lane = 0; lane < LANES; lane++) {
                lanes.get(lane).put(assigned.group(1), evaluate(lane, assigned.group(2)));
            }
        }
    }

    private Object evaluate(int lane, String expression) {
        var words = expression.split(" ");
        return switch (words[0]) {
            case "addrspacecast" -> new Address(words[3].replace(".global", ""), 0);
            case "zext" -> value(lane, words[2], false);
            case "load" -> load((Address) value(lane, words[3].replace(",", ""), false), words[1].replace(",", ""));
            case "extractvalue" ->
                ((float[]) value(lane, words[7].replace(",", ""), false))[Integer.parseInt(words[8])];
            case "getelementptr" -> {
                var base = (Address) value(lane, words[4].replace(",", ""), false);
                yield new Address(base.array(), base.offset() + (Long) value(lane, words[6], false));
            }
            case "icmp" -> value(lane, words[3].replace(",", ""), false).equals(value(lane, words[4], false));
            default -> arithmetic(words[0], lane, expression);
        };
    }

    private long arithmetic(String operation, int lane, String expression) {
        var parts = expression.split(", ");
        long a = (Long) value(lane, parts[0].substring(parts[0].lastIndexOf(' ') + 1), false);
        long b = (Long) value(lane, parts[1], false);
        return switch (operation) {
            case "add" -> a + b;
            case "mul" -> a * b;
            case "urem" -> a % b;
            case "udiv" -> a / b;
            case "lshr" -> a >>> b;
            case "shl" -> expression.contains("i32") ? (int) (a << b) : a << b;
            case "and" -> a & b;
            case "or" -> a | b;
            default -> throw new IllegalStateException("unknown: " + expression);
        };
    }

    private long load(Address address, String type) {
        var array = Objects.requireNonNull(inputs.get(address.array()));
        int at = Math.toIntExact(address.offset());
        return type.equals("i16") ? bits(array[at]) : bits(array[at]) | (long) bits(array[at + 1]) << 16;
    }

    /** Of a small whole number as bf16. */
    private static int bits(int number) {
        return Float.floatToRawIntBits(number) >>> 16;
    }

    private static float half(long register, int which) {
        return Float.intBitsToFloat((int) ((register >>> (16 * which)) & 0xFFFF) << 16);
    }

    private void multiply(String name, String line) {
        var operands = operands(line.substring(line.indexOf("bf16(") + 5).replaceAll("i32|float", ""));
        var a = new float[16][16];
        var b = new float[16][8];
        var c = new float[16][8];
        for (int lane = 0; lane < LANES; lane++) {
            int group = lane >> 2;
            int thread = lane % 4;
            for (int i = 0; i < 8; i++) {
                int row = i < 2 || (i >= 4 && i < 6) ? group : group + 8;
                int column = thread * 2 + (i & 1) + (i >= 4 ? 8 : 0);
                a[row][column] = half((Long) value(lane, operands.get(i / 2), false), i % 2);
            }
            for (int i = 0; i < 4; i++) {
                int row = thread * 2 + (i & 1) + (i >= 2 ? 8 : 0);
                b[row][group] = half((Long) value(lane, operands.get(4 + i / 2), false), i % 2);
                c[i < 2 ? group : group + 8][thread * 2 + (i & 1)] = (Float) value(lane, operands.get(6 + i), true);
            }
        }
        for (int lane = 0; lane < LANES; lane++) {
            var d = new float[4];
            for (int i = 0; i < 4; i++) {
                int row = i < 2 ? lane >> 2 : (lane >> 2) + 8;
                int column = lane % 4 * 2 + (i & 1);
                d[i] = c[row][column];
                for (int k = 0; k < 16; k++) {
                    d[i] += a[row][k] * b[k][column];
                }
            }
            lanes.get(lane).put(name, d);
        }
    }

    private static List<String> operands(String text) {
        var names = NAME.matcher(text.replaceAll("align.*", ""));
        return names.results().map(found -> found.group()).toList();
    }

    private Object value(int lane, String name, boolean isFloat) {
        if (name.startsWith("%")) {
            return Objects.requireNonNull(lanes.get(lane).get(name), name);
        }
        return isFloat ? (Object) Float.parseFloat(name) : (Object) Long.parseLong(name);
    }
}
