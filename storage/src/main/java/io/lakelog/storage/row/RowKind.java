package io.lakelog.storage.row;

/** What happened to a row. The byte is on disk: never change it. */
public enum RowKind {
    INSERT("+I", (byte) 0),
    UPDATE_BEFORE("-U", (byte) 1),
    UPDATE_AFTER("+U", (byte) 2),
    DELETE("-D", (byte) 3);

    private static final RowKind[] BY_CODE = values();

    private final String text;
    private final byte code;

    RowKind(String text, byte code) {
        this.text = text;
        this.code = code;
    }

    /** The two characters users see: {@code +I -U +U -D}. */
    public String text() {
        return text;
    }

    /** The byte in {@code _VALUE_KIND}. */
    public byte code() {
        return code;
    }

    /** Whether a row of this kind takes one away. */
    public boolean isRetract() {
        return isRetract(code);
    }

    /** Whether the kind with this code takes a row away. */
    public static boolean isRetract(int code) {
        return (code & 1) == 1;
    }

    /** The kind with this code; codes outside 0..3 are an {@link IndexOutOfBoundsException}. */
    public static RowKind of(int code) {
        return BY_CODE[code];
    }
}
