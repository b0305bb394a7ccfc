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

    /** The command with all its options. */
    static CommandLine commandLine(Streams streams) {
        CommandLine line = new CommandLine(new ServerCommand(streams));
        for (ServerOption option : ServerOption.values()) {
            add(line, option.text(), option.label(), option.meaning());
        }
        for (Limit limit : Limit.values()) {
            add(line, limit.option(), "LIMIT", limit.meaning() + "; " + limit.presetText() + " if not given");
        }
        return line;
    }

    private static void add(CommandLine line, String name, String label, String meaning) {
        line.getCommandSpec()
                .addOption(OptionSpec.builder("--" + name)
                        .paramLabel(label)
                        .type(String.class)
                        .description(meaning)
                        .build());
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
        for (String name : ServerOptions.names()) {
            OptionSpec option = Objects.requireNonNull(spec).findOption("--" + name);
            String value = option == null ? warehouse : option.getValue();
            if (value != null) {
                given.put(name, value);
            }
        }
        return given;
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
