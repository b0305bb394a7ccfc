package io.lakelog.storage.schema;

import io.lakelog.storage.env.FileSystem;
import io.lakelog.storage.error.ErrorCode;
import io.lakelog.storage.error.LakelogException;
import io.lakelog.storage.layout.TableLayout;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.Optional;
import java.util.OptionalLong;

/** The schema files of one table: written once, never changed. Thread-safe. */
public final class SchemaStore {
    private final FileSystem files;
    private final TableLayout layout;

    public SchemaStore(FileSystem files, TableLayout layout) {
        this.files = files;
        this.layout = layout;
    }

    /** The newest version, or empty if there is none: then there is no table. */
    public Optional<TableSchema> latest() {
        OptionalLong newest;
        try {
            newest = files.list(layout.schemaDirectory()).stream()
                    .map(entry -> TableLayout.schemaId(entry.name()))
                    .filter(OptionalLong::isPresent)
                    .mapToLong(OptionalLong::getAsLong)
                    .max();
        } catch (IOException e) {
            throw new LakelogException(ErrorCode.IO, "cannot list " + layout.schemaDirectory(), e);
        }
        return newest.isPresent() ? Optional.of(read(newest.getAsLong())) : Optional.empty();
    }

    /** The version with this id; CORRUPT if its file is missing or broken. */
    public TableSchema read(long id) {
        String file = layout.schemaFile(id);
        try {
            return SchemaJson.read(files.read(file), file);
        } catch (FileNotFoundException e) {
            throw LakelogException.corrupt(file, "the file is missing", e);
        } catch (IOException e) {
            throw new LakelogException(ErrorCode.IO, "cannot read " + file, e);
        }
    }

    /** Writes a version unless one with its id exists; says whether it did. */
    public boolean create(TableSchema schema) {
        String file = layout.schemaFile(schema.id());
        try {
            return files.createIfAbsent(file, SchemaJson.write(schema));
        } catch (IOException e) {
            throw new LakelogException(ErrorCode.IO, "cannot write " + file, e);
        }
    }
}
