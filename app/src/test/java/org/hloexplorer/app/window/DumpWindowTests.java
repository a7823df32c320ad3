package org.hloexplorer.app.window;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import javafx.scene.control.Label;
import javafx.scene.control.ListView;
import javafx.scene.control.MenuButton;
import javafx.scene.control.ToggleButton;
import javafx.scene.shape.Polyline;
import org.fxmisc.richtext.CodeArea;
import org.hloexplorer.hlo.HloModule;
import org.hloexplorer.hlo.HloPath;
import org.hloexplorer.pipeline.PipelineRun;
import org.hloexplorer.pipeline.backend.KernelDescription;
import org.hloexplorer.pipeline.dump.DumpDifferences.Row;
import org.hloexplorer.pipeline.dump.DumpDifferences.State;
import org.hloexplorer.pipeline.transforms.layout.ConvolutionOrder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Dump folders, layouts, copies and memory in the window. */
final class DumpWindowTests extends WindowTest {
    @TempDir
    private Path folder;

    private Path dump(String name, String last) throws IOException {
        var made = Files.createDirectories(folder.resolve(name));
        var text = """
                HloModule jit_my_f

                body {
                  x = f32[8] parameter(0)
                  ROOT y = f32[8] negate(x)
                }

                ENTRY main {
                  p = f32[8] parameter(0)
                  n.fusion = f32[8] fusion(p), kind=kLoop, calls=body
                  ROOT r = f32[8] %s(n.fusion)
                }
                """;
        Files.writeString(made.resolve("module_0000.jit_my_f.before_optimizations.txt"), text.formatted("negate"));
        Files.writeString(
                made.resolve("module_0000.jit_my_f.0000.simplification.after_algsimp.before_dce.txt"),
                text.formatted("abs"));
        Files.writeString(
                made.resolve("module_0000.jit_my_f.0001.simplification.after_dce.before_pipeline-end.txt"),
                text.formatted(last));
        Files.writeString(
                made.resolve("module_0000.jit_my_f.n_fusion_kernel_module.ir-with-opt.ll"),
                "define ptr @n_fusion(ptr %0) {\n  ret ptr null\n}\n");
        return made;
    }

    private void open(Path path) {
        interact(() -> window().opening().open(path));
        settle();
    }

    private PipelineRun run() {
        return Objects.requireNonNull(workbench().timeline().runProperty().get());
    }

    @Test
    void theToolbarSaysThatADumpIsShown() throws IOException {
        open(dump("good", "abs"));
        assertThat(this.<MenuButton>find("#pipeline").getText()).isEqualTo("Dump of jit_my_f");
        openSample("softmax");
        assertThat(this.<MenuButton>find("#pipeline").getText()).isEqualTo("teaching pipeline");
    }

    @Test
    void aDamagedStepIsAProblemThatLeadsToIt() throws IOException {
        var made = dump("damaged", "abs");
        Files.writeString(
                made.resolve("module_0000.jit_my_f.0000.simplification.after_algsimp.before_dce.txt"),
                "HloModule jit_my_f\nENTRY main {\n  p = f32[8");
        open(made);

        var problem = window().stage().editor().model().problems().getFirst();
        assertThat(problem.step()).isEqualTo(1);
        assertThat(problem.message()).contains("0000.simplification.after_algsimp");
        assertThat(window().dock().inFrontProperty().get()).isEqualTo(Dock.Page.PROBLEMS);

        interact(() -> workbench().timeline().select(2));
        interact(() -> window().stage().editor().model().reveal(problem));
        assertThat(Objects.requireNonNull(workbench().timeline().stepProperty().get())
                        .version())
                .isEqualTo(1);
    }

    @Test
    void codeOfADumpIsShownWithItsFusion() throws IOException {
        open(dump("good", "abs"));
        interact(() -> window().dock().bringToFront(Dock.Page.KERNELS));
        settle();
        assertThat(this.<ListView<?>>find("#kernel-list").getItems()).hasSize(1);
        assertThat(this.<CodeArea>find("#kernel-code").getText()).startsWith("define ptr @n_fusion");
        assertThat(workbench().selection().pathProperty().get()).isNull();
    }

    @Test
    void filesOfTheWholeModuleAreListedAndRead() throws IOException {
        var made = dump("gpu", "abs");
        Files.writeString(
                made.resolve("module_0000.jit_my_f.ptx"),
                ".visible .entry r(\n\t.param .u64 r_param_0\n)\n{\n\tret;\n}\n");
        Files.writeString(made.resolve("module_0000.jit_my_f.asm.s"), "other:\n\tret\n");
        Files.write(made.resolve("module_0000.jit_my_f.other.o"), new byte[] {0x7f, 'E', 'L', 'F', 0, 1});
        Files.writeString(made.resolve("module_0000.jit_my_f.debug_options"), "xla_dump_to: \"x\"\n");
        Files.writeString(made.resolve("module_0000.jit_my_f.thunk_sequence.txt"), "000: kKernel r\n".repeat(50_000));
        open(made);
        interact(() -> window().dock().bringToFront(Dock.Page.KERNELS));
        settle();

        var kernels = this.<ListView<KernelDescription>>find("#kernel-list");
        assertThat(kernels.getItems()).extracting(KernelDescription::name).containsExactly("n.fusion", "r", "jit_my_f");
        assertThat(codeOf(kernels, "r", "PTX")).startsWith(".visible .entry r(");
        assertThat(codeOf(kernels, "jit_my_f", "asm.s")).startsWith("other:");
        assertThat(codeOf(kernels, "jit_my_f", "other.o")).contains("holds 6 bytes that are no text");
        assertThat(codeOf(kernels, "jit_my_f", "debug_options")).startsWith("xla_dump_to");
        assertThat(codeOf(kernels, "jit_my_f", "thunk_sequence.txt"))
                .startsWith("000: kKernel r")
                .endsWith("goes on behind these 524,288 bytes, which are as many as are shown here.\n");
    }

    private String codeOf(ListView<KernelDescription> kernels, String name, String file) {
        interact(() -> kernels.getItems().stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .ifPresent(kernels.getSelectionModel()::select));
        settle();
        interact(() -> lookup("#kernels .toggle-button").queryAllAs(ToggleButton.class).stream()
                .filter(each -> each.getText().equals(file))
                .findFirst()
                .orElseThrow()
                .fire());
        settle();
        return this.<CodeArea>find("#kernel-code").getText();
    }

    @Test
    void theInspectorShowsTheSourceLinesOfADump() throws IOException {
        var made = Files.createDirectories(folder.resolve("lines"));
        Files.writeString(made.resolve("module_0000.jit_f.before_optimizations.txt"), """
                HloModule jit_f

                FileNames
                1 "train.py"

                FunctionNames
                1 "loss"
                2 "step"

                FileLocations
                1 {file_name_id=1 function_name_id=1 line=12 end_line=12 column=4 end_column=9}
                2 {file_name_id=1 function_name_id=2 line=40 end_line=40 column=0 end_column=7}

                StackFrames
                1 {file_location_id=2 parent_frame_id=1}
                2 {file_location_id=1 parent_frame_id=2}

                ENTRY main {
                  p = f32[8] parameter(0), metadata={op_name="x" source_file="old.py" source_line=7}
                  ROOT r = f32[8] negate(p), metadata={op_name="jit(f)/neg" stack_frame_id=2}
                }
                """);
        open(made);
        var entry = run().output().entry();
        select(0, run().output());
        assertThat(texts("#inspector-source")).contains("jit(f)/neg").anyMatch(each -> each.contains("train.py:12"));
        assertThat(texts("#inspector-source")).anyMatch(each -> each.contains("train.py:40"));
        interact(() -> workbench()
                .selection()
                .pathProperty()
                .set(HloPath.toInstruction(
                        0, entry.id(), entry.find("p").orElseThrow().id())));
        settle();
        assertThat(texts("#inspector-source")).contains("old.py:7");
    }

    @Test
    void twoDumpsStandSideBySide() throws IOException {
        open(dump("good", "abs"));
        choose(dump("bad", "cosine"));

        interact(() -> window().commands().get("compare.folder").perform());
        settle();

        var rows = this.<ListView<Row>>find("#compare-steps");
        assertThat(rows.getItems()).extracting(Row::state).containsExactly(State.SAME, State.SAME, State.DIFFERENT);
        assertThat(rows.getSelectionModel().getSelectedIndex()).isEqualTo(2);
        assertThat(texts("#compare-facts"))
                .contains("First differing pass: simplification / dce")
                .anyMatch(each -> each.startsWith("Peak memory: "))
                .anyMatch(each -> each.startsWith("Copies: 0 (0 B) in the first"));
        assertThat(this.<Label>find("#stage-heading").getText())
                .isEqualTo("simplification / dce, in the first dump and in the second (differs)");

        clickOn("#compare-back");
        settle();
        assertThat(this.<Label>find("#stage-heading").getText()).startsWith("algsimp");
    }

    @Test
    void anInstructionOfAPairIsInspectedOnItsSide() throws IOException {
        open(dump("good", "abs"));
        choose(dump("bad", "cosine"));
        interact(() -> window().commands().get("compare.folder").perform());
        settle();
        var pair = Objects.requireNonNull(
                        workbench().comparison().shownProperty().get())
                .pair();
        int second = StageViews.versionOfPair(run());

        select(second - 1, pair.left());
        assertThat(this.<Label>find("#inspector-title").getText()).isEqualTo("abs");
        assertThat(texts("#inspector")).anyMatch(each -> each.startsWith("first dump, ") && each.contains("good"));

        select(second, pair.right());
        assertThat(this.<Label>find("#inspector-title").getText()).isEqualTo("cosine");
        assertThat(texts("#inspector")).anyMatch(each -> each.startsWith("second dump, ") && each.contains("bad"));

        clickOn("#compare-back");
        settle();
        select(run().versions() - 1, run().output());
        assertThat(this.<Label>find("#inspector-title").getText()).isEqualTo("abs");
        assertThat(texts("#inspector")).noneMatch(each -> each.startsWith("second dump, "));
    }

    private void select(int version, HloModule module) {
        var entry = module.entry();
        interact(() ->
                workbench().selection().pathProperty().set(HloPath.toInstruction(version, entry.id(), entry.rootId())));
        settle();
    }

    @Test
    void theCommandLineOpensTwoFolders() throws IOException {
        var arguments =
                List.of(dump("good", "abs").toString(), dump("bad", "cosine").toString());
        interact(() -> window().opening().openAll(arguments));
        settle();
        assertThat(this.<ListView<Row>>find("#compare-steps").getItems()).hasSize(3);
    }

    @Test
    void aComparisonNeedsADumpThatIsOpen() throws IOException {
        openSample("softmax");
        choose(dump("bad", "cosine"));
        interact(() -> window().commands().get("compare.folder").perform());
        settle();
        assertThat(workbench().log().lines().getLast().text()).contains("none is: open one first");
    }

    @Test
    void peaksAreALineOverTheTimeline() {
        openSample("softmax");
        Polyline line = find("#timeline-peaks");
        waitFor(() -> line.getPoints().size() == 2 * run().versions());
        assertThat(this.find("#pass-0").getAccessibleText()).contains("of memory at its peak");
    }

    @Test
    void imagesAreLaidOutOtherwise() throws IOException {
        var file = Files.writeString(folder.resolve("c.hlo"), """
                HloModule convolution

                ENTRY main {
                  x = f32[2,8,8,4] parameter(0)
                  k = f32[3,3,4,16] parameter(1)
                  ROOT c = f32[2,8,8,16] convolution(x, k), window={size=3x3 pad=1_1x1_1}, dim_labels=b01f_01io->b01f
                }
                """);
        open(file);
        interact(() -> window().dock().bringToFront(Dock.Page.LAYOUTS));
        settle();
        assertThat(texts("#layout-table")).contains("As written", "NCHW", "NHWC", "3", "25,088 B");

        clickOn("#layout-nchw");
        settle();

        assertThat(workbench().layouts().chosen()).isEqualTo(ConvolutionOrder.NCHW);
        assertThat(run().output().entry().find("c").orElseThrow().shape().toString())
                .isEqualTo("f32[2,8,8,16]{2,1,3,0}");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "xla-20440-dus-and-slice-copies",
                "tf-57087-tuple-of-same-constant",
                "jax-40101-dus-accumulate-loop"
            })
    void copiesOfKnownCasesAreWalkedThrough(String name) {
        open(Path.of("src/test/resources/cases/" + name + ".hlo"));
        clickOn("#pipeline").clickOn("#pipeline-cpu");
        settle();
        for (int version = 0; version < run().versions(); version++) {
            int at = version;
            interact(() -> workbench().timeline().select(at));
            settle();
        }
        interact(() -> workbench().timeline().select("copy-insertion"));
        interact(() -> window().dock().bringToFront(Dock.Page.DECISIONS));
        settle();
        assertThat(this.<Label>find("#stage-heading").getText()).startsWith("copy-insertion");

        var copy = run().output().computations().stream()
                .flatMap(each -> each.instructions().stream())
                .filter(each -> each.name().startsWith("copy"))
                .findFirst()
                .orElseThrow();
        interact(() -> new WindowSteps(window()).perform("select=" + copy.name()));
        settle();
        assertThat(texts("#inspector-why")).anyMatch(each -> each.contains("copied %"));

        interact(() -> window().dock().bringToFront(Dock.Page.MEMORY));
        settle();
        assertThat(this.<ListView<?>>find("#memory-schedule").getItems()).isNotEmpty();
        assertThat(this.<ListView<String>>find("#memory-ledger").getItems())
                .anyMatch(each -> each.contains("copy-insertion"));
    }

    private List<String> texts(String query) {
        return lookup(query).lookup(".label").queryAllAs(Label.class).stream()
                .map(Label::getText)
                .toList();
    }
}
