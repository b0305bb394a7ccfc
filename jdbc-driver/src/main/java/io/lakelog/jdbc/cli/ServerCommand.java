package io.lakelog.jdbc.cli;

import io.lakelog.jdbc.ConnectionUrl;
import io.lakelog.jdbc.server.LakelogServer;
import io.lakelog.jdbc.server.Limit;
import io.lakelog.jdbc.server.ServerSettings;
import io.lakelog.jdbc.session.Warehouses;
import io.lakelog.storage.error.ErrorCode;
import io.lakelog.storage.error.LakelogException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Serves a warehouse until the process is told to end. */
@Command(
        name = "server",
        description = "Serves a warehouse over HTTP, for jdbc:lakelog:remote: and for Avatica's own clients.",
        mixinStandardHelpOptions = true,
        versionProvider = ShellCommand.VersionText.class,
        sortOptions = false,
        footer = {
            "",
            "Without --users the server listens on this machine alone, and whoever reaches the port can do everything.",
            "GET /health tells whether it is up, GET /metrics what it has counted, for Prometheus.",
            "Stop it with Ctrl-C or SIGTERM; statements that run get --drain-timeout to end."
        })
final class ServerCommand implements Callable<Integer> {
    private final Streams streams;

    @Spec
    private @Nullable CommandSpec spec;

    @Option(
            names = "--host",
            paramLabel = "HOST",
            description = "the address to listen on; 127.0.0.1, this machine alone, if not given")
    private @Nullable String host;

    @Option(names = "--port", paramLabel = "PORT", description = "the port to listen on, 0 for any; 8765 if not given")
    private @Nullable String port;

    @Option(
            names = "--users",
            paramLabel = "FILE",
            description = "who may sign in: lines that 'lakelog hash-password' makes")
    private @Nullable String users;

    @Option(
            names = "--tls-certificate",
            paramLabel = "FILE",
            description =
                    "PEM file of the server's certificate and those that vouch for it; with --tls-key turns on HTTPS")
    private @Nullable String certificate;

    @Option(names = "--tls-key", paramLabel = "FILE", description = "PEM file of the certificate's key")
    private @Nullable String key;

    @Option(
            names = "--log",
            paramLabel = "DETAIL",
            description = "events (if not given), requests, or statements, which shows their texts")
    private @Nullable String log;

    @Option(
            names = "--log-file",
            paramLabel = "FILE",
            description = "where the log goes, as lines of JSON; standard error if not given")
    private @Nullable String logFile;

    @Option(
            names = "--config",
            paramLabel = "FILE",
            description = "properties file with these options, without the dashes; the command line wins")
    private @Nullable Path config;

    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "WAREHOUSE",
            description = "the path of the warehouse; may stand in the properties file instead")
    private @Nullable String warehouse;

    ServerCommand(Streams streams) {
        this.streams = streams;
    }

    /** The command with an option for each limit. */
    static CommandLine commandLine(Streams streams) {
        CommandLine line = new CommandLine(new ServerCommand(streams));
        for (Limit limit : Limit.values()) {
            line.getCommandSpec()
                    .addOption(OptionSpec.builder("--" + limit.option())
                            .paramLabel("LIMIT")
                            .type(String.class)
                            .description(limit.meaning() + "; " + limit.presetText() + " if not given")
                            .build());
        }
        return line;
    }

    @Override
    public Integer call() throws InterruptedException {
        try {
            ServerOptions options = ServerOptions.of(config, given());
            ServerSettings settings = options.settings(streams.err());
            String path = path(options.warehouse());
            LakelogServer server = LakelogServer.start(settings, new Warehouses(), path);
            Runtime.getRuntime().addShutdownHook(new Thread(server::close, "lakelog-server-stop"));
            streams.out()
                    .println("Lakelog server on " + server.httpUrl() + " serves " + path + " (" + server.jdbcUrl()
                            + ")");
            streams.out().flush();
            server.join();
            return Main.OK;
        } catch (LakelogException e) {
            streams.err().println("ERROR " + e.code().sqlState() + ": " + e.getMessage());
            return e.code() == ErrorCode.INVALID_OPTION ? Main.USAGE : Main.FAILED;
        }
    }

    private Map<String, String> given() {
        Map<String, String> given = new HashMap<>();
        put(given, ServerOptions.HOST, host);
        put(given, ServerOptions.PORT, port);
        put(given, ServerOptions.USERS, users);
        put(given, ServerOptions.CERTIFICATE, certificate);
        put(given, ServerOptions.KEY, key);
        put(given, ServerOptions.LOG, log);
        put(given, ServerOptions.LOG_FILE, logFile);
        put(given, ServerOptions.WAREHOUSE, warehouse);
        for (Limit limit : Limit.values()) {
            OptionSpec option = Objects.requireNonNull(spec).findOption("--" + limit.option());
            put(given, limit.option(), option == null ? null : option.getValue());
        }
        return given;
    }

    private static void put(Map<String, String> given, String name, @Nullable String value) {
        if (value != null) {
            given.put(name, value);
        }
    }

    private static String path(@Nullable String warehouse) {
        if (warehouse == null) {
            throw new LakelogException(
                    ErrorCode.INVALID_OPTION, "no warehouse is named: write its path behind the options");
        }
        ConnectionUrl.Target target =
                ConnectionUrl.parse(ConnectionUrl.PREFIX + warehouse, null).target();
        if (target instanceof ConnectionUrl.Warehouse local) {
            return local.path();
        }
        throw new LakelogException(ErrorCode.INVALID_OPTION, "'" + warehouse + "' is not the path of a warehouse");
    }
}
