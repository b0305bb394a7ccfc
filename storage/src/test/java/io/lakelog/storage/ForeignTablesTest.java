package io.lakelog.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lakelog.storage.env.Environment;
import io.lakelog.storage.error.ErrorCode;
import io.lakelog.storage.error.LakelogException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What another engine made and Lakelog cannot follow is refused by name, before any row is read. */
class ForeignTablesTest {
    @TempDir
    Path warehouse;

    private Catalog catalogWith(String primaryKeys, String type, String options) throws IOException {
        Path schema = warehouse.resolve("default.db/t/schema");
        Files.createDirectories(schema);
        Files.writeString(schema.resolve("schema-0"), """
                {"version": 3, "id": 0, "highestFieldId": 1, "partitionKeys": [], "primaryKeys": [%s],
                 "fields": [{"id": 0, "name": "id", "type": "INT NOT NULL"}, {"id": 1, "name": "v", "type": "%s"}],
                 "options": {"bucket": "1"%s}}""".formatted(primaryKeys, type, options));
        return Catalog.open(Environment.local(), warehouse.toString());
    }

    private static void refuses(Catalog catalog, String text) {
        assertThatThrownBy(() -> new TestTable(catalog.table(new TableName("default", "t"))).rows())
                .isInstanceOfSatisfying(
                        LakelogException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.UNSUPPORTED))
                .hasMessageContaining(text);
        assertThat(catalog.tables("default")).containsExactly("t");
    }

    @ParameterizedTest
    @CsvSource({
        "row-tracking.enabled, true",
        "data-evolution.enabled, true",
        "manifest.format, orc",
        "query-auth.enabled, true",
        "record-level.expire-time, 1 d"
    })
    void anOptionThatChangesWhatRowsAre(String option, String value) throws IOException {
        refuses(catalogWith("\"id\"", "INT", ", \"%s\": \"%s\"".formatted(option, value)), "'" + option + "'");
    }

    @Test
    void aColumnTypeNamingColumnAndFile() throws IOException {
        refuses(catalogWith("\"id\"", "VARIANT", ""), "VARIANT is not supported (column 'v' in ");
    }
}
