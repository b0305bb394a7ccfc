package io.lakelog.jdbc.session;

import io.lakelog.sql.Prepared;
import io.lakelog.sql.ResultColumn;
import io.lakelog.storage.type.DataType;
import java.util.List;

/** What is known of a prepared statement before it runs; see {@link Prepared}. */
public record PreparedShape(Prepared.Kind kind, List<ResultColumn> columns, List<DataType> parameterTypes) {}
