package io.lakelog.sql.semantics;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.apache.calcite.adapter.enumerable.EnumerableConvention;
import org.apache.calcite.adapter.enumerable.EnumerableRel;
import org.apache.calcite.adapter.enumerable.EnumerableRelImplementor;
import org.apache.calcite.adapter.enumerable.JavaRowFormat;
import org.apache.calcite.adapter.enumerable.PhysType;
import org.apache.calcite.adapter.enumerable.PhysTypeImpl;
import org.apache.calcite.linq4j.Enumerable;
import org.apache.calcite.linq4j.Linq4j;
import org.apache.calcite.linq4j.tree.Blocks;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.plan.RelOptTable;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.TableScan;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.schema.TranslatableTable;
import org.apache.calcite.schema.impl.AbstractTable;
import org.jspecify.annotations.Nullable;

/** Rows in memory, in the classes of generated code, timestamps as Long of microseconds. */
final class MemoryTable extends AbstractTable implements TranslatableTable {
    private final UnaryOperator<RelDataTypeFactory.Builder> columns;
    private final List<@Nullable Object[]> rows = new ArrayList<>();

    MemoryTable(UnaryOperator<RelDataTypeFactory.Builder> columns) {
        this.columns = columns;
    }

    MemoryTable row(@Nullable Object... values) {
        rows.add(values);
        return this;
    }

    @Override
    public RelDataType getRowType(RelDataTypeFactory typeFactory) {
        return columns.apply(typeFactory.builder()).build();
    }

    @Override
    public RelNode toRel(RelOptTable.ToRelContext context, RelOptTable table) {
        return new Scan(context.getCluster(), table, this, table.getRowType());
    }

    private static final class Scan extends TableScan implements MicrosScan, EnumerableRel {
        private final MemoryTable memory;

        Scan(RelOptCluster cluster, RelOptTable table, MemoryTable memory, RelDataType rowType) {
            super(cluster, cluster.traitSetOf(EnumerableConvention.INSTANCE), List.of(), table);
            this.memory = memory;
            this.rowType = rowType;
        }

        @Override
        public RelNode withMicros() {
            RelDataType carried =
                    CarriedTypes.carriedRow(getRowType(), getCluster().getTypeFactory());
            return carried == getRowType() ? this : new Scan(getCluster(), getTable(), memory, carried);
        }

        @Override
        public RelDataType deriveRowType() {
            return rowType;
        }

        @Override
        public Result implement(EnumerableRelImplementor implementor, Prefer pref) {
            PhysType type = PhysTypeImpl.of(implementor.getTypeFactory(), getRowType(), JavaRowFormat.ARRAY, false);
            Enumerable<@Nullable Object[]> source = Linq4j.asEnumerable(memory.rows);
            return implementor.result(type, Blocks.toBlock(implementor.stash(source, Enumerable.class)));
        }
    }
}
