package io.lakelog.tck.check;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.paimon.types.DataField;
import org.apache.paimon.types.DataTypeJsonParser;
import org.apache.paimon.types.RowType;
import org.apache.paimon.utils.JsonSerdeUtil;

/** A {@code schema-N} file, as its JSON says. */
record RawSchema(
        long id,
        RowType rowType,
        int highestFieldId,
        List<String> partitionKeys,
        List<String> primaryKeys,
        Map<String, String> options) {
    private static final ObjectMapper JSON = new ObjectMapper();

    static RawSchema parse(byte[] content) throws Exception {
        JsonNode json = JSON.readTree(content);
        List<DataField> fields = new ArrayList<>();
        for (JsonNode field : json.get("fields")) {
            fields.add(DataTypeJsonParser.parseDataField(
                    JsonSerdeUtil.OBJECT_MAPPER_INSTANCE.readTree(JSON.writeValueAsString(field))));
        }
        Map<String, String> options = new LinkedHashMap<>();
        json.get("options")
                .fields()
                .forEachRemaining(e -> options.put(e.getKey(), e.getValue().asText()));
        return new RawSchema(
                json.get("id").longValue(),
                new RowType(fields),
                json.get("highestFieldId").intValue(),
                texts(json.get("partitionKeys")),
                texts(json.get("primaryKeys")),
                options);
    }

    RowType partitionType() {
        return rowType.project(partitionKeys);
    }

    /** The columns of the LSM key: the primary key less the partition columns. */
    List<String> trimmedKeys() {
        return primaryKeys.stream().filter(key -> !partitionKeys.contains(key)).toList();
    }

    RowType keyType() {
        return rowType.project(trimmedKeys());
    }

    RowType bucketKeyType() {
        String option = options.get("bucket-key");
        return option == null ? keyType() : rowType.project(List.of(option.split(",", -1)));
    }

    /** The number of buckets, -1 where a row's bucket does not follow from its key. */
    int buckets() {
        return Integer.parseInt(options.getOrDefault("bucket", "-1"));
    }

    int topLevel() {
        String levels = options.get("num-levels");
        return levels != null
                ? Integer.parseInt(levels) - 1
                : Integer.parseInt(options.getOrDefault("num-sorted-run.compaction-trigger", "5"));
    }

    /** Whether rows on levels above 0 are complete and the lowest level wins. */
    boolean lookup() {
        return options.getOrDefault("changelog-producer", "none").equals("lookup")
                || options.getOrDefault("deletion-vectors.enabled", "false").equals("true")
                || options.getOrDefault("force-lookup", "false").equals("true");
    }

    private static List<String> texts(JsonNode array) {
        List<String> texts = new ArrayList<>();
        array.forEach(node -> texts.add(node.asText()));
        return texts;
    }
}
