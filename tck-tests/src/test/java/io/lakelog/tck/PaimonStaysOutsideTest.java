package io.lakelog.tck;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import org.junit.jupiter.api.Test;

/** The judge is no part of the product: nothing of Lakelog uses a class of Paimon. */
class PaimonStaysOutsideTest {
    @Test
    void productDoesNotUsePaimon() {
        JavaClasses product =
                new ClassFileImporter().importPackages("io.lakelog.storage", "io.lakelog.sql", "io.lakelog.jdbc");
        assertThat(product).hasSizeGreaterThan(40);
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAPackage("org.apache.paimon..")
                .check(product);
    }
}
