package io.lakelog.jdbc.server;

import io.lakelog.jdbc.session.Warehouses;
import io.lakelog.storage.error.ErrorCode;
import io.lakelog.storage.error.LakelogException;
import java.io.IOException;
import org.apache.calcite.avatica.remote.LocalService;
import org.apache.calcite.avatica.remote.Service;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/**
 * A server for one warehouse over HTTP. It knows no users yet: whoever reaches the port may do anything, which is why it
 * listens on the loopback address unless told otherwise. Thread-safe.
 */
public final class LakelogServer implements AutoCloseable {
    private static final int IDLE_MILLIS = 60_000;
    private static final int STOP_MILLIS = 5_000;

    private final Server server;
    private final ServerConnector connector;
    private final ServerSessions sessions;
    private final String host;

    private LakelogServer(Server server, ServerConnector connector, ServerSessions sessions, String host) {
        this.server = server;
        this.connector = connector;
        this.sessions = sessions;
        this.host = host;
    }

    /**
     * Starts a server; it accepts connections when this returns.
     *
     * @param port 0 for any that is free
     * @param warehouse an absolute path
     * @throws LakelogException IO if it cannot listen there
     */
    public static LakelogServer start(
            String host, int port, Warehouses warehouses, String warehouse, ServerLimits limits) {
        // Fails now, not with the first client, if there is no such directory to be had.
        warehouses.openLocal(warehouse).close();
        ServerSessions sessions = new ServerSessions(warehouses, warehouse, limits);
        QueuedThreadPool threads = new QueuedThreadPool(limits.threads(), Math.min(8, limits.threads()), IDLE_MILLIS);
        threads.setName("lakelog-server");
        Server server = new Server(threads);
        HttpConfiguration http = new HttpConfiguration();
        http.setSendServerVersion(false);
        http.setSendDateHeader(false);
        ServerConnector connector = new ServerConnector(server, new HttpConnectionFactory(http));
        connector.setHost(host);
        connector.setPort(port);
        connector.setIdleTimeout(IDLE_MILLIS);
        server.addConnector(connector);
        Service service = new LocalService(FailureMeta.around(new EngineMeta(sessions)));
        server.setHandler(new AvaticaEndpoint(service, limits.requestBytes()));
        server.setStopTimeout(STOP_MILLIS);
        startNow(server, host, port);
        service.setRpcMetadata(new Service.RpcMetadataResponse(host + ":" + connector.getLocalPort()));
        return new LakelogServer(server, connector, sessions, host);
    }

    private static void startNow(Server server, String host, int port) {
        try {
            server.start();
        } catch (IOException e) {
            Throwable cause = e.getCause() == null ? e : e.getCause();
            throw new LakelogException(
                    ErrorCode.IO, "cannot listen on " + host + ":" + port + ": " + cause.getMessage(), e);
        } catch (Exception e) {
            throw new LakelogException(ErrorCode.INTERNAL, "the server cannot start: " + e, e);
        }
    }

    /** The port that it listens on. */
    public int port() {
        return connector.getLocalPort();
    }

    /** The URL for HTTP. */
    public String httpUrl() {
        return "http://" + hostInUrl() + ":" + port();
    }

    /** The URL for JDBC. */
    public String jdbcUrl() {
        return "jdbc:lakelog:remote://" + hostInUrl() + ":" + port();
    }

    private String hostInUrl() {
        return host.contains(":") && !host.startsWith("[") ? "[" + host + "]" : host;
    }

    /** Waits until the server has stopped. */
    public void join() throws InterruptedException {
        server.join();
    }

    /** Takes no more requests, gives those that run a few seconds, then cancels them; frees everything. */
    @Override
    public void close() {
        try {
            server.stop();
        } catch (Exception e) {
            throw new LakelogException(ErrorCode.INTERNAL, "the server did not stop cleanly: " + e, e);
        } finally {
            sessions.closeAll();
        }
    }
}
