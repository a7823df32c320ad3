package org.hloexplorer.pipeline.backend.cpu;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.hloexplorer.pipeline.llvm.LlvmDiagnostic;
import org.hloexplorer.pipeline.llvm.LlvmDiagnostic.Severity;
import org.hloexplorer.pipeline.llvm.Target;
import org.hloexplorer.pipeline.worker.ObjectCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is read off assembly and remarks. */
final class CodeReadingTests {
    private static final Target HERE = new Target("x86_64-unknown-linux-gnu", "znver5", "+avx512f");

    private static final String ASSEMBLY = """
            kernel:
            .Lfunc_begin0:
            \t.loc\t0 7 1
            \tpushq\t%rbx
            \tvmovups\t%zmm3, -64(%rsp)                # 64-byte Spill
            .LBB0_1:                                # =>This Loop Header: Depth=1
            \txorl\t%eax, %eax
            .LBB0_2:                                #   Parent Loop BB0_1 Depth=1
                                                    # =>  This Inner Loop Header: Depth=2
            \t.loc\t0 9 1
            \tvmovups\t(%rdi,%rax), %zmm0
            \tvaddps\t-64(%rsp), %zmm0, %zmm1         # 64-byte Folded Reload
            \tvmovups\t%zmm1, (%rsi,%rax)
            \taddq\t$64, %rax
            \tjne\t.LBB0_2
            \tjmp\t.LBB0_1
            .Lfunc_end0:
            """;

    @TempDir
    private Path folder;

    @Test
    void registersSpillsAndLoopsAreCounted() {
        var facts = CodeFacts.of(ASSEMBLY, new ObjectCode(new byte[8]));
        assertThat(facts.instructions()).isEqualTo(9);
        assertThat(facts.vector()).isEqualTo(3);
        assertThat(facts.widest()).isEqualTo(512);
        assertThat(facts.general()).isEqualTo(4);
        assertThat(facts.spills()).isEqualTo(1);
        assertThat(facts.spilledBytes()).isEqualTo(64);
        assertThat(facts.reloads()).isEqualTo(1);
        assertThat(facts.loops()).isEqualTo(1);
        assertThat(facts.bytes()).isEmpty();
        assertThat(facts.text(32))
                .contains("3 of 32, 512 bits wide at most", "1 stores of 64 bytes", "its size is only told");
    }

    @Test
    void innermostLoopsAreFoundWithTheirLine() {
        var loops = InnerLoops.of(ASSEMBLY);
        assertThat(loops).hasSize(1);
        assertThat(loops.getFirst().label()).isEqualTo(".LBB0_2");
        assertThat(loops.getFirst().line()).isEqualTo(9);
        assertThat(loops.getFirst().instructions()).hasSize(5).noneMatch(line -> line.contains("#"));
        assertThat(InnerLoops.regions(loops))
                .startsWith("# LLVM-MCA-BEGIN loop0")
                .contains("vaddps")
                .doesNotContain("jne");
    }

    @Test
    void remarksAreSaidInPlainWords() {
        var text = PlainRemarks.of(List.of(
                remark(4, "vectorized loop (vectorization width: 16, interleaved count: 4)"),
                remark(4, "vectorized loop (vectorization width: 16, interleaved count: 4)"),
                remark(5, "completely unrolled loop with 3 iterations"),
                remark(6, "loop not vectorized: cannot prove it is safe to reorder floating-point operations; allow"),
                remark(
                        7,
                        "2 spills 1.0e+03 total spills cost 59 reloads 4.7e+05 total reloads cost 1 virtual registers "
                                + "copies 1.6e+04 total copies cost generated in loop"),
                remark(0, "hoisting mul"),
                new LlvmDiagnostic(Severity.WARNING, 8, 1, "something odd")));
        assertThat(text.lines())
                .containsExactly(
                        "line 4: vectorised: 16 elements at once, and 4 such vectors side by side",
                        "line 5: unrolled in full: all 3 repetitions, one after the other",
                        "line 6: one element at a time: it adds up in order, and another order would round otherwise",
                        "line 7: too few registers in the loop: 2 values go to the stack, 59 loads bring them back",
                        "line 8: LLVM says: something odd");
        assertThat(PlainRemarks.of(List.of())).contains("remarks nothing");
    }

    @Test
    void theAnalyserIsAskedForTheProcessorAndThenForOnesLikeIt() throws Exception {
        var tool = script("""
                #!/bin/sh
                case "$*" in
                  *-mcpu=icelake-server*) echo "Iterations: 100"; exit 0;;
                  *) echo "no such processor"; exit 1;;
                esac
                """);
        assertThat(MachineCodeAnalyzer.inPath(folder.toString())).contains(tool);
        assertThat(tool.analyze(ASSEMBLY, HERE))
                .contains("on znver5, in whose place stands icelake-server", "line 9 of the module", "Iterations: 100");
        assertThat(tool.analyze("kernel:\n\tret\n", HERE)).contains("no innermost loop");
    }

    @Test
    void whatTheAnalyserRefusesIsSaid() throws Exception {
        var tool = script("""
                #!/bin/sh
                echo "unsupported instruction"; exit 1
                """);
        assertThat(tool.analyze(ASSEMBLY, HERE)).contains("cannot analyse it", "znver5: unsupported instruction");
        assertThat(MachineCodeAnalyzer.inPath(folder.resolve("nowhere").toString()))
                .isEmpty();
        assertThat(MachineCodeAnalyzer.MISSING).contains("not in PATH");
    }

    private MachineCodeAnalyzer script(String text) throws Exception {
        var file = folder.resolve("llvm-mca");
        Files.writeString(file, text);
        assertThat(file.toFile().setExecutable(true)).isTrue();
        return new MachineCodeAnalyzer(file);
    }

    private static LlvmDiagnostic remark(int line, String message) {
        return new LlvmDiagnostic(Severity.REMARK, line, 1, message);
    }
}
