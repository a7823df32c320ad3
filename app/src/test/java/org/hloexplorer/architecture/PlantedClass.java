package org.hloexplorer.architecture;

import static java.lang.constant.ConstantDescs.CD_Object;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.constant.ClassDesc;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A class made up to break a rule: it has one field.
 *
 * <p>Written as bytes, because a class in a production package cannot lie among the test sources of another module.
 *
 * @param name its full name
 * @param fieldType the full name of the type of its field
 * @param fieldFlags the access flags of the field
 */
record PlantedClass(String name, String fieldType, int fieldFlags) {

    /** A class of that name which depends on the other. */
    static PlantedClass dependsOn(String name, String other) {
        return new PlantedClass(name, other, ClassFile.ACC_PRIVATE | ClassFile.ACC_FINAL);
    }

    /** What ArchUnit reads of it, and of the class it depends on where that is one of ours. */
    JavaClasses imported(Path folder) throws IOException {
        write(folder, this);
        if (fieldType.startsWith("org.hloexplorer.")) {
            write(folder, dependsOn(fieldType, "java.lang.Object"));
        }
        return new ClassFileImporter().importPath(folder);
    }

    private static void write(Path folder, PlantedClass planted) throws IOException {
        var bytes = ClassFile.of()
                .build(
                        ClassDesc.of(planted.name()),
                        builder -> builder.withSuperclass(CD_Object)
                                .withField("planted", ClassDesc.of(planted.fieldType()), planted.fieldFlags()));
        Files.write(folder.resolve(planted.name() + ".class"), bytes);
    }
}
