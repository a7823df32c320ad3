package org.hloexplorer.pipeline.llvm;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.util.List;
import org.hloexplorer.pipeline.llvm.LlvmDiagnostic.Severity;
import org.junit.jupiter.api.Test;

/** Real LLVM, end to end: what these tests call has been compiled for this machine a moment before. */
final class LlvmTests {
    private static final String SCALE = """
            define void @scale(ptr noalias readonly %x, ptr noalias %y, i64 %n, float %a) #0 {
            entry:
              br label %loop
            loop:
              %i = phi i64 [ 0, %entry ], [ %next, %loop ]
              %px = getelementptr inbounds float, ptr %x, i64 %i
              %v = load float, ptr %px
              %m = fmul contract float %v, %a
              %py = getelementptr inbounds float, ptr %y, i64 %i
              store float %m, ptr %py
              %next = add nuw nsw i64 %i, 1
              %done = icmp eq i64 %next, %n
              br i1 %done, label %exit, label %loop
            exit:
              ret void
            }
            attributes #0 = { nounwind "prefer-vector-width"="512" }
            """;

    @Test
    void compilesAndRunsTheVeryObjectItShows() throws Throwable {
        try (var machine = TargetMachine.of(Target.host());
                var module = LlvmModule.parse("scale", SCALE, machine);
                var jit = LlvmJit.create();
                var arena = Arena.ofConfined()) {
            module.optimize("default<O3>", machine);
            jit.add(module.object(machine));
            var scale = Linker.nativeLinker()
                    .downcallHandle(
                            jit.lookup("scale"), FunctionDescriptor.ofVoid(ADDRESS, ADDRESS, JAVA_LONG, JAVA_FLOAT));
            var x = arena.allocateFrom(JAVA_FLOAT, 1, 2, 3);
            var y = arena.allocate(JAVA_FLOAT, 3);
            scale.invokeExact(x, y, 3L, 2.5f);
            assertThat(y.toArray(JAVA_FLOAT)).containsExactly(2.5f, 5f, 7.5f);
        }
    }

    @Test
    void usesTheWidestVectorsOfThisMachine() {
        try (var machine = TargetMachine.of(Target.host());
                var module = LlvmModule.parse("scale", SCALE, machine)) {
            module.optimize("default<O3>", machine);
            var lanes = machine.target().vectorBits() / 32;
            assertThat(module.toText()).contains("<" + lanes + " x float>");
            assertThat(module.diagnostics())
                    .filteredOn(d -> d.severity() == Severity.REMARK)
                    .extracting(LlvmDiagnostic::message)
                    .anyMatch(text -> text.startsWith("vectorized loop (vectorization width: " + lanes));
            var register = lanes == 16 ? "zmm" : lanes == 8 ? "ymm" : "";
            assertThat(module.assembly(machine)).contains("scale:", register);
        }
    }

    @Test
    void emissionLeavesTheModuleAsItWas() {
        try (var machine = TargetMachine.of(Target.host());
                var module = LlvmModule.parse("scale", SCALE, machine)) {
            module.optimize("default<O3>", machine);
            var before = module.toText();
            var first = module.object(machine);
            module.assembly(machine);
            assertThat(module.toText()).isEqualTo(before);
            assertThat(module.object(machine)).isEqualTo(first);
        }
    }

    @Test
    void errorsOfTheTextAreLocated() {
        var broken = SCALE.replace("fmul contract float %v, %a", "fmul contract float %w, %a");
        assertMalformed(broken, 8, "use of undefined value '%w'");
    }

    @Test
    void textThatParsesButDoesNotVerifyIsRefused() {
        assertMalformed("define void @f() {\n  %x = add i32 %x, 1\n  ret void\n}\n", 0, "Only PHI nodes may reference");
    }

    private static void assertMalformed(String text, int line, String message) {
        try (var machine = TargetMachine.of(Target.host())) {
            assertThatThrownBy(() -> LlvmModule.parse("kernel", text, machine))
                    .isInstanceOfSatisfying(
                            LlvmException.class,
                            e -> assertThat(e.diagnostics()).singleElement().satisfies(d -> {
                                assertThat(d.line()).isEqualTo(line);
                                assertThat(d.message()).contains(message);
                            }));
        }
    }

    /** Without a handler this very input ends the process. */
    @Test
    void anErrorOfCodeGenerationIsAFailureAndNotAnExit() {
        var unlowerable = """
                define float @f(float %x) {
                  %y = call float asm "no_such_instruction $1, $0", "=x,x"(float %x)
                  ret float %y
                }
                """;
        try (var machine = TargetMachine.of(Target.host());
                var module = LlvmModule.parse("f", unlowerable, machine)) {
            assertThatThrownBy(() -> module.object(machine))
                    .isInstanceOf(LlvmException.class)
                    .hasMessageContaining("no_such_instruction");
        }
    }

    @Test
    void unknownPassesAndSymbolsAreNamed() {
        try (var machine = TargetMachine.of(Target.host());
                var module = LlvmModule.parse("scale", SCALE, machine);
                var jit = LlvmJit.create()) {
            assertThatThrownBy(() -> module.optimize("no-such-pass", machine)).hasMessageContaining("no-such-pass");
            jit.add(module.object(machine));
            assertThatThrownBy(() -> jit.lookup("shift")).hasMessageContaining("shift");
        }
    }

    @Test
    void unknownTargetsAreNamed() {
        assertThatThrownBy(() -> TargetMachine.of(new Target("pdp11-dec-unix", "", "")))
                .isInstanceOf(LlvmException.class)
                .hasMessageContaining("pdp11");
    }

    @Test
    void symbolsThatTheObjectLeavesOpenAreThoseOfTheProcess() throws Throwable {
        var text = """
                declare double @cosh(double)
                define double @f(double %x) {
                  %y = call double @cosh(double %x)
                  ret double %y
                }
                """;
        try (var machine = TargetMachine.of(Target.host());
                var module = LlvmModule.parse("f", text, machine);
                var jit = LlvmJit.create()) {
            jit.add(module.object(machine));
            var f = Linker.nativeLinker()
                    .downcallHandle(jit.lookup("f"), FunctionDescriptor.of(JAVA_DOUBLE, JAVA_DOUBLE));
            assertThat((double) f.invokeExact(1.0)).isCloseTo(Math.cosh(1.0), within(Math.ulp(2.0)));
        }
    }

    @Test
    void featuresOfTheHostAreThoseThatAreSwitchedOn() {
        var target = new Target("x86_64-unknown-linux-gnu", "x", "+avx,-avx512f,+fma");
        assertThat(target.has("fma")).isTrue();
        assertThat(target.has("avx512f")).isFalse();
        assertThat(target.vectorBits()).isEqualTo(256);
        assertThat(List.of(128, 256, 512)).contains(Target.host().vectorBits());
    }
}
