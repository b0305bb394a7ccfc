package io.lakelog.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** SchemaSpy draws a schema. It ends its JVM when it is done, and so gets one of its own. */
final class SchemaSpyIT {
    private static final String DATABASE_TYPE = """
            dbms=Lakelog
            description=Lakelog
            driver=io.lakelog.jdbc.LakelogDriver
            connectionSpec=jdbc:lakelog:<db>
            db=directory of the warehouse
            """;

    @TempDir
    Path directory = Path.of("unset");

    @Test
    void drawsASchema() throws Exception {
        Path warehouse = directory.resolve("warehouse");
        try (Connection connection = DriverManager.getConnection("jdbc:lakelog:" + warehouse);
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE orders (id BIGINT PRIMARY KEY, status STRING COMMENT 'where it is')"
                    + " COMMENT 'what people bought'");
            statement.execute("CREATE TABLE lines (id BIGINT, line INT, PRIMARY KEY (id, line) NOT ENFORCED)");
        }
        Files.writeString(directory.resolve("lakelog.properties"), DATABASE_TYPE);
        Path output = directory.resolve("pages");
        Process process = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        "org.schemaspy.Main",
                        "-t",
                        directory.resolve("lakelog").toString(),
                        "-db",
                        warehouse.toString(),
                        "-cat",
                        "lakelog",
                        "-s",
                        "default",
                        "-u",
                        "nobody",
                        "-dp",
                        System.getProperty("all.jar"),
                        "-o",
                        output.toString(),
                        "-vizjs"))
                .redirectErrorStream(true)
                .start();
        String log = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(log).isZero();
        assertThat(Files.readString(output.resolve("tables/orders.html")))
                .contains("what people bought")
                .contains("where it is")
                .contains("STRING");
        assertThat(Files.readString(output.resolve("constraints.html"))).isNotEmpty();
        assertThat(output.resolve("diagrams/tables")).isDirectoryContaining("glob:**/lines.1degree.*");
    }
}
