package org.hloexplorer.pipeline.kernel.llvm;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.hloexplorer.hlo.PrimitiveType;
import org.hloexplorer.pipeline.kernel.MatrixProduct;
import org.hloexplorer.pipeline.kernel.MatrixProduct.Operand;

/**
 * Prints a product of bf16 matrices with NVIDIA's {@code mma.m16n8k16}: each of a group's 8 warps has 16 rows and half of
 * the columns of a tile of 64 x 64, and adds to its sums 16 deep at a time. Operands come straight from memory.
 *
 * <p>Which elements a lane holds is laid down in the PTX ISA, "Matrix Fragments for mma.m16n8k16 with floating point type".
 */
final class MatrixPrinter {
    private static final int TILE = MatrixProduct.TILE;
    private static final int DEPTH = 16;
    private static final int WIDTH = 8;
    private static final int PRODUCTS = TILE / 2 / WIDTH;
    private static final String SUMS = "{ float, float, float, float }";

    private final IrText ir;
    private final MatrixProduct product;

    MatrixPrinter(IrText ir, MatrixProduct product) {
        this.ir = ir;
        this.product = product;
    }

    /** The row of the left tile that a lane holds in a register, from the lane's group of four. */
    static int rowOffset(int register) {
        return register % 2 == 0 ? 0 : 8;
    }

    /** The first of two neighbours along the depth in a register of the left tile, besides twice the place in the group. */
    static int depthOffset(int register) {
        return register < 2 ? 0 : 8;
    }

    /** The body of a kernel, after {@code %group} and {@code %lane} are known. */
    void print() {
        place();
        ir.branch("deeper");
        ir.label("deeper");
        ir.instruction("%depth = phi i64 [ 0, %entry ], [ %depth.next, %deeper ]");
        var sums =
                IntStream.range(0, 4 * PRODUCTS).mapToObj("%%sum.%d"::formatted).toList();
        for (int i = 0; i < sums.size(); i++) {
            ir.instruction(
                    "%s = phi float [ 0.0, %%entry ], [ %s.next, %%deeper ]".formatted(sums.get(i), sums.get(i)));
        }
        var left = IntStream.range(0, 4).mapToObj(this::left).toList();
        for (int number = 0; number < PRODUCTS; number++) {
            multiply(left, List.of(right(number, 0), right(number, 1)), sums.subList(4 * number, 4 * number + 4));
        }
        ir.instruction("%%depth.next = add nuw nsw i64 %%depth, %d", DEPTH);
        ir.instruction("%%is.done = icmp eq i64 %%depth.next, %d".formatted(product.depth()));
        ir.branch("%is.done", "write", "deeper");
        ir.label("write");
        for (int i = 0; i < sums.size(); i++) {
            write(sums.get(i) + ".next", i / 4, i % 4);
        }
    }

    private void place() {
        ir.instruction("%%column.tile = urem i64 %%group, %d".formatted(product.columnTiles()));
        ir.instruction("%%rest = udiv i64 %%group, %d".formatted(product.columnTiles()));
        ir.instruction("%%row.tile = urem i64 %%rest, %d".formatted(product.rowTiles()));
        ir.instruction("%%batch = udiv i64 %%rest, %d".formatted(product.rowTiles()));
        ir.instruction("%warp = lshr i64 %lane, 5");
        ir.instruction("%in.warp = and i64 %lane, 31");
        ir.instruction("%four = lshr i64 %in.warp, 2");
        ir.instruction("%in.four = and i64 %in.warp, 3");
        ir.instruction("%pair = shl nuw nsw i64 %in.four, 1");
        ir.instruction("%first.row = mul nuw nsw i64 %row.tile, " + TILE);
        ir.instruction("%warp.half = lshr i64 %warp, 1");
        ir.instruction("%warp.row = shl nuw nsw i64 %warp.half, 4");
        ir.instruction("%block.row = add nuw nsw i64 %first.row, %warp.row");
        ir.instruction("%row = add nuw nsw i64 %block.row, %four");
        ir.instruction("%first.column = mul nuw nsw i64 %column.tile, " + TILE);
        ir.instruction("%warp.odd = and i64 %warp, 1");
        ir.instruction("%warp.column = mul nuw nsw i64 %warp.odd, " + TILE / 2);
        ir.instruction("%block.column = add nuw nsw i64 %first.column, %warp.column");
    }

    private String sum(String a, String b) {
        return ir.assign("add nuw nsw i64 %s, %s", a, b);
    }

    private String times(String a, long factor) {
        return ir.assign("mul nuw nsw i64 %s, %d", a, factor);
    }

    private String address(Operand operand, String row, String column) {
        var inRow = sum(times(row, operand.row()), times(column, operand.column()));
        var offset = sum(times("%batch", operand.batch()), inRow);
        var type = IrType.scalar(operand.buffer().elementType()).memory();
        return ir.assign(
                "getelementptr inbounds %s, ptr %%%s, i64 %s",
                type, operand.buffer().name(), offset);
    }

    /** Two neighbours along the depth in one register. */
    private String left(int register) {
        var row = sum("%row", Integer.toString(rowOffset(register)));
        var depth = sum(sum("%depth", "%pair"), Integer.toString(depthOffset(register)));
        return ir.assign("load i32, ptr %s, align 4", address(product.lhs(), row, depth));
    }

    /** Two elements one below the other in one register, the upper one in its lower half. */
    private String right(int number, int register) {
        var column = sum(sum("%block.column", "%four"), Integer.toString(WIDTH * number));
        var depth = sum(sum("%depth", "%pair"), Integer.toString(register * 8));
        var upper = element(depth, column);
        var lower = element(sum(depth, "1"), column);
        var shifted = ir.assign("shl nuw i32 %s, 16", lower);
        return ir.assign("or i32 %s, %s", upper, shifted);
    }

    private String element(String depth, String column) {
        var bits = ir.assign("load i16, ptr %s, align 2", address(product.rhs(), depth, column));
        return ir.assign("zext i16 %s to i32", bits);
    }

    private void multiply(List<String> left, List<String> right, List<String> sums) {
        List<String> operands = new ArrayList<>();
        left.forEach(each -> operands.addAll(List.of("i32", each)));
        right.forEach(each -> operands.addAll(List.of("i32", each)));
        sums.forEach(each -> operands.addAll(List.of("float", each)));
        var products = ir.call("llvm.nvvm.mma.m16n8k16.row.col.bf16", SUMS, operands.toArray(String[]::new));
        for (int i = 0; i < sums.size(); i++) {
            ir.instruction("%s.next = extractvalue %s %s, %d", sums.get(i), SUMS, products, i);
        }
    }

    private void write(String value, int number, int register) {
        var row = sum("%row", register < 2 ? "0" : "8");
        var column = sum(sum("%block.column", "%pair"), Integer.toString(WIDTH * number + register % 2));
        var type = product.result().buffer().elementType();
        var stored = value;
        if (type == PrimitiveType.BF16) {
            stored = new ConversionPrinter(ir)
                    .convert(value, IrType.scalar(PrimitiveType.F32), IrType.scalar(PrimitiveType.BF16));
        }
        ir.instruction(
                "store %s %s, ptr %s, align %d",
                IrType.scalar(type).memory(), stored, address(product.result(), row, column), type.bytes());
    }
}
