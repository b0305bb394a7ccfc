package io.lakelog.storage.lsm;

/** Which of several versions of a key counts. */
public enum Precedence {
    /** The one with the highest sequence number; of equal ones that of the newer run. */
    SEQUENCE,
    /** The one of the newest run: the rule for levels above 0 where rows there are resolved ("lookup"). */
    RUN
}
