package io.lakelog.storage.format;

/** Bytes that break the rules of the format. Whoever knows the file turns it into a CORRUPT error that names it. */
class MalformedFileException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    MalformedFileException(String message) {
        super(message);
    }
}
