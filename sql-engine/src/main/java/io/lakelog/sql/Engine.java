package io.lakelog.sql;

import io.lakelog.sql.command.Procedure;
import io.lakelog.sql.command.Procedures;
import io.lakelog.storage.Catalog;
import io.lakelog.storage.env.Environment;
import java.util.ArrayList;
import java.util.List;

/** The SQL engine over one warehouse. Thread-safe; closing ends nothing that a connection still uses. */
public interface Engine extends AutoCloseable {
    /**
     * The engine over a warehouse.
     *
     * @param warehouse an absolute path; made on the first write if missing
     */
    static Engine open(Environment environment, String warehouse) {
        return new LakelogEngine(Catalog.open(environment, warehouse), environment.clock());
    }

    /** The procedures that CALL knows, for metadata; the same in every warehouse. */
    static List<ProcedureInfo> procedures() {
        List<ProcedureInfo> infos = new ArrayList<>();
        for (Procedure procedure : Procedures.all()) {
            int dot = procedure.name().indexOf('.');
            infos.add(new ProcedureInfo(
                    procedure.name().substring(0, dot),
                    procedure.name().substring(dot + 1),
                    procedure.arguments().stream()
                            .map(argument ->
                                    new ProcedureInfo.Argument(argument.name(), argument.type(), argument.required()))
                            .toList(),
                    procedure.columns().stream()
                            .map(column ->
                                    new ResultColumn(column.label(), column.name(), column.type(), column.table()))
                            .toList()));
        }
        return infos;
    }

    /** The databases and tables, for metadata. */
    Catalog catalog();

    /** A new session. */
    EngineConnection connect(SessionSettings settings);

    @Override
    void close();
}
