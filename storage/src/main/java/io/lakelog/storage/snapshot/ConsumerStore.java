package io.lakelog.storage.snapshot;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.lakelog.storage.env.FileSystem;
import io.lakelog.storage.error.ErrorCode;
import io.lakelog.storage.error.LakelogException;
import io.lakelog.storage.layout.TableLayout;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** The consumers of one table: for each a file that says which snapshot it reads next. Thread-safe. */
public final class ConsumerStore {
    private static final String NEXT_SNAPSHOT = "nextSnapshot";
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private final FileSystem files;
    private final TableLayout layout;

    public ConsumerStore(FileSystem files, TableLayout layout) {
        this.files = files;
        this.layout = layout;
    }

    /**
     * Where a reader stands.
     *
     * @param nextSnapshot the first snapshot whose changes it has not taken
     * @param modifiedMillis when it last moved, epoch milliseconds
     */
    public record Consumer(String id, long nextSnapshot, long modifiedMillis) {}

    /** All consumers, by id; CORRUPT naming the file if one is broken. */
    public List<Consumer> list() {
        try {
            List<Consumer> consumers = new ArrayList<>();
            for (FileSystem.Entry entry : files.list(layout.consumerDirectory())) {
                Optional<String> id = TableLayout.consumerId(entry.name());
                if (id.isPresent()) {
                    OptionalLong next = nextSnapshot(id.get());
                    if (next.isPresent()) {
                        consumers.add(new Consumer(id.get(), next.getAsLong(), entry.modifiedMillis()));
                    }
                }
            }
            consumers.sort((a, b) -> a.id().compareTo(b.id()));
            return consumers;
        } catch (IOException e) {
            throw new LakelogException(ErrorCode.IO, "cannot read " + layout.consumerDirectory(), e);
        }
    }

    /** The oldest snapshot that some consumer still needs, or empty without consumers. */
    public OptionalLong leastNextSnapshot() {
        return list().stream().mapToLong(Consumer::nextSnapshot).min();
    }

    /** The next snapshot of a consumer, or empty if there is no such consumer. */
    public OptionalLong nextSnapshot(String id) {
        checkId(id);
        String file = layout.consumerFile(id);
        try {
            JsonNode next = MAPPER.readTree(files.read(file)).path(NEXT_SNAPSHOT);
            if (!next.canConvertToLong()) {
                throw LakelogException.corrupt(file, "no \"" + NEXT_SNAPSHOT + "\"", null);
            }
            return OptionalLong.of(next.asLong());
        } catch (FileNotFoundException e) {
            return OptionalLong.empty();
        } catch (com.fasterxml.jackson.core.JsonProcessingException e) {
            throw LakelogException.corrupt(file, "not valid JSON", e);
        } catch (IOException e) {
            throw new LakelogException(ErrorCode.IO, "cannot read " + file, e);
        }
    }

    /** Writes a consumer's position, durably. */
    public void put(String id, long nextSnapshot) {
        checkId(id);
        String json = "{\n  \"" + NEXT_SNAPSHOT + "\" : " + nextSnapshot + "\n}";
        try {
            files.replace(layout.consumerFile(id), json.getBytes(StandardCharsets.UTF_8));
            files.syncDirectory(layout.consumerDirectory());
        } catch (IOException e) {
            throw new LakelogException(ErrorCode.IO, "cannot write " + layout.consumerFile(id), e);
        }
    }

    /** Removes a consumer if it is there. */
    public void delete(String id) {
        checkId(id);
        try {
            files.delete(layout.consumerFile(id));
        } catch (IOException e) {
            throw new LakelogException(ErrorCode.IO, "cannot remove " + layout.consumerFile(id), e);
        }
    }

    private static void checkId(String id) {
        boolean bad =
                id.isBlank() || id.length() > 200 || id.chars().anyMatch(c -> c < ' ' || "/\\:*?\"<>|".indexOf(c) >= 0);
        if (bad) {
            throw new LakelogException(
                    ErrorCode.INVALID_PARAMETER,
                    "'" + id + "' cannot be the id of a consumer: it may not be blank, be longer than 200 characters,"
                            + " or hold any of / \\ : * ? \" < > |");
        }
    }
}
