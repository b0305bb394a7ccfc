package io.lakelog.jdbc.cli;

/** What a server can be told beside its limits: by an option of the command line, or a line of its properties file. */
enum ServerOption {
    HOST("host", "HOST", "the address to listen on; 127.0.0.1, this machine alone, if not given"),
    PORT("port", "PORT", "the port to listen on, 0 for any; 8765 if not given"),
    USERS("users", "FILE", "who may sign in: lines that 'lakelog hash-password' makes"),
    CERTIFICATE(
            "tls-certificate",
            "FILE",
            "PEM file of the server's certificate and those that vouch for it; with --tls-key turns on HTTPS"),
    KEY("tls-key", "FILE", "PEM file of the certificate's key"),
    LOG("log", "DETAIL", "events (if not given), requests, or statements, which shows their texts"),
    LOG_FILE("log-file", "FILE", "where the log goes, as lines of JSON; standard error if not given");

    private final String text;
    private final String label;
    private final String meaning;

    ServerOption(String text, String label, String meaning) {
        this.text = text;
        this.label = label;
        this.meaning = meaning;
    }

    /** Its name, without dashes. */
    String text() {
        return text;
    }

    /** What the help calls its value. */
    String label() {
        return label;
    }

    /** A line of the help. */
    String meaning() {
        return meaning;
    }
}
