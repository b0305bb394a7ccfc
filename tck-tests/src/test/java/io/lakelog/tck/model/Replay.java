package io.lakelog.tck.model;

import io.lakelog.tck.text.Change;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A state rebuilt from changes alone. With {@code strict}, each change must fit the state before it. */
public final class Replay {
    private final boolean strict;
    private final Map<String, String> rows = new TreeMap<>();

    public Replay(boolean strict) {
        this.strict = strict;
    }

    public void apply(Change change) {
        String before = change.isRetract() ? rows.remove(change.key()) : rows.put(change.key(), change.row());
        if (!strict) {
            return;
        }
        if (change.isRetract() && !change.row().equals(before)) {
            throw new AssertionError(change + ", but the state had " + before);
        }
        if (!change.isRetract() && before != null) {
            throw new AssertionError(change + ", but the state had " + before + " already");
        }
    }

    /** All rows as sorted text. */
    public List<String> rows() {
        return rows.values().stream().sorted().toList();
    }
}
