package io.lakelog.jdbc.server;

import io.lakelog.jdbc.access.SignIn;
import io.lakelog.jdbc.session.Warehouses;
import io.lakelog.jdbc.tls.PemFiles;
import io.lakelog.storage.error.ErrorCode;
import io.lakelog.storage.error.LakelogException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.apache.calcite.avatica.remote.LocalService;
import org.apache.calcite.avatica.remote.Service;
import org.eclipse.jetty.server.ConnectionFactory;
import org.eclipse.jetty.server.ConnectionLimit;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.SslConnectionFactory;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/** A server for one warehouse over HTTP or HTTPS. Without users it listens on this machine alone. Thread-safe. */
public final class LakelogServer implements AutoCloseable {
    private static final int IDLE_MILLIS = 60_000;
    private static final int STOP_MILLIS = 1_000;
    private static final int LEAST_BYTES_PER_SECOND = 500;
    private static final int THREADS_KEPT = 8;
    private static final long READING_NANOS = 2_000_000_000L;
    private static final int PASSWORD_BYTES = 16;

    private final ServerSettings settings;
    private final Server server;
    private final ServerConnector connector;
    private final ServerSessions sessions;
    private final Draining draining;
    private final ScheduledExecutorService leases;

    private LakelogServer(
            ServerSettings settings,
            Server server,
            ServerConnector connector,
            ServerSessions sessions,
            Draining draining) {
        this.settings = settings;
        this.server = server;
        this.connector = connector;
        this.sessions = sessions;
        this.draining = draining;
        this.leases = Executors.newSingleThreadScheduledExecutor(task -> {
            Thread thread = new Thread(task, "lakelog-server-leases");
            thread.setDaemon(true);
            return thread;
        });
    }

    /** Starts a server that knows no users, which is why {@code host} must be an address of this machine alone. */
    public static LakelogServer start(
            String host, int port, Warehouses warehouses, String warehouse, ServerLimits limits) {
        ServerSettings local = ServerSettings.local(port, limits);
        return start(new ServerSettings(host, port, null, local.users(), limits, local.log()), warehouses, warehouse);
    }

    /**
     * Starts a server; it accepts connections when this returns.
     *
     * @param warehouse an absolute path
     * @throws LakelogException IO if it cannot listen there, INVALID_OPTION if it may not, or for files that cannot be
     *     used
     */
    public static LakelogServer start(ServerSettings settings, Warehouses warehouses, String warehouse) {
        checkHost(settings);
        // Fails now, not with the first client, if there is no such directory to be had.
        warehouses.openLocal(warehouse).close();
        ServerLimits limits = settings.limits();
        ServerMetrics metrics = new ServerMetrics();
        ServerSessions sessions =
                new ServerSessions(warehouses, warehouse, limits, System::nanoTime, metrics, settings.log());
        Draining draining = new Draining();
        int threads = limits.count(Limit.THREADS);
        QueuedThreadPool pool = new QueuedThreadPool(threads, Math.min(THREADS_KEPT, threads), IDLE_MILLIS);
        pool.setName("lakelog-server");
        Server server = new Server(pool);
        ServerConnector connector = connector(server, settings);
        Service service = new LocalService(ServedMeta.around(
                new EngineMeta(sessions, limits),
                sessions,
                draining,
                metrics,
                settings.log(),
                limits.count(Limit.STATEMENT_LENGTH)));
        server.setHandler(new AvaticaEndpoint(
                new SignIn(settings.users(), System::currentTimeMillis),
                new Messages(service),
                new StatusPages(draining, metrics),
                draining,
                metrics,
                settings));
        server.setStopTimeout(STOP_MILLIS);
        addGauges(metrics, sessions, pool, connector);
        startNow(server, settings);
        service.setRpcMetadata(new Service.RpcMetadataResponse(settings.host() + ":" + connector.getLocalPort()));
        LakelogServer started = new LakelogServer(settings, server, connector, sessions, draining);
        started.watchLeases();
        settings.users().reportTo(problem -> settings.log().warn("users-not-read", "problem", problem));
        settings.log().info("started", "url", started.httpUrl(), "warehouse", warehouse);
        return started;
    }

    private static void checkHost(ServerSettings settings) {
        if (!settings.users().isEmpty()) {
            return;
        }
        try {
            for (InetAddress address : InetAddress.getAllByName(settings.host())) {
                if (!address.isLoopbackAddress()) {
                    throw new LakelogException(
                            ErrorCode.INVALID_OPTION,
                            "without users the server listens on this machine alone, and " + settings.host()
                                    + " can be reached from others: give --users FILE (lakelog hash-password NAME makes"
                                    + " a line of it), or leave --host out");
                }
            }
        } catch (UnknownHostException e) {
            throw new LakelogException(
                    ErrorCode.INVALID_OPTION, "'" + settings.host() + "' is not an address of this machine", e);
        }
    }

    private static ServerConnector connector(Server server, ServerSettings settings) {
        HttpConfiguration http = new HttpConfiguration();
        http.setSendServerVersion(false);
        http.setSendDateHeader(false);
        http.setMinRequestDataRate(LEAST_BYTES_PER_SECOND);
        HttpConnectionFactory plain = new HttpConnectionFactory(http);
        ServerSettings.Tls tls = settings.tls();
        ConnectionFactory[] protocols = tls == null
                ? new ConnectionFactory[] {plain}
                : new ConnectionFactory[] {new SslConnectionFactory(tls(tls), plain.getProtocol()), plain};
        ServerConnector connector = new ServerConnector(server, protocols);
        connector.setHost(settings.host());
        connector.setPort(settings.port());
        connector.setIdleTimeout(IDLE_MILLIS);
        server.addConnector(connector);
        server.addBean(new ConnectionLimit(settings.limits().count(Limit.HTTP_CONNECTIONS), connector));
        return connector;
    }

    private static SslContextFactory.Server tls(ServerSettings.Tls tls) {
        byte[] random = new byte[PASSWORD_BYTES];
        new SecureRandom().nextBytes(random);
        // Of the store in memory, which asks for one.
        String password = HexFormat.of().formatHex(random);
        SslContextFactory.Server factory = new SslContextFactory.Server();
        factory.setKeyStore(PemFiles.keyStore(tls.certificates(), tls.key(), password.toCharArray()));
        factory.setKeyManagerPassword(password);
        factory.setIncludeProtocols("TLSv1.2", "TLSv1.3");
        return factory;
    }

    private static void addGauges(
            ServerMetrics metrics, ServerSessions sessions, QueuedThreadPool pool, ServerConnector connector) {
        metrics.gauge("lakelog_sessions", "Open JDBC connections", sessions::size);
        metrics.gauge("lakelog_statements", "Open statements", sessions::openStatements);
        metrics.gauge("lakelog_results", "Results that clients have not read to their end", sessions::openResults);
        metrics.gauge(
                "lakelog_http_connections",
                "Open HTTP connections",
                () -> connector.getConnectedEndPoints().size());
        metrics.gauge("lakelog_threads_busy", "Threads that serve a request", pool::getUtilizedThreads);
        Runtime runtime = Runtime.getRuntime();
        metrics.gauge("lakelog_memory_used_bytes", "Heap in use", () -> runtime.totalMemory() - runtime.freeMemory());
        metrics.gauge("lakelog_memory_most_bytes", "Heap that there may be", runtime::maxMemory);
    }

    private static void startNow(Server server, ServerSettings settings) {
        try {
            server.start();
        } catch (IOException e) {
            Throwable cause = e.getCause() == null ? e : e.getCause();
            stopQuietly(server);
            throw new LakelogException(
                    ErrorCode.IO,
                    "cannot listen on " + settings.host() + ":" + settings.port() + ": " + cause.getMessage(),
                    e);
        } catch (Exception e) {
            stopQuietly(server);
            throw new LakelogException(ErrorCode.INTERNAL, "the server cannot start: " + e, e);
        }
    }

    private static void stopQuietly(Server server) {
        try {
            server.stop();
        } catch (Exception e) {
            // Why it did not start is what matters.
            return;
        }
    }

    private void watchLeases() {
        long most = settings.limits().get(Limit.IDLE_TIME);
        long every = Math.max(1000, Math.min(30_000, most / 4));
        leases.scheduleWithFixedDelay(sessions::expireIdle, every, every, TimeUnit.MILLISECONDS);
    }

    /** The port that it listens on. */
    public int port() {
        return connector.getLocalPort();
    }

    /** The URL for HTTP. */
    public String httpUrl() {
        return (settings.tls() == null ? "http://" : "https://") + hostInUrl() + ":" + port();
    }

    /** The URL for JDBC. */
    public String jdbcUrl() {
        return "jdbc:lakelog:" + (settings.tls() == null ? "remote://" : "remotes://") + hostInUrl() + ":" + port();
    }

    private String hostInUrl() {
        String host = settings.host();
        return host.contains(":") && !host.startsWith("[") ? "[" + host + "]" : host;
    }

    ServerSessions sessions() {
        return sessions;
    }

    /** Waits until the server has stopped. */
    public void join() throws InterruptedException {
        server.join();
    }

    /**
     * Begins nothing new, gives what runs its time to end, then cancels it; frees everything. May be repeated.
     */
    @Override
    public void close() {
        boolean inTime = false;
        try {
            inTime = draining.stop(settings.limits().time(Limit.DRAIN_TIME), () -> !sessions.isReading(READING_NANOS));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        boolean first = !leases.isShutdown();
        leases.shutdownNow();
        sessions.closeAll();
        try {
            server.stop();
        } catch (Exception e) {
            throw new LakelogException(ErrorCode.INTERNAL, "the server did not stop cleanly: " + e, e);
        } finally {
            sessions.closeAll();
        }
        if (first) {
            settings.log()
                    .info("stopped", "cancelled", inTime ? null : "statements that ran longer than drain-timeout");
        }
    }
}
