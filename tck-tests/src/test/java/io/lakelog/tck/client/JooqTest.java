package io.lakelog.tck.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.jooq.impl.DSL.count;
import static org.jooq.impl.DSL.field;
import static org.jooq.impl.DSL.name;
import static org.jooq.impl.DSL.table;

import io.lakelog.tck.jdbc.Sql;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.LocalDateTime;
import java.util.List;
import java.util.stream.Stream;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.Record;
import org.jooq.SQLDialect;
import org.jooq.Table;
import org.jooq.codegen.GenerationTool;
import org.jooq.impl.DSL;
import org.jooq.impl.SQLDataType;
import org.jooq.meta.jaxb.Configuration;
import org.jooq.meta.jaxb.Database;
import org.jooq.meta.jaxb.ForcedType;
import org.jooq.meta.jaxb.Generator;
import org.jooq.meta.jaxb.Jdbc;
import org.jooq.meta.jaxb.Logging;
import org.jooq.meta.jaxb.Target;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** jOOQ in its default dialect: statements, its own view of the metadata, code from the metadata. */
class JooqTest {
    private static final Table<Record> ORDERS = table(name("orders"));
    private static final Field<Long> ID = field(name("id"), SQLDataType.BIGINT);
    private static final Field<String> STATUS = field(name("status"), SQLDataType.VARCHAR);
    private static final Field<BigDecimal> AMOUNT = field(name("amount"), SQLDataType.DECIMAL(10, 2));
    private static final Field<LocalDateTime> AT = field(name("at"), SQLDataType.LOCALDATETIME(6));

    @TempDir
    Path warehouse = Path.of("unset");

    @TempDir
    Path generated = Path.of("unset");

    private static void createTables(Place place) throws SQLException {
        try (Connection connection = place.connect()) {
            Sql.run(
                    connection,
                    "CREATE DATABASE shop",
                    "CREATE TABLE shop.orders (id BIGINT, status STRING NOT NULL COMMENT 'where it is', amount DECIMAL(10, 2),"
                            + " at TIMESTAMP(6), PRIMARY KEY (id) NOT ENFORCED)",
                    "CREATE TABLE shop.lines (id BIGINT, line INT, text VARCHAR(40), PRIMARY KEY (id, line) NOT ENFORCED)");
        }
    }

    @ParameterizedTest
    @EnumSource
    void statements(Place.Way way) throws Exception {
        try (Place place = Place.open(way, warehouse)) {
            createTables(place);
            try (Connection connection = place.connect()) {
                connection.setSchema("shop");
                DSLContext jooq = DSL.using(connection, SQLDialect.DEFAULT);
                LocalDateTime at = LocalDateTime.of(2024, 2, 29, 1, 2, 3, 123_456_000);
                assertThat(jooq.insertInto(ORDERS, ID, STATUS, AMOUNT, AT)
                                .values(1L, "NEW", new BigDecimal("9.90"), at)
                                .values(2L, "NEW", null, null)
                                .execute())
                        .isEqualTo(2);
                assertThat(jooq.insertInto(ORDERS, ID, STATUS)
                                .values(2L, "PAID")
                                .execute())
                        .as("an insert is an upsert")
                        .isEqualTo(1);
                assertThat(jooq.update(ORDERS)
                                .set(AMOUNT, AMOUNT.plus(BigDecimal.ONE))
                                .where(ID.eq(1L))
                                .execute())
                        .isEqualTo(1);
                assertThat(jooq.select(ID, STATUS, AMOUNT, AT)
                                .from(ORDERS)
                                .where(STATUS.in("NEW", "PAID"))
                                .orderBy(ID)
                                .limit(1)
                                .fetchOne())
                        .satisfies(row -> {
                            assertThat(row.value1()).isEqualTo(1L);
                            assertThat(row.value3()).isEqualByComparingTo("10.90");
                            assertThat(row.value4()).isEqualTo(at);
                        });
                assertThat(jooq.select(STATUS, count())
                                .from(ORDERS)
                                .groupBy(STATUS)
                                .orderBy(STATUS)
                                .fetch()
                                .getValues(1))
                        .isEqualTo(List.of(1, 1));
                assertThat(jooq.batch(jooq.insertInto(ORDERS, ID, STATUS).values((Long) null, null))
                                .bind(5L, "A")
                                .bind(6L, "B")
                                .execute())
                        .containsExactly(1, 1);
                assertThat(jooq.deleteFrom(ORDERS).where(ID.ge(5L)).execute()).isEqualTo(2);
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void metadata(Place.Way way) throws Exception {
        try (Place place = Place.open(way, warehouse)) {
            createTables(place);
            try (Connection connection = place.connect()) {
                Table<?> lines =
                        DSL.using(connection, SQLDialect.DEFAULT).meta().getSchemas("shop").get(0).getTables().stream()
                                .filter(table -> table.getName().equals("lines"))
                                .findFirst()
                                .orElseThrow();
                assertThat(lines.getPrimaryKey().getFields())
                        .extracting(Field::getName)
                        .containsExactly("id", "line");
                assertThat(lines.field("text").getDataType().length()).isEqualTo(40);
                assertThat(lines.field("id").getDataType().nullable()).isFalse();
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void codeGeneration(Place.Way way) throws Exception {
        try (Place place = Place.open(way, warehouse)) {
            createTables(place);
            GenerationTool.generate(new Configuration()
                    .withLogging(Logging.ERROR)
                    .withJdbc(new Jdbc()
                            .withDriver("io.lakelog.jdbc.LakelogDriver")
                            .withUrl(place.url()))
                    .withGenerator(new Generator()
                            .withDatabase(new Database()
                                    .withName("org.jooq.meta.jdbc.JDBCDatabase")
                                    .withInputSchema("shop")
                                    .withIncludes("orders|lines")
                                    // jOOQ goes by the names of types, and knows these under others.
                                    .withForcedTypes(
                                            new ForcedType().withName("VARCHAR").withIncludeTypes("STRING"),
                                            new ForcedType()
                                                    .withName("VARBINARY")
                                                    .withIncludeTypes("BYTES")))
                            .withTarget(new Target().withPackageName("shop").withDirectory(generated.toString()))));
            String orders = source("tables/Orders.java");
            assertThat(orders)
                    .contains("SQLDataType.BIGINT.nullable(false)")
                    .contains("TableField<OrdersRecord, String> STATUS")
                    .contains("NUMERIC(10, 2)")
                    .contains("where it is");
            assertThat(source("Keys.java")).contains("Lines.LINES.ID, Lines.LINES.LINE");
            try (Stream<Path> files = Files.walk(generated)) {
                String[] sources = files.map(Path::toString)
                        .filter(file -> file.endsWith(".java"))
                        .toArray(String[]::new);
                String[] arguments = Stream.concat(
                                Stream.of(
                                        "-proc:none",
                                        "-nowarn",
                                        "-cp",
                                        System.getProperty("java.class.path"),
                                        "-d",
                                        generated.resolve("classes").toString()),
                                Stream.of(sources))
                        .toArray(String[]::new);
                assertThat(javax.tools.ToolProvider.getSystemJavaCompiler().run(null, null, null, arguments))
                        .as("the generated code compiles")
                        .isZero();
            }
        }
    }

    private String source(String file) throws Exception {
        try (Stream<Path> files = Files.walk(generated)) {
            return Files.readString(files.filter(path -> path.toString().endsWith("shop/" + file))
                    .findFirst()
                    .orElseThrow());
        }
    }
}
