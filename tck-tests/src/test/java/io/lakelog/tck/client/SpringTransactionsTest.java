package io.lakelog.tck.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.springframework.transaction.TransactionDefinition.ISOLATION_READ_COMMITTED;
import static org.springframework.transaction.TransactionDefinition.ISOLATION_READ_UNCOMMITTED;
import static org.springframework.transaction.TransactionDefinition.ISOLATION_REPEATABLE_READ;
import static org.springframework.transaction.TransactionDefinition.PROPAGATION_NESTED;
import static org.springframework.transaction.TransactionDefinition.PROPAGATION_REQUIRES_NEW;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.dao.ConcurrencyFailureException;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.dao.QueryTimeoutException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.NestedTransactionNotSupportedException;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** What {@code @Transactional} does beneath: Spring's transaction manager over a pool, as in a program that uses both. */
class SpringTransactionsTest {
    @TempDir
    Path warehouse = Path.of("unset");

    /** @param jdbc takes part in the transaction of its thread, if there is one */
    private record Bank(JdbcTemplate jdbc, PlatformTransactionManager manager) {
        TransactionTemplate transaction() {
            return new TransactionTemplate(manager);
        }

        TransactionTemplate transaction(int propagation) {
            TransactionTemplate transaction = transaction();
            transaction.setPropagationBehavior(propagation);
            return transaction;
        }

        void move(int from, int to, int cents) {
            jdbc.update("UPDATE accounts SET cents = cents - ? WHERE id = ?", cents, from);
            jdbc.update("UPDATE accounts SET cents = cents + ? WHERE id = ?", cents, to);
            jdbc.update("INSERT INTO moves SELECT COALESCE(MAX(id), 0) + 1, ? FROM moves", cents);
        }

        List<Integer> balances() {
            return jdbc.queryForList("SELECT cents FROM accounts ORDER BY id", Integer.class);
        }

        int moves() {
            return jdbc.queryForList("SELECT id FROM moves").size();
        }
    }

    private interface Use {
        void of(Bank bank);
    }

    private void with(Place.Way way, Use use) {
        HikariConfig config = new HikariConfig();
        try (Place place = Place.open(way, warehouse)) {
            config.setJdbcUrl(place.url());
            config.setMaximumPoolSize(2);
            try (HikariDataSource pool = new HikariDataSource(config)) {
                Bank bank = new Bank(new JdbcTemplate(pool), new JdbcTransactionManager(pool));
                bank.jdbc.execute("CREATE TABLE accounts (id INT PRIMARY KEY, cents INT NOT NULL)");
                bank.jdbc.execute("CREATE TABLE moves (id INT PRIMARY KEY, cents INT NOT NULL)");
                bank.jdbc.update("INSERT INTO accounts VALUES (1, 100), (2, 0)");
                use.of(bank);
                assertThat(pool.getHikariPoolMXBean().getActiveConnections())
                        .as("connections that did not come back")
                        .isZero();
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void allOfSeveralTablesOrNothing(Place.Way way) {
        with(way, bank -> {
            List<Integer> within = bank.transaction().execute(status -> {
                bank.move(1, 2, 30);
                return bank.balances();
            });
            assertThat(within).as("its own writes").containsExactly(70, 30);
            assertThat(bank.balances()).containsExactly(70, 30);
            assertThat(bank.moves()).isEqualTo(1);
            assertThat(bank.jdbc.queryForObject("SELECT COUNT(*) FROM accounts$snapshots", Integer.class))
                    .as("the first rows, and one for two updates")
                    .isEqualTo(2);

            assertThatThrownBy(() -> bank.transaction().executeWithoutResult(status -> {
                        bank.move(1, 2, 50);
                        throw new IllegalStateException("changed my mind");
                    }))
                    .hasMessage("changed my mind");
            bank.transaction().executeWithoutResult(status -> {
                bank.move(1, 2, 50);
                status.setRollbackOnly();
            });
            assertThatThrownBy(() -> bank.transaction().executeWithoutResult(status -> {
                        bank.move(1, 2, 50);
                        bank.jdbc.update("INSERT INTO accounts VALUES (3, CAST(NULL AS INT))");
                    }))
                    .isInstanceOf(DataIntegrityViolationException.class);
            assertThat(bank.balances()).containsExactly(70, 30);
            assertThat(bank.moves()).isEqualTo(1);
        });
    }

    @ParameterizedTest
    @EnumSource
    void requiresNewTakesASecondConnection(Place.Way way) {
        with(way, bank -> {
            bank.transaction().executeWithoutResult(outer -> {
                bank.move(1, 2, 10);
                bank.transaction(PROPAGATION_REQUIRES_NEW).executeWithoutResult(inner -> {
                    assertThat(inner.isNewTransaction()).isTrue();
                    assertThat(bank.balances())
                            .as("what the outer one wrote is not there yet")
                            .containsExactly(100, 0);
                    bank.jdbc.update("INSERT INTO accounts VALUES (9, 900)");
                });
                outer.setRollbackOnly();
            });
            assertThat(bank.balances()).containsExactly(100, 0, 900);
        });
    }

    @ParameterizedTest
    @EnumSource
    void nestedIsRefusedAndChangesNothing(Place.Way way) {
        with(way, bank -> {
            bank.transaction().executeWithoutResult(outer -> {
                bank.move(1, 2, 10);
                assertThatThrownBy(() ->
                                bank.transaction(PROPAGATION_NESTED).executeWithoutResult(inner -> bank.move(1, 2, 10)))
                        .isInstanceOf(NestedTransactionNotSupportedException.class)
                        .hasMessageContaining("savepoints are not supported");
            });
            assertThat(bank.balances()).containsExactly(90, 10);
        });
    }

    @ParameterizedTest
    @EnumSource
    void readOnlyOnesWriteNothingAndSeeOneState(Place.Way way) {
        with(way, bank -> {
            TransactionTemplate reading = bank.transaction();
            reading.setReadOnly(true);
            reading.executeWithoutResult(status -> {
                assertThat(bank.balances()).containsExactly(100, 0);
                bank.transaction(PROPAGATION_REQUIRES_NEW).executeWithoutResult(inner -> bank.move(1, 2, 1));
                assertThat(bank.balances()).as("the state it began with").containsExactly(100, 0);
            });
            assertThatThrownBy(() -> reading.executeWithoutResult(status -> bank.move(1, 2, 1)))
                    .cause()
                    .isInstanceOfSatisfying(
                            SQLException.class,
                            failure -> assertThat(failure.getSQLState()).isEqualTo("25006"));
            bank.transaction().executeWithoutResult(status -> bank.move(1, 2, 1));
            assertThat(bank.balances()).containsExactly(98, 2);
        });
    }

    @ParameterizedTest
    @EnumSource
    void aLostRaceIsAConcurrencyFailure(Place.Way way) {
        with(way, bank -> {
            assertThatThrownBy(() -> bank.transaction().executeWithoutResult(outer -> {
                        bank.move(1, 2, 10);
                        bank.transaction(PROPAGATION_REQUIRES_NEW)
                                .executeWithoutResult(inner ->
                                        bank.jdbc.update("UPDATE accounts SET cents = cents + 1000 WHERE id = 1"));
                    }))
                    .isInstanceOf(ConcurrencyFailureException.class);
            assertThat(bank.balances()).containsExactly(1100, 0);
            assertThat(bank.moves()).isZero();
        });
    }

    @ParameterizedTest
    @EnumSource
    void isolationAndTimeout(Place.Way way) {
        with(way, bank -> {
            for (int level : List.of(ISOLATION_READ_UNCOMMITTED, ISOLATION_READ_COMMITTED, ISOLATION_REPEATABLE_READ)) {
                TransactionTemplate transaction = bank.transaction();
                transaction.setIsolationLevel(level);
                transaction.executeWithoutResult(status -> bank.move(1, 2, 1));
            }
            assertThat(bank.balances()).containsExactly(97, 3);
            TransactionTemplate hasty = bank.transaction();
            hasty.setTimeout(1);
            String list = String.join(", ", Collections.nCopies(1000, "1"));
            String joined = String.join(", ", Collections.nCopies(4, "UNNEST(ARRAY[" + list + "])"));
            assertThatThrownBy(() -> hasty.executeWithoutResult(status -> {
                        bank.move(1, 2, 1);
                        bank.jdbc.queryForList("SELECT COUNT(*) FROM " + joined);
                    }))
                    .isInstanceOf(QueryTimeoutException.class);
            assertThat(bank.balances()).containsExactly(97, 3);
        });
    }
}
