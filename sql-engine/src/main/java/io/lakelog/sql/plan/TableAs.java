package io.lakelog.sql.plan;

import io.lakelog.sql.command.Command;
import io.lakelog.sql.exec.Session;
import io.lakelog.sql.parse.DefinitionText;
import io.lakelog.sql.parse.Statement;

/** CREATE TABLE ... AS. */
final class TableAs {
    private TableAs() {}

    static Command plan(Statement.CreateTableAs create, QueryPlanner.Planned planned, Session session) {
        throw DefinitionText.refused("CREATE TABLE ... AS SELECT");
    }
}
