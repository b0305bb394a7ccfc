package io.lakelog.sql.parse;

import io.lakelog.storage.error.ErrorCode;
import io.lakelog.storage.error.LakelogException;
import io.lakelog.storage.error.NearMatch;
import io.lakelog.storage.type.DataType;
import io.lakelog.storage.type.Field;
import java.util.ArrayList;
import java.util.List;
import org.apache.calcite.sql.SqlBasicTypeNameSpec;
import org.apache.calcite.sql.SqlCollectionTypeNameSpec;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlMapTypeNameSpec;
import org.apache.calcite.sql.SqlRowTypeNameSpec;
import org.apache.calcite.sql.SqlTypeNameSpec;
import org.apache.calcite.sql.SqlUserDefinedTypeNameSpec;

/** The column types of a CREATE TABLE, with their defaults and limits. Pure. */
final class ColumnTypes {
    private static final List<String> NAMES = List.of(
            "BOOLEAN",
            "TINYINT",
            "SMALLINT",
            "INT",
            "INTEGER",
            "BIGINT",
            "FLOAT",
            "DOUBLE",
            "DECIMAL",
            "NUMERIC",
            "CHAR",
            "VARCHAR",
            "STRING",
            "BINARY",
            "VARBINARY",
            "BYTES",
            "DATE",
            "TIME",
            "TIMESTAMP",
            "TIMESTAMP_LTZ",
            "ARRAY",
            "MAP",
            "ROW");
    private static final int DECIMAL_DIGITS_MAX = 38;
    private static final int FRACTION_DIGITS_MAX = 9;
    /** The format keeps a time of day in milliseconds. */
    private static final int TIME_DIGITS_MAX = 3;

    /** Deeper types are a mistake, and would not fit into a schema file's JSON. */
    private static final int DEPTH_MAX = 100;

    private ColumnTypes() {}

    static DataType of(String column, SqlDataTypeSpec spec) {
        SqlTypeNameSpec name = spec.getTypeNameSpec();
        if (name instanceof SqlUserDefinedTypeNameSpec) {
            String wrong = name.getTypeName().toString();
            throw new LakelogException(
                    ErrorCode.INVALID_DEFINITION,
                    "column '" + column + "' has unknown type " + wrong + " (" + SqlText.place(name.getParserPos())
                            + ")" + NearMatch.hint(wrong, NAMES));
        }
        if (name instanceof SqlNestedType.OfArray array) {
            return DataType.array(inner(column, array.element()));
        } else if (name instanceof SqlMapTypeNameSpec map) {
            return DataType.map(inner(column, map.getKeyType()), inner(column, map.getValType()));
        } else if (name instanceof SqlRowTypeNameSpec row) {
            List<Field> fields = new ArrayList<>();
            for (int i = 0; i < row.getArity(); i++) {
                String field = row.getFieldNames().get(i).getSimple();
                fields.add(new Field(i, field, inner(column, row.getFieldTypes().get(i))));
            }
            return DataType.row(fields);
        } else if (name instanceof SqlCollectionTypeNameSpec collection) {
            DataType element =
                    of(column, new SqlDataTypeSpec(collection.getElementTypeName(), spec.getParserPosition()));
            boolean array = collection.getTypeName().getSimple().equals("ARRAY");
            return array ? DataType.array(element) : DataType.multiset(element);
        }
        if (!(name instanceof SqlBasicTypeNameSpec basic)) {
            throw notSupported(column, spec);
        }
        int precision = basic.getPrecision();
        return switch (basic.getTypeName().getSimple()) {
            case "BOOLEAN" -> DataType.BOOLEAN;
            case "TINYINT" -> DataType.TINYINT;
            case "SMALLINT" -> DataType.SMALLINT;
            case "INTEGER" -> DataType.INT;
            case "BIGINT" -> DataType.BIGINT;
            case "FLOAT", "REAL" -> DataType.FLOAT;
            case "DOUBLE" -> DataType.DOUBLE;
            case "DATE" -> DataType.DATE;
            case "DECIMAL" -> decimal(column, precision, basic.getScale());
            case "CHAR" -> DataType.character(length(column, "CHAR", precision, 1));
            case "VARCHAR" -> DataType.varchar(length(column, "VARCHAR", precision, DataType.UNBOUNDED));
            case "BINARY" -> DataType.binary(length(column, "BINARY", precision, 1));
            case "VARBINARY" -> DataType.varbinary(length(column, "VARBINARY", precision, DataType.UNBOUNDED));
            case "TIME" -> time(column, precision);
            case "TIMESTAMP" -> DataType.timestamp(fraction(column, "TIMESTAMP", precision));
            case "TIMESTAMP_WITH_LOCAL_TIME_ZONE" ->
                DataType.timestampLtz(fraction(column, "TIMESTAMP_LTZ", precision));
            default -> throw notSupported(column, spec);
        };
    }

    private static DataType inner(String column, SqlDataTypeSpec spec) {
        DataType type = of(column, spec).withNullable(!Boolean.FALSE.equals(spec.getNullable()));
        if (depth(type) > DEPTH_MAX) {
            throw new LakelogException(
                    ErrorCode.LIMIT,
                    "the type of column '" + column + "' is nested more than " + DEPTH_MAX + " deep ("
                            + SqlText.place(spec.getParserPosition()) + ")");
        }
        return type;
    }

    private static int depth(DataType type) {
        return 1
                + type.children().stream()
                        .mapToInt(child -> depth(child.type()))
                        .max()
                        .orElse(0);
    }

    private static DataType decimal(String column, int precision, int scale) {
        int digits = precision < 0 ? 10 : precision;
        int places = scale == Integer.MIN_VALUE ? 0 : scale;
        if (digits < 1 || digits > DECIMAL_DIGITS_MAX || places < 0 || places > digits) {
            throw invalid(
                    column,
                    "DECIMAL(" + digits + ", " + places + ")",
                    "DECIMAL(p, s) has 1 to " + DECIMAL_DIGITS_MAX + " digits, 0 to p of them after the point");
        }
        return DataType.decimal(digits, places);
    }

    private static int length(String column, String type, int precision, int whenMissing) {
        if (precision == 0) {
            throw invalid(column, type + "(0)", "the length is at least 1");
        }
        return precision < 0 ? whenMissing : precision;
    }

    private static DataType time(String column, int precision) {
        int digits = Math.max(precision, 0);
        if (digits > TIME_DIGITS_MAX) {
            throw LakelogException.unsupported("column '" + column + "' of type TIME(" + digits
                    + "): the table format keeps times of day in milliseconds, so TIME(0) to TIME(" + TIME_DIGITS_MAX
                    + ") are what it can hold");
        }
        return DataType.time(digits);
    }

    private static int fraction(String column, String type, int precision) {
        int digits = precision < 0 ? 6 : precision;
        if (digits > FRACTION_DIGITS_MAX) {
            throw invalid(
                    column, type + "(" + digits + ")", "0 to " + FRACTION_DIGITS_MAX + " fraction digits are allowed");
        }
        return digits;
    }

    private static LakelogException invalid(String column, String type, String right) {
        return new LakelogException(
                ErrorCode.INVALID_DEFINITION, "column '" + column + "' has invalid type " + type + ": " + right);
    }

    private static LakelogException notSupported(String column, SqlDataTypeSpec spec) {
        return LakelogException.unsupported("column '" + column + "' of type " + spec + " is not supported yet");
    }
}
