package io.lakelog.tck.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.util.List;
import org.apache.ibatis.annotations.Delete;
import org.apache.ibatis.annotations.Insert;
import org.apache.ibatis.annotations.Param;
import org.apache.ibatis.annotations.Select;
import org.apache.ibatis.annotations.Update;
import org.apache.ibatis.datasource.pooled.PooledDataSource;
import org.apache.ibatis.mapping.Environment;
import org.apache.ibatis.session.Configuration;
import org.apache.ibatis.session.ExecutorType;
import org.apache.ibatis.session.SqlSession;
import org.apache.ibatis.session.SqlSessionFactory;
import org.apache.ibatis.session.SqlSessionFactoryBuilder;
import org.apache.ibatis.transaction.jdbc.JdbcTransactionFactory;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** MyBatis: mappers with java.time types, an enum, a batch. */
class MyBatisTest {
    @TempDir
    Path warehouse = Path.of("unset");

    enum Kind {
        SMALL,
        LARGE
    }

    record Item(
            Integer id,
            @Nullable String name,
            Kind kind,
            @Nullable BigDecimal price,
            LocalDate day,
            LocalDateTime at,
            OffsetDateTime moment) {}

    interface Items {
        @Update("CREATE TABLE items (id INT PRIMARY KEY, name STRING, kind STRING, price DECIMAL(10, 2), day DATE,"
                + " at TIMESTAMP(6), moment TIMESTAMP_LTZ(3))")
        void create();

        @Insert("INSERT INTO items VALUES (#{id}, #{name}, #{kind}, #{price}, #{day}, #{at}, #{moment})")
        int put(Item item);

        @Select("SELECT id, name, kind, price, day, at, moment FROM items WHERE kind = #{kind} ORDER BY id")
        List<Item> ofKind(@Param("kind") Kind kind);

        @Update("UPDATE items SET price = price * #{factor} WHERE id = #{id}")
        int reprice(@Param("id") int id, @Param("factor") BigDecimal factor);

        @Delete("DELETE FROM items WHERE id = #{id}")
        int remove(int id);
    }

    private static SqlSessionFactory factory(PooledDataSource source) {
        Configuration configuration = new Configuration(new Environment("test", new JdbcTransactionFactory(), source));
        configuration.addMapper(Items.class);
        configuration.setArgNameBasedConstructorAutoMapping(true);
        return new SqlSessionFactoryBuilder().build(configuration);
    }

    private static Item item(int id, Kind kind, @Nullable BigDecimal price) {
        return new Item(
                id,
                "item " + id,
                kind,
                price,
                LocalDate.of(2024, 2, 29),
                LocalDateTime.of(2024, 1, 1, 2, 3, 4, 123_456_000),
                OffsetDateTime.parse("2024-06-01T10:00:00.5Z"));
    }

    @ParameterizedTest
    @EnumSource
    void mapper(Place.Way way) {
        try (Place place = Place.open(way, warehouse)) {
            PooledDataSource source = new PooledDataSource("io.lakelog.jdbc.LakelogDriver", place.url(), null, null);
            try {
                mapItems(factory(source));
            } finally {
                // A pool that is left open goes on compacting where the directory is about to go.
                source.forceCloseAll();
            }
        }
    }

    private static void mapItems(SqlSessionFactory factory) {
        try (SqlSession session = factory.openSession(true)) {
            Items items = session.getMapper(Items.class);
            items.create();
            assertThat(items.put(item(1, Kind.SMALL, new BigDecimal("1.50")))).isEqualTo(1);
            assertThat(items.put(item(2, Kind.LARGE, null))).isEqualTo(1);
            Item read = items.ofKind(Kind.SMALL).get(0);
            assertThat(read.moment().toInstant()).isEqualTo("2024-06-01T10:00:00.5Z");
            assertThat(read)
                    .usingRecursiveComparison()
                    .ignoringFields("moment")
                    .isEqualTo(item(1, Kind.SMALL, new BigDecimal("1.50")));
            assertThat(items.ofKind(Kind.LARGE).get(0).price()).isNull();
            assertThat(items.reprice(1, new BigDecimal("2"))).isEqualTo(1);
            assertThat(items.ofKind(Kind.SMALL).get(0).price()).isEqualByComparingTo("3.00");
            assertThat(items.remove(2)).isEqualTo(1);
            assertThat(items.remove(2)).isZero();
        }
        try (SqlSession session = factory.openSession(ExecutorType.BATCH, true)) {
            Items items = session.getMapper(Items.class);
            for (int id = 10; id < 30; id++) {
                items.put(item(id, Kind.LARGE, BigDecimal.ONE));
            }
            assertThat(session.flushStatements().get(0).getUpdateCounts())
                    .hasSize(20)
                    .containsOnly(1);
            assertThat(items.ofKind(Kind.LARGE)).hasSize(20);
        }
    }
}
