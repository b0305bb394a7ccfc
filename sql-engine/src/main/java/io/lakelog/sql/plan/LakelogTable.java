package io.lakelog.sql.plan;

import io.lakelog.sql.exec.Relation;
import io.lakelog.storage.TableName;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.schema.impl.AbstractTable;

/** A relation as Calcite's validator sees a table. */
final class LakelogTable extends AbstractTable {
    private final TableName name;
    private final Relation relation;

    LakelogTable(TableName name, Relation relation) {
        this.name = name;
        this.relation = relation;
    }

    /** The table that it is, or is about. */
    TableName name() {
        return name;
    }

    Relation relation() {
        return relation;
    }

    @Override
    public RelDataType getRowType(RelDataTypeFactory typeFactory) {
        return CalciteTypes.toCalcite(typeFactory, relation.rowType());
    }
}
