package io.lakelog.storage.error;

import org.jspecify.annotations.Nullable;

/**
 * Every failure that Lakelog raises on purpose. The message is written for the user: what is wrong, where, what was
 * found and expected, and what would be right.
 */
public class LakelogException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final ErrorCode code;

    public LakelogException(ErrorCode code, String message) {
        this(code, message, null);
    }

    public LakelogException(ErrorCode code, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.code = code;
    }

    /** What kind of failure this is. */
    public ErrorCode code() {
        return code;
    }

    /** A file that is not what it should be: names the file, what was expected and what was found. */
    public static LakelogException corrupt(String file, String what, @Nullable Throwable cause) {
        return new LakelogException(ErrorCode.CORRUPT, "corrupt file " + file + ": " + what, cause);
    }

    /** A valid wish that Lakelog does not fulfil yet. */
    public static LakelogException unsupported(String what) {
        return new LakelogException(ErrorCode.UNSUPPORTED, what);
    }
}
