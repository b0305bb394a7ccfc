package io.lakelog.jdbc.cli;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Rows as JSON objects, one a line. */
final class JsonRows {
    private final JsonFactory json = JsonFactory.builder()
            .enable(com.fasterxml.jackson.core.StreamWriteFeature.WRITE_BIGDECIMAL_AS_PLAIN)
            .build();
    private final List<String> names;

    /** @param names all different */
    JsonRows(List<String> names) {
        this.names = names;
    }

    String row(List<? extends @Nullable Object> values) {
        StringWriter text = new StringWriter();
        try (JsonGenerator generator = json.createGenerator(text)) {
            generator.writeStartObject();
            for (int i = 0; i < names.size(); i++) {
                generator.writeFieldName(names.get(i));
                write(generator, values.get(i));
            }
            generator.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException("writing into memory does not fail", e);
        }
        return text.toString();
    }

    private static void write(JsonGenerator generator, @Nullable Object value) throws IOException {
        if (value == null) {
            generator.writeNull();
        } else if (value instanceof Boolean flag) {
            generator.writeBoolean(flag);
        } else if (value instanceof BigDecimal number) {
            generator.writeNumber(number);
        } else if (value instanceof Float number) {
            generator.writeNumber(number);
        } else if (value instanceof Double number) {
            generator.writeNumber(number);
        } else if (value instanceof Number number) {
            generator.writeNumber(number.longValue());
        } else {
            generator.writeString(value.toString());
        }
    }
}
