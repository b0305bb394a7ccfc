package io.lakelog.tck;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.lakelog.storage.error.LakelogException;
import io.lakelog.storage.row.Column;
import io.lakelog.storage.row.ColumnBuilder;
import io.lakelog.storage.row.ColumnCast;
import io.lakelog.storage.row.Values;
import io.lakelog.storage.type.DataType;
import io.lakelog.storage.type.TypeKind;
import io.lakelog.tck.model.ValueSamples;
import io.lakelog.tck.paimon.PaimonCast;
import io.lakelog.tck.text.RowText;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Whatever type a column may get by Paimon's ALTER TABLE: values of old files are to Lakelog what they are to Paimon. Not
 * those that Paimon leaves outside the type: see {@link #leavesTheType}.
 */
class ConversionsTest {
    private static final int VALUES = 60;

    static List<DataType> types() {
        return ValueSamples.flatTypes();
    }

    @ParameterizedTest
    @MethodSource("types")
    void valuesAreThoseOfPaimon(DataType from) throws Exception {
        List<String> differences = new ArrayList<>();
        for (DataType to : types()) {
            Optional<PaimonCast> paimon = PaimonCast.of(from, to);
            if (paimon.isPresent() && !from.equals(to)) {
                for (Object value : ValueSamples.of(from, VALUES)) {
                    String expected = byPaimon(paimon.get(), value);
                    String actual = byLakelog(from, to, value);
                    if (!actual.equals(expected) && !leavesTheType(from, to, value)) {
                        differences.add(from + " to " + to + ": " + RowText.of(List.of(value)) + " is " + expected
                                + " to Paimon, " + actual + " to Lakelog");
                    }
                }
            }
        }
        assertThat(differences).isEmpty();
    }

    /**
     * Seconds beyond the years that a timestamp has; bytes as texts that are too long, or not padded; a time of day with more
     * digits than its timestamp; times of day before 1970, which Paimon counts backwards from midnight.
     */
    private static boolean leavesTheType(DataType from, DataType to, Object value) {
        boolean time = to.kind() == TypeKind.TIMESTAMP || to.kind() == TypeKind.TIMESTAMP_LTZ;
        return switch (from.kind()) {
            case BIGINT -> time && Math.abs((double) (Long) value) > 1e11;
            case BINARY, VARBINARY ->
                to.kind() == TypeKind.CHAR
                        || to.kind() == TypeKind.VARCHAR && new String((byte[]) value, UTF_8).length() > to.length();
            case TIME -> time && to.length() < from.length();
            case TIMESTAMP -> to.kind() == TypeKind.TIME && ((LocalDateTime) value).getYear() < 1970;
            default -> false;
        };
    }

    private static String byPaimon(PaimonCast cast, Object value) {
        try {
            return text(cast.convert(value));
        } catch (RuntimeException e) {
            return "an error";
        }
    }

    private static String byLakelog(DataType from, DataType to, Object value) {
        ColumnBuilder builder = ColumnBuilder.of(from);
        Values.append(builder, from, value);
        try {
            Column column = ColumnCast.of(from, to, "column").apply(builder.build());
            return text(Values.get(column, to, 0));
        } catch (LakelogException e) {
            return "an error";
        }
    }

    private static String text(@Nullable Object value) {
        return RowText.of(Collections.singletonList(value));
    }
}
