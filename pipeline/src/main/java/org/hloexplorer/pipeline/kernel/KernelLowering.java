package org.hloexplorer.pipeline.kernel;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.hloexplorer.hlo.HloComputation;
import org.hloexplorer.hlo.HloInstruction;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.Shape;

/** Makes a kernel of an instruction: of a fusion, or of one that stands alone. */
final class KernelLowering {
    /** Items that a device runs at a time, as far as choosing loops goes. */
    private static final long ITEMS_AT_ONCE = 16_384;

    private final HloModule module;
    private final HloComputation computation;
    private final HloInstruction instruction;
    private final LoweringOptions options;

    KernelLowering(HloModule module, HloComputation computation, HloInstruction instruction, LoweringOptions options) {
        this.module = module;
        this.computation = computation;
        this.instruction = instruction;
        this.options = options;
    }

    /** @throws NotLowerable where the instruction has no loops yet; says why */
    LoweredKernel lower() {
        return unwrapped().orElseGet(this::ownKernel);
    }

    private LoweredKernel ownKernel() {
        return switch (instruction.op()) {
            case HloOp.Dot dot -> dot(dot);
            case HloOp.Convolution convolution -> convolution(convolution);
            case HloOp.Scatter scatter ->
                new ScatterLowering(module, computation, instruction, scatter, options.workGroups() != null).lower();
            case HloOp.SelectAndScatter op ->
                new SelectAndScatterLowering(module, computation, instruction, op).lower();
            case HloOp.Sort sort -> SortLowering.sort(module, computation, instruction, sort);
            case HloOp.Fft fft -> new FourierLowering(module, computation, instruction, fft).lower();
            case HloOp.TopK topK -> SortLowering.topK(module, computation, instruction, topK);
            default ->
                ComplexEmitter.isComplex(instruction)
                        ? merged()
                        : new UpdateLowering(module, computation, instruction)
                                .lower()
                                .or(this::reduced)
                                .or(this::transposed)
                                .orElseGet(this::merged);
        };
    }

    private Optional<LoweredKernel> reduced() {
        return Optional.ofNullable(options.workGroups())
                .flatMap(groups -> GroupReduction.of(module, computation, instruction, groups));
    }

    private Optional<LoweredKernel> transposed() {
        return Optional.ofNullable(options.workGroups())
                .flatMap(groups -> GroupTranspose.of(module, computation, instruction, groups));
    }

    /**
     * Of a fusion around a single instruction, the kernel of that instruction: passes for GPUs leave no other kind.
     *
     * @return nothing where it is no such fusion, or the kernel would be loops anyway
     */
    private Optional<LoweredKernel> unwrapped() {
        if (options.workGroups() == null || !(instruction.op() instanceof HloOp.Fusion fusion)) {
            return Optional.empty();
        }
        var fused = module.computation(fusion.computation());
        var root = fused.root();
        var isAlone = fused.operands(root).stream().allMatch(each -> each.op() instanceof HloOp.Parameter);
        var isSpecial = switch (root.op()) {
            case HloOp.Dot _,
                    HloOp.Convolution _,
                    HloOp.Scatter _,
                    HloOp.SelectAndScatter _,
                    HloOp.Sort _,
                    HloOp.TopK _,
                    HloOp.Fft _ -> true;
            default -> false;
        };
        return isAlone && isSpecial
                ? Optional.of(new KernelLowering(module, fused, root, options)
                        .lower()
                        .withOperands(operand -> parameter(fused.operand(root, operand))))
                : Optional.empty();
    }

    private static int parameter(HloInstruction instruction) {
        return ((HloOp.Parameter) instruction.op()).number();
    }

    private LoweredKernel dot(HloOp.Dot dot) {
        return contraction(DotOperands.of(dot.dimensions(), operandShape(0), operandShape(1)));
    }

    private LoweredKernel convolution(HloOp.Convolution op) {
        var shape = instruction.shape().asArray();
        return contraction(ConvolutionContraction.of(op, operandShape(0), operandShape(1), shape, instruction.id()));
    }

    private LoweredKernel contraction(Contraction contraction) {
        if (ComplexEmitter.isComplex(instruction)) {
            return merged();
        }
        var groups = options.workGroups();
        if (groups != null) {
            return GroupTiling.of(contraction, instruction.shape().asArray().elementType(), groups)
                    .map(tiling -> new GroupContraction(module, computation, instruction, contraction, tiling).lower())
                    .orElseGet(this::merged);
        }
        return Tiling.of(contraction, instruction.shape().asArray().elementType(), options)
                .map(tiling -> new TiledLowering(module, computation, instruction, contraction, tiling).lower())
                .orElseGet(this::merged);
    }

    private Shape.Array operandShape(int operand) {
        return computation.operand(instruction, operand).shape().asArray();
    }

    /**
     * Loops over as few dimensions as possible: neighbouring ones become one loop where that brings no divisions.
     *
     * <p>Tried out rather than worked out, as it depends on every map of indices in the kernel.
     */
    private LoweredKernel merged() {
        return options.workGroups() == null ? mergedForThreads() : mergedForItems();
    }

    /**
     * An item for each element, unless that repeats work that elements of a row share: then an item for each row.
     *
     * <p>What is compared is work by the most that can be done at once.
     */
    private LoweredKernel mergedForItems() {
        int rank = ArgumentList.arrays(instruction.shape()).getFirst().rank();
        var best = lower(List.of(rank));
        for (int outer = rank - 1; outer > 0; outer--) {
            var candidate = lower(List.of(outer, rank - outer));
            if (time(candidate.kernel()) < time(best.kernel()) / 2) {
                best = candidate;
            }
        }
        return best;
    }

    private static double time(Kernel kernel) {
        return Partition.work(kernel.body()) / (double) Math.min(kernel.extent(), ITEMS_AT_ONCE);
    }

    private LoweredKernel mergedForThreads() {
        int rank = ArgumentList.arrays(instruction.shape()).getFirst().rank();
        List<Integer> groups = Collections.nCopies(rank, 1);
        var best = lower(groups);
        int least = Divisions.count(best.kernel().body());
        if (rank > 1) {
            var flat = lower(List.of(rank));
            if (Divisions.count(flat.kernel().body()) <= least) {
                return flat;
            }
        }
        for (int i = rank - 1; i > 0; i--) {
            var fewer = joined(groups, i);
            var candidate = lower(fewer);
            if (Divisions.count(candidate.kernel().body()) <= least) {
                best = candidate;
                groups = fewer;
            }
        }
        return isShort(groups) ? lower(joined(groups, groups.size() - 1)) : best;
    }

    /** How many rows {@link #withRows} can give the kernel: those of the result's slower dimensions together. */
    Set<Long> rows() {
        if (!isLoops()) {
            return Set.of();
        }
        var shape = ArgumentList.arrays(instruction.shape()).getFirst();
        Set<Long> rows = new TreeSet<>();
        long product = 1;
        for (int dimension : Layouts.majorToMinor(shape)) {
            product *= shape.dimension(dimension);
            rows.add(product);
        }
        return rows;
    }

    /** Whether it is plain loops over the elements of the result, of one shape where there are several. */
    private boolean isLoops() {
        return switch (instruction.op()) {
            case HloOp.Dot _,
                    HloOp.Convolution _,
                    HloOp.Scatter _,
                    HloOp.SelectAndScatter _,
                    HloOp.Sort _,
                    HloOp.TopK _,
                    HloOp.Fft _ -> false;
            default -> haveOneShape(ArgumentList.arrays(instruction.shape()));
        };
    }

    /** The kernel as a loop over so many rows, around loops over what is in a row. */
    Optional<LoweredKernel> withRows(long rows) {
        var shape = ArgumentList.arrays(instruction.shape()).getFirst();
        var order = Layouts.majorToMinor(shape);
        long product = 1;
        for (int outer = 1; outer <= order.size(); outer++) {
            product *= shape.dimension(order.get(outer - 1));
            if (product == rows) {
                return Optional.of(lowerRows(outer, order.size() - outer));
            }
        }
        return Optional.empty();
    }

    private LoweredKernel lowerRows(int outer, int inner) {
        if (inner == 0) {
            return lower(List.of(outer));
        }
        var together = lower(List.of(outer, inner));
        List<Integer> apart = new ArrayList<>(List.of(outer));
        apart.addAll(Collections.nCopies(inner, 1));
        var separate = lower(apart);
        return Divisions.count(together.kernel().body())
                        <= Divisions.count(separate.kernel().body())
                ? together
                : separate;
    }

    private static boolean haveOneShape(List<Shape.Array> shapes) {
        return shapes.stream()
                .allMatch(shape -> shape.isCompatible(shapes.getFirst().withElementType(shape.elementType()))
                        && shape.layout().equals(shapes.getFirst().layout()));
    }

    /** Whether the innermost loop does not fill a vector, though with the one around it it would: that is worth divisions. */
    private boolean isShort(List<Integer> groups) {
        if (groups.size() < 2 || !(instruction.shape() instanceof Shape.Array shape) || shape.elements() == 0) {
            return false;
        }
        var sizes = Layouts.majorToMinor(shape).stream().map(shape::dimension).toList();
        var innermost = sizes.subList(sizes.size() - groups.getLast(), sizes.size());
        long extent = innermost.stream().reduce(1L, Math::multiplyExact);
        return extent > 1
                && extent < options.lanes(shape.elementType().bits())
                && innermost.stream().allMatch(size -> Long.bitCount(size) == 1);
    }

    /** Groups with that at {@code index} joined to the one before it. */
    private static List<Integer> joined(List<Integer> groups, int index) {
        List<Integer> joined = new ArrayList<>(groups.subList(0, index - 1));
        joined.add(groups.get(index - 1) + groups.get(index));
        joined.addAll(groups.subList(index + 1, groups.size()));
        return joined;
    }

    /** With a loop for each group of so many neighbouring dimensions, from the slowest in memory to the fastest. */
    private LoweredKernel lower(List<Integer> groups) {
        var arguments = new ArgumentList();
        var frame = new Frame(computation);
        arguments.bindOperands(frame, instruction);
        var elements = new ElementEmitter(module, arguments::constant);
        var results = arguments.results(instruction);
        var shapes = ArgumentList.arrays(instruction.shape());
        var block = Block.outermost();
        var isOne = haveOneShape(shapes);
        var outermost = options.workGroups() == null ? LoopKind.SEQUENTIAL : LoopKind.PARTITIONED;
        var nest = new RootNest(elements, frame, instruction, block, outermost);
        if (isOne) {
            nest.emit(results, shapes.getFirst(), groups, 0);
        } else {
            for (int part = 0; part < shapes.size(); part++) {
                nest.emit(List.of(results.get(part)), shapes.get(part), apart(shapes.get(part)), part);
            }
        }
        if (options.workGroups() != null) {
            return arguments.kernel(
                    Partition.shared(instruction.name(), arguments.buffers(), List.of(), block.statements(), notes()));
        }
        var body = new VectorLoops(options).applied(block.statements());
        return arguments.kernel(Partition.of(instruction.name(), arguments.buffers(), List.of(), body, notes()));
    }

    /** A loop for each dimension; one for all of them where each element has an item of its own. */
    private List<Integer> apart(Shape.Array shape) {
        return options.workGroups() == null ? Collections.nCopies(shape.rank(), 1) : List.of(shape.rank());
    }

    private List<String> notes() {
        return List.of();
    }
}
