package io.lakelog.sql.semantics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lakelog.storage.error.ErrorCode;

/** What tests of queries ask. */
final class Queries {
    private final MemoryEngine engine;

    Queries(MemoryEngine engine) {
        this.engine = engine;
    }

    /** The query gives exactly these rows, in this order. */
    void rows(String sql, String... rows) {
        assertThat(engine.query(sql)).as(sql).containsExactly(rows);
    }

    /** The query gives these rows, in some order. */
    void bag(String sql, String... rows) {
        assertThat(engine.query(sql)).as(sql).containsExactlyInAnyOrder(rows);
    }

    /** The value of an expression without columns. */
    void value(String expression, String value) {
        rows("SELECT " + expression, value);
    }

    /** The user's type of an expression, and its value. */
    void typed(String expression, String type, String value) {
        assertThat(engine.types("SELECT " + expression)).as(expression).containsExactly(type);
        value(expression, value);
    }

    /** The query fails with this code when planned or run. */
    void fails(String sql, ErrorCode code, String... message) {
        assertThatThrownBy(() -> engine.query(sql)).as(sql).satisfies(failure -> {
            assertThat(SqlFailures.translate(failure).code())
                    .as(sql + ": " + failure)
                    .isEqualTo(code);
            for (String part : message) {
                assertThat(SqlFailures.translate(failure).getMessage()).contains(part);
            }
        });
    }
}
