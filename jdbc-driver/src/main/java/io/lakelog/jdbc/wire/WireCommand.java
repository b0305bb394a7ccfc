package io.lakelog.jdbc.wire;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.lakelog.jdbc.metadata.MetadataKind;
import io.lakelog.jdbc.metadata.MetadataRequest;
import io.lakelog.storage.error.ErrorCode;
import io.lakelog.storage.error.LakelogException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What our client says that Avatica's protocol has no message for, written where a SQL text goes. The text begins with a
 * mark that no SQL begins with, then a verb, then what it is about:
 *
 * <pre>
 * !lakelog rows &lt;SQL&gt;              run it if it returns rows
 * !lakelog count &lt;SQL&gt;             run it if it does not
 * !lakelog cancel &lt;number&gt;         stop what runs in that statement
 * !lakelog close-result &lt;number&gt;   the rest of its rows is not wanted
 * !lakelog metadata &lt;JSON&gt;         a question of DatabaseMetaData
 * </pre>
 */
public sealed interface WireCommand {
    /** Run a text only if it returns rows, or only if it does not. */
    record Run(String sql, boolean rows) implements WireCommand {}

    record Cancel(int statement) implements WireCommand {}

    record CloseResult(int statement) implements WireCommand {}

    record Metadata(MetadataRequest request) implements WireCommand {}

    /** The text that stands for this command. */
    default String text() {
        if (this instanceof Run run) {
            return Text.MARK + (run.rows() ? "rows " : "count ") + run.sql();
        } else if (this instanceof Cancel cancel) {
            return Text.MARK + "cancel " + cancel.statement();
        } else if (this instanceof CloseResult close) {
            return Text.MARK + "close-result " + close.statement();
        }
        return Text.MARK + "metadata " + Text.json(((Metadata) this).request());
    }

    /** The command that a text stands for, or null for SQL. */
    static @Nullable WireCommand parse(String text) {
        if (!text.startsWith(Text.MARK)) {
            return null;
        }
        int blank = text.indexOf(' ', Text.MARK.length());
        String verb = blank < 0 ? text.substring(Text.MARK.length()) : text.substring(Text.MARK.length(), blank);
        String rest = blank < 0 ? "" : text.substring(blank + 1);
        return switch (verb) {
            case "rows" -> new Run(rest, true);
            case "count" -> new Run(rest, false);
            case "cancel" -> new Cancel(Text.number(rest));
            case "close-result" -> new CloseResult(Text.number(rest));
            case "metadata" -> new Metadata(Text.request(rest));
            default -> throw Text.malformed("unknown command '" + verb + "'");
        };
    }

    /** How commands are spelled. */
    final class Text {
        private static final String MARK = "!lakelog ";
        private static final ObjectMapper JSON = new ObjectMapper();

        private Text() {}

        private static String json(MetadataRequest request) {
            ObjectNode json = JSON.createObjectNode();
            json.put("kind", request.kind().name());
            ArrayNode arguments = json.putArray("arguments");
            for (String argument : request.arguments()) {
                arguments.add(argument);
            }
            List<String> types = request.types();
            if (types != null) {
                ArrayNode list = json.putArray("types");
                types.forEach(list::add);
            }
            return json.toString();
        }

        private static MetadataRequest request(String text) {
            try {
                JsonNode json = JSON.readTree(text);
                List<@Nullable String> arguments = new ArrayList<>();
                for (JsonNode argument : json.path("arguments")) {
                    arguments.add(argument.isNull() ? null : argument.asText());
                }
                List<String> types = null;
                if (json.path("types").isArray()) {
                    types = new ArrayList<>();
                    for (JsonNode type : json.path("types")) {
                        types.add(type.asText());
                    }
                }
                return new MetadataRequest(
                        MetadataKind.valueOf(json.path("kind").asText()),
                        Collections.unmodifiableList(arguments),
                        types);
            } catch (JsonProcessingException | IllegalArgumentException e) {
                throw malformed("metadata request " + text);
            }
        }

        private static int number(String text) {
            try {
                return Integer.parseInt(text);
            } catch (NumberFormatException e) {
                throw malformed("'" + text + "' is not a statement's number");
            }
        }

        private static LakelogException malformed(String what) {
            return new LakelogException(ErrorCode.INVALID_STATEMENT, "malformed message: " + what);
        }
    }
}
