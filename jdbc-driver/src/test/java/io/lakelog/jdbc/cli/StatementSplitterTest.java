package io.lakelog.jdbc.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class StatementSplitterTest {
    private static StatementSplitter.Split split(String text) {
        return StatementSplitter.split(text);
    }

    @Test
    void semicolonsInQuotesAndCommentsDoNotCount() {
        assertThat(split("a; b ;\n").statements()).containsExactly("a", "b");
        assertThat(split("SELECT ';' , \";\", `;`, 'it''s;' ; x;").statements())
                .containsExactly("SELECT ';' , \";\", `;`, 'it''s;'", "x");
        assertThat(split("a -- ; '\n b; /* ; */ c;").statements()).containsExactly("a -- ; '\n b", "/* ; */ c");
        assertThat(split(";;  ; -- nothing\n;/* x */;").statements()).isEmpty();
        assertThat(split("SELECT /*+ OPTIONS('a;b'='c') */ 1;").statements())
                .containsExactly("SELECT /*+ OPTIONS('a;b'='c') */ 1");
        assertThat(split("a/b; a-b;").statements()).containsExactly("a/b", "a-b");
    }

    @Test
    void whatIsOpenIsTheRest() {
        assertThat(split("a; b").rest()).isEqualTo(" b");
        assertThat(split("a; b").complete()).isFalse();
        assertThat(split("a;  -- done\n").complete()).isTrue();
        assertThat(split("a 'x;").complete()).isFalse();
        assertThat(split("a /* x;").complete()).isFalse();
        assertThat(split("").complete()).isTrue();
    }

    @Test
    void commandsEndWithTheirLine() {
        assertThat(split("\\d t\nSELECT 1;\n  \\q").statements()).containsExactly("\\d t", "SELECT 1", "\\q");
        assertThat(split("SELECT '\\d\n';").statements()).containsExactly("SELECT '\\d\n'");
        assertThat(split("\\q").complete()).isTrue();
    }
}
