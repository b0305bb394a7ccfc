package io.lakelog.jdbc.convert;

import io.lakelog.storage.error.ErrorCode;
import java.sql.SQLException;
import java.util.AbstractList;
import java.util.List;
import java.util.RandomAccess;

/**
 * The columns of a result; asking for one that does not exist is an SQLException, not an IndexOutOfBoundsException.
 * (Avatica's classes hand a caller's column number straight to their list.)
 */
public final class CheckedColumns<C> extends AbstractList<C> implements RandomAccess {
    private final List<C> columns;

    public CheckedColumns(List<? extends C> columns) {
        this.columns = List.copyOf(columns);
    }

    @Override
    public C get(int index) {
        if (index < 0 || index >= columns.size()) {
            throw CheckedColumns.<RuntimeException>unchecked(SqlErrors.of(
                    ErrorCode.COLUMN_NOT_FOUND,
                    "there is no column " + (index + 1) + ": the result has " + columns.size()));
        }
        return columns.get(index);
    }

    @Override
    public int size() {
        return columns.size();
    }

    /** The list's interface declares no SQLException; the methods of JDBC that call it do. */
    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
    private static <E extends Exception> E unchecked(SQLException failure) throws E {
        throw (E) failure;
    }
}
