package io.lakelog.tck.bench;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;

/** Stands between a client and a server, passes everything on, and counts the requests. */
final class RequestCounter implements AutoCloseable {
    private static final byte[] REQUEST = "POST / HTTP/1.1".getBytes(StandardCharsets.US_ASCII);

    private final ServerSocket listener;
    private final int serverPort;
    private final AtomicLong requests = new AtomicLong();
    private final ExecutorService threads = Executors.newCachedThreadPool(work -> {
        Thread thread = new Thread(work, "request-counter");
        thread.setDaemon(true);
        return thread;
    });

    RequestCounter(int serverPort) throws IOException {
        this.serverPort = serverPort;
        this.listener = new ServerSocket(0, 100, InetAddress.getLoopbackAddress());
        threads.execute(this::accept);
    }

    int port() {
        return listener.getLocalPort();
    }

    long requests() {
        return requests.get();
    }

    private void accept() {
        while (!listener.isClosed()) {
            try {
                Socket client = listener.accept();
                Socket server = new Socket(InetAddress.getLoopbackAddress(), serverPort);
                client.setTcpNoDelay(true);
                server.setTcpNoDelay(true);
                threads.execute(() -> pass(client, server, true));
                threads.execute(() -> pass(server, client, false));
            } catch (IOException e) {
                if (!listener.isClosed()) {
                    throw new UncheckedIOException(e);
                }
            }
        }
    }

    private void pass(Socket from, Socket to, boolean counted) {
        byte[] buffer = new byte[1 << 16];
        int matched = 0;
        try (from;
                to) {
            InputStream input = from.getInputStream();
            OutputStream output = to.getOutputStream();
            for (int count = input.read(buffer); count >= 0; count = input.read(buffer)) {
                for (int i = 0; counted && i < count; i++) {
                    matched = buffer[i] == REQUEST[matched] ? matched + 1 : buffer[i] == REQUEST[0] ? 1 : 0;
                    if (matched == REQUEST.length) {
                        requests.incrementAndGet();
                        matched = 0;
                    }
                }
                output.write(buffer, 0, count);
            }
        } catch (IOException e) {
            // The other side has closed, which ends this one too.
            return;
        }
    }

    @Override
    public void close() throws IOException {
        listener.close();
        threads.shutdownNow();
    }
}
