package io.lakelog.jdbc.cli;

import io.lakelog.jdbc.ConnectionUrl;
import io.lakelog.jdbc.server.LakelogServer;
import io.lakelog.jdbc.server.ServerLimits;
import io.lakelog.jdbc.session.Warehouses;
import io.lakelog.storage.error.ErrorCode;
import io.lakelog.storage.error.LakelogException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Serves a warehouse until the process is told to end. */
@Command(
        name = "server",
        description = "Serves a warehouse over HTTP, for jdbc:lakelog:remote: and for Avatica's own clients.",
        mixinStandardHelpOptions = true,
        versionProvider = ShellCommand.VersionText.class,
        sortOptions = false,
        footer = {
            "",
            "There are no users yet: whoever can reach the port can read and write everything.",
            "Stop it with Ctrl-C or SIGTERM; statements that run get a few seconds to end."
        })
final class ServerCommand implements Callable<Integer> {
    private final Streams streams;

    @Option(
            names = "--host",
            paramLabel = "HOST",
            description = "the address to listen on; ${DEFAULT-VALUE}, this machine alone, if not given")
    private String host = "127.0.0.1";

    @Option(
            names = "--port",
            paramLabel = "PORT",
            description = "the port to listen on, 0 for any; ${DEFAULT-VALUE} if not given")
    private int port = 8765;

    @Parameters(index = "0", paramLabel = "WAREHOUSE", description = "the path of the warehouse")
    private String warehouse = "";

    ServerCommand(Streams streams) {
        this.streams = streams;
    }

    @Override
    public Integer call() throws InterruptedException {
        try {
            LakelogServer server = LakelogServer.start(host, port, new Warehouses(), path(), ServerLimits.DEFAULT);
            Runtime.getRuntime().addShutdownHook(new Thread(server::close, "lakelog-server-stop"));
            streams.out()
                    .println("Lakelog server on " + server.httpUrl() + " serves " + path() + " (" + server.jdbcUrl()
                            + ")");
            streams.out().flush();
            server.join();
            return Main.OK;
        } catch (LakelogException e) {
            streams.err().println("ERROR " + e.code().sqlState() + ": " + e.getMessage());
            return e.code() == ErrorCode.INVALID_OPTION ? Main.USAGE : Main.FAILED;
        }
    }

    private String path() {
        if (port < 0 || port > 65535) {
            throw new LakelogException(ErrorCode.INVALID_OPTION, "port " + port + " is not between 0 and 65535");
        }
        ConnectionUrl.Target target =
                ConnectionUrl.parse(ConnectionUrl.PREFIX + warehouse, null).target();
        if (target instanceof ConnectionUrl.Warehouse local) {
            return local.path();
        }
        throw new LakelogException(ErrorCode.INVALID_OPTION, "'" + warehouse + "' is not the path of a warehouse");
    }
}
