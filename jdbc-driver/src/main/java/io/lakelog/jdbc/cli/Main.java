package io.lakelog.jdbc.cli;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import picocli.CommandLine;

/** What {@code java -jar} runs. */
public final class Main {
    /** All went well. */
    static final int OK = 0;

    /** A statement, or connecting, failed. */
    static final int FAILED = 1;

    /** The command line cannot be understood. */
    static final int USAGE = 2;

    private Main() {}

    public static void main(String[] arguments) {
        PrintStream out = utf8(FileDescriptor.out);
        PrintStream err = utf8(FileDescriptor.err);
        int exitCode = run(arguments, new Streams(System.in, out, err));
        out.flush();
        err.flush();
        System.exit(exitCode);
    }

    /** Runs a command line and returns its exit code. */
    static int run(String[] arguments, Streams streams) {
        CommandLine command = new CommandLine(new ShellCommand(streams));
        command.addSubcommand(ServerCommand.commandLine(streams));
        command.addSubcommand(new HashPasswordCommand(streams));
        command.setOut(new java.io.PrintWriter(streams.out(), true));
        command.setErr(new java.io.PrintWriter(streams.err(), true));
        command.setCaseInsensitiveEnumValuesAllowed(true);
        return command.execute(arguments);
    }

    private static PrintStream utf8(FileDescriptor descriptor) {
        return new PrintStream(new FileOutputStream(descriptor), false, StandardCharsets.UTF_8);
    }
}
