package io.lakelog.sql.plan;

import io.lakelog.sql.exec.InformationSchema;
import io.lakelog.storage.TableName;
import io.lakelog.storage.error.ErrorCode;
import io.lakelog.storage.error.LakelogException;
import java.util.Set;
import java.util.function.Function;
import org.apache.calcite.jdbc.CalciteSchema;
import org.apache.calcite.schema.Schema;
import org.apache.calcite.schema.Table;
import org.apache.calcite.schema.impl.AbstractSchema;
import org.apache.calcite.schema.lookup.LikePattern;
import org.apache.calcite.schema.lookup.Lookup;
import org.apache.calcite.schema.lookup.Named;
import org.jspecify.annotations.Nullable;

/**
 * The catalog as Calcite's validator walks it: databases below the root, and once more below the catalog's name, so that
 * {@code t}, {@code db.t} and {@code lakelog.db.t} all work. Nothing is listed, names are only looked up.
 */
final class CatalogSchema extends AbstractSchema {
    static final String CATALOG_NAME = "lakelog";

    private final Lookup<Table> tables;
    private final Lookup<? extends Schema> databases;

    private CatalogSchema(Lookup<Table> tables, Lookup<? extends Schema> databases) {
        this.tables = tables;
        this.databases = databases;
    }

    static CalciteSchema root(StatementCatalog catalog) {
        return CalciteSchema.createRootSchema(false, false, "", catalogLevel(catalog, true));
    }

    private static CatalogSchema catalogLevel(StatementCatalog catalog, boolean isRoot) {
        return new CatalogSchema(Lookup.empty(), new ByName<Schema>(name -> {
            String database = absentIfNotFound(() -> catalog.catalog().resolveDatabase(name));
            if (database != null) {
                return new Named<>(database, database(catalog, database));
            }
            if (name.equalsIgnoreCase(InformationSchema.NAME)) {
                return new Named<>(InformationSchema.NAME, informationSchema());
            }
            return isRoot && name.equalsIgnoreCase(CATALOG_NAME)
                    ? new Named<>(CATALOG_NAME, catalogLevel(catalog, false))
                    : null;
        }));
    }

    private static Schema informationSchema() {
        return new CatalogSchema(
                new ByName<Table>(name -> {
                    InformationSchema table = InformationSchema.find(name);
                    return new Named<>(
                            name, new LakelogTable(new TableName(InformationSchema.NAME, table.name()), table));
                }),
                Lookup.empty());
    }

    private static Schema database(StatementCatalog catalog, String database) {
        return new CatalogSchema(
                new ByName<Table>(name -> {
                    LakelogTable table = absentIfNotFound(() -> catalog.find(database, name));
                    return table == null ? null : new Named<>(name, table);
                }),
                Lookup.empty());
    }

    private static <T> @Nullable T absentIfNotFound(java.util.function.Supplier<T> look) {
        try {
            return look.get();
        } catch (LakelogException e) {
            if (e.code() == ErrorCode.TABLE_NOT_FOUND || e.code() == ErrorCode.DATABASE_NOT_FOUND) {
                return null;
            }
            throw e;
        }
    }

    @Override
    public Lookup<Table> tables() {
        return tables;
    }

    @Override
    public Lookup<? extends Schema> subSchemas() {
        return databases;
    }

    /** Names are matched by the catalog: exact first, then without regard to case. */
    private record ByName<T>(Function<String, @Nullable Named<T>> find) implements Lookup<T> {
        @Override
        public @Nullable T get(String name) {
            return Named.entityOrNull(find.apply(name));
        }

        @Override
        public @Nullable Named<T> getIgnoreCase(String name) {
            return find.apply(name);
        }

        @Override
        public Set<String> getNames(LikePattern pattern) {
            return Set.of();
        }
    }
}
