package io.lakelog.jdbc.cli;

/** How rows are printed; the names are what users type. */
enum Format {
    table,
    csv,
    json
}
