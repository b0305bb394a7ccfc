package io.lakelog.sql.semantics;

import java.math.BigDecimal;
import java.util.EnumMap;
import java.util.Map;
import org.apache.calcite.sql.type.SqlTypeName;
import org.jspecify.annotations.Nullable;

/** The functions that cast numbers, and texts to numbers, by source and target. */
final class NumberCasts {
    private static final Map<Source, Map<SqlTypeName, SemanticFunction>> FUNCTIONS = functions();

    private NumberCasts() {}

    /** What a function takes. */
    private enum Source {
        LONG(long.class),
        REAL(float.class),
        DOUBLE(double.class),
        DECIMAL(BigDecimal.class),
        TEXT(String.class);

        final Class<?> javaClass;

        Source(Class<?> javaClass) {
            this.javaClass = javaClass;
        }
    }

    /**
     * The function from {@code source} to {@code target}, or null if one of them is no number (or text, as a source). To
     * DECIMAL it has two more operands, precision and scale.
     */
    static @Nullable SemanticFunction find(SqlTypeName source, SqlTypeName target) {
        Source from = source(source);
        return from == null ? null : FUNCTIONS.getOrDefault(from, Map.of()).get(target);
    }

    private static @Nullable Source source(SqlTypeName type) {
        return switch (type) {
            case TINYINT, SMALLINT, INTEGER, BIGINT -> Source.LONG;
            case REAL -> Source.REAL;
            case FLOAT, DOUBLE -> Source.DOUBLE;
            case DECIMAL -> Source.DECIMAL;
            case CHAR, VARCHAR -> Source.TEXT;
            default -> null;
        };
    }

    private static Map<Source, Map<SqlTypeName, SemanticFunction>> functions() {
        Map<Source, Map<SqlTypeName, SemanticFunction>> all = new EnumMap<>(Source.class);
        for (Source source : Source.values()) {
            Map<SqlTypeName, SemanticFunction> targets = new EnumMap<>(SqlTypeName.class);
            // A float is a double without loss; the targets that tell them apart have methods of their own.
            Source wide = source == Source.REAL ? Source.DOUBLE : source;
            targets.put(SqlTypeName.TINYINT, cast(source, wide, "TINYINT", SqlTypeName.TINYINT));
            targets.put(SqlTypeName.SMALLINT, cast(source, wide, "SMALLINT", SqlTypeName.SMALLINT));
            targets.put(SqlTypeName.INTEGER, cast(source, wide, "INT", SqlTypeName.INTEGER));
            targets.put(SqlTypeName.BIGINT, cast(source, wide, "BIGINT", SqlTypeName.BIGINT));
            targets.put(SqlTypeName.REAL, cast(source, source, "REAL", SqlTypeName.REAL));
            SemanticFunction toDouble = cast(source, source, "DOUBLE", SqlTypeName.DOUBLE);
            targets.put(SqlTypeName.FLOAT, toDouble);
            targets.put(SqlTypeName.DOUBLE, toDouble);
            targets.put(
                    SqlTypeName.DECIMAL,
                    SemanticFunction.of(
                            source + "_TO_DECIMAL",
                            Functions.nullable(SqlTypeName.DECIMAL),
                            CastFunctions.class,
                            "toDecimal",
                            source.javaClass,
                            int.class,
                            int.class));
            all.put(source, targets);
        }
        return all;
    }

    private static SemanticFunction cast(Source source, Source parameter, String target, SqlTypeName type) {
        String method = "to" + target.charAt(0) + target.substring(1).toLowerCase(java.util.Locale.ROOT);
        return SemanticFunction.of(
                source + "_TO_" + target, Functions.nullable(type), CastFunctions.class, method, parameter.javaClass);
    }
}
