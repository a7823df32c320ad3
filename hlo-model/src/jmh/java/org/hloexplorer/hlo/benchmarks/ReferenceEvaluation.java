package org.hloexplorer.hlo.benchmarks;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.Literal;
import org.hloexplorer.hlo.eval.GeneratedInputs;
import org.hloexplorer.hlo.eval.HloEvaluator;
import org.hloexplorer.hlo.reader.HloReader;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** The reference evaluator on programs of the corpus; the figures to hold it against are XLA's on the same machine. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 3, time = 1)
public class ReferenceEvaluation {

    @Param({
        "tanh_axb",
        "sin_times2_plus1",
        "gelu_erf",
        "softmax",
        "layernorm",
        "matmul_512",
        "matmul_1024",
        "matmul_bf16",
        "matmul_skinny",
        "mlp_inference",
        "conv_relu_pool",
        "attention_1head",
        "llama_block",
        "mlp_train_sgd",
        "reduce_axis0",
        "reduce_axis1",
        "embedding_segment_sum",
        "while_matvec",
        "lstm_scan",
        "sort",
        "gpt2_forward",
        "resnet18_forward"
    })
    private String program = "";

    private HloModule module;
    private List<Literal> arguments = List.of();

    @Setup
    public void read() throws IOException {
        var folder = Path.of(System.getProperty("hlox.corpus", "."));
        module = HloReader.read(folder.resolve("corpus").resolve(program).resolve("before_opt.hlo"))
                .orThrow();
        arguments = GeneratedInputs.of(module, 1);
    }

    @Benchmark
    public Object evaluate() {
        return new HloEvaluator().evaluate(module, arguments);
    }
}
