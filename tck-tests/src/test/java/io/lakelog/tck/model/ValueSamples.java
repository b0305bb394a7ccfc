package io.lakelog.tck.model;

import io.lakelog.storage.type.DataType;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Values of a type, the same each time. */
public final class ValueSamples {
    private static final List<String> TEXTS = List.of(
            "0",
            "1",
            "-12",
            "127",
            "true",
            "NO",
            "1.5",
            "-0.049",
            "99999",
            "2024-02-29",
            "1969-12-31 23:59:59.5",
            "12:34:56",
            "1969");

    private ValueSamples() {}

    /** Types without fields, each kind at least once. */
    public static List<DataType> flatTypes() {
        return TypeChanges.FLAT;
    }

    /** Random values, extremes among them; of texts also such as other types are written. */
    public static List<Object> of(DataType type, int count) {
        Random random = new Random(type.toString().hashCode());
        List<Object> values = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            values.add(RandomValues.present(type, random));
        }
        if (values.get(0) instanceof String) {
            TEXTS.stream().filter(text -> text.length() <= type.length()).forEach(values::add);
        }
        return values;
    }
}
