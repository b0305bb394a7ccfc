package io.lakelog.jdbc.wire;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.lakelog.storage.error.ErrorCode;
import io.lakelog.storage.error.LakelogException;
import java.util.ArrayList;
import java.util.List;

/**
 * What goes to our client beside a result and has no place in Avatica's messages: it stands where a result repeats the
 * text of its statement, as {@code !lakelog notes <JSON>}.
 *
 * @param warnings of the execution
 * @param count of rows given or matched where the result stands for a count, else -1
 */
public record WireNotes(List<String> warnings, long count) {
    /** Nothing beside the rows. */
    public static final WireNotes NONE = new WireNotes(List.of(), -1);

    private static final String MARK = "!lakelog notes ";
    private static final ObjectMapper JSON = new ObjectMapper();

    /** The text; empty if there is nothing to tell. */
    public String text() {
        if (warnings.isEmpty() && count < 0) {
            return "";
        }
        ObjectNode json = JSON.createObjectNode();
        ArrayNode list = json.putArray("warnings");
        warnings.forEach(list::add);
        if (count >= 0) {
            json.put("count", count);
        }
        return MARK + json;
    }

    /** The notes in such a text; none in any other. */
    public static WireNotes parse(String text) {
        if (!text.startsWith(MARK)) {
            return NONE;
        }
        try {
            JsonNode json = JSON.readTree(text.substring(MARK.length()));
            List<String> warnings = new ArrayList<>();
            json.path("warnings").forEach(warning -> warnings.add(warning.asText()));
            return new WireNotes(List.copyOf(warnings), json.path("count").asLong(-1));
        } catch (JsonProcessingException e) {
            throw new LakelogException(
                    ErrorCode.IO, "the server's answer is not one of a Lakelog server: " + e.getMessage(), e);
        }
    }
}
