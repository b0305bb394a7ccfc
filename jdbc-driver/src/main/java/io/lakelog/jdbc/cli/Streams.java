package io.lakelog.jdbc.cli;

import java.io.InputStream;
import java.io.PrintStream;

/** Where the command line reads and prints. */
record Streams(InputStream in, PrintStream out, PrintStream err) {}
