package org.hloexplorer.app.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hloexplorer.app.cli.Shell.hlox;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class DiffVerbTests {
    @TempDir
    private Path folder;

    private Path module(String name, String last) throws IOException {
        return Files.writeString(folder.resolve(name), """
                HloModule small

                ENTRY main {
                  p = f32[8] parameter(0)
                  n = f32[8] negate(p)
                  ROOT e = f32[8] %s(n)
                }
                """.formatted(last));
    }

    @Test
    void modulesThatComputeTheSameAreEqual() throws IOException {
        var a = module("a.hlo", "exponential");
        var result = hlox("diff", a.toString(), module("b.hlo", "exponential").toString());
        assertThat(result.status()).as(result.err()).isZero();
        assertThat(result.out()).contains("3 instructions the same, 0 changed, 0 added, 0 removed");
    }

    @Test
    void theDifferenceIsListed() throws IOException {
        var a = module("a.hlo", "exponential").toString();
        var b = module("b.hlo", "cosine").toString();
        var result = hlox("diff", a, b);
        assertThat(result.status()).isEqualTo(1);
        assertThat(result.out()).contains("+ %e = f32[8]{0} cosine in %main", "- %e = f32[8]{0} exponential in %main");
        var json = hlox("diff", "--json", a, b).onlyJson();
        assertThat(json.get("equal").asBoolean()).isFalse();
        assertThat(json.get("added").asInt()).isEqualTo(1);
        assertThat(json.get("removed").asInt()).isEqualTo(1);
    }

    @Test
    void theDifferenceIsAPage() throws IOException {
        var a = module("a.hlo", "exponential").toString();
        var b = module("b.hlo", "cosine").toString();
        var page = folder.resolve("page.html");
        assertThat(hlox("diff", a, b, "--html=" + page).status()).isEqualTo(1);
        assertThat(Files.readString(page))
                .startsWith("<!DOCTYPE html>")
                .contains("1 added, 1 removed")
                .contains("class=\"changed\"")
                .contains("cosine(%n)")
                .doesNotContain("src=", "href=");
        var nowhere = hlox("diff", a, b, "--html=" + folder.resolve("no/page.html"));
        assertThat(nowhere.status()).isEqualTo(2);
        assertThat(nowhere.err()).contains("cannot be written");
    }

    @Test
    void dumpFoldersAreComparedStepByStep() {
        var good = folder.resolve("good").toString();
        var bad = folder.resolve("bad").toString();
        assertThat(hlox("opt", "--pipeline=cpu", "--dump-to=" + good, "sample:softmax")
                        .status())
                .isZero();
        assertThat(hlox("opt", "--pipeline=cpu", "--disable=fusion", "--dump-to=" + bad, "sample:softmax")
                        .status())
                .isZero();

        var json = hlox("diff", "--json", good, bad).onlyJson();
        assertThat(json.get("first_differing_pass").asString())
                .isEqualTo("HLO_passes_after_layout_assignment / fusion (in the first only)");
        assertThat(json.get("fusions").get("lost").size()).isPositive();
        assertThat(json.get("peak_memory").get("before").asLong())
                .isLessThan(json.get("peak_memory").get("after").asLong());
        var page = folder.resolve("dumps.html");
        hlox("diff", good, bad, "--html=" + page);
        assertThat(page).content().contains("<h2>Steps</h2>", "first only");
        assertThat(hlox("diff", good, good).status()).isZero();
        assertThat(hlox("opt", good).out()).startsWith("HloModule jit_softmax, is_scheduled=true");
        assertThat(hlox("check", good).err()).contains("is a dump: 1 module in ");
        assertThat(hlox("diff", good, "sample:softmax").status()).isEqualTo(2);
    }
}
