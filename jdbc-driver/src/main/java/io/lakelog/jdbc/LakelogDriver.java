package io.lakelog.jdbc;

import io.lakelog.jdbc.convert.SqlErrors;
import io.lakelog.jdbc.remote.RemoteSession;
import io.lakelog.jdbc.session.EngineSession;
import io.lakelog.jdbc.session.MemoryWarehouses;
import io.lakelog.jdbc.session.Session;
import io.lakelog.jdbc.session.Warehouse;
import io.lakelog.jdbc.session.Warehouses;
import io.lakelog.jdbc.wire.SessionInfo;
import io.lakelog.sql.SessionSettings;
import io.lakelog.storage.Catalog;
import io.lakelog.storage.error.ErrorCode;
import java.sql.Connection;
import java.sql.DriverPropertyInfo;
import java.sql.SQLException;
import java.util.Properties;
import org.apache.calcite.avatica.AvaticaConnection;
import org.apache.calcite.avatica.AvaticaFactory;
import org.apache.calcite.avatica.DriverVersion;
import org.apache.calcite.avatica.Meta;
import org.apache.calcite.avatica.UnregisteredDriver;
import org.jspecify.annotations.Nullable;

/** The driver for {@code jdbc:lakelog:} URLs; see {@link ConnectionUrl}. Loading the class registers it. Thread-safe. */
public final class LakelogDriver extends UnregisteredDriver {
    /** Enough for any program that closes what it opens. */
    private static final int EMBEDDED_STATEMENT_LIMIT = 10_000;

    static {
        new LakelogDriver(Shared.WAREHOUSES, Shared.MEMORY).register();
    }

    private final Warehouses warehouses;
    private final MemoryWarehouses memory;

    /** The driver as services and tools make it; all of them in a JVM share their warehouses. */
    public LakelogDriver() {
        this(Shared.WAREHOUSES, Shared.MEMORY);
    }

    LakelogDriver(Warehouses warehouses, MemoryWarehouses memory) {
        this.warehouses = warehouses;
        this.memory = memory;
    }

    @Override
    public @Nullable Connection connect(@Nullable String url, @Nullable Properties info) throws SQLException {
        if (url == null) {
            throw SqlErrors.of(ErrorCode.INVALID_OPTION, "the connection URL is null");
        }
        if (!ConnectionUrl.isOurs(url)) {
            return null;
        }
        try {
            ConnectionUrl parsed = ConnectionUrl.parse(url, info);
            return new LakelogConnection(this, url, parsed, open(parsed));
        } catch (RuntimeException e) {
            throw SqlErrors.of(e);
        }
    }

    private Session open(ConnectionUrl url) {
        ConnectionUrl.Target target = url.target();
        if (target instanceof ConnectionUrl.Remote remote) {
            SessionInfo info = new SessionInfo(true, url.database(), url.timeZone(), url.readOnly());
            return RemoteSession.open(remote.address(), remote.networkMillis(), info);
        }
        Warehouse warehouse = target instanceof ConnectionUrl.Memory throwAway
                ? memory.open(throwAway.name())
                : warehouses.openLocal(((ConnectionUrl.Warehouse) target).path());
        String database = url.database();
        SessionSettings settings = new SessionSettings(
                database == null ? Catalog.DEFAULT_DATABASE : database, url.timeZone(), url.readOnly());
        return EngineSession.open(warehouse, settings, EMBEDDED_STATEMENT_LIMIT);
    }

    @Override
    public boolean acceptsURL(@Nullable String url) throws SQLException {
        if (url == null) {
            throw SqlErrors.of(ErrorCode.INVALID_OPTION, "the connection URL is null");
        }
        return ConnectionUrl.isOurs(url);
    }

    @Override
    public DriverPropertyInfo[] getPropertyInfo(@Nullable String url, @Nullable Properties info) {
        return ConnectionUrl.KEYS.entrySet().stream()
                .map(key -> propertyInfo(key.getKey(), key.getValue(), info))
                .sorted(java.util.Comparator.comparing(property -> property.name))
                .toArray(DriverPropertyInfo[]::new);
    }

    private static DriverPropertyInfo propertyInfo(String name, String description, @Nullable Properties info) {
        DriverPropertyInfo property = new DriverPropertyInfo(name, info == null ? null : info.getProperty(name));
        property.description = description;
        if (name.equals(ConnectionUrl.READ_ONLY)) {
            property.choices = new String[] {"false", "true"};
        }
        return property;
    }

    @Override
    protected String getConnectStringPrefix() {
        return ConnectionUrl.PREFIX;
    }

    @Override
    protected DriverVersion createDriverVersion() {
        return new DriverVersion(
                "Lakelog JDBC Driver",
                Version.TEXT,
                "Lakelog",
                Version.TEXT,
                false,
                Version.MAJOR,
                Version.MINOR,
                Version.MAJOR,
                Version.MINOR);
    }

    @Override
    protected AvaticaFactory createFactory() {
        return new LakelogFactory();
    }

    AvaticaFactory factory() {
        return factory;
    }

    @Override
    public Meta createMeta(AvaticaConnection connection) {
        return AvaticaDefaults.refusingMeta();
    }

    /** What all drivers of a class loader share. */
    private static final class Shared {
        static final Warehouses WAREHOUSES = new Warehouses();
        static final MemoryWarehouses MEMORY = new MemoryWarehouses(WAREHOUSES);
    }
}
