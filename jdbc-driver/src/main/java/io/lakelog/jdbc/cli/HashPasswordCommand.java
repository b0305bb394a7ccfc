package io.lakelog.jdbc.cli;

import io.lakelog.jdbc.access.PasswordHash;
import io.lakelog.jdbc.access.UserFile;
import io.lakelog.storage.error.LakelogException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Makes a line of a server's user file. */
@Command(
        name = "hash-password",
        description =
                "Prints a line for the user file of a server. The password is asked for, or read from standard input.",
        mixinStandardHelpOptions = true,
        versionProvider = ShellCommand.VersionText.class,
        sortOptions = false,
        footer = {"", "Example:", "  lakelog hash-password anna --grant sales=read-write --grant '*=read' >> users"})
final class HashPasswordCommand implements Callable<Integer> {
    private final Streams streams;

    @Parameters(index = "0", paramLabel = "NAME", description = "the user's name")
    private String name = "";

    @Option(
            names = "--grant",
            paramLabel = "DATABASE=RIGHT",
            description =
                    "read or read-write on a database, * for all not named; may be repeated; *=read-write if not given")
    private List<String> grants = List.of("*=read-write");

    @Option(
            names = "--digest",
            description = "a hash that HTTP Digest can use too; weaker: whoever reads it can sign in")
    private boolean digest;

    HashPasswordCommand(Streams streams) {
        this.streams = streams;
    }

    @Override
    public Integer call() throws IOException {
        try {
            UserFile.checkName(name);
            String rights = String.join(",", grants);
            UserFile.grants(rights);
            String password = password();
            if (password == null || password.isEmpty()) {
                streams.err().println("no password was given");
                return Main.USAGE;
            }
            PasswordHash hash = digest ? PasswordHash.digest(name, password) : PasswordHash.strong(password);
            streams.out().println(name + ":" + hash + ":" + rights);
            return Main.OK;
        } catch (LakelogException e) {
            streams.err().println("ERROR " + e.code().sqlState() + ": " + e.getMessage());
            return Main.USAGE;
        }
    }

    private @Nullable String password() throws IOException {
        java.io.Console console = System.console();
        if (console != null && Console.isThere()) {
            char[] typed = console.readPassword("Password for %s: ", name);
            return typed == null ? null : new String(typed);
        }
        return new BufferedReader(new InputStreamReader(streams.in(), StandardCharsets.UTF_8)).readLine();
    }
}
