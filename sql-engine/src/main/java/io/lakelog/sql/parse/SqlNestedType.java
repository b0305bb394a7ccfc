package io.lakelog.sql.parse;

import java.util.List;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.rel.type.StructKind;
import org.apache.calcite.sql.SqlCollectionTypeNameSpec;
import org.apache.calcite.sql.SqlDataTypeSpec;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlMapTypeNameSpec;
import org.apache.calcite.sql.SqlRowTypeNameSpec;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.type.SqlTypeName;
import org.apache.calcite.sql.validate.SqlValidator;

/** The nested types that our grammar reads itself: {@code ARRAY<t>}, {@code MAP<k, v>}, {@code ROW<a t, …>}, {@code ROW(a t, …)}. */
public final class SqlNestedType {
    private SqlNestedType() {}

    /** {@code ARRAY<t>}, which Calcite knows as {@code t ARRAY}. */
    public static final class OfArray extends SqlCollectionTypeNameSpec {
        private final SqlDataTypeSpec element;

        public OfArray(SqlDataTypeSpec element, SqlParserPos position) {
            super(element.getTypeNameSpec(), !Boolean.FALSE.equals(element.getNullable()), SqlTypeName.ARRAY, position);
            this.element = element;
        }

        SqlDataTypeSpec element() {
            return element;
        }
    }

    /** {@code MAP<k, v>}, where types may say NOT NULL. */
    public static final class OfMap extends SqlMapTypeNameSpec {
        public OfMap(SqlDataTypeSpec key, SqlDataTypeSpec value, SqlParserPos position) {
            super(key, value, position);
        }
    }

    /** A ROW whose fields are found without naming the table: {@code r.a}. */
    public static final class OfRow extends SqlRowTypeNameSpec {
        public OfRow(List<SqlIdentifier> names, List<SqlDataTypeSpec> types, SqlParserPos position) {
            super(position, names, types);
        }

        @Override
        public RelDataType deriveType(SqlValidator validator) {
            RelDataType plain = super.deriveType(validator);
            RelDataTypeFactory factory = validator.getTypeFactory();
            return factory.createStructType(
                    StructKind.PEEK_FIELDS_NO_EXPAND,
                    plain.getFieldList().stream().map(field -> field.getType()).toList(),
                    plain.getFieldNames());
        }
    }
}
