package org.hloexplorer.pipeline.transforms.layout;

import static org.hloexplorer.hlo.HloOpcode.BITCAST;

import java.util.ArrayList;
import java.util.List;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.Layout;
import org.hloexplorer.hlo.Shape;
import org.hloexplorer.pipeline.Effect;
import org.hloexplorer.pipeline.HloPass;
import org.hloexplorer.pipeline.PassContext;
import org.hloexplorer.pipeline.RuleDescription;
import org.hloexplorer.pipeline.rewrite.ComputationEditor;
import org.hloexplorer.pipeline.rewrite.ModuleEditor;
import org.hloexplorer.pipeline.transforms.NonFusionComputations;

/**
 * Cuts arrays into tiles of 8 rows by 128 columns, the shape of a vector register of a TPU.
 *
 * <p>Fewer rows than 8 take a smaller tile; values of 16 and 8 bits are packed in pairs and fours of rows; vectors lie in
 * rows of up to 1024 elements. So the layouts of XLA's own dumps read.
 */
public final class TpuTilingRewriter implements HloPass {
    private static final String RULE = "tile";
    private static final long LANES = 128;
    private static final long SUBLANES = 8;

    @Override
    public String name() {
        return "tpu-tiling-rewriter";
    }

    @Override
    public String summary() {
        return "cuts arrays into tiles of 8 rows by 128 columns";
    }

    @Override
    public List<RuleDescription> rules() {
        return List.of(new RuleDescription(RULE, "f32[n,m]{1,0} x → f32[n,m]{1,0:T(8,128)} x", Effect.EXACT));
    }

    @Override
    public HloModule run(HloModule module, PassContext context) {
        var editor = new ModuleEditor(module, context);
        for (var computation : NonFusionComputations.of(module)) {
            var computationEditor = editor.edit(computation);
            for (var instruction : computation.instructions()) {
                tile(instruction, computationEditor);
            }
        }
        return editor.commit();
    }

    private static void tile(HloInstruction instruction, ComputationEditor editor) {
        var context = editor.context();
        if (isReinterpreted(instruction, editor)) {
            context.declined(
                    RULE,
                    instruction.id(),
                    instruction.name(),
                    "a bitcast takes its bytes as they are, and tiles would pad and reorder them",
                    List.of());
            return;
        }
        var shape = tiled(instruction.shape());
        if (!shape.equals(instruction.shape())
                && context.isEnabled(RULE)
                && context.mayRewrite(RULE, instruction.id())) {
            editor.update(editor.current(instruction).withShape(shape));
            context.layoutChosen(
                    instruction.id(),
                    instruction.name(),
                    shape.toString(),
                    "vector registers hold 8 rows of 128 elements");
            context.rewritten(RULE, instruction.id(), instruction.id(), "%s becomes %s".formatted(instruction, shape));
        }
    }

    private static boolean isReinterpreted(HloInstruction instruction, ComputationEditor editor) {
        return instruction.opcode() == BITCAST
                || editor.users(instruction).stream().anyMatch(user -> user.opcode() == BITCAST);
    }

    private static Shape tiled(Shape shape) {
        return switch (shape) {
            case Shape.Array array when array.layout().tiles().isEmpty() -> array.withLayout(tiled(array));
            case Shape.Tuple(var elements) ->
                new Shape.Tuple(elements.stream().map(TpuTilingRewriter::tiled).toList());
            default -> shape;
        };
    }

    /** The layout of an array, cut into tiles. */
    public static Layout tiled(Shape.Array shape) {
        var old = shape.layout();
        return new Layout(
                old.minorToMajor(), tiles(shape), old.elementSizeInBits(), old.memorySpace(), old.otherText());
    }

    private static List<Layout.Tile> tiles(Shape.Array shape) {
        if (shape.rank() == 0) {
            return List.of(new Layout.Tile(List.of(LANES)));
        }
        long columns = shape.dimension(shape.layout().minorToMajor().getFirst());
        if (shape.rank() == 1) {
            long length = Math.clamp(Math.ceilDiv(columns, LANES) * LANES, LANES, SUBLANES * LANES);
            return List.of(new Layout.Tile(List.of(length)));
        }
        long rows = shape.dimension(shape.layout().minorToMajor().get(1));
        var tiles = new ArrayList<Layout.Tile>();
        tiles.add(new Layout.Tile(List.of(Math.min(SUBLANES, atLeast(rows)), LANES)));
        int bits = shape.elementType().bits();
        if (bits == 16 || bits == 8) {
            tiles.add(new Layout.Tile(List.of(32L / bits, 1L)));
        }
        return tiles;
    }

    /** The next power of two. */
    private static long atLeast(long rows) {
        return rows <= 1 ? 1 : Long.highestOneBit(rows - 1) << 1;
    }
}
