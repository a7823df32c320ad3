package org.hloexplorer.architecture;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.simpleNameEndingWith;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noFields;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.hloexplorer.architecture.ArchitectureRule.noArrow;
import static org.hloexplorer.architecture.ArchitectureRule.rule;
import static org.hloexplorer.architecture.PlantedClass.dependsOn;

import java.lang.classfile.ClassFile;
import java.util.List;

/** The arrows between modules, then those inside of them. */
final class ArchitectureRules {
    private ArchitectureRules() {}

    private static final String HLO = "org.hloexplorer.hlo..";
    private static final String PIPELINE = "org.hloexplorer.pipeline..";
    private static final String VISUALIZERS = "org.hloexplorer.visualizers..";
    private static final String TPU_VIEW = "org.hloexplorer.tpu.view..";
    private static final String ROOFLINE = "org.hloexplorer.roofline..";
    private static final String ROOFLINE_MODEL = "org.hloexplorer.roofline";
    private static final String ROOFLINE_VIEW = "org.hloexplorer.roofline.view..";
    private static final String SAMPLES = "org.hloexplorer.samples..";
    private static final String APP = "org.hloexplorer.app..";

    static final ArchitectureRule HLO_STANDS_ALONE = rule(
            "hlo-model sees no other module",
            noArrow(
                    resideInAnyPackage(HLO),
                    resideInAnyPackage(PIPELINE, VISUALIZERS, TPU_VIEW, ROOFLINE, SAMPLES, APP)),
            "HLO is what all the rest is about, and is useful without it",
            dependsOn("org.hloexplorer.hlo.Planted", "org.hloexplorer.pipeline.HloPass"));

    static final ArchitectureRule PIPELINE_SEES_HLO = rule(
            "pipeline sees only hlo-model",
            noArrow(resideInAnyPackage(PIPELINE), resideInAnyPackage(VISUALIZERS, TPU_VIEW, ROOFLINE, SAMPLES, APP)),
            "passes and backends run without anyone looking",
            dependsOn("org.hloexplorer.pipeline.Planted", "org.hloexplorer.roofline.Ceiling"));

    static final ArchitectureRule SAMPLES_SEE_HLO = rule(
            "sample-modules sees only hlo-model",
            noArrow(resideInAnyPackage(SAMPLES), resideInAnyPackage(PIPELINE, VISUALIZERS, TPU_VIEW, ROOFLINE, APP)),
            "a sample is a text, whatever is done with it",
            dependsOn("org.hloexplorer.samples.Planted", "org.hloexplorer.pipeline.HloPass"));

    static final ArchitectureRule VIEWS_APART = rule(
            "the view modules do not see one another",
            slices().matching("org.hloexplorer.(visualizers|tpu|roofline)..")
                    .should()
                    .notDependOnEachOther(),
            "the window puts views together, so that each can be shown, tested and left out alone",
            dependsOn("org.hloexplorer.visualizers.run.Planted", "org.hloexplorer.roofline.view.RooflineView"));

    static final ArchitectureRule VIEWS_BELOW_THE_WINDOW = rule(
            "the view modules see neither the window nor the samples",
            noArrow(resideInAnyPackage(VISUALIZERS, TPU_VIEW, ROOFLINE), resideInAnyPackage(APP, SAMPLES)),
            "a view shows what it is given, in any window",
            dependsOn("org.hloexplorer.tpu.view.Planted", "org.hloexplorer.app.MainWindow"));

    static final ArchitectureRule NO_SCREEN_BELOW_THE_VIEWS = rule(
            "nothing below the views knows JavaFX, GraphStream, AWT or Swing",
            noArrow(
                    resideInAnyPackage(HLO, PIPELINE, SAMPLES, ROOFLINE_MODEL),
                    resideInAnyPackage("javafx..", "org.graphstream..", "java.awt..", "javax.swing..")),
            "everything below the views runs, and is tested, without a screen",
            dependsOn("org.hloexplorer.pipeline.backend.tpu.simulator.Planted", "javafx.scene.Node"));

    static final ArchitectureRule ROOFLINE_WITHOUT_ITS_VIEW = rule(
            "the roofline model does not see its view",
            noArrow(resideInAnyPackage(ROOFLINE_MODEL), resideInAnyPackage(ROOFLINE_VIEW)),
            "the command line measures without drawing",
            dependsOn("org.hloexplorer.roofline.Planted", "org.hloexplorer.roofline.view.RooflineView"));

    static final ArchitectureRule TRANSFORMS_WITHOUT_BACKENDS = rule(
            "transforms do not see backends",
            noArrow(
                    resideInAnyPackage("org.hloexplorer.pipeline.transforms.."),
                    resideInAnyPackage("org.hloexplorer.pipeline.backend..")),
            "a pass turns HLO into HLO, whatever device the result is for",
            dependsOn("org.hloexplorer.pipeline.transforms.Planted", "org.hloexplorer.pipeline.backend.Backend"));

    static final ArchitectureRule BACKENDS_APART = rule(
            "the backends do not see one another",
            slices().matching("org.hloexplorer.pipeline.backend.(cpu|gpu|tpu)..")
                    .should()
                    .notDependOnEachOther(),
            "what devices share lies in pipeline.kernel and pipeline.backend",
            dependsOn("org.hloexplorer.pipeline.backend.gpu.Planted", "org.hloexplorer.pipeline.backend.cpu.Cpu"));

    static final ArchitectureRule KERNELS_WITHOUT_THE_REFERENCE = rule(
            "kernels do not see the evaluator",
            noArrow(
                    resideInAnyPackage("org.hloexplorer.pipeline.kernel..", "org.hloexplorer.pipeline.llvm.."),
                    resideInAnyPackage("org.hloexplorer.hlo.eval..")),
            "a reference that shares arithmetic with what it checks proves nothing",
            dependsOn("org.hloexplorer.pipeline.kernel.Planted", "org.hloexplorer.hlo.eval.HloEvaluator"));

    static final ArchitectureRule LLVM_IN_ONE_PLACE = rule(
            "only pipeline.llvm handles LLVM",
            noArrow(
                    resideOutsideOfPackage("org.hloexplorer.pipeline.llvm.."),
                    resideInAnyPackage("org.bytedeco.llvm..")),
            "its pointers are to be freed, and its aborts end a process",
            dependsOn("org.hloexplorer.pipeline.backend.cpu.Planted", "org.bytedeco.llvm.LLVM.LLVMModuleRef"));

    static final ArchitectureRule PICTURES_IN_ONE_PLACE = rule(
            "only visualizers.graph handles GraphStream and ELK",
            noArrow(
                    resideOutsideOfPackage("org.hloexplorer.visualizers.graph.."),
                    resideInAnyPackage("org.graphstream..", "org.eclipse.elk..")),
            "who keeps the picture and who lays it out can then be changed in one place",
            dependsOn("org.hloexplorer.visualizers.diff.Planted", "org.graphstream.graph.Graph"));

    static final ArchitectureRule COMMAND_LINE_IN_APP = rule(
            "only app reads command lines",
            noArrow(resideOutsideOfPackage(APP), resideInAnyPackage("picocli..")),
            "below the application there are calls, not words",
            dependsOn("org.hloexplorer.pipeline.bisect.Planted", "picocli.CommandLine"));

    static final ArchitectureRule VIEW_MODELS_WITHOUT_CONTROLS = rule(
            "view models know no controls",
            noArrow(
                    simpleNameEndingWith("ViewModel"),
                    resideInAnyPackage("javafx.scene.control..", "javafx.scene.layout..", "javafx.stage..")),
            "a view model is tested without a screen",
            dependsOn("org.hloexplorer.visualizers.diff.PlantedViewModel", "javafx.scene.control.Label"));

    static final ArchitectureRule NO_STATIC_STATE = rule(
            "there is no static mutable state",
            noFields().that().areStatic().should().notBeFinal(),
            "state belongs to a session: two of them, and two tests, run side by side",
            new PlantedClass("org.hloexplorer.hlo.Planted", "java.lang.Object", ClassFile.ACC_STATIC));

    static final List<ArchitectureRule> ALL = List.of(
            HLO_STANDS_ALONE,
            PIPELINE_SEES_HLO,
            SAMPLES_SEE_HLO,
            VIEWS_APART,
            VIEWS_BELOW_THE_WINDOW,
            NO_SCREEN_BELOW_THE_VIEWS,
            ROOFLINE_WITHOUT_ITS_VIEW,
            TRANSFORMS_WITHOUT_BACKENDS,
            BACKENDS_APART,
            KERNELS_WITHOUT_THE_REFERENCE,
            LLVM_IN_ONE_PLACE,
            PICTURES_IN_ONE_PLACE,
            COMMAND_LINE_IN_APP,
            VIEW_MODELS_WITHOUT_CONTROLS,
            NO_STATIC_STATE);
}
