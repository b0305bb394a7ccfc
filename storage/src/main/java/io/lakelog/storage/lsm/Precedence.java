package io.lakelog.storage.lsm;

/** Which of several versions of a key counts when runs are merged. */
public enum Precedence {
    /** The one with the highest sequence number; of equal ones that of the run given first. */
    SEQUENCE,
    /** The one of the run given first: the rule for levels above 0 where rows there are resolved ("lookup"). */
    RUN,
    /** All of them: first those of the run given first. A run may then hold several versions of a key. */
    ALL
}
