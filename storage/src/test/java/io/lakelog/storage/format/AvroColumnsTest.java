package io.lakelog.storage.format;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lakelog.storage.type.DataType;
import io.lakelog.storage.type.Field;
import io.lakelog.storage.type.RowType;
import java.util.List;
import org.apache.avro.Schema;
import org.apache.avro.SchemaBuilder;
import org.junit.jupiter.api.Test;

class AvroColumnsTest {
    private static final DataType INNER = DataType.row(List.of(new Field(0, "a", DataType.INT.notNull())));
    private static final RowType WANTED =
            RowType.of(List.of("m"), List.of(DataType.map(DataType.STRING, DataType.array(INNER))));

    @Test
    void aNestedValueOfAnotherTypeIsNamedByItsPath() {
        assertThatThrownBy(
                        () -> AvroColumns.of(rows(fields().requiredString("a").endRecord()), WANTED, ""))
                .isInstanceOf(MalformedFileException.class)
                .hasMessage("column 'm.value.element.a' should be INT NOT NULL, but is stored as \"string\"");
    }

    @Test
    void aNestedFieldThatMustBeThereIsMissed() {
        assertThatThrownBy(() -> AvroColumns.of(rows(fields().requiredInt("b").endRecord()), WANTED, ""))
                .hasMessage("it has no column 'm.value.element.a', only [b]");
    }

    @Test
    void aMapWhoseKeysAreNoTextsIsNoMapOfAvros() {
        RowType wanted = RowType.of(List.of("m"), List.of(DataType.map(DataType.INT, DataType.INT)));
        Schema rows = SchemaBuilder.record("r")
                .fields()
                .name("m")
                .type()
                .map()
                .values()
                .intType()
                .noDefault()
                .endRecord();
        assertThatThrownBy(() -> AvroColumns.of(rows, wanted, ""))
                .hasMessageContaining("column 'm' should be MAP<INT, INT>, but is stored as {\"type\":\"map\"");
    }

    private static SchemaBuilder.FieldAssembler<Schema> fields() {
        return SchemaBuilder.record("inner").fields();
    }

    private static Schema rows(Schema inner) {
        return SchemaBuilder.record("r")
                .fields()
                .name("m")
                .type()
                .map()
                .values()
                .array()
                .items(inner)
                .noDefault()
                .endRecord();
    }
}
