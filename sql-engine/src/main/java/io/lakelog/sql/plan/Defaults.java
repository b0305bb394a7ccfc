package io.lakelog.sql.plan;

import io.lakelog.sql.exec.ValueConversion;
import io.lakelog.storage.error.LakelogException;
import io.lakelog.storage.type.Field;
import java.time.ZoneId;
import org.jspecify.annotations.Nullable;

/** What a column gets that an INSERT does not name. */
final class Defaults {
    private Defaults() {}

    /** The default of a column, of the class of its type, or null for NULL. */
    static @Nullable Object of(Field field, ZoneId zone) {
        String text = field.defaultValue();
        if (text == null) {
            return null;
        }
        try {
            return ValueConversion.convert(text, field.type(), ValueConversion.Loss.ROUND, zone);
        } catch (LakelogException e) {
            throw new LakelogException(e.code(), "the default of column '" + field.name() + "': " + e.getMessage(), e);
        }
    }
}
