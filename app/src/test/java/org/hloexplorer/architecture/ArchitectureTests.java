package org.hloexplorer.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Checks every rule against what is there, and against a class that breaks it. */
final class ArchitectureTests {
    private static final JavaClasses PRODUCTION = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("org.hloexplorer");

    static List<ArchitectureRule> rules() {
        return ArchitectureRules.ALL;
    }

    @Test
    void seesTheClassesOfAllModules() {
        assertThat(PRODUCTION)
                .extracting(type -> type.getPackageName().split("\\.", 4)[2])
                .contains("hlo", "pipeline", "visualizers", "tpu", "roofline", "samples", "app");
    }

    @ParameterizedTest
    @MethodSource("rules")
    void holds(ArchitectureRule rule) {
        rule.rule().check(PRODUCTION);
    }

    @ParameterizedTest
    @MethodSource("rules")
    void catchesWhatBreaksIt(ArchitectureRule rule, @TempDir Path folder) throws IOException {
        var violation = rule.violation();
        var result = rule.rule().evaluate(violation.imported(folder));
        assertThat(result.getFailureReport().getDetails())
                .isNotEmpty()
                .allSatisfy(detail -> assertThat(detail).contains(violation.name()));
    }
}
