package org.hloexplorer.hlo.verify;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.hloexplorer.hlo.DotDimensions;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.PrimitiveType;
import org.hloexplorer.hlo.Shape;

/** Shapes of products of matrices. */
final class DotShapes {
    private DotShapes() {}

    static Shape dot(Application a, DotDimensions dimensions) {
        var lhs = a.array(0);
        var rhs = a.array(1);
        check(a, dimensions, lhs, rhs);
        var sizes = new Sizes();
        dimensions.lhsBatch().forEach(i -> sizes.add(lhs, i));
        sizes.addFree(lhs, dimensions.lhsBatch(), dimensions.lhsContracting());
        sizes.addFree(rhs, dimensions.rhsBatch(), dimensions.rhsContracting());
        return sizes.array(resultType(a, lhs, rhs));
    }

    /** Collects the dimensions of a result. */
    private static final class Sizes {
        private final List<Long> sizes = new ArrayList<>();
        private final Set<Integer> dynamic = new LinkedHashSet<>();

        private void add(Shape.Array array, int dimension) {
            if (array.dynamicDimensions().contains(dimension)) {
                dynamic.add(sizes.size());
            }
            sizes.add(array.dimension(dimension));
        }

        private void addFree(Shape.Array array, List<Integer> batch, List<Integer> contracting) {
            for (int i = 0; i < array.rank(); i++) {
                if (!batch.contains(i) && !contracting.contains(i)) {
                    add(array, i);
                }
            }
        }

        private Shape.Array array(PrimitiveType type) {
            return Dimensions.array(type, sizes, dynamic);
        }
    }

    private static void check(Application a, DotDimensions dimensions, Shape.Array lhs, Shape.Array rhs) {
        checkSide(a, "lhs", dimensions.lhsBatch(), dimensions.lhsContracting(), lhs);
        checkSide(a, "rhs", dimensions.rhsBatch(), dimensions.rhsContracting(), rhs);
        checkPairs(a, "contracting", dimensions.lhsContracting(), lhs, dimensions.rhsContracting(), rhs);
        checkPairs(a, "batch", dimensions.lhsBatch(), lhs, dimensions.rhsBatch(), rhs);
    }

    private static void checkSide(
            Application a, String side, List<Integer> batch, List<Integer> contracting, Shape.Array operand) {
        var all = new ArrayList<>(batch);
        all.addAll(contracting);
        Dimensions.check(a, side + "_batch_dims and " + side + "_contracting_dims", all, operand.rank());
    }

    private static void checkPairs(
            Application a, String kind, List<Integer> left, Shape.Array lhs, List<Integer> right, Shape.Array rhs) {
        if (left.size() != right.size()) {
            throw a.fault(
                    FindingCode.DIMENSION_NUMBERS,
                    "it has %s on the left, but %d on the right",
                    Counts.of(left.size(), kind + " dimension"),
                    right.size());
        }
        for (int i = 0; i < left.size(); i++) {
            if (!Dimensions.mayBeEqual(lhs.dimension(left.get(i)), rhs.dimension(right.get(i)))) {
                throw a.fault(
                        FindingCode.OPERAND_SHAPES,
                        "%s dimension %d of %s and %d of %s differ in size",
                        kind,
                        left.get(i),
                        lhs.withoutLayout(),
                        right.get(i),
                        rhs.withoutLayout());
            }
        }
    }

    /** An instruction may ask for another type than its operands', so that sums are exact; any numeric one is taken. */
    static PrimitiveType resultType(Application a, Shape.Array lhs, Shape.Array rhs) {
        if (a.declared() instanceof Shape.Array declared) {
            checkDeclared(a, declared.elementType(), lhs.elementType());
            return declared.elementType();
        }
        return ElementTypes.common(a, lhs.elementType(), rhs.elementType());
    }

    private static void checkDeclared(Application a, PrimitiveType declared, PrimitiveType operand) {
        if (operand.isComplex() && !declared.isComplex()) {
            throw a.fault(FindingCode.SHAPE_MISMATCH, "products of %s cannot be %s", operand, declared);
        }
    }

    /** The ragged dimension may be free, contracted or a batch; contracted, it gives a result for each group. */
    static Shape raggedDot(Application a, HloOp.RaggedDot dot) {
        var lhs = a.array(0);
        var rhs = a.array(1);
        var groups = a.array(2);
        var dimensions = dot.dimensions();
        Dimensions.check(a, "lhs_ragged_dims", dot.lhsRagged(), lhs.rank());
        Dimensions.check(a, "rhs_group_dims", dot.rhsGroup(), rhs.rank());
        check(a, dimensions, lhs, rhs);
        var sizes = new Sizes();
        boolean isContracted = dimensions.lhsContracting().containsAll(dot.lhsRagged());
        if (isContracted && groups.rank() > 0) {
            sizes.add(groups, groups.rank() - 1);
        }
        dimensions.lhsBatch().forEach(i -> sizes.add(lhs, i));
        sizes.addFree(lhs, dimensions.lhsBatch(), dimensions.lhsContracting());
        var grouped = new ArrayList<>(dimensions.rhsContracting());
        grouped.addAll(dot.rhsGroup());
        sizes.addFree(rhs, dimensions.rhsBatch(), grouped);
        return sizes.array(resultType(a, lhs, rhs));
    }
}
