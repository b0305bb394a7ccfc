package io.lakelog.jdbc.jar;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.w3c.dom.NodeList;

/** What somebody who depends on an artefact gets to read: nothing of how it was built, and no dependency of tests. */
final class PublishedPomIT {
    private static Element pom(String module) throws Exception {
        // target/lakelog-jdbc-…-all.jar
        Path root = Objects.requireNonNull(Path.of(Objects.requireNonNull(System.getProperty("lakelog.all.jar")))
                .toAbsolutePath()
                .resolve("../../..")
                .normalize());
        return DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(root.resolve(module).resolve("target/flattened-pom.xml").toFile())
                .getDocumentElement();
    }

    private static List<String> children(Element parent) {
        List<String> names = new ArrayList<>();
        for (Node child = parent.getFirstChild(); child != null; child = child.getNextSibling()) {
            if (child instanceof Element element) {
                names.add(element.getTagName());
            }
        }
        return names;
    }

    @ParameterizedTest
    @ValueSource(strings = {"storage", "sql-engine", "jdbc-driver"})
    void saysWhatItIsAndWhatItNeeds(String module) throws Exception {
        Element pom = pom(module);
        assertThat(children(pom))
                .contains("groupId", "artifactId", "version", "name", "description", "licenses", "dependencies")
                .doesNotContain("parent", "repositories", "pluginRepositories", "build", "dependencyManagement")
                .doesNotContain("properties", "profiles", "modules");
        NodeList dependencies = pom.getElementsByTagName("dependency");
        assertThat(dependencies.getLength()).isPositive();
        for (int i = 0; i < dependencies.getLength(); i++) {
            Element dependency = (Element) dependencies.item(i);
            assertThat(dependency.getElementsByTagName("version").getLength())
                    .as(dependency.getTextContent())
                    .isEqualTo(1);
            assertThat(dependency.getElementsByTagName("scope").item(0).getTextContent())
                    .isIn("compile", "runtime");
        }
    }

    @Test
    void theDriverNeedsTheEngine() throws Exception {
        assertThat(pom("jdbc-driver").getTextContent()).contains("lakelog-sql-engine");
    }
}
