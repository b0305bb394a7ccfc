package io.lakelog.sql.exec;

import io.lakelog.storage.TableName;
import io.lakelog.storage.error.ErrorCode;
import io.lakelog.storage.error.LakelogException;

/** A table was altered since a statement was planned, so that the plan is about other columns: plan again, run again. */
public final class StalePlanException extends LakelogException {
    private static final long serialVersionUID = 1;

    StalePlanException(TableName table) {
        super(ErrorCode.CONFLICT, "table " + table + " was altered while the statement was running; try again");
    }
}
