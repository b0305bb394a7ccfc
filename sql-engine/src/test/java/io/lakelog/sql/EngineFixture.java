package io.lakelog.sql;

import io.lakelog.storage.Catalog;
import io.lakelog.storage.env.Environment;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;

/** Engines for tests, in a world of their own: a clock that goes on by a second at each look. */
final class EngineFixture {
    private EngineFixture() {}

    /** An engine over real files below {@code folder}. */
    static Engine engine(Path folder) {
        Environment local = Environment.local();
        Clock clock = new SteppingClock();
        Environment environment = new Environment(local.files(), clock, local.uniqueNames());
        return new LakelogEngine(
                Catalog.open(environment, folder.toAbsolutePath().toString()), clock);
    }

    static EngineConnection connect(Engine engine) {
        return engine.connect(new SessionSettings("default", ZoneOffset.UTC, false));
    }

    static EngineSession session(Path folder) {
        return new EngineSession(connect(engine(folder)));
    }

    private static final class SteppingClock extends Clock {
        private Instant now = Instant.parse("2024-05-01T10:00:00Z");

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }

        @Override
        public synchronized Instant instant() {
            now = now.plus(Duration.ofSeconds(1));
            return now;
        }
    }
}
