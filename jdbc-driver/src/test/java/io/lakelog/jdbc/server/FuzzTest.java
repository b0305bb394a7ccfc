package io.lakelog.jdbc.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.CodedOutputStream;
import com.google.protobuf.Message;
import io.lakelog.jdbc.LakelogDriver;
import io.lakelog.jdbc.session.Warehouses;
import io.lakelog.jdbc.wire.WireMessages;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Properties;
import java.util.Random;
import org.apache.calcite.avatica.proto.Common;
import org.apache.calcite.avatica.proto.Common.WireMessage;
import org.apache.calcite.avatica.proto.Requests;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Messages that no client would send: the server answers each with an error, or rightly, and goes on. */
@Timeout(120)
final class FuzzTest {
    private static final int ROUNDS = 1500;
    private static final int REQUEST_BYTES = 200_000;
    private static final long SEED = 20_240_501L;
    private static final String ID = "fuzz";

    @TempDir
    Path directory = Path.of("unset");

    private final Random random = new Random(SEED);
    private final HttpClient client = HttpClient.newHttpClient();
    private LakelogServer server = start(Path.of("/unset"));

    private static LakelogServer start(Path warehouse) {
        return LakelogServer.start(
                "127.0.0.1",
                0,
                new Warehouses(),
                warehouse.toString(),
                ServerLimits.DEFAULT
                        .with(Limit.REQUEST_BYTES, REQUEST_BYTES)
                        .with(Limit.SESSIONS, 20)
                        .with(Limit.STATEMENTS, 50)
                        .with(Limit.DRAIN_TIME, 0));
    }

    @BeforeEach
    void startServer() {
        server.close();
        server = start(directory);
    }

    @AfterEach
    void stopServer() {
        server.close();
    }

    private HttpResponse<byte[]> post(byte[] body) throws IOException, InterruptedException {
        return client.send(
                HttpRequest.newBuilder(URI.create(server.httpUrl()))
                        .POST(HttpRequest.BodyPublishers.ofByteArray(body))
                        .build(),
                HttpResponse.BodyHandlers.ofByteArray());
    }

    private void answered(byte[] message) throws Exception {
        HttpResponse<byte[]> answer = post(message);
        String shown = new String(message, 0, Math.min(200, message.length), StandardCharsets.ISO_8859_1);
        assertThat(answer.statusCode()).as(shown).isIn(200, 413, 500);
        assertThat(new String(answer.body(), StandardCharsets.ISO_8859_1))
                .as(shown)
                .doesNotContain("\tat ")
                .doesNotContain("Exception")
                .doesNotContain("Caused by");
    }

    private void stillWell() throws Exception {
        try (Connection connection =
                        Objects.requireNonNull(new LakelogDriver().connect(server.jdbcUrl(), new Properties()));
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("VALUES 1, 2, 3")) {
            int count = 0;
            while (rows.next()) {
                count++;
            }
            assertThat(count).isEqualTo(3);
        }
        assertThat(server.sessions().size()).isLessThanOrEqualTo(20);
        long busy = Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("lakelog-server"))
                .count();
        assertThat(busy).isLessThanOrEqualTo(65);
    }

    private static List<byte[]> protobufs() {
        Common.StatementHandle handle =
                Common.StatementHandle.newBuilder().setConnectionId(ID).setId(1).build();
        Common.TypedValue value = Common.TypedValue.newBuilder()
                .setType(Common.Rep.STRING)
                .setStringValue("text")
                .build();
        List<Message> messages = List.of(
                Requests.OpenConnectionRequest.newBuilder()
                        .setConnectionId(ID)
                        .putInfo("database", "default")
                        .build(),
                Requests.CreateStatementRequest.newBuilder().setConnectionId(ID).build(),
                Requests.PrepareRequest.newBuilder()
                        .setConnectionId(ID)
                        .setSql("VALUES 1")
                        .build(),
                Requests.PrepareAndExecuteRequest.newBuilder()
                        .setConnectionId(ID)
                        .setStatementId(1)
                        .setSql("!lakelog metadata {\"kind\":\"TABLES\",\"arguments\":[null,\"%\"]}")
                        .setFirstFrameMaxSize(10)
                        .build(),
                Requests.PrepareAndExecuteRequest.newBuilder()
                        .setConnectionId(ID)
                        .setStatementId(1)
                        .setSql("!lakelog rows SELECT * FROM (VALUES (1, 'a'), (2, 'b')) AS t (x, y)")
                        .build(),
                Requests.ExecuteRequest.newBuilder()
                        .setStatementHandle(handle)
                        .setHasParameterValues(true)
                        .addParameterValues(value)
                        .build(),
                Requests.ExecuteBatchRequest.newBuilder()
                        .setConnectionId(ID)
                        .setStatementId(1)
                        .addUpdates(Requests.UpdateBatch.newBuilder().addParameterValues(value))
                        .build(),
                Requests.FetchRequest.newBuilder()
                        .setConnectionId(ID)
                        .setStatementId(1)
                        .setOffset(5)
                        .build(),
                Requests.ConnectionSyncRequest.newBuilder()
                        .setConnectionId(ID)
                        .setConnProps(Common.ConnectionProperties.newBuilder().setSchema("default"))
                        .build(),
                Requests.CloseStatementRequest.newBuilder()
                        .setConnectionId(ID)
                        .setStatementId(1)
                        .build(),
                Requests.CloseConnectionRequest.newBuilder().setConnectionId(ID).build());
        return messages.stream().map(WireMessages::wrap).toList();
    }

    private static List<byte[]> jsons() {
        return java.util.stream.Stream.of(
                        "{\"request\":\"openConnection\",\"connectionId\":\"fuzz\",\"info\":{\"database\":\"default\"}}",
                        "{\"request\":\"createStatement\",\"connectionId\":\"fuzz\"}",
                        "{\"request\":\"prepare\",\"connectionId\":\"fuzz\",\"sql\":\"VALUES 1\",\"maxRowCount\":-1}",
                        "{\"request\":\"prepareAndExecute\",\"connectionId\":\"fuzz\",\"statementId\":1,\"sql\":\"VALUES 1\","
                                + "\"maxRowCount\":-1,\"maxRowsInFirstFrame\":5}",
                        "{\"request\":\"execute\",\"statementHandle\":{\"connectionId\":\"fuzz\",\"id\":1,\"signature\":null},"
                                + "\"parameterValues\":[{\"type\":\"STRING\",\"value\":\"x\"}],\"maxRowCount\":1}",
                        "{\"request\":\"getTables\",\"connectionId\":\"fuzz\",\"catalog\":null,\"schemaPattern\":\"%\","
                                + "\"tableNamePattern\":null,\"typeList\":[\"TABLE\"]}",
                        "{\"request\":\"connectionSync\",\"connectionId\":\"fuzz\",\"connProps\":{\"connProps\":"
                                + "\"connPropsImpl\",\"autoCommit\":true,\"schema\":\"default\"}}",
                        "{\"request\":\"closeConnection\",\"connectionId\":\"fuzz\"}")
                .map(text -> text.getBytes(StandardCharsets.UTF_8))
                .toList();
    }

    @Test
    void messagesThatAreAlmostRight() throws Exception {
        List<byte[]> seeds = new ArrayList<>(protobufs());
        seeds.addAll(jsons());
        for (byte[] seed : seeds) {
            answered(seed);
        }
        for (int i = 0; i < ROUNDS; i++) {
            answered(mutated(seeds.get(random.nextInt(seeds.size()))));
        }
        stillWell();
    }

    private byte[] mutated(byte[] seed) {
        byte[] bytes = seed.clone();
        switch (random.nextInt(6)) {
            case 0 -> {
                return Arrays.copyOf(bytes, random.nextInt(bytes.length));
            }
            case 1 -> {
                for (int i = 0; i < 1 + random.nextInt(4); i++) {
                    bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
                }
            }
            case 2 -> random.nextBytes(bytes);
            case 3 -> {
                int at = random.nextInt(bytes.length);
                Arrays.fill(bytes, at, Math.min(bytes.length, at + 5), (byte) 0xff);
            }
            case 4 -> {
                byte[] longer = Arrays.copyOf(bytes, bytes.length + 1 + random.nextInt(100));
                int at = random.nextInt(bytes.length);
                System.arraycopy(bytes, at, longer, longer.length - (bytes.length - at), bytes.length - at);
                return longer;
            }
            default -> bytes[random.nextInt(bytes.length)] = (byte) "\"{}[]:,0n".charAt(random.nextInt(9));
        }
        return bytes;
    }

    /** Lengths that lie, names of classes, nesting without end, numbers without measure. */
    @Test
    void messagesThatMeanHarm() throws Exception {
        for (long length : new long[] {100, 1L << 20, Integer.MAX_VALUE, 1L << 40, -1}) {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            CodedOutputStream out = CodedOutputStream.newInstance(bytes);
            out.writeTag(1, 2);
            out.writeUInt64NoTag(length);
            out.flush();
            answered(bytes.toByteArray());
        }
        for (String name : List.of(
                "java.lang.Runtime",
                "io.lakelog.jdbc.server.FuzzTest",
                "org.apache.calcite.avatica.proto.Requests$Nothing",
                "org.apache.calcite.avatica.proto.Responses$ErrorResponse",
                "")) {
            answered(WireMessage.newBuilder().setName(name).build().toByteArray());
            answered(("{\"request\":\"" + name + "\",\"connectionId\":\"x\"}").getBytes(StandardCharsets.UTF_8));
            answered(("{\"request\":\"prepare\",\"@class\":\"" + name + "\",\"sql\":1}")
                    .getBytes(StandardCharsets.UTF_8));
        }
        answered(("{\"request\":\"openConnection\",\"info\":" + "{\"a\":".repeat(20_000))
                .getBytes(StandardCharsets.UTF_8));
        answered(("{\"request\":\"prepare\",\"connectionId\":" + "[".repeat(100_000)).getBytes(StandardCharsets.UTF_8));
        answered(("{\"request\":\"fetch\",\"connectionId\":\"x\",\"offset\":" + "9".repeat(100_000) + "}")
                .getBytes(StandardCharsets.UTF_8));
        answered(("{\"request\":\"fetch\",\"connectionId\":\"x\",\"statementId\":1e999999999}")
                .getBytes(StandardCharsets.UTF_8));
        answered(("{\"request\":\"openConnection\",\"connectionId\":\"" + "x".repeat(150_000) + "\"}")
                .getBytes(StandardCharsets.UTF_8));
        assertThat(post(new byte[REQUEST_BYTES + 1]).statusCode()).isEqualTo(413);
        stillWell();
    }

    /** Not even HTTP. */
    @Test
    void bytesThatAreNoRequest() throws Exception {
        for (int i = 0; i < 60; i++) {
            byte[] noise = new byte[1 + random.nextInt(2000)];
            random.nextBytes(noise);
            send(noise);
        }
        send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999999999999999\r\n\r\n");
        send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: -5\r\n\r\n");
        send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nabcdef");
        send("POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nffffffffffffff\r\n");
        send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\n{\"request\"");
        send("GET /" + "a".repeat(100_000) + " HTTP/1.1\r\n\r\n");
        send("GET / HTTP/1.1\r\n" + "X: y\r\n".repeat(20_000) + "\r\n");
        send("GET /../../etc/passwd HTTP/1.1\r\nHost: x\r\n\r\n");
        stillWell();
    }

    private void send(String text) throws IOException {
        send(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    /** Sends and hangs up, whatever the server says or does. */
    private void send(byte[] bytes) throws IOException {
        try (Socket socket = new Socket("127.0.0.1", server.port())) {
            OutputStream out = socket.getOutputStream();
            out.write(bytes);
            out.flush();
        } catch (java.net.SocketException hungUp) {
            assertThat(hungUp.getMessage()).containsAnyOf("reset", "Broken pipe", "closed", "aborted");
        }
    }
}
