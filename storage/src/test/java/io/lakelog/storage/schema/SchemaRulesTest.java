package io.lakelog.storage.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lakelog.storage.error.ErrorCode;
import io.lakelog.storage.error.LakelogException;
import io.lakelog.storage.type.DataType;
import io.lakelog.storage.type.RowType;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SchemaRulesTest {
    private static TableSchema create(
            List<String> names,
            List<DataType> types,
            List<String> key,
            List<String> partition,
            Map<String, String> options) {
        return SchemaRules.create(
                new TableDefinition(RowType.of(names, types), key, partition, options, null), 1700000000000L);
    }

    private static TableSchema withOptions(Map<String, String> options) {
        return create(List.of("id", "v"), List.of(DataType.INT, DataType.STRING), List.of("id"), List.of(), options);
    }

    private static void refuses(ErrorCode code, String text, Runnable work) {
        assertThatThrownBy(work::run)
                .isInstanceOfSatisfying(
                        LakelogException.class, e -> assertThat(e.code()).isEqualTo(code))
                .hasMessageContaining(text);
    }

    @Test
    void storesWhatEveryEngineMustAgreeOn() {
        TableSchema plain = withOptions(Map.of());
        assertThat(plain.options()).containsEntry("bucket", "1").doesNotContainKey("changelog.time-retained");
        assertThat(plain.rowType().type(0)).isEqualTo(DataType.INT.notNull());
        TableSchema lookup = withOptions(Map.of("changelog-producer", "lookup"));
        assertThat(lookup.options())
                .containsEntry("changelog-producer.row-deduplicate", "true")
                .containsEntry("changelog.time-retained", "7 d")
                .containsEntry("changelog.num-retained.max", "100000");
        assertThat(SchemaJson.read(SchemaJson.write(lookup), "file")).isEqualTo(lookup);
    }

    @Test
    void namesTheBadOptionAndTheNearMatch() {
        refuses(
                ErrorCode.INVALID_OPTION,
                "did you mean 'changelog-producer'",
                () -> withOptions(Map.of("changelog-producr", "lookup")));
        refuses(
                ErrorCode.INVALID_OPTION,
                "none, input, lookup",
                () -> withOptions(Map.of("changelog-producer", "lookups")));
        refuses(ErrorCode.INVALID_OPTION, "'bucket' = '0'", () -> withOptions(Map.of("bucket", "0")));
        refuses(ErrorCode.INVALID_OPTION, "whole number", () -> withOptions(Map.of("bucket", "many")));
        refuses(ErrorCode.INVALID_OPTION, "a size such as", () -> withOptions(Map.of("target-file-size", "big")));
        refuses(ErrorCode.UNSUPPORTED, "lz4", () -> withOptions(Map.of("file.compression", "lz4")));
        refuses(ErrorCode.INVALID_OPTION, "at most 22", () -> withOptions(Map.of("file.compression.zstd-level", "99")));
        refuses(ErrorCode.INVALID_OPTION, "different columns", () -> withOptions(Map.of("bucket-key", "id,id")));
        refuses(ErrorCode.INVALID_OPTION, "bucket-key", () -> withOptions(Map.of("bucket-key", "v")));
    }

    @Test
    void namesTheBadColumnOrKey() {
        List<DataType> types = List.of(DataType.INT, DataType.STRING);
        refuses(
                ErrorCode.COLUMN_NOT_FOUND,
                "did you mean 'id'",
                () -> create(List.of("id", "v"), types, List.of("ids"), List.of(), Map.of()));
        refuses(
                ErrorCode.INVALID_DEFINITION,
                "defined twice",
                () -> create(List.of("id", "ID"), types, List.of("id"), List.of(), Map.of()));
        refuses(
                ErrorCode.INVALID_DEFINITION,
                "give it an alias",
                () -> create(List.of("id", "rowkind"), types, List.of("id"), List.of(), Map.of()));
        refuses(
                ErrorCode.INVALID_DEFINITION,
                "not a partition column",
                () -> create(List.of("id", "v"), types, List.of("id"), List.of("id"), Map.of()));
        refuses(
                ErrorCode.INVALID_DEFINITION,
                "DECIMAL(p, s)",
                () -> create(
                        List.of("id", "v"),
                        List.of(DataType.INT, DataType.decimal(39, 0)),
                        List.of("id"),
                        List.of(),
                        Map.of()));
        refuses(
                ErrorCode.INVALID_OPTION,
                "'bucket-key'",
                () -> create(List.of("id", "v"), types, List.of(), List.of(), Map.of("bucket", "2")));
        refuses(
                ErrorCode.INVALID_OPTION,
                "'bucket'",
                () -> create(List.of("id", "v"), types, List.of(), List.of(), Map.of("bucket-key", "id")));
        refuses(
                ErrorCode.INVALID_OPTION,
                "needs a PRIMARY KEY",
                () -> create(List.of("id", "v"), types, List.of(), List.of(), Map.of("changelog-producer", "lookup")));
    }

    @Test
    void keysMatchColumnsWithoutRegardToCase() {
        TableSchema schema = create(
                List.of("Id", "Day"),
                List.of(DataType.INT, DataType.DATE),
                List.of("ID", "day"),
                List.of("DAY"),
                Map.of());
        assertThat(schema.primaryKeys()).containsExactly("Id", "Day");
        assertThat(schema.partitionKeys()).containsExactly("Day");
    }
}
