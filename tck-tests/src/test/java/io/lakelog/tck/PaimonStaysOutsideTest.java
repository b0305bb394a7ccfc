package io.lakelog.tck;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The judge is no part of the product: nothing of Lakelog uses a class of Paimon. */
class PaimonStaysOutsideTest {
    /** Neither to compile nor to run the product: wherever a module names Paimon, it is for tests. */
    @Test
    void modulesNeedPaimonForTestsAlone() throws IOException {
        int named = 0;
        for (Path pom : List.of(
                Path.of("../storage/pom.xml"),
                Path.of("../sql-engine/pom.xml"),
                Path.of("../jdbc-driver/pom.xml"),
                Path.of("../examples/pom.xml"),
                Path.of("pom.xml"))) {
            Matcher dependencies =
                    Pattern.compile("(?s)<dependency>(.*?)</dependency>").matcher(Files.readString(pom));
            while (dependencies.find()) {
                if (dependencies.group(1).contains("<groupId>org.apache.paimon<")) {
                    named++;
                    assertThat(dependencies.group(1)).as(pom.toString()).contains("<scope>test</scope>");
                }
            }
        }
        assertThat(named).isPositive();
    }

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
