package io.lakelog.sql.plan;

import io.lakelog.sql.exec.OutputColumn;
import io.lakelog.sql.exec.Query;
import io.lakelog.sql.exec.TableState;
import io.lakelog.sql.parse.LakelogConformance;
import io.lakelog.sql.semantics.SqlTypeFactory;
import io.lakelog.sql.semantics.ValueSemantics;
import io.lakelog.storage.TableName;
import io.lakelog.storage.error.LakelogException;
import io.lakelog.storage.type.DataType;
import io.lakelog.storage.type.RowType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import org.apache.calcite.config.CalciteConnectionConfig;
import org.apache.calcite.config.CalciteConnectionConfigImpl;
import org.apache.calcite.config.CalciteConnectionProperty;
import org.apache.calcite.config.NullCollation;
import org.apache.calcite.plan.Contexts;
import org.apache.calcite.plan.ConventionTraitDef;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.plan.volcano.VolcanoPlanner;
import org.apache.calcite.prepare.CalciteCatalogReader;
import org.apache.calcite.rel.RelCollationTraitDef;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelRoot;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeField;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.sql.SqlDynamicParam;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.util.SqlBasicVisitor;
import org.apache.calcite.sql.validate.SqlValidator;
import org.apache.calcite.sql.validate.SqlValidatorUtil;
import org.apache.calcite.sql2rel.SqlToRelConverter;
import org.jspecify.annotations.Nullable;

/** A query's tree, rewritten, to something that runs: validate, convert, optimise. One for each statement. */
final class QueryPlanner {
    /** Longer IN lists become a join with a list of rows. */
    private static final int IN_LIST_MAX = 1000;

    private static final CalciteConnectionConfig CONFIG = new CalciteConnectionConfigImpl(new Properties())
            .set(CalciteConnectionProperty.CASE_SENSITIVE, "false")
            .set(CalciteConnectionProperty.DEFAULT_NULL_COLLATION, NullCollation.HIGH.name());

    private final StatementCatalog catalog;
    private final Runnable check;
    private final SqlTypeFactory typeFactory = new SqlTypeFactory();

    /** @param check throws if planning should stop */
    QueryPlanner(StatementCatalog catalog, Runnable check) {
        this.catalog = catalog;
        this.check = check;
    }

    SqlTypeFactory typeFactory() {
        return typeFactory;
    }

    /**
     * A planned query and the types of the parameters that stand in it, by index.
     *
     * @param rowType what Calcite says about the result
     * @param tree what is to be run
     */
    record Planned(Query query, Map<Integer, DataType> parameterTypes, RelDataType rowType, RelNode tree) {}

    /** Plans a query whose tree the {@link StatementRewriter} has been through. */
    Planned plan(SqlNode rewritten) {
        CalciteCatalogReader reader = new CalciteCatalogReader(
                CatalogSchema.root(catalog), List.of(catalog.session().database()), typeFactory, CONFIG);
        SqlValidator validator = SqlValidatorUtil.newValidator(
                Operators.table(),
                reader,
                typeFactory,
                SqlValidator.Config.DEFAULT
                        .withConformance(LakelogConformance.INSTANCE)
                        .withDefaultNullCollation(NullCollation.HIGH)
                        .withTypeCoercionFactory(ValueSemantics.coercions())
                        .withIdentifierExpansion(true));
        SqlNode validated = validator.validate(ValueSemantics.literals(rewritten));
        RelDataType rowType = validator.getValidatedNodeType(validated);
        List<OutputColumn> columns = columns(rowType, validator.getFieldOrigins(validated));
        Map<Integer, DataType> parameterTypes = parameterTypes(validated, validator);

        VolcanoPlanner planner = new VolcanoPlanner(Contexts.of(CONFIG)) {
            @Override
            public void checkCancel() {
                check.run();
            }
        };
        planner.addRelTraitDef(ConventionTraitDef.INSTANCE);
        planner.addRelTraitDef(RelCollationTraitDef.INSTANCE);
        RelOptCluster cluster = RelOptCluster.create(planner, new RexBuilder(typeFactory));
        cluster.setMetadataProvider(CarefulMetadata.PROVIDER);
        SqlToRelConverter converter = new SqlToRelConverter(
                (type, text, schemaPath, viewPath) -> {
                    throw new IllegalStateException("there are no views");
                },
                validator,
                reader,
                cluster,
                ValueSemantics.convertlets(),
                SqlToRelConverter.config()
                        .withExpand(false)
                        .withTrimUnusedFields(false)
                        .withInSubQueryThreshold(IN_LIST_MAX)
                        .withRelBuilderConfigTransform(config -> config.withSimplify(false)));
        RelRoot root = converter.convertQuery(validated, false, true);
        return JoinSubQueries.takenOut(root.rel, () -> {
            RelRoot logical = root.withRel(LogicalSteps.apply(root.rel, reader, check));
            return new Planned(query(logical, columns, parameterTypes), parameterTypes, rowType, logical.rel);
        });
    }

    private static Query query(RelRoot logical, List<OutputColumn> columns, Map<Integer, DataType> parameterTypes) {
        Query direct = logical.isRefTrivial() ? DirectQuery.of(logical.rel, columns) : null;
        Set<Integer> limits = Limits.parameters(logical.rel);
        limits.forEach(index -> parameterTypes.put(index, DataType.BIGINT));
        return direct != null ? direct : EnumerableQuery.of(logical, columns, limits);
    }

    private List<OutputColumn> columns(RelDataType rowType, List<@Nullable List<String>> origins) {
        List<OutputColumn> columns = new ArrayList<>();
        for (RelDataTypeField field : rowType.getFieldList()) {
            String label = field.getName();
            DataType type = CalciteTypes.fromCalcite(field.getType(), "result column '" + label + "'");
            List<String> origin = origins.get(field.getIndex());
            OutputColumn fromTable = origin == null ? null : originOf(label, type, origin);
            columns.add(fromTable == null ? OutputColumn.of(label, type) : fromTable);
        }
        return columns;
    }

    /** @param origin a path that ends in database, table, column */
    private @Nullable OutputColumn originOf(String label, DataType type, List<String> origin) {
        int length = origin.size();
        if (length < 3) {
            return null;
        }
        LakelogTable table;
        try {
            table = catalog.find(origin.get(length - 3), origin.get(length - 2));
        } catch (LakelogException e) {
            // A column of a sub-query or a function has an origin that is no table.
            return null;
        }
        if (!(table.relation() instanceof TableState)) {
            return null;
        }
        RowType columns = table.relation().rowType();
        int position = columns.indexOf(origin.get(length - 1));
        if (position < 0) {
            return null;
        }
        TableName name = table.name();
        return new OutputColumn(
                label, origin.get(length - 1), columns.type(position).withNullable(type.nullable()), name);
    }

    private static Map<Integer, DataType> parameterTypes(SqlNode validated, SqlValidator validator) {
        Map<Integer, DataType> types = new HashMap<>();
        validated.accept(new SqlBasicVisitor<Void>() {
            @Override
            public @Nullable Void visit(SqlDynamicParam parameter) {
                RelDataType type = validator.getValidatedNodeTypeIfKnown(parameter);
                if (type != null) {
                    types.put(
                            parameter.getIndex(),
                            CalciteTypes.fromCalcite(type, "parameter " + (parameter.getIndex() + 1)));
                }
                return null;
            }
        });
        return types;
    }
}
