package io.lakelog.sql.plan;

import io.lakelog.storage.error.LakelogException;
import org.apache.calcite.rel.RelHomogeneousShuttle;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.sql2rel.ConvertToChecked;

/**
 * The one step that makes Calcite's generated code compute as SQL should: overflow raises, and no digit of a timestamp is
 * lost.
 */
final class ValueSemantics {
    private ValueSemantics() {}

    static RelNode apply(RelNode logical) {
        RelNode checked = new ConvertToChecked(logical.getCluster().getRexBuilder(), true).visit(logical);
        checked.accept(new RelHomogeneousShuttle() {
            @Override
            public RelNode visit(RelNode other) {
                for (RelDataTypeField field : other.getRowType().getFieldList()) {
                    if (CalciteTypes.isFine(field.getType())) {
                        throw LakelogException.unsupported("computing with column '" + field.getName() + "' of type "
                                + field.getType().getSqlTypeName() + "(" + field.getType().getPrecision()
                                + ") is not supported yet; selecting it, storing it and comparing it with a constant is");
                    }
                }
                return super.visit(other);
            }
        });
        return checked;
    }
}
