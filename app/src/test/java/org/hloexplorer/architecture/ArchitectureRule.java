package org.hloexplorer.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchRule;

/**
 * What must hold between packages, and a class which, if it existed, would break it.
 *
 * @param rule says its reason
 */
record ArchitectureRule(ArchRule rule, PlantedClass violation) {

    /** A rule under its name, with the reason for it. */
    static ArchitectureRule rule(String name, ArchRule rule, String because, PlantedClass violation) {
        return new ArchitectureRule(rule.as(name).because(because), violation);
    }

    /** No class here depends on a class there. */
    static ArchRule noArrow(DescribedPredicate<JavaClass> from, DescribedPredicate<JavaClass> to) {
        return noClasses().that(from).should().dependOnClassesThat(to);
    }

    @Override
    public String toString() {
        return rule.getDescription();
    }
}
