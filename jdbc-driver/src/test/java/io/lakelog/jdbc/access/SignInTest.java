package io.lakelog.jdbc.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lakelog.storage.error.LakelogException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class SignInTest {
    private static final String ANNA = "anna:" + PasswordHash.strong("pä:ss") + ":*=read-write";
    private static final String BOB = "bob:" + PasswordHash.digest("bob", "secret") + ":sales=read";

    private final AtomicLong millis = new AtomicLong(1_000_000);

    @TempDir
    Path directory = Path.of("unset");

    private SignIn signIn(String... lines) {
        return new SignIn(Users.of(List.of(lines)), millis::get);
    }

    private static String basic(String name, String password) {
        return "Basic " + Base64.getEncoder().encodeToString((name + ":" + password).getBytes(StandardCharsets.UTF_8));
    }

    private static String nameOf(SignIn.Answer answer) {
        return answer.user() == null ? "nobody" : answer.user().name();
    }

    @Test
    void basicKnowsWhoKnowsThePassword() {
        SignIn signIn = signIn(ANNA, BOB);
        for (int i = 0; i < 2; i++) {
            assertThat(nameOf(signIn.check("POST", "/", basic("anna", "pä:ss"))))
                    .isEqualTo("anna");
            assertThat(nameOf(signIn.check("POST", "/", basic("bob", "secret"))))
                    .isEqualTo("bob");
            assertThat(nameOf(signIn.check("POST", "/", basic("anna", "secret"))))
                    .isEqualTo("nobody");
            assertThat(nameOf(signIn.check("POST", "/", basic("anna", "")))).isEqualTo("nobody");
            assertThat(nameOf(signIn.check("POST", "/", basic("carl", "secret"))))
                    .isEqualTo("nobody");
            assertThat(nameOf(signIn.check("POST", "/", basic("", "")))).isEqualTo("nobody");
        }
        for (String header :
                new String[] {null, "", "Basic", "Basic ?", "Basic YQ==", "Bearer x", "Digest", "Digest x=\""}) {
            SignIn.Answer answer = signIn.check("POST", "/", header);
            assertThat(answer.user()).as(header).isNull();
            assertThat(answer.challenges()).hasSize(2).last().isEqualTo("Basic realm=\"Lakelog\", charset=\"UTF-8\"");
        }
        assertThat(signIn(ANNA).check("POST", "/", null).challenges()).hasSize(1);
    }

    @Test
    void whereThereAreNoUsersNobodyIsAsked() {
        SignIn open = new SignIn(Users.none(), millis::get);
        assertThat(open.check("POST", "/", null).user()).isSameAs(User.ANYBODY);
    }

    /** A client of Digest: the nonce of a challenge, and answers to it. */
    private static final class Client {
        private final String nonce;

        Client(SignIn.Answer challenged) {
            Matcher matcher = Pattern.compile("Digest .*nonce=\"([^\"]+)\"")
                    .matcher(challenged.challenges().get(0));
            assertThat(matcher.matches()).isTrue();
            nonce = matcher.group(1);
        }

        String answer(String name, String password, int count, String uri) {
            String ha1 = hex(name + ":Lakelog:" + password);
            String nc = String.format("%08x", count);
            String response = hex(ha1 + ":" + nonce + ":" + nc + ":abc:auth:" + hex("POST:" + uri));
            return "Digest username=\"" + name + "\", realm=\"Lakelog\", nonce=\"" + nonce + "\", uri=\"" + uri
                    + "\", qop=auth, nc=" + nc + ", cnonce=\"abc\", response=\"" + response + "\", algorithm=MD5";
        }

        private static String hex(String text) {
            return HexFormat.of().formatHex(PasswordHash.md5(text));
        }
    }

    @Test
    void digestCountsEachAnswerOnce() {
        SignIn signIn = signIn(ANNA, BOB);
        Client client = new Client(signIn.check("POST", "/", null));
        String first = client.answer("bob", "secret", 1, "/");
        assertThat(nameOf(signIn.check("POST", "/", first))).isEqualTo("bob");
        SignIn.Answer again = signIn.check("POST", "/", first);
        assertThat(again.user()).isNull();
        assertThat(again.challenges().get(0)).contains("stale=true");
        // Requests that overtake each other are fine.
        for (int count : new int[] {4, 2, 3, 90, 40}) {
            assertThat(nameOf(signIn.check("POST", "/", client.answer("bob", "secret", count, "/"))))
                    .as("count %d", count)
                    .isEqualTo("bob");
        }
        assertThat(nameOf(signIn.check("POST", "/", client.answer("bob", "secret", 3, "/"))))
                .isEqualTo("nobody");
        assertThat(nameOf(signIn.check("POST", "/", client.answer("bob", "secret", 20, "/"))))
                .isEqualTo("nobody");
    }

    @Test
    void digestRefusesWhatIsNotProven() {
        SignIn signIn = signIn(ANNA, BOB);
        Client client = new Client(signIn.check("POST", "/", null));
        SignIn.Answer wrong = signIn.check("POST", "/", client.answer("bob", "guess", 1, "/"));
        assertThat(wrong.user()).isNull();
        assertThat(wrong.challenges().get(0)).contains("stale=false");
        // Anna's hash cannot serve Digest.
        assertThat(nameOf(signIn.check("POST", "/", client.answer("anna", "pä:ss", 1, "/"))))
                .isEqualTo("nobody");
        // An answer for another request.
        assertThat(nameOf(signIn.check("POST", "/other", client.answer("bob", "secret", 1, "/"))))
                .isEqualTo("nobody");
        assertThat(nameOf(signIn.check("GET", "/", client.answer("bob", "secret", 1, "/"))))
                .isEqualTo("nobody");
        // A nonce of another server, and one that is too old.
        Client elsewhere = new Client(signIn(BOB).check("POST", "/", null));
        assertThat(nameOf(signIn.check("POST", "/", elsewhere.answer("bob", "secret", 1, "/"))))
                .isEqualTo("nobody");
        millis.addAndGet(6 * 60_000L);
        SignIn.Answer old = signIn.check("POST", "/", client.answer("bob", "secret", 1, "/"));
        assertThat(old.user()).isNull();
        assertThat(nameOf(signIn.check("POST", "/", new Client(old).answer("bob", "secret", 1, "/"))))
                .isEqualTo("bob");
    }

    @Test
    void grantsAreThoseOfTheLine() {
        User bob = Objects.requireNonNull(
                signIn(BOB).check("POST", "/", basic("bob", "secret")).user());
        assertThat(bob.access().mayRead("sales")).isTrue();
        assertThat(bob.access().mayWrite("sales")).isFalse();
        assertThat(bob.access().mayRead("Sales")).isFalse();
        assertThat(bob.access().mayRead("default")).isFalse();
        assertThat(bob).hasToString("bob");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            x                                             | line 2: not name:hash:grants
            a b:digest-md5$00000000000000000000000000000000:*=read  | line 2: a user's name is made of
            a:secret:*=read                               | line 2: no password hash
            a:pbkdf2-sha256$1$AAAA$AAAA:*=read            | line 2: a number of rounds
            a:pbkdf2-sha256$600000$AAAAA$AAAA:*=read      | line 2: a password hash that is cut
            a:digest-md5$00000000000000000000000000000000:*=raed    | line 2: 'raed' in grant '*=raed' is none of read, read-write, none; did you mean 'read'?
            a:digest-md5$00000000000000000000000000000000:sales     | line 2: grant 'sales' is not database=read
            a:digest-md5$00000000000000000000000000000000:          | line 2: grant '' is not database=read
            a:digest-md5$00000000000000000000000000000000:x=read,x=none | line 2: there are two grants for 'x'
            """)
    void aLineThatCannotBeReadIsNamed(String line, String message) {
        assertThatThrownBy(() -> Users.of(List.of("# users", line)))
                .isInstanceOf(LakelogException.class)
                .hasMessageContaining(message)
                .hasMessageNotContaining("secret");
    }

    @Test
    void nobodyTwiceAndSomebodyAtLeast() {
        assertThatThrownBy(() -> Users.of(List.of(BOB, BOB))).hasMessageContaining("user 'bob' is there twice");
        assertThatThrownBy(() -> Users.of(List.of("", "# nobody"))).hasMessageContaining("there is no user in it");
    }

    @Test
    void theFileIsReadAgainWhenItChanges() throws IOException {
        Path file = Files.writeString(directory.resolve("users"), BOB + "\n");
        Users users = Users.in(file);
        List<String> problems = new ArrayList<>();
        users.reportTo(problems::add);
        SignIn signIn = new SignIn(users, millis::get);
        assertThat(nameOf(signIn.check("POST", "/", basic("bob", "secret")))).isEqualTo("bob");
        rewrite(file, "bob:" + PasswordHash.digest("bob", "other") + ":*=read\n", 1);
        assertThat(nameOf(signIn.check("POST", "/", basic("bob", "secret")))).isEqualTo("nobody");
        assertThat(nameOf(signIn.check("POST", "/", basic("bob", "other")))).isEqualTo("bob");
        rewrite(file, "nonsense\n", 2);
        assertThat(nameOf(signIn.check("POST", "/", basic("bob", "other")))).isEqualTo("bob");
        assertThat(problems).singleElement().asString().contains("line 1: not name:hash:grants");
        rewrite(file, ANNA + "\n", 3);
        assertThat(nameOf(signIn.check("POST", "/", basic("bob", "other")))).isEqualTo("nobody");
        assertThatThrownBy(() -> Users.in(directory.resolve("none"))).hasMessageContaining("cannot be read");
    }

    private static void rewrite(Path file, String text, int step) throws IOException {
        Files.writeString(file, text);
        Files.setLastModifiedTime(file, FileTime.fromMillis(1_700_000_000_000L + step * 1000L));
    }

    @Test
    void hashesAreReadAsTheyArePrinted() {
        for (PasswordHash hash : List.of(PasswordHash.strong("geheim"), PasswordHash.digest("x", "geheim"))) {
            PasswordHash read = PasswordHash.parse(hash.toString());
            assertThat(read.matches("x", "geheim")).isTrue();
            assertThat(read.matches("x", "Geheim")).isFalse();
            assertThat(read).hasToString(hash.toString());
            assertThat(hash.toString()).doesNotContain("geheim");
        }
        assertThat(PasswordHash.strong("a"))
                .doesNotHaveToString(PasswordHash.strong("a").toString());
    }
}
