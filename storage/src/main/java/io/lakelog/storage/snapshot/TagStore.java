package io.lakelog.storage.snapshot;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.lakelog.storage.env.FileSystem;
import io.lakelog.storage.error.ErrorCode;
import io.lakelog.storage.error.LakelogException;
import io.lakelog.storage.error.NearMatch;
import io.lakelog.storage.layout.TableLayout;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The tags of one table: each a file that holds its snapshot's JSON, and when and for how long it was made if it is to go
 * by itself. Thread-safe. Source: the Paimon table format, "Other files".
 */
public final class TagStore {
    private static final String CREATE_TIME = "tagCreateTime";
    private static final String TIME_RETAINED = "tagTimeRetained";
    private static final int NANOS = 1_000_000_000;
    private static final ObjectMapper MAPPER = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

    private final FileSystem files;
    private final TableLayout layout;

    public TagStore(FileSystem files, TableLayout layout) {
        this.files = files;
        this.layout = layout;
    }

    /** All tags, by snapshot, then by name; CORRUPT naming the file if one is broken. */
    public List<Tag> list() {
        List<Tag> tags = new ArrayList<>();
        for (String name : names()) {
            find(name).ifPresent(tags::add);
        }
        tags.sort(Comparator.comparingLong((Tag tag) -> tag.snapshot().id()).thenComparing(Tag::name));
        return tags;
    }

    private List<String> names() {
        try {
            return files.list(layout.tagDirectory()).stream()
                    .flatMap(entry -> TableLayout.tagName(entry.name()).stream())
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new LakelogException(ErrorCode.IO, "cannot list " + layout.tagDirectory(), e);
        }
    }

    public Optional<Tag> find(String name) {
        checkName(name);
        String file = layout.tagFile(name);
        try {
            byte[] bytes = files.read(file);
            Snapshot snapshot = Snapshot.fromJson(bytes, file);
            JsonNode root = MAPPER.readTree(bytes);
            return Optional.of(new Tag(
                    name,
                    snapshot,
                    createTime(root.path(CREATE_TIME), file),
                    retained(root.path(TIME_RETAINED), file)));
        } catch (FileNotFoundException e) {
            return Optional.empty();
        } catch (IOException e) {
            throw new LakelogException(ErrorCode.IO, "cannot read " + file, e);
        }
    }

    /** The tag of a name; INVALID_RANGE naming the near match if there is none. */
    public Tag read(String name) {
        return find(name)
                .orElseThrow(() -> new LakelogException(
                        ErrorCode.INVALID_RANGE,
                        "tag '" + name + "' of " + layout.root() + " does not exist" + NearMatch.hint(name, names())));
    }

    /** The state that some tag keeps of this id, or empty. */
    public Optional<Snapshot> snapshot(long id) {
        return list().stream()
                .map(Tag::snapshot)
                .filter(snapshot -> snapshot.id() == id)
                .findFirst();
    }

    /**
     * Makes a tag, durably, from the bytes of a snapshot's file: what others wrote there and we do not know is kept.
     *
     * @param retained after which it may go; null for never
     * @return false, changing nothing, if there is a tag of this name
     */
    boolean create(String name, byte[] snapshotFile, LocalDateTime now, @Nullable Duration retained) {
        checkName(name);
        try {
            return files.createIfAbsent(layout.tagFile(name), content(name, snapshotFile, now, retained));
        } catch (IOException e) {
            throw new LakelogException(ErrorCode.IO, "cannot write " + layout.tagFile(name), e);
        }
    }

    /** Puts a tag in the place of one of the same name. */
    void replace(String name, byte[] snapshotFile, LocalDateTime now, @Nullable Duration retained) {
        checkName(name);
        try {
            files.replace(layout.tagFile(name), content(name, snapshotFile, now, retained));
            files.syncDirectory(layout.tagDirectory());
        } catch (IOException e) {
            throw new LakelogException(ErrorCode.IO, "cannot write " + layout.tagFile(name), e);
        }
    }

    private byte[] content(String name, byte[] snapshotFile, LocalDateTime now, @Nullable Duration retained)
            throws IOException {
        JsonNode root = MAPPER.readTree(snapshotFile);
        if (!(root instanceof ObjectNode object)) {
            throw LakelogException.corrupt("the snapshot for tag " + name, "not a JSON object", null);
        }
        object.remove(List.of(CREATE_TIME, TIME_RETAINED));
        if (retained != null) {
            ArrayNode time = object.putArray(CREATE_TIME);
            time.add(now.getYear()).add(now.getMonthValue()).add(now.getDayOfMonth());
            time.add(now.getHour()).add(now.getMinute()).add(now.getSecond()).add(now.getNano());
            object.put(
                    TIME_RETAINED,
                    BigDecimal.valueOf(retained.getSeconds())
                            .add(BigDecimal.valueOf(retained.getNano(), 9))
                            .setScale(9));
        }
        return MAPPER.writeValueAsBytes(object);
    }

    /**
     * Gives a tag another name; at no moment is there neither.
     *
     * @throws LakelogException ALREADY_EXISTS, INVALID_RANGE if there is no such tag
     */
    public void rename(String name, String newName) {
        read(name);
        checkName(newName);
        try {
            if (!files.createIfAbsent(layout.tagFile(newName), files.read(layout.tagFile(name)))) {
                throw new LakelogException(
                        ErrorCode.ALREADY_EXISTS, "tag '" + newName + "' of " + layout.root() + " exists already");
            }
        } catch (IOException e) {
            throw new LakelogException(ErrorCode.IO, "cannot write " + layout.tagFile(newName), e);
        }
        delete(name);
    }

    /** Removes a tag's file, durably; what only it needed is left to the caller. */
    public void delete(String name) {
        checkName(name);
        try {
            files.delete(layout.tagFile(name));
            files.syncDirectory(layout.tagDirectory());
        } catch (IOException e) {
            throw new LakelogException(ErrorCode.IO, "cannot remove " + layout.tagFile(name), e);
        }
    }

    /** Names become files, and 'earliest' and numbers mean snapshots: a tag is called neither. */
    private static void checkName(String name) {
        boolean bad = name.isBlank()
                || name.length() > 200
                || name.chars().anyMatch(c -> c < ' ' || "/\\:*?\"<>|".indexOf(c) >= 0);
        if (bad) {
            throw new LakelogException(
                    ErrorCode.INVALID_RANGE,
                    "'" + name + "' cannot be the name of a tag: it may not be blank, be longer than 200 characters, or"
                            + " hold any of / \\ : * ? \" < > |");
        }
    }

    /** A list of numbers from the year down to the nanosecond, or a text. */
    private static @Nullable LocalDateTime createTime(JsonNode node, String file) {
        if (node.isMissingNode() || node.isNull()) {
            return null;
        }
        if (node.isArray() && node.size() >= 3) {
            return LocalDateTime.of(
                    node.get(0).asInt(),
                    node.get(1).asInt(),
                    node.get(2).asInt(),
                    node.path(3).asInt(0),
                    node.path(4).asInt(0),
                    node.path(5).asInt(0),
                    node.path(6).asInt(0));
        }
        try {
            return LocalDateTime.parse(node.asText());
        } catch (DateTimeParseException e) {
            throw LakelogException.corrupt(file, "\"" + CREATE_TIME + "\" is not a time: " + node, e);
        }
    }

    /** A number of seconds, or a text. */
    private static @Nullable Duration retained(JsonNode node, String file) {
        if (node.isMissingNode() || node.isNull()) {
            return null;
        }
        if (node.isNumber()) {
            BigDecimal seconds = node.decimalValue();
            long whole = seconds.longValue();
            return Duration.ofSeconds(
                    whole,
                    seconds.subtract(BigDecimal.valueOf(whole))
                            .multiply(BigDecimal.valueOf(NANOS))
                            .longValue());
        }
        try {
            return Duration.parse(node.asText());
        } catch (DateTimeParseException e) {
            throw LakelogException.corrupt(file, "\"" + TIME_RETAINED + "\" is not a duration: " + node, e);
        }
    }
}
