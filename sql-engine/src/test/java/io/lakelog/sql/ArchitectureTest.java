package io.lakelog.sql;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The arrows between the packages of the SQL engine. */
class ArchitectureTest {
    private static JavaClasses classes;

    @BeforeAll
    static void readClasses() {
        classes = new ClassFileImporter()
                .withImportOption(location -> !location.contains("/test-classes/"))
                .withImportOption(location -> !location.contains("/parse/generated/"))
                .importPackages("io.lakelog.sql");
    }

    @Test
    void theClassesWereSeen() {
        assertThat(classes.size()).isGreaterThan(120);
    }

    @Test
    void calciteIsKnownToParsePlanAndSemanticsOnly() {
        noClasses()
                .that()
                .resideInAnyPackage(
                        "io.lakelog.sql", "io.lakelog.sql.exec", "io.lakelog.sql.command", "io.lakelog.sql.partition")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("org.apache.calcite..", "org.codehaus.janino..")
                .check(classes);
    }

    @Test
    void theParserIsKnownToSqlTextOnly() {
        noClasses()
                .that()
                .doNotHaveFullyQualifiedName("io.lakelog.sql.parse.SqlText")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("io.lakelog.sql.parse.generated")
                .check(classes);
    }

    @Test
    void arrowsPointDown() {
        below(
                "io.lakelog.sql.exec",
                "io.lakelog.sql",
                "io.lakelog.sql.command",
                "io.lakelog.sql.plan",
                "io.lakelog.sql.parse");
        below(
                "io.lakelog.sql.partition",
                "io.lakelog.sql",
                "io.lakelog.sql.command",
                "io.lakelog.sql.exec",
                "io.lakelog.sql.plan",
                "io.lakelog.sql.parse",
                "io.lakelog.sql.semantics");
        below(
                "io.lakelog.sql.parse",
                "io.lakelog.sql",
                "io.lakelog.sql.command",
                "io.lakelog.sql.plan",
                "io.lakelog.sql.exec");
        below(
                "io.lakelog.sql.semantics",
                "io.lakelog.sql",
                "io.lakelog.sql.command",
                "io.lakelog.sql.plan",
                "io.lakelog.sql.parse");
        below("io.lakelog.sql.command", "io.lakelog.sql", "io.lakelog.sql.plan");
        below("io.lakelog.sql.plan", "io.lakelog.sql");
    }

    private static void below(String lower, String... upper) {
        noClasses()
                .that()
                .resideInAPackage(lower)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(upper)
                .check(classes);
    }

    @Test
    void nothingGoesInCircles() {
        slices().matching("io.lakelog.sql.(*)..").should().beFreeOfCycles().check(classes);
    }

    @Test
    void storageShowsItsFrontDoorOnly() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "io.lakelog.storage.manifest..",
                        "io.lakelog.storage.snapshot..",
                        "io.lakelog.storage.layout..",
                        "io.lakelog.storage.lsm..",
                        "io.lakelog.storage.merge..",
                        "io.lakelog.storage.commit..",
                        "io.lakelog.storage.write..",
                        "io.lakelog.storage.scan..",
                        "io.lakelog.storage.changes..",
                        "io.lakelog.storage.changelog..",
                        "io.lakelog.storage.compact..",
                        "io.lakelog.storage.format..")
                .check(classes);
    }
}
