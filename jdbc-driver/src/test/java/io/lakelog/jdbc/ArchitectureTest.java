package io.lakelog.jdbc;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.library.dependencies.SlicesRuleDefinition;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The arrows between the rooms of the driver: each may use only those before it. */
final class ArchitectureTest {
    private static final String ROOT = "io.lakelog.jdbc";

    /** Rooms, from the cellar up; the root lies above session, wire and remote and below the command line. */
    private static final List<String> ROOMS =
            List.of("access", "tls", "convert", "metadata", "session", "wire", "remote", "server", "cli");

    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(location -> !location.contains("/test-classes/"))
            .importPackages(ROOT);

    @Test
    void sawTheClasses() {
        assertThat(CLASSES).hasSizeGreaterThan(80);
        Set<String> rooms = CLASSES.stream()
                .map(JavaClass::getPackageName)
                .filter(name -> !name.equals(ROOT))
                .collect(Collectors.toSet());
        assertThat(rooms)
                .containsExactlyInAnyOrderElementsOf(
                        ROOMS.stream().map(room -> ROOT + "." + room).toList());
    }

    @Test
    void arrowsPointDown() {
        for (int i = 0; i < ROOMS.size() - 1; i++) {
            String[] above = ROOMS.subList(i + 1, ROOMS.size()).stream()
                    .map(room -> ROOT + "." + room)
                    .toArray(String[]::new);
            noClasses()
                    .that()
                    .resideInAPackage(ROOT + "." + ROOMS.get(i))
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage(above)
                    .check(CLASSES);
        }
        noClasses()
                .that()
                .resideInAnyPackage(
                        ROOT + ".convert", ROOT + ".metadata", ROOT + ".session", ROOT + ".wire", ROOT + ".remote")
                .should()
                .dependOnClassesThat()
                .resideInAPackage(ROOT)
                .check(CLASSES);
        noClasses()
                .that()
                .resideInAPackage(ROOT)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(ROOT + ".server", ROOT + ".cli")
                .check(CLASSES);
        SlicesRuleDefinition.slices()
                .matching(ROOT + ".(*)..")
                .should()
                .beFreeOfCycles()
                .check(CLASSES);
    }

    @Test
    void eachForeignThingHasItsPlace() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("org.apache.calcite.sql..", "org.apache.calcite.rel..", "org.apache.calcite.rex..")
                .check(CLASSES);
        noClasses()
                .that()
                .resideOutsideOfPackage(ROOT + ".server")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("org.eclipse.jetty..", "javax.servlet..")
                .check(CLASSES);
        noClasses()
                .that()
                .resideOutsideOfPackage(ROOT + ".cli")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("org.jline..", "picocli..")
                .check(CLASSES);
        noClasses()
                .that()
                .resideInAnyPackage(ROOT + ".session", ROOT + ".metadata")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("org.apache.calcite.avatica..")
                .check(CLASSES);
        // What reads objects out of a stream runs code of whoever wrote them.
        noClasses()
                .should()
                .dependOnClassesThat()
                .haveFullyQualifiedName("java.io.ObjectInputStream")
                .orShould()
                .callMethod(Class.class, "forName", String.class)
                .check(CLASSES);
        // Of storage, only the front door and the vocabulary.
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "io.lakelog.storage.format..",
                        "io.lakelog.storage.layout..",
                        "io.lakelog.storage.manifest..",
                        "io.lakelog.storage.snapshot..",
                        "io.lakelog.storage.lsm..",
                        "io.lakelog.sql.plan..",
                        "io.lakelog.sql.exec..",
                        "io.lakelog.sql.command..",
                        "io.lakelog.sql.parse..")
                .check(CLASSES);
    }
}
