package org.hloexplorer.hlo.benchmarks;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.diff.HloDiff;
import org.hloexplorer.hlo.proto.HloProtoReader;
import org.hloexplorer.hlo.proto.HloProtoWriter;
import org.hloexplorer.hlo.reader.HloReader;
import org.hloexplorer.hlo.text.HloParser;
import org.hloexplorer.hlo.text.HloPrinter;
import org.hloexplorer.hlo.verify.HloVerifier;
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

/** Reading, verifying, writing and comparing the largest programs of the corpus. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(value = 1, jvmArgs = "-Xmx500m")
@Warmup(iterations = 5, time = 2)
@Measurement(iterations = 5, time = 2)
public class LargeModule {

    @Param({"corpus/gpt56_adam_train/before_opt.hlo.gz", "corpus/gpt56_adam_train/tpu_after.hlo.gz"})
    private String file = "";

    private String text = "";
    private HloModule module;
    private HloModule other;
    private byte[] proto = {};

    @Setup
    public void read() throws IOException {
        var path = Path.of(System.getProperty("hlox.corpus", ".")).resolve(file);
        text = new String(HloReader.expand(Files.readAllBytes(path)), StandardCharsets.UTF_8);
        module = HloParser.parseOrThrow(text);
        other = HloParser.parseOrThrow(text);
        proto = HloProtoWriter.write(module).content();
    }

    @Benchmark
    public Object parse() {
        return HloParser.parse("text", text);
    }

    @Benchmark
    public Object verify() {
        return HloVerifier.verify(module);
    }

    @Benchmark
    public Object print() {
        return HloPrinter.print(module);
    }

    @Benchmark
    public Object readProto() {
        return HloProtoReader.read(proto);
    }

    @Benchmark
    public Object structuralDifference() {
        return HloDiff.betweenForeign(module, other);
    }
}
