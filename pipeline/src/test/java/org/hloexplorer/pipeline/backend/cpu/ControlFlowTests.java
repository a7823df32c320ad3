package org.hloexplorer.pipeline.backend.cpu;

import static org.assertj.core.api.Assertions.assertThat;

import org.hloexplorer.hlo.text.HloParser;
import org.hloexplorer.pipeline.kernel.ExecutablePlan;
import org.hloexplorer.pipeline.kernel.LoweringOptions;
import org.hloexplorer.pipeline.kernel.PlanStep;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Loops and branches run natively, and their values lie where nothing else does. */
@ExtendWith(SharedWorker.class)
final class ControlFlowTests {
    private static final String COUNTED = """
            HloModule counted
            body {
              s = (s32[], f32[40], f32[40], f32[40]) parameter(0)
              i = s32[] get-tuple-element(s), index=0
              a = f32[40] get-tuple-element(s), index=1
              b = f32[40] get-tuple-element(s), index=2
              w = f32[40] get-tuple-element(s), index=3
              one = s32[] constant(1)
              next = s32[] add(i, one)
              sum = f32[40] multiply(a, w)
              ROOT r = (s32[], f32[40], f32[40], f32[40]) tuple(next, b, sum, w)
            }
            condition {
              s = (s32[], f32[40], f32[40], f32[40]) parameter(0)
              i = s32[] get-tuple-element(s), index=0
              n = s32[] constant(%d)
              ROOT c = pred[] compare(i, n), direction=LT
            }
            ENTRY main {
              x = f32[40] parameter(0)
              y = f32[40] parameter(1)
              zero = s32[] constant(0)
              s = (s32[], f32[40], f32[40], f32[40]) tuple(zero, x, y, x)
              l = (s32[], f32[40], f32[40], f32[40]) while(s), condition=condition, body=body
              a = f32[40] get-tuple-element(l), index=1
              b = f32[40] get-tuple-element(l), index=2
              d = f32[40] subtract(a, b)
              ROOT r = (f32[40], f32[40], f32[40]) tuple(d, x, y)
            }
            """;

    /** Two values change places each time, so neither may overwrite the other. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 5})
    void loopsCarryValuesThatChangePlaces(int trips, Comparison comparison) {
        comparison.holds(COUNTED.formatted(trips));
    }

    @Test
    void whatALoopDoesNotChangeIsNotCopied() {
        var plan = ExecutablePlan.of(HloParser.parseOrThrow(COUNTED.formatted(3)), new LoweringOptions(256, 16));
        assertThat(plan.steps()).filteredOn(PlanStep.Copy.class::isInstance).hasSize(3);
    }

    @Test
    void loopsInLoopsUpdateSlicesInPlace(Comparison comparison) {
        comparison.holds("""
                HloModule nested
                inner_body {
                  s = (s32[], s32[], f32[6,8]) parameter(0)
                  i = s32[] get-tuple-element(s), index=0
                  j = s32[] get-tuple-element(s), index=1
                  a = f32[6,8] get-tuple-element(s), index=2
                  one = s32[] constant(1)
                  next = s32[] add(j, one)
                  v = f32[1,1] dynamic-slice(a, j, i), dynamic_slice_sizes={1,1}
                  e = f32[1,1] exponential(v)
                  u = f32[6,8] dynamic-update-slice(a, e, i, j)
                  ROOT r = (s32[], s32[], f32[6,8]) tuple(i, next, u)
                }
                inner_condition {
                  s = (s32[], s32[], f32[6,8]) parameter(0)
                  j = s32[] get-tuple-element(s), index=1
                  n = s32[] constant(8)
                  ROOT c = pred[] compare(j, n), direction=LT
                }
                body {
                  s = (s32[], f32[6,8]) parameter(0)
                  i = s32[] get-tuple-element(s), index=0
                  a = f32[6,8] get-tuple-element(s), index=1
                  zero = s32[] constant(0)
                  t = (s32[], s32[], f32[6,8]) tuple(i, zero, a)
                  l = (s32[], s32[], f32[6,8]) while(t), condition=inner_condition, body=inner_body
                  one = s32[] constant(1)
                  next = s32[] add(i, one)
                  u = f32[6,8] get-tuple-element(l), index=2
                  ROOT r = (s32[], f32[6,8]) tuple(next, u)
                }
                condition {
                  s = (s32[], f32[6,8]) parameter(0)
                  i = s32[] get-tuple-element(s), index=0
                  n = s32[] constant(6)
                  ROOT c = pred[] compare(i, n), direction=LT
                }
                ENTRY main {
                  x = f32[6,8] parameter(0)
                  zero = s32[] constant(0)
                  s = (s32[], f32[6,8]) tuple(zero, x)
                  ROOT l = (s32[], f32[6,8]) while(s), condition=condition, body=body
                }
                """);
    }

    /** The old value is read after the update, so the update must not happen in place. */
    @Test
    void updatesLeaveAloneWhatIsStillRead(Comparison comparison) {
        comparison.holds("""
                HloModule update
                ENTRY main {
                  x = f32[50,20] parameter(0)
                  p = f32[3,20] parameter(1)
                  i = s32[] parameter(2)
                  zero = s32[] constant(0)
                  e = f32[50,20] negate(x)
                  u = f32[50,20] dynamic-update-slice(e, p, i, zero)
                  v = f32[50,20] dynamic-update-slice(u, p, zero, zero)
                  s = f32[50,20] add(u, v)
                  w = f32[50,20] dynamic-update-slice(x, p, i, zero)
                  ROOT r = (f32[50,20], f32[50,20], f32[50,20]) tuple(s, w, x)
                }
                """);
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 0, 1, 2, 7})
    void branchesByNumber(int branch, Comparison comparison) {
        comparison.holds("""
                HloModule branches
                f {
                  a = f32[30] parameter(0)
                  ROOT r = f32[30] exponential(a)
                }
                g {
                  a = f32[30] parameter(0)
                  ROOT r = f32[30] negate(a)
                }
                h {
                  ROOT a = f32[30] parameter(0)
                }
                ENTRY main {
                  x = f32[30] parameter(0)
                  y = f32[30] sine(x)
                  b = s32[] constant(%d)
                  c = f32[30] conditional(b, x, y, x), branch_computations={f, g, h}
                  ROOT r = f32[30] add(c, y)
                }
                """.formatted(branch));
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void branchesByPredicate(boolean predicate, Comparison comparison) {
        comparison.holds("""
                HloModule branches
                f {
                  a = (f32[30], s32[]) parameter(0)
                  b = f32[30] get-tuple-element(a), index=0
                  c = s32[] get-tuple-element(a), index=1
                  d = f32[30] exponential(b)
                  ROOT r = (f32[30], s32[]) tuple(d, c)
                }
                g {
                  a = f32[30] parameter(0)
                  one = s32[] constant(1)
                  ROOT r = (f32[30], s32[]) tuple(a, one)
                }
                ENTRY main {
                  x = f32[30] parameter(0)
                  n = s32[] parameter(1)
                  b = pred[] constant(%s)
                  t = (f32[30], s32[]) tuple(x, n)
                  ROOT c = (f32[30], s32[]) conditional(b, t, x), true_computation=f, false_computation=g
                }
                """.formatted(predicate));
    }

    @Test
    void aReducerMayCall(Comparison comparison) {
        comparison.holds("""
                HloModule called
                inner {
                  a = f32[] parameter(0)
                  ROOT r = f32[] abs(a)
                }
                f {
                  a = f32[] parameter(0)
                  b = f32[] parameter(1)
                  c = f32[] call(b), to_apply=inner
                  ROOT r = f32[] add(a, c)
                }
                ENTRY main {
                  x = f32[70,20] parameter(0)
                  zero = f32[] constant(0)
                  ROOT r = f32[70] reduce(x, zero), dimensions={1}, to_apply=f
                }
                """);
    }

    /** Where layouts are not assigned yet, a computation may be called with arrays in another order than it declares. */
    @Test
    void layoutsMayChangeOnTheWayInAndOut(Comparison comparison) {
        comparison.holds("""
                HloModule layouts
                f {
                  a = f32[6,8]{1,0} parameter(0)
                  ROOT r = f32[6,8]{1,0} negate(a)
                }
                g {
                  ROOT a = f32[6,8]{1,0} parameter(0)
                }
                body {
                  s = (s32[], f32[6,8]{1,0}) parameter(0)
                  i = s32[] get-tuple-element(s), index=0
                  a = f32[6,8]{1,0} get-tuple-element(s), index=1
                  one = s32[] constant(1)
                  n = s32[] add(i, one)
                  e = f32[6,8]{0,1} cosine(a)
                  ROOT r = (s32[], f32[6,8]{0,1}) tuple(n, e)
                }
                condition {
                  s = (s32[], f32[6,8]{1,0}) parameter(0)
                  i = s32[] get-tuple-element(s), index=0
                  n = s32[] constant(3)
                  ROOT c = pred[] compare(i, n), direction=LT
                }
                ENTRY main {
                  x = f32[6,8]{0,1} parameter(0)
                  e = f32[6,8]{0,1} exponential(x)
                  y = f32[6,8]{1,0} call(e), to_apply=f
                  z = f32[6,8]{1,0} call(e), to_apply=g
                  t = f32[6,8]{0,1} add(y, z)
                  zero = s32[] constant(0)
                  s = (s32[], f32[6,8]{0,1}) tuple(zero, t)
                  w = (s32[], f32[6,8]{1,0}) while(s), condition=condition, body=body
                  v = f32[6,8]{1,0} get-tuple-element(w), index=1
                  ROOT r = (f32[6,8]{1,0}, f32[6,8]{0,1}) tuple(v, t)
                }
                """);
    }
}
