package io.lakelog.storage.format;

import static io.lakelog.storage.format.MetaType.nullable;
import static io.lakelog.storage.format.MetaType.record;
import static io.lakelog.storage.format.MetaType.required;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lakelog.storage.env.LocalFileSystem;
import io.lakelog.storage.error.ErrorCode;
import io.lakelog.storage.error.LakelogException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.apache.avro.Schema;
import org.apache.avro.file.CodecFactory;
import org.apache.avro.file.DataFileReader;
import org.apache.avro.file.DataFileWriter;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecord;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AvroFileTest {
    private static final LocalFileSystem FILES = new LocalFileSystem();

    private static final MetaType.Record STATS = record(
            required("_MIN_VALUES", MetaType.BYTES),
            required("_MAX_VALUES", MetaType.BYTES),
            nullable("_NULL_COUNTS", new MetaType.ArrayOf(MetaType.LONG, true)));

    private static final MetaType.Record ENTRY = record(
            required("_VERSION", MetaType.INT),
            required("_PARTITION", MetaType.BYTES),
            required(
                    "_FILE",
                    record(
                            required("_FILE_NAME", MetaType.STRING),
                            required("_FILE_SIZE", MetaType.LONG),
                            required("_KEY_STATS", STATS),
                            required("_EXTRA_FILES", new MetaType.ArrayOf(MetaType.STRING, false)),
                            nullable("_CREATION_TIME", MetaType.TIMESTAMP_MILLIS),
                            nullable("_EXTERNAL_PATH", MetaType.STRING),
                            nullable("_OF_THE_FUTURE", MetaType.LONG))));

    @TempDir
    Path directory;

    @Test
    void whatIsWrittenIsRead() {
        List<Object[]> rows = rows(new Random(1), 3000);
        String path = path("manifest");
        long size = AvroFile.write(FILES, path, ENTRY, rows);
        assertThat(directory.resolve("manifest")).hasSize(size);
        assertRows(AvroFile.read(FILES, path, size, ENTRY), rows);
    }

    @Test
    void noRows() {
        String path = path("empty");
        AvroFile.write(FILES, path, ENTRY, List.of());
        assertThat(AvroFile.read(FILES, path, ENTRY)).isEmpty();
    }

    @Test
    void avroItselfReadsWhatWeWrite() throws IOException {
        List<Object[]> rows = rows(new Random(2), 100);
        AvroFile.write(FILES, path("manifest"), ENTRY, rows);
        try (DataFileReader<GenericRecord> reader =
                new DataFileReader<>(directory.resolve("manifest").toFile(), new GenericDatumReader<GenericRecord>())) {
            assertThat(reader.getSchema().getFullName()).isEqualTo("org.apache.paimon.avro.generated.record");
            Schema file = reader.getSchema().getField("_FILE").schema();
            assertThat(file.getName()).isEqualTo("record__FILE");
            assertThat(file.getField("_KEY_STATS").schema().getName()).isEqualTo("record__FILE__KEY_STATS");
            assertThat(file.getField("_EXTERNAL_PATH").schema()).hasToString("[\"null\",\"string\"]");
            assertThat(file.getField("_CREATION_TIME").schema())
                    .hasToString("[\"null\",{\"type\":\"long\",\"logicalType\":\"timestamp-millis\"}]");
            for (Object[] row : rows) {
                GenericRecord found = reader.next();
                Object[] expected = (Object[]) row[2];
                assertThat(((GenericRecord) found.get("_FILE")).get("_FILE_NAME"))
                        .hasToString((String) expected[0]);
            }
            assertThat(reader.hasNext()).isFalse();
        }
    }

    @Test
    void paimonsManifest() {
        List<Object[]> rows = AvroFile.read(FILES, PaimonParquetTest.path("manifest.avro"), 2520, ENTRY);
        assertThat(rows).hasSize(1);
        Object[] file = (Object[]) rows.get(0)[2];
        assertThat(rows.get(0)[0]).isEqualTo(2);
        assertThat(hex(rows.get(0)[1])).isEqualTo("000000000000000000000000");
        assertThat(file[0]).isEqualTo("data-24c95806-a9b7-4eb2-9792-4f82355e24b0-0.parquet");
        assertThat(file[1]).isEqualTo(8338L);
        Object[] keyStats = (Object[]) file[2];
        assertThat(hex(keyStats[0])).isEqualTo("0000000100000000000000000100000000000000");
        assertThat(hex(keyStats[1])).isEqualTo("0000000100000000000000000400000000000000");
        assertThat(keyStats[2]).isEqualTo(List.of(0L));
        assertThat(file[3]).isEqualTo(List.of());
        assertThat((Long) file[4]).isPositive();
        assertThat(file[5]).isNull();
        assertThat(file[6]).isNull();
    }

    @Test
    void paimonsManifestListsAndIndexManifest() {
        MetaType.Record list = record(
                required("_FILE_NAME", MetaType.STRING),
                required("_FILE_SIZE", MetaType.LONG),
                nullable("_MAX_LEVEL", MetaType.INT));
        assertThat(AvroFile.read(FILES, PaimonParquetTest.path("manifest-list-empty.avro"), list))
                .isEmpty();
        assertRows(
                AvroFile.read(FILES, PaimonParquetTest.path("manifest-list.avro"), list),
                List.<Object[]>of(new Object[] {"manifest-e9b00a79-fe19-4694-a46f-112bfca1ebbb-0", 2520L, 0}));
        MetaType.Record ranges =
                record(required("f0", MetaType.STRING), required("f1", MetaType.INT), required("f2", MetaType.INT));
        MetaType.Record index = record(
                required("_INDEX_TYPE", MetaType.STRING),
                nullable("_DELETIONS_VECTORS_RANGES", new MetaType.ArrayOf(ranges, true)));
        List<Object[]> rows = AvroFile.read(FILES, PaimonParquetTest.path("index-manifest.avro"), index);
        assertThat(rows).isNotEmpty();
        assertThat(rows.get(0)[0]).isEqualTo("DELETION_VECTORS");
        Object[] range = (Object[]) ((List<?>) rows.get(0)[1]).get(0);
        assertThat((String) range[0]).endsWith(".parquet");
        assertThat(range[1]).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"null", "deflate", "snappy", "zstandard"})
    void otherWriters(String codec) throws IOException {
        // Names of records are free, unions may have null last, other fields come in any order and shape.
        Schema schema = new Schema.Parser().parse("""
                {"type":"record","name":"X","fields":[
                 {"name":"extra","type":{"type":"map","values":["int","string","null"]}},
                 {"name":"c","type":["long","null"]},
                 {"name":"more","type":{"type":"array","items":{"type":"record","name":"Y","fields":[
                   {"name":"f","type":{"type":"fixed","name":"Z","size":3}},{"name":"e","type":{"type":"enum","name":"E","symbols":["P","Q"]}},
                   {"name":"d","type":"double"},{"name":"s","type":"float"},{"name":"b","type":"boolean"}]}}},
                 {"name":"b","type":["null","string"]},
                 {"name":"a","type":"int"}]}""");
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataFileWriter<GenericRecord> writer = new DataFileWriter<>(new GenericDatumWriter<>(schema))) {
            writer.setCodec(CodecFactory.fromString(codec)).create(schema, bytes);
            for (int i = 0; i < 5; i++) {
                GenericRecord row = new GenericData.Record(schema);
                row.put("extra", java.util.Map.of("x", 1, "y", "two"));
                GenericRecord nested =
                        new GenericData.Record(schema.getField("more").schema().getElementType());
                nested.put(
                        "f",
                        new GenericData.Fixed(nested.getSchema().getField("f").schema(), new byte[3]));
                nested.put(
                        "e",
                        new GenericData.EnumSymbol(
                                nested.getSchema().getField("e").schema(), "Q"));
                nested.put("d", 1.5);
                nested.put("s", 2f);
                nested.put("b", true);
                row.put("more", List.of(nested, nested));
                row.put("a", i);
                row.put("b", i == 2 ? null : "b" + i);
                row.put("c", i == 3 ? null : (long) i);
                writer.append(row);
                writer.sync();
            }
        }
        Files.write(directory.resolve("other"), bytes.toByteArray());
        MetaType.Record type =
                record(required("a", MetaType.LONG), nullable("b", MetaType.STRING), nullable("c", MetaType.LONG));
        assertRows(
                AvroFile.read(FILES, path("other"), type),
                List.of(
                        new Object[] {0L, "b0", 0L},
                        new Object[] {1L, "b1", 1L},
                        new Object[] {2L, null, 2L},
                        new Object[] {3L, "b3", null},
                        new Object[] {4L, "b4", 4L}));
    }

    @Test
    void wrongFilesAreNamed() throws IOException {
        String path = path("manifest");
        long size =
                AvroFile.write(FILES, path, record(required("a", MetaType.INT)), List.<Object[]>of(new Object[] {1}));
        assertCorrupt(() -> AvroFile.read(FILES, path("none"), ENTRY), "none", "does not exist");
        assertCorrupt(() -> AvroFile.read(FILES, path, size + 1, ENTRY), path, size + " bytes long", "" + (size + 1));
        assertCorrupt(() -> AvroFile.read(FILES, path, record(required("b", MetaType.INT))), path, "no field b", "[a]");
        assertCorrupt(
                () -> AvroFile.read(FILES, path, record(required("a", MetaType.STRING))),
                path,
                "field a should be STRING, but is int");
        Files.write(directory.resolve("text"), "no Avro at all".getBytes(java.nio.charset.StandardCharsets.US_ASCII));
        assertCorrupt(() -> AvroFile.read(FILES, path("text"), ENTRY), "text", "mark");
        assertThatThrownBy(() -> AvroFile.write(FILES, path, ENTRY, List.of()))
                .isInstanceOfSatisfying(
                        LakelogException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.IO));
    }

    @Property(tries = 2000)
    void brokenFilesGiveTheRightRowsOrSayWhichFileIsBroken(@ForAll long seed) throws IOException {
        Random random = new Random(seed);
        List<Object[]> rows = rows(random, random.nextInt(40));
        Path file = Files.createTempFile("lakelog", ".avro");
        Files.delete(file);
        try {
            AvroFile.write(FILES, file.toString(), ENTRY, rows);
            byte[] bytes = Files.readAllBytes(file);
            if (random.nextInt(4) == 0) {
                bytes = Arrays.copyOf(bytes, random.nextInt(bytes.length));
            } else {
                bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
            }
            Files.write(file, bytes);
            List<Object[]> found;
            try {
                found = AvroFile.read(FILES, file.toString(), ENTRY);
            } catch (LakelogException e) {
                assertThat(e.code()).isEqualTo(ErrorCode.CORRUPT);
                assertThat(e).hasMessageContaining(file.toString());
                return;
            }
            assertRows(found, rows);
        } finally {
            Files.deleteIfExists(file);
        }
    }

    private static List<Object[]> rows(Random random, int count) {
        List<Object[]> rows = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            byte[] bytes = new byte[random.nextInt(30)];
            random.nextBytes(bytes);
            List<@Nullable Long> nulls = new ArrayList<>();
            for (int n = random.nextInt(3); n > 0; n--) {
                nulls.add(random.nextBoolean() ? null : random.nextLong());
            }
            Object[] stats = {bytes, new byte[] {1}, random.nextBoolean() ? null : nulls};
            Object[] file = {
                "data-" + random.nextInt() + "-\u00e9",
                random.nextLong(),
                stats,
                Collections.nCopies(random.nextInt(3), "x"),
                random.nextBoolean() ? null : random.nextLong(),
                random.nextBoolean() ? null : "y",
                null
            };
            rows.add(new Object[] {random.nextInt(), bytes, file});
        }
        return rows;
    }

    private static void assertRows(List<Object[]> found, List<Object[]> expected) {
        assertThat(Arrays.deepEquals(
                        found.stream().map(AvroFileTest::comparable).toArray(),
                        expected.stream().map(AvroFileTest::comparable).toArray()))
                .isTrue();
    }

    /** Lists as arrays, so that arrays inside them compare by content too. */
    private static @Nullable Object comparable(@Nullable Object value) {
        if (value instanceof Object[] array) {
            return Arrays.stream(array).map(AvroFileTest::comparable).toArray();
        }
        return value instanceof List<?> list
                ? list.stream().map(AvroFileTest::comparable).toArray()
                : value;
    }

    private static void assertCorrupt(org.assertj.core.api.ThrowableAssert.ThrowingCallable call, String... parts) {
        assertThatThrownBy(call)
                .hasMessageContainingAll(parts)
                .isInstanceOfSatisfying(
                        LakelogException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CORRUPT));
    }

    private static String hex(Object bytes) {
        return HexFormat.of().formatHex((byte[]) bytes);
    }

    private String path(String name) {
        return directory.resolve(name).toString();
    }
}
