package org.hloexplorer.pipeline.backend.tpu.simulator;

import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One matrix product on all matrix units of a chip: totals, and each unit's schedule and cells on request.
 *
 * <p>Schedules are computed anew whenever a unit is asked for: they cost little, and a program has many products.
 */
public final class MatMulSimulation {
    private final Gemm gemm;
    private final TpuConfig config;
    private final @Nullable MatrixData data;
    private final List<TilePlan> plans;
    private final long cycles;
    private final ClosedForm closedForm;
    private final Map<String, Map<UnitState, Long>> states;

    private MatMulSimulation(Gemm gemm, TpuConfig config, @Nullable MatrixData data) {
        this.gemm = gemm;
        this.config = config;
        this.data = data;
        this.plans = TilePlan.share(gemm, config);
        var schedules =
                plans.stream().map(plan -> TileSchedule.of(plan, config)).toList();
        this.cycles = schedules.stream().mapToLong(TileSchedule::cycles).max().orElseThrow();
        this.closedForm = longest(plans, config);
        this.states = states(schedules);
    }

    /** With operands, so that cells have values. */
    public static MatMulSimulation of(MatrixData data, TpuConfig config) {
        return new MatMulSimulation(data.gemm(), config, data);
    }

    /** Times only. */
    public static MatMulSimulation of(Gemm gemm, TpuConfig config) {
        return new MatMulSimulation(gemm, config, null);
    }

    public Gemm gemm() {
        return gemm;
    }

    public TpuConfig config() {
        return config;
    }

    /** The operands, where they are kept. */
    public Optional<MatrixData> data() {
        return Optional.ofNullable(data);
    }

    /** What each unit works through, the one with the most to do first. */
    public List<TilePlan> plans() {
        return plans;
    }

    /** Tiles of all units together. */
    public long folds() {
        return plans.stream().mapToLong(TilePlan::folds).sum();
    }

    /** Cycles until the last unit has finished, from the schedules. */
    public long cycles() {
        return cycles;
    }

    /** The same from a formula. */
    public ClosedForm closedForm() {
        return closedForm;
    }

    /** Whether both totals agree. */
    public boolean agrees() {
        return cycles == closedForm.cycles();
    }

    /** Cycles per state of every part of the chip; each part's add up to {@link #cycles()}. */
    public Map<String, Map<UnitState, Long>> states() {
        return states;
    }

    /** When a unit does what. */
    public TileSchedule schedule(int unit) {
        return TileSchedule.of(plans.get(unit), config);
    }

    /** A unit cell by cell; without values where the operands are not kept. */
    public SystolicArray array(int unit) {
        var known = data().orElseGet(() -> MatrixData.unknown(gemm, config.operandType()));
        return new SystolicArray(config, plans.get(unit), schedule(unit), known);
    }

    private static ClosedForm longest(List<TilePlan> plans, TpuConfig config) {
        var longest = ClosedForm.of(plans.getFirst(), config);
        for (var plan : plans) {
            var form = ClosedForm.of(plan, config);
            longest = form.cycles() > longest.cycles() ? form : longest;
        }
        return longest;
    }

    private Map<String, Map<UnitState, Long>> states(List<TileSchedule> schedules) {
        var all = new LinkedHashMap<String, Map<UnitState, Long>>();
        for (int i = 0; i < config.matrixUnits(); i++) {
            var suffix = config.matrixUnits() == 1 ? "" : " " + i;
            var timeline = i < schedules.size()
                    ? Optional.of(new UnitTimeline(schedules.get(i), config))
                    : Optional.<UnitTimeline>empty();
            for (var unit : HardwareUnit.of(config.timing())) {
                var totals = new EnumMap<UnitState, Long>(UnitState.class);
                timeline.ifPresent(present -> totals.putAll(present.totals(unit)));
                long rest = cycles - sum(totals);
                if (rest > 0) {
                    totals.merge(UnitState.IDLE, rest, Long::sum);
                }
                all.put(unit.label() + suffix, totals);
            }
        }
        return all;
    }

    private static long sum(Map<UnitState, Long> totals) {
        return totals.values().stream().mapToLong(Long::longValue).sum();
    }
}
