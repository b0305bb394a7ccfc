package io.lakelog.tck.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.dao.EmptyResultDataAccessException;
import org.springframework.jdbc.BadSqlGrammarException;
import org.springframework.jdbc.core.BeanPropertyRowMapper;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.namedparam.MapSqlParameterSource;
import org.springframework.jdbc.core.namedparam.NamedParameterJdbcTemplate;
import org.springframework.jdbc.core.namedparam.SqlParameterSource;
import org.springframework.jdbc.core.namedparam.SqlParameterSourceUtils;
import org.springframework.jdbc.core.simple.SimpleJdbcInsert;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.jdbc.support.rowset.SqlRowSet;

/** Spring's JdbcTemplate and its family. */
class SpringJdbcTest {
    @TempDir
    Path warehouse = Path.of("unset");

    /** A row as a bean. */
    static final class Order {
        private long id;
        private @Nullable String status;
        private @Nullable BigDecimal amount;
        private @Nullable LocalDateTime updatedAt;

        public long getId() {
            return id;
        }

        public void setId(long id) {
            this.id = id;
        }

        public @Nullable String getStatus() {
            return status;
        }

        public void setStatus(@Nullable String status) {
            this.status = status;
        }

        public @Nullable BigDecimal getAmount() {
            return amount;
        }

        public void setAmount(@Nullable BigDecimal amount) {
            this.amount = amount;
        }

        public @Nullable LocalDateTime getUpdatedAt() {
            return updatedAt;
        }

        public void setUpdatedAt(@Nullable LocalDateTime updatedAt) {
            this.updatedAt = updatedAt;
        }

        static Order of(long id, String status, String amount) {
            Order order = new Order();
            order.id = id;
            order.status = status;
            order.amount = new BigDecimal(amount);
            order.updatedAt = LocalDateTime.of(2024, 2, 29, 1, 2, 3, (int) id * 1000);
            return order;
        }
    }

    private interface Use {
        void of(DataSource source);
    }

    private void with(Place.Way way, Use use) {
        try (Place place = Place.open(way, warehouse)) {
            DriverManagerDataSource source = new DriverManagerDataSource(place.url());
            new JdbcTemplate(source)
                    .execute(
                            "CREATE TABLE orders (id BIGINT PRIMARY KEY, status STRING NOT NULL, amount DECIMAL(10, 2),"
                                    + " updated_at TIMESTAMP(6))");
            use.of(source);
        }
    }

    @ParameterizedTest
    @EnumSource
    void queriesAndUpdates(Place.Way way) {
        with(way, source -> {
            JdbcTemplate jdbc = new JdbcTemplate(source);
            assertThat(jdbc.update(
                            "INSERT INTO orders VALUES (?, ?, ?, ?)",
                            1,
                            "NEW",
                            new BigDecimal("9.90"),
                            LocalDateTime.of(2024, 1, 1, 0, 0)))
                    .isEqualTo(1);
            int[] counts = jdbc.batchUpdate(
                    "INSERT INTO orders (id, status) VALUES (?, ?)",
                    List.of(new Object[] {2L, "NEW"}, new Object[] {3L, "OLD"}));
            assertThat(counts).containsExactly(1, 1);
            assertThat(jdbc.queryForObject("SELECT COUNT(*) FROM orders", Integer.class))
                    .isEqualTo(3);
            assertThat(jdbc.queryForObject("SELECT updated_at FROM orders WHERE id = ?", LocalDateTime.class, 1))
                    .isEqualTo("2024-01-01T00:00");
            assertThat(jdbc.queryForList("SELECT status FROM orders ORDER BY id", String.class))
                    .containsExactly("NEW", "NEW", "OLD");
            Map<String, Object> row = jdbc.queryForMap("SELECT * FROM orders WHERE id = 1");
            assertThat(row).containsEntry("amount", new BigDecimal("9.90")).containsEntry("ID", 1L);
            assertThatThrownBy(() -> jdbc.queryForMap("SELECT * FROM orders WHERE id = 99"))
                    .isInstanceOf(EmptyResultDataAccessException.class);
            SqlRowSet rows = jdbc.queryForRowSet("SELECT id, amount FROM orders ORDER BY id");
            assertThat(rows.last()).isTrue();
            assertThat(rows.getRow()).isEqualTo(3);
            jdbc.setFetchSize(1);
            jdbc.setMaxRows(2);
            jdbc.setQueryTimeout(30);
            assertThat(jdbc.queryForList("SELECT * FROM orders")).hasSize(2);
        });
    }

    @ParameterizedTest
    @EnumSource
    void beansAndNamedParameters(Place.Way way) {
        with(way, source -> {
            NamedParameterJdbcTemplate jdbc = new NamedParameterJdbcTemplate(source);
            List<Order> orders = List.of(Order.of(1, "NEW", "1.50"), Order.of(2, "PAID", "2.50"));
            jdbc.batchUpdate(
                    "INSERT INTO orders VALUES (:id, :status, :amount, :updatedAt)",
                    SqlParameterSourceUtils.createBatch(orders));
            SqlParameterSource wanted = new MapSqlParameterSource("ids", List.of(1, 2));
            assertThat(jdbc.query(
                            "SELECT * FROM orders WHERE id IN (:ids) ORDER BY id",
                            wanted,
                            new BeanPropertyRowMapper<>(Order.class)))
                    .usingRecursiveFieldByFieldElementComparator()
                    .isEqualTo(orders);
        });
    }

    @ParameterizedTest
    @EnumSource
    void insertsThatReadTheMetadata(Place.Way way) {
        with(way, source -> {
            SimpleJdbcInsert insert = new SimpleJdbcInsert(source).withTableName("orders");
            assertThat(insert.execute(Map.of("id", 7, "status", "NEW", "amount", "3.25")))
                    .isEqualTo(1);
            assertThat(insert.getInsertString()).contains("updated_at");
            assertThat(new JdbcTemplate(source).queryForObject("SELECT amount FROM orders", BigDecimal.class))
                    .isEqualByComparingTo("3.25");
        });
    }

    @ParameterizedTest
    @EnumSource
    void failuresAreTranslated(Place.Way way) {
        with(way, source -> {
            JdbcTemplate jdbc = new JdbcTemplate(source);
            assertThatThrownBy(() -> jdbc.execute("SELEC 1")).isInstanceOf(BadSqlGrammarException.class);
            assertThatThrownBy(() -> jdbc.queryForList("SELECT * FROM nothing"))
                    .isInstanceOf(BadSqlGrammarException.class);
            assertThatThrownBy(() -> jdbc.update("INSERT INTO orders (id, status) VALUES (1, ?)", (Object) null))
                    .isInstanceOf(DataIntegrityViolationException.class);
        });
    }
}
