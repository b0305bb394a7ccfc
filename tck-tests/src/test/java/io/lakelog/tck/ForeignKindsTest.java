package io.lakelog.tck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lakelog.storage.error.ErrorCode;
import io.lakelog.storage.error.LakelogException;
import io.lakelog.tck.paimon.PaimonTable;
import io.lakelog.tck.paimon.PaimonValues;
import io.lakelog.tck.paimon.PaimonWriter;
import io.lakelog.tck.text.TableScript;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.apache.paimon.io.CompactIncrement;
import org.apache.paimon.io.DataIncrement;
import org.apache.paimon.table.FileStoreTable;
import org.apache.paimon.table.sink.CommitMessage;
import org.apache.paimon.table.sink.CommitMessageImpl;
import org.apache.paimon.table.sink.StreamTableCommit;
import org.apache.paimon.table.sink.StreamTableWrite;
import org.apache.paimon.table.sink.StreamWriteBuilder;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Kinds of tables that only other engines make: they are read as Paimon reads them, and writing them is refused by name. */
class ForeignKindsTest {
    private static final int KEYS = 12;

    @TempDir
    Path warehouse;

    private SharedTable shared;

    @BeforeEach
    void open() {
        shared = new SharedTable(warehouse);
    }

    @AfterEach
    void close() throws Exception {
        shared.close();
    }

    @ParameterizedTest
    @CsvSource({
        "bucket-function.type, mod, none",
        "bucket-function.type, mod, lookup",
        "force-lookup, true, none",
        "type, materialized-table, lookup",
    })
    void withAKey(String option, String value, String producer) throws Exception {
        create(Map.of(option, value, "bucket", "3", "changelog-producer", producer));
        for (int round = 0; round < 5; round++) {
            try (PaimonWriter writer = shared.paimon().writer("paimon", false)) {
                for (int key = -round; key < KEYS - round; key += 1 + round % 3) {
                    writer.write(key % 5 == 3 ? "-D" : "+I", Arrays.asList(key, "r" + round, key % 4 == 0 ? null : 7L));
                }
                writer.compact(round == 3);
                writer.commit();
            }
            // Each key is found where this kind of table keeps it.
            assertThat(shared.lakelog().rowsLostByFilter(KEYS)).isEmpty();
        }
        Verdict verdict = shared.verdict();
        verdict.assertSameRows();
        if (producer.equals("none")) {
            verdict.assertReplayGivesRows();
        } else {
            verdict.assertSameChanges();
            verdict.assertReplayGivesAnnouncedRows();
        }
        assertWritingIsRefused(option, value);
    }

    @ParameterizedTest
    @CsvSource({"none", "input"})
    void postponedRowsAreReadOnceTheyAreInBuckets(String producer) throws Exception {
        create(Map.of("bucket", "-2", "changelog-producer", producer));
        write(shared.paimon(), 0, KEYS, "waiting");
        assertThat(shared.lakelog().rows()).isEmpty();
        shared.verdict().assertSameRows();
        intoBuckets(1, 0, KEYS, "in buckets");
        write(shared.paimon(), KEYS / 2, 2 * KEYS, "waiting again");
        intoBuckets(2, 1, 2, "changed");
        assertThat(shared.lakelog().rows()).hasSize(KEYS);
        assertThat(shared.lakelog().rowsLostByFilter(KEYS)).isEmpty();
        shared.verdict().assertSameRows();
        if (producer.equals("none")) {
            shared.verdict().assertReplayGivesRows();
        } else {
            shared.verdict().assertSameChanges();
        }
        assertWritingIsRefused("bucket", "-2");
    }

    /** As the job that compacts such tables does it, which chooses the number of buckets: a snapshot of kind COMPACT. */
    private void intoBuckets(long identifier, int from, int to, String text) throws Exception {
        FileStoreTable table = shared.paimon().table();
        Map<String, String> options = new LinkedHashMap<>(table.options());
        options.put("bucket", "3");
        StreamWriteBuilder builder =
                table.copy(table.schema().copy(options)).newStreamWriteBuilder().withCommitUser("compaction");
        try (StreamTableWrite write = builder.newWrite();
                StreamTableCommit commit = builder.newCommit()) {
            for (int key = from; key < to; key++) {
                write.write(PaimonValues.toPaimon(Arrays.asList(key, text, 0L), table.rowType()));
            }
            List<CommitMessage> compacted = new ArrayList<>();
            for (CommitMessage message : write.prepareCommit(true, identifier)) {
                CommitMessageImpl written = (CommitMessageImpl) message;
                compacted.add(new CommitMessageImpl(
                        written.partition(),
                        written.bucket(),
                        written.totalBuckets(),
                        DataIncrement.emptyIncrement(),
                        new CompactIncrement(
                                List.of(),
                                written.newFilesIncrement().newFiles(),
                                written.newFilesIncrement().changelogFiles())));
            }
            commit.commit(identifier, compacted);
        }
    }

    private static void write(PaimonTable table, int from, int to, @Nullable String text) throws Exception {
        try (PaimonWriter writer = table.writer("paimon", false)) {
            for (int key = from; key < to; key++) {
                writer.write("+I", Arrays.asList(key, text, (long) key));
            }
            writer.commit();
        }
    }

    private void create(Map<String, String> options) throws Exception {
        Map<String, String> columns = new LinkedHashMap<>();
        columns.put("k", "INT NOT NULL");
        columns.put("v", "STRING");
        columns.put("n", "BIGINT");
        Map<String, String> all = new LinkedHashMap<>(options);
        all.put("changelog-producer.row-deduplicate", "true");
        shared.oracle.create("db", "t", new TableScript(columns, List.of("k"), List.of(), all, List.of()));
    }

    private void assertWritingIsRefused(String option, String value) {
        assertThatThrownBy(() -> shared.lakelog().table().newWrite(OptionalLong.empty()))
                .isInstanceOf(LakelogException.class)
                .satisfies(e -> assertThat(((LakelogException) e).code()).isEqualTo(ErrorCode.UNSUPPORTED))
                .hasMessageContaining("'" + option + "' = '" + value + "'");
    }
}
