package io.lakelog.storage.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lakelog.storage.env.CrashFileSystem;
import io.lakelog.storage.env.FaultyFileSystem;
import io.lakelog.storage.env.FaultyFileSystem.Effect;
import io.lakelog.storage.env.FileSystem;
import io.lakelog.storage.env.MemoryFileSystem;
import io.lakelog.storage.error.ErrorCode;
import io.lakelog.storage.error.LakelogException;
import io.lakelog.storage.row.Batch;
import io.lakelog.storage.type.DataType;
import io.lakelog.storage.type.RowType;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Disks that refuse an operation, and disks that lose power. */
class FailingDiskTest {
    private static final String PATH = "/table/bucket-0/data-1.parquet";
    private static final RowType TYPE =
            RowType.of(List.of("id", "text"), List.of(DataType.BIGINT.notNull(), DataType.STRING));
    private static final MetaType.Record META = MetaType.record(MetaType.required("a", MetaType.INT));

    @Test
    void aFailedWriteLeavesNoFileAndNothingOpen() {
        for (int n = 1; ; n++) {
            MemoryFileSystem memory = new MemoryFileSystem();
            FaultyFileSystem faulty = new FaultyFileSystem(memory, "parquet$", n, Effect.NONE);
            try {
                write(faulty);
            } catch (LakelogException e) {
                assertThat(e.code()).isEqualTo(ErrorCode.IO);
                assertThat(e).hasMessageContaining(PATH);
                assertThat(memory.files()).as(faulty.toString()).isEmpty();
            }
            assertThat(memory.openFiles()).as(faulty.toString()).isEmpty();
            if (!faulty.struck()) {
                assertThat(n).isGreaterThan(4);
                return;
            }
        }
    }

    @Test
    void aFailedReadNamesTheFileAndLeavesNothingOpen() {
        MemoryFileSystem memory = new MemoryFileSystem();
        long length = write(memory);
        for (int n = 1; ; n++) {
            FaultyFileSystem faulty = new FaultyFileSystem(memory, "parquet$", n, Effect.NONE);
            int rows = 0;
            try (ParquetRowReader reader = ParquetRowReader.open(faulty, PATH, length, TYPE, null, false)) {
                for (Batch batch = reader.next(); batch != null; batch = reader.next()) {
                    rows += batch.size();
                }
                assertThat(rows).isEqualTo(2000);
            } catch (LakelogException e) {
                assertThat(e.code()).isEqualTo(ErrorCode.IO);
                assertThat(e).hasMessageContaining(PATH);
            }
            assertThat(memory.openFiles()).as(faulty.toString()).isEmpty();
            if (!faulty.struck()) {
                assertThat(n).isGreaterThan(3);
                return;
            }
        }
    }

    @Test
    void aFailedMetadataWriteLeavesNoFile() {
        for (int n = 1; n <= 3; n++) {
            MemoryFileSystem memory = new MemoryFileSystem();
            FaultyFileSystem faulty = new FaultyFileSystem(memory, "manifest$", n, Effect.NONE);
            assertThatThrownBy(() -> AvroFile.write(faulty, "/m/manifest", META, List.<Object[]>of(new Object[] {1})))
                    .isInstanceOfSatisfying(
                            LakelogException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.IO));
            assertThat(memory.files()).as(faulty.toString()).isEmpty();
            assertThat(memory.openFiles()).isEmpty();
        }
    }

    @Test
    void whatIsFinishedSurvivesAPowerCut() throws IOException {
        CrashFileSystem disk = new CrashFileSystem();
        long length = write(disk);
        AvroFile.write(disk, "/table/manifest", META, List.<Object[]>of(new Object[] {7}));
        disk.syncDirectory("/table/bucket-0");
        disk.syncDirectory("/table");
        FileSystem left = disk.crashNow(0);
        assertThat(left.read(PATH)).hasSize((int) length).isEqualTo(disk.read(PATH));
        assertThat(AvroFile.read(left, "/table/manifest", META)).hasSize(1);
    }

    private static long write(FileSystem files) {
        List<@Nullable Object[]> rows = new ArrayList<>();
        for (long i = 0; i < 2000; i++) {
            rows.add(new Object[] {i, "text" + i});
        }
        try (ParquetRowWriter writer =
                ParquetRowWriter.create(files, PATH, TYPE, ParquetWriteOptions.DEFAULT.withCodec(ParquetCodec.NONE))) {
            for (Batch batch : new RandomRows(1).batches(TYPE, rows)) {
                writer.write(batch);
            }
            return writer.finish().sizeBytes();
        }
    }
}
