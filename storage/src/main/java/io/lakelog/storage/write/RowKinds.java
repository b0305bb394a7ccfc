package io.lakelog.storage.write;

import io.lakelog.storage.error.ErrorCode;
import io.lakelog.storage.error.LakelogException;
import io.lakelog.storage.merge.MergeRules;
import io.lakelog.storage.row.Batch;
import io.lakelog.storage.row.Column;
import io.lakelog.storage.row.RowKind;
import io.lakelog.storage.row.Values;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Which kind written rows are of. Pure; thread-safe. */
final class RowKinds {
    private RowKinds() {}

    /**
     * The kinds of rows.
     *
     * @param said the kind that the writer gave; of inserted rows a row kind column, if the table has one, knows better
     * @return one kind for all rows, or one for each
     * @throws LakelogException INVALID_TEXT for a value of the column that is no kind; UNSUPPORTED for a kind that the
     *     table's merge engine cannot take
     */
    static RowKind[] of(Batch batch, RowKind said, MergeRules rules, String tableName) {
        int position = rules.rowKindPosition();
        RowKind[] kinds = {said};
        if (position >= 0 && said == RowKind.INSERT) {
            kinds = new RowKind[batch.size()];
            for (int i = 0; i < kinds.length; i++) {
                kinds[i] = parse(batch.column(position), i, tableName);
            }
        }
        String refusal = rules.refusesRetract();
        if (refusal != null && Arrays.stream(kinds).anyMatch(RowKind::isRetract)) {
            throw LakelogException.unsupported("table " + tableName + ": " + refusal);
        }
        return kinds;
    }

    private static RowKind parse(Column column, int row, String tableName) {
        if (column.isNull(row)) {
            throw new LakelogException(
                    ErrorCode.NULL_VALUE, "the row kind column of table " + tableName + " (rowkind.field) is NULL");
        }
        String text = new String(Values.bytes(column, row), StandardCharsets.UTF_8);
        for (RowKind kind : RowKind.values()) {
            if (kind.text().equalsIgnoreCase(text)) {
                return kind;
            }
        }
        throw new LakelogException(
                ErrorCode.INVALID_TEXT,
                "'" + text + "' in the row kind column of table " + tableName
                        + " (rowkind.field) is none of +I, -U, +U, -D");
    }
}
