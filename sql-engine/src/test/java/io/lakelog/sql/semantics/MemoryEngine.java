package io.lakelog.sql.semantics;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.TimeZone;
import org.apache.calcite.DataContext;
import org.apache.calcite.adapter.enumerable.EnumerableConvention;
import org.apache.calcite.adapter.enumerable.EnumerableInterpretable;
import org.apache.calcite.adapter.enumerable.EnumerableRel;
import org.apache.calcite.adapter.java.JavaTypeFactory;
import org.apache.calcite.avatica.util.Casing;
import org.apache.calcite.config.CalciteConnectionConfigImpl;
import org.apache.calcite.config.CalciteConnectionProperty;
import org.apache.calcite.jdbc.CalciteSchema;
import org.apache.calcite.linq4j.QueryProvider;
import org.apache.calcite.plan.ConventionTraitDef;
import org.apache.calcite.plan.RelOptCluster;
import org.apache.calcite.plan.RelOptUtil;
import org.apache.calcite.plan.RelTraitSet;
import org.apache.calcite.plan.hep.HepPlanner;
import org.apache.calcite.plan.hep.HepProgram;
import org.apache.calcite.plan.volcano.VolcanoPlanner;
import org.apache.calcite.prepare.CalciteCatalogReader;
import org.apache.calcite.rel.RelCollationTraitDef;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.RelRoot;
import org.apache.calcite.rel.core.RelFactories;
import org.apache.calcite.rel.rules.CoreRules;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.runtime.Bindable;
import org.apache.calcite.schema.SchemaPlus;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlOperatorTable;
import org.apache.calcite.sql.fun.SqlLibrary;
import org.apache.calcite.sql.fun.SqlLibraryOperatorTableFactory;
import org.apache.calcite.sql.parser.SqlParseException;
import org.apache.calcite.sql.parser.SqlParser;
import org.apache.calcite.sql.util.SqlOperatorTables;
import org.apache.calcite.sql.validate.SqlConformanceEnum;
import org.apache.calcite.sql.validate.SqlValidator;
import org.apache.calcite.sql.validate.SqlValidatorUtil;
import org.apache.calcite.sql2rel.RelDecorrelator;
import org.apache.calcite.sql2rel.SqlToRelConverter;
import org.apache.calcite.tools.RelBuilder;
import org.jspecify.annotations.Nullable;

/** Runs SQL over tables in memory the way a planner is told to by the package: from text to rows, Enumerable only. */
final class MemoryEngine {
    private final JavaTypeFactory types = new SqlTypeFactory();
    private final CalciteSchema root = CalciteSchema.createRootSchema(false, false);
    private final String zone;

    MemoryEngine() {
        this("UTC");
    }

    MemoryEngine(String zone) {
        this.zone = zone;
    }

    MemoryEngine table(String name, MemoryTable table) {
        root.add(name, table);
        return this;
    }

    /** The rows, each as its values joined by {@code |}. */
    List<String> query(String sql, Object... parameters) {
        Plan plan = plan(sql);
        Map<String, Object> variables = new HashMap<>();
        Bindable<?> bindable = EnumerableInterpretable.toBindable(
                variables, null, (EnumerableRel) plan.physical, EnumerableRel.Prefer.ARRAY);
        for (int i = 0; i < parameters.length; i++) {
            variables.put("?" + i, parameters[i]);
        }
        variables.put("locale", Locale.ROOT);
        variables.put("timeZone", TimeZone.getTimeZone(zone));
        for (String now : List.of("currentTimestamp", "localTimestamp", "utcTimestamp", "sysTimestamp")) {
            variables.put(now, 1_700_000_000_123L);
        }
        List<String> rows = new ArrayList<>();
        for (Object row : bindable.bind(new Context(root.plus(), types, variables))) {
            Object[] values = row instanceof Object[] array ? array : new @Nullable Object[] {row};
            StringBuilder text = new StringBuilder();
            for (int i = 0; i < values.length; i++) {
                RelDataType type = plan.columns.getFieldList().get(i).getType();
                text.append(i == 0 ? "" : "|").append(show(values[i], type));
            }
            rows.add(text.toString());
        }
        return rows;
    }

    /** The user's types of the columns. */
    List<String> types(String sql) {
        return plan(sql).columns.getFieldList().stream()
                .map(field -> field.getType().toString())
                .toList();
    }

    String explain(String sql) {
        return RelOptUtil.toString(plan(sql).physical);
    }

    private record Plan(RelDataType columns, RelNode physical) {}

    private Plan plan(String sql) {
        SqlParser.Config config = SqlParser.config()
                .withUnquotedCasing(Casing.UNCHANGED)
                .withQuotedCasing(Casing.UNCHANGED)
                .withConformance(SqlConformanceEnum.LENIENT);
        SqlNode parsed;
        try {
            parsed = SqlParser.create(sql, config).parseQuery();
        } catch (SqlParseException e) {
            throw new IllegalArgumentException(sql, e);
        }
        Properties properties = new Properties();
        properties.setProperty(CalciteConnectionProperty.CASE_SENSITIVE.camelName(), "false");
        CalciteCatalogReader catalog =
                new CalciteCatalogReader(root, List.of(), types, new CalciteConnectionConfigImpl(properties));
        SqlOperatorTable operators = SqlOperatorTables.chain(
                SemanticOperators.table(),
                SqlLibraryOperatorTableFactory.INSTANCE.getOperatorTable(
                        SqlLibrary.STANDARD, SqlLibrary.POSTGRESQL, SqlLibrary.ORACLE));
        SqlValidator validator = SqlValidatorUtil.newValidator(
                operators,
                catalog,
                types,
                SqlValidator.Config.DEFAULT.withTypeCoercionFactory(ValueSemantics.coercions()));
        VolcanoPlanner planner = new VolcanoPlanner();
        planner.addRelTraitDef(ConventionTraitDef.INSTANCE);
        planner.addRelTraitDef(RelCollationTraitDef.INSTANCE);
        RelOptUtil.registerDefaultRules(planner, false, false);
        planner.setExecutor(RexUtil.EXECUTOR);
        RelOptCluster cluster = RelOptCluster.create(planner, new RexBuilder(types));
        SqlToRelConverter converter = new SqlToRelConverter(
                (rowType, query, schemaPath, viewPath) -> {
                    throw new UnsupportedOperationException();
                },
                validator,
                catalog,
                cluster,
                ValueSemantics.convertlets(),
                SqlToRelConverter.config()
                        .withExpand(false)
                        .withRelBuilderConfigTransform(builder -> builder.withSimplify(false)));
        SqlNode validated = validator.validate(ValueSemantics.literals(parsed));
        RelRoot converted = converter.convertQuery(validated, false, true);
        RelRoot carried = ValueSemantics.apply(converted.withRel(decorrelated(converted.rel)));
        RelTraitSet wanted = cluster.traitSetOf(EnumerableConvention.INSTANCE).replace(carried.collation);
        planner.setRoot(planner.changeTraits(carried.rel, wanted));
        RelNode physical = ValueSemantics.finish(carried, planner.findBestExp());
        return new Plan(validator.getValidatedNodeType(validated), physical);
    }

    private static RelNode decorrelated(RelNode node) {
        HepPlanner planner = new HepPlanner(HepProgram.builder()
                .addRuleInstance(CoreRules.FILTER_SUB_QUERY_TO_CORRELATE)
                .addRuleInstance(CoreRules.PROJECT_SUB_QUERY_TO_CORRELATE)
                .addRuleInstance(CoreRules.JOIN_SUB_QUERY_TO_CORRELATE)
                .build());
        planner.setRoot(node);
        RelBuilder builder = RelFactories.LOGICAL_BUILDER.create(node.getCluster(), null);
        return RelDecorrelator.decorrelateQuery(planner.findBestExp(), builder);
    }

    private static String show(@Nullable Object value, RelDataType type) {
        if (value == null) {
            return "null";
        }
        return switch (type.getSqlTypeName()) {
            case TIMESTAMP, TIMESTAMP_WITH_LOCAL_TIME_ZONE ->
                value instanceof BigDecimal nanos
                        ? dateTime(NanosFunctions.toMicros(nanos))
                                .plusNanos(NanosFunctions.nanosMore(nanos))
                                .toString()
                        : dateTime((Long) value).toString();
            case DATE -> LocalDate.ofEpochDay((Integer) value).toString();
            case TIME -> LocalTime.ofNanoOfDay((Integer) value * 1_000_000L).toString();
            case DECIMAL -> ((BigDecimal) value).toPlainString();
            default -> value.toString();
        };
    }

    static LocalDateTime dateTime(long micros) {
        return LocalDateTime.ofEpochSecond(
                Math.floorDiv(micros, 1_000_000L), (int) Math.floorMod(micros, 1_000_000L) * 1000, ZoneOffset.UTC);
    }

    static long micros(String time) {
        LocalDateTime parsed = LocalDateTime.parse(time);
        return parsed.toEpochSecond(ZoneOffset.UTC) * 1_000_000L + parsed.getNano() / 1000;
    }

    private record Context(SchemaPlus schema, JavaTypeFactory types, Map<String, Object> variables)
            implements DataContext {
        @Override
        public SchemaPlus getRootSchema() {
            return schema;
        }

        @Override
        public JavaTypeFactory getTypeFactory() {
            return types;
        }

        @Override
        public QueryProvider getQueryProvider() {
            throw new UnsupportedOperationException();
        }

        @Override
        public @Nullable Object get(String name) {
            return variables.get(name);
        }
    }
}
