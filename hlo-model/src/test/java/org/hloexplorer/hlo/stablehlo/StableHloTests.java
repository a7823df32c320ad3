package org.hloexplorer.hlo.stablehlo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.HloOp;
import org.hloexplorer.hlo.eval.FailedExpectationException;
import org.hloexplorer.hlo.eval.GeneratedInputs;
import org.hloexplorer.hlo.eval.HloEvaluator;
import org.hloexplorer.hlo.reader.HloReader;
import org.hloexplorer.hlo.text.HloParser;
import org.hloexplorer.hlo.text.HloPrinter;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** StableHLO text becomes HLO that computes the same: the files below {@code stablehlo/} compare as they go. */
final class StableHloTests {
    private static final Path FOLDER = Path.of("src/test/resources/stablehlo");

    private static HloModule read(String text) {
        return HloReader.read("text.mlir", text.getBytes(StandardCharsets.UTF_8))
                .orThrow();
    }

    @TestFactory
    Stream<DynamicTest> everyFileHoldsWhatItExpects() throws IOException {
        try (var paths = Files.list(FOLDER)) {
            return paths
                    .sorted()
                    .map(path -> dynamicTest(path.getFileName().toString(), path.toUri(), () -> holds(path)))
                    .toList()
                    .stream();
        }
    }

    private static void holds(Path path) throws IOException {
        var parsed = HloReader.read(path);
        assertThat(parsed.errors()).as(parsed.renderAll()).isEmpty();
        var module = parsed.orThrow();
        assertThat(expectations(module)).isPositive();
        new HloEvaluator().evaluate(module, GeneratedInputs.of(module, 1));
        var text = HloPrinter.print(module);
        assertThat(HloPrinter.print(HloParser.parseOrThrow(text))).isEqualTo(text);
    }

    private static long expectations(HloModule module) {
        return module.entry().instructions().stream()
                .filter(each -> each.op() instanceof HloOp.CustomCall call
                        && call.target().startsWith("check."))
                .count();
    }

    @Test
    void aFailedExpectationNamesTheFirstElementThatDiffers() {
        var module = read("""
                func.func @main() {
                  %0 = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi32>
                  check.expect_eq_const %0, dense<[1, 5, 3]> : tensor<3xi32>
                  return
                }
                """);
        assertThatThrownBy(() -> new HloEvaluator().evaluate(module, GeneratedInputs.of(module, 1)))
                .isInstanceOf(FailedExpectationException.class)
                .hasMessageContaining("element [1] is 2.0 instead of 5.0");
    }

    @Test
    void testCallsAsCustomCallsCountToo() {
        var module = read("""
                module @m {
                  func.func @main() {
                    %0 = stablehlo.constant dense<1.0> : tensor<2xf32>
                    %1 = stablehlo.constant dense<1.1> : tensor<2xf32>
                    stablehlo.custom_call @check.expect_almost_eq(%0, %1) {has_side_effect = true} : (tensor<2xf32>, tensor<2xf32>) -> ()
                    return
                  }
                }
                """);
        assertThatThrownBy(() -> new HloEvaluator().evaluate(module, GeneratedInputs.of(module, 1)))
                .isInstanceOf(FailedExpectationException.class);
    }

    @Test
    void placesInTheProgramAreKept() throws IOException {
        var module = HloReader.read(FOLDER.resolve("control.mlir")).orThrow();
        var sum = module.find("twice").orElseThrow().root();
        assertThat(sum.annotations().metadata().opName()).isEqualTo("jit(f)/twice");
        assertThat(sum.annotations().metadata().sourceFile()).isEqualTo("twice.py");
        assertThat(sum.annotations().metadata().sourceLine()).isEqualTo(7);
        assertThat(module.attributes().replicaCount()).isEqualTo(2);
        assertThat(module.entry().parameters().getFirst().name()).isEqualTo("n.0");
    }

    @Test
    void allThatIsNotConvertibleIsNamedWithItsPlace() {
        var parsed = HloReader.read("m.mlir", """
                module @m {
                  func.func @main(%arg0: tensor<?x4xf32>, %arg1: tensor<2xi32>) -> tensor<?x4xf32> {
                    %0 = "stablehlo.dynamic_gather"(%arg0, %arg1, %arg1) : (tensor<?x4xf32>, tensor<2xi32>, tensor<2xi32>) -> tensor<?x4xf32>
                    %1 = chlo.zeta %0 : tensor<?x4xf32> -> tensor<?x4xf32>
                    return %1 : tensor<?x4xf32>
                  }
                }
                """.getBytes(StandardCharsets.UTF_8));
        assertThat(parsed.errors()).hasSize(2);
        assertThat(parsed.errors().getFirst().headline())
                .startsWith("m.mlir:3:11: error: stablehlo.dynamic_gather is not convertible to HLO");
        assertThat(parsed.errors().getLast().headline()).startsWith("m.mlir:4:10: error: chlo.zeta");
    }

    @Test
    void functionsThatCallThemselvesAreRefused() {
        var parsed = HloReader.read("m.mlir", """
                func.func @main(%arg0: tensor<f32>) -> tensor<f32> {
                  %0 = call @f(%arg0) : (tensor<f32>) -> tensor<f32>
                  return %0 : tensor<f32>
                }
                func.func private @f(%arg0: tensor<f32>) -> tensor<f32> {
                  %0 = call @f(%arg0) : (tensor<f32>) -> tensor<f32>
                  return %0 : tensor<f32>
                }
                """.getBytes(StandardCharsets.UTF_8));
        assertThat(parsed.errors().getFirst().message()).contains("calls itself");
    }

    @Property(tries = 1500)
    void mutatedTextsAreAnswered(@ForAll Random random) throws IOException {
        var names = new String[] {"constants.mlir", "control.mlir", "movement.mlir", "arithmetic.mlir"};
        var text = new StringBuilder(Files.readString(FOLDER.resolve(names[random.nextInt(names.length)])));
        for (int i = 1 + random.nextInt(5); i > 0 && text.length() > 1; i--) {
            int at = random.nextInt(text.length());
            int length = Math.min(text.length() - at, 1 + random.nextInt(random.nextBoolean() ? 8 : 500));
            switch (random.nextInt(4)) {
                case 0 -> text.delete(at, at + length);
                case 1 -> text.insert(at, "{}()[]<>%@#:=,-x9\"\0".charAt(random.nextInt(19)));
                case 2 -> text.insert(random.nextInt(text.length()), text.substring(at, at + length));
                default -> text.setLength(Math.max(1, at));
            }
        }
        var parsed = HloReader.read("mutated.mlir", text.toString().getBytes(StandardCharsets.UTF_8));
        assertThat(parsed.module().isPresent() || parsed.hasErrors()).isTrue();
        assertThat(parsed.renderAll()).isNotNull();
    }

    @Test
    void bracketsBeyondAllUseAreTold() {
        var deep = "module @m { func.func @main() { %0 = \"a.b\"() {x = " + "[".repeat(100_000) + "} : () -> () } }";
        assertThat(HloReader.read("deep.mlir", deep.getBytes(StandardCharsets.UTF_8))
                        .errors())
                .isNotEmpty();
    }
}
