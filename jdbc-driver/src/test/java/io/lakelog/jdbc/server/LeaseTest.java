package io.lakelog.jdbc.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lakelog.jdbc.FakeEngine;
import io.lakelog.jdbc.session.Warehouses;
import io.lakelog.jdbc.wire.SessionInfo;
import io.lakelog.sql.StatementResult;
import io.lakelog.storage.Catalog;
import io.lakelog.storage.env.Environment;
import io.lakelog.storage.error.ErrorCode;
import io.lakelog.storage.error.LakelogException;
import io.lakelog.storage.row.BatchSource;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** When sessions expire, by a clock of the test's own. */
final class LeaseTest {
    private static final SessionInfo INFO = new SessionInfo(true, null, null, false);

    @TempDir
    Path directory = Path.of("unset");

    private final AtomicLong nanos = new AtomicLong(-5);
    private FakeEngine engine = new FakeEngine(Catalog.open(Environment.local(), "/unset"));
    private ServerSessions sessions = sessions();

    @BeforeEach
    void open() {
        engine = new FakeEngine(Catalog.open(Environment.local(), directory.toString()));
        sessions = sessions();
        sessions.open("a", INFO);
        sessions.open("b", INFO);
    }

    private ServerSessions sessions() {
        return new ServerSessions(
                new Warehouses(path -> engine),
                directory.toString(),
                ServerLimits.DEFAULT.with(
                        Limit.IDLE_TIME, Duration.ofMinutes(10).toMillis()),
                nanos::get,
                new ServerMetrics(),
                EventLog.NONE);
    }

    private void pass(Duration time) {
        nanos.addAndGet(time.toNanos());
        sessions.expireIdle();
    }

    private void use(String id) {
        sessions.enter(id);
        sessions.leave(id);
    }

    @Test
    void whoDoesNothingForTheIdleTimeIsClosed() {
        pass(Duration.ofMinutes(9));
        use("a");
        pass(Duration.ofMinutes(9));
        assertThat(sessions.size()).isEqualTo(1);
        assertThat(engine.openConnections()).isEqualTo(1);
        assertThat(sessions.get("a")).isNotNull();
        assertThatThrownBy(() -> sessions.get("b"))
                .isInstanceOfSatisfying(
                        LakelogException.class,
                        failure -> assertThat(failure.code()).isEqualTo(ErrorCode.CLOSED));
        pass(Duration.ofMinutes(9));
        assertThat(sessions.size()).isZero();
        assertThat(engine.openConnections()).isZero();
    }

    @Test
    void whatRunsIsNotIdleHoweverLongItTakes() {
        sessions.enter("a");
        sessions.enter("a");
        pass(Duration.ofHours(5));
        sessions.leave("a");
        pass(Duration.ofHours(5));
        assertThat(sessions.size()).isEqualTo(1);
        sessions.leave("a");
        pass(Duration.ofMinutes(9));
        assertThat(sessions.size()).isEqualTo(1);
        pass(Duration.ofMinutes(2));
        assertThat(sessions.size()).isZero();
    }

    /** A server that is stopped waits for a client who reads, and not for one who has forgotten to. */
    @Test
    void whoReadsAResultIsKnown() {
        assertThat(sessions.isReading(1000)).isFalse();
        ServerSession session = sessions.get("a");
        StatementResult.Rows rows = new StatementResult.Rows(List.of(), BatchSource.empty());
        session.keepResult(1, new OpenResult(rows, 0, session.dialect(), ServerLimits.DEFAULT));
        use("a");
        assertThat(sessions.isReading(1000)).isTrue();
        nanos.addAndGet(1000);
        assertThat(sessions.isReading(1000)).isFalse();
        sessions.enter("a");
        assertThat(sessions.isReading(1000)).isTrue();
        sessions.leave("a");
        session.dropResult(1);
        assertThat(sessions.isReading(1000)).isFalse();
    }
}
