package io.lakelog.examples;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A Lakelog server in a process of its own, started as a user would start it. */
final class ServerProcess implements AutoCloseable {
    private static final Pattern URL = Pattern.compile("jdbc:lakelog:remote://[^\\s)]+");

    private final Process process;
    private final String url;

    private ServerProcess(Process process, String url) {
        this.process = process;
        this.url = url;
    }

    /** Starts {@code java -jar <driver> server --port 0 <warehouse>} and waits until it says that it accepts connections. */
    static ServerProcess start(Path driver, Path warehouse) throws IOException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-jar",
                        driver.toString(),
                        "server",
                        "--port",
                        "0",
                        warehouse.toString())
                .redirectErrorStream(true)
                .start();
        StringBuilder said = new StringBuilder();
        BufferedReader output =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        String line;
        while ((line = output.readLine()) != null) {
            said.append(line).append('\n');
            Matcher matcher = URL.matcher(line);
            if (matcher.find()) {
                return new ServerProcess(process, matcher.group());
            }
        }
        process.destroy();
        throw new IOException("the server did not start; it said:\n" + said);
    }

    String url() {
        return url;
    }

    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(10, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
