package io.lakelog.sql.semantics;

import static io.lakelog.sql.semantics.MemoryEngine.dateTime;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lakelog.storage.error.ErrorCode;
import io.lakelog.storage.error.LakelogException;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.format.DateTimeFormatter;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MicrosTextTest {
    @Provide
    Arbitrary<Long> timestamps() {
        return new MicrosFunctionsTest().timestamps();
    }

    @Property
    void writesAsJavaDoes(@ForAll("timestamps") long timestamp, @ForAll @IntRange(min = 0, max = 9) int precision) {
        String pattern = precision == 0 ? "uuuu-MM-dd HH:mm:ss" : "uuuu-MM-dd HH:mm:ss." + "S".repeat(precision);
        String text = MicrosText.toText(timestamp, precision);
        assertThat(text).isEqualTo(DateTimeFormatter.ofPattern(pattern).format(dateTime(timestamp)));
        assertThat(MicrosText.format(timestamp, pattern)).isEqualTo(text);
        assertThat(MicrosText.parse(text, 6)).isEqualTo(MicrosFunctions.truncate(timestamp, precision));
        assertThat(MicrosText.parse("  " + text.replace(' ', 'T') + " ", precision))
                .isEqualTo(MicrosFunctions.truncate(timestamp, precision));
        assertThat(MicrosText.parseDate(text)).isEqualTo(MicrosFunctions.toDate(timestamp));
    }

    @Property
    void writesDatesAndTimes(
            @ForAll @IntRange(min = -719_162, max = 2_932_896) int date,
            @ForAll @IntRange(min = 0, max = 86_399_999) int time,
            @ForAll @IntRange(min = 0, max = 9) int precision) {
        assertThat(MicrosText.dateToText(date))
                .isEqualTo(LocalDate.ofEpochDay(date).toString());
        assertThat(MicrosText.parseDate(MicrosText.dateToText(date))).isEqualTo(date);
        String pattern = precision == 0 ? "HH:mm:ss" : "HH:mm:ss." + "S".repeat(precision);
        String text = MicrosText.timeToText(time, precision);
        assertThat(text)
                .isEqualTo(DateTimeFormatter.ofPattern(pattern).format(LocalTime.ofNanoOfDay(time * 1_000_000L)));
        assertThat(MicrosText.parseTime(text, 3)).isEqualTo(MicrosFunctions.truncateTime(time, precision));
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
                    2024-2-9 1:2,            2024-02-09 01:02:00.000000
                    2024-02-09,              2024-02-09 00:00:00.000000
                    2024-02-09T23:59:59.5,   2024-02-09 23:59:59.500000
                    0001-01-01 00:00:00.000001, 0001-01-01 00:00:00.000001
                    2024-02-09 00:00:00.123456789, 2024-02-09 00:00:00.123456
                    """)
    void readsWhatPeopleWrite(String text, String expected) {
        assertThat(MicrosText.toText(MicrosText.parse(text, 6), 6)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(
            value = {
                "hello|INVALID_TEXT",
                "''|INVALID_TEXT",
                "2024|INVALID_TEXT",
                "24-01-01|INVALID_TEXT",
                "2024-01-01 1|INVALID_TEXT",
                "2024-01-01 10:00:00.1234567890|INVALID_TEXT",
                "2024-01-01 10:00:00Z|INVALID_TEXT",
                "2024-01-01x10:00:00|INVALID_TEXT",
                "2024-02-30|DATETIME_OVERFLOW",
                "2023-02-29|DATETIME_OVERFLOW",
                "2024-13-01|DATETIME_OVERFLOW",
                "2024-00-01|DATETIME_OVERFLOW",
                "0000-01-01|DATETIME_OVERFLOW",
                "2024-01-01 24:00:00|DATETIME_OVERFLOW",
                "2024-01-01 23:60|DATETIME_OVERFLOW",
                "2024-01-01 23:59:60|DATETIME_OVERFLOW",
            },
            delimiter = '|')
    void saysWhatIsWrong(String text, String code) {
        assertThatThrownBy(() -> MicrosText.parse(text, 6))
                .isInstanceOfSatisfying(
                        LakelogException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.valueOf(code)))
                .hasMessageContaining("'" + text + "'");
    }

    @Example
    void digitsThatATypeAsksForAreNotLost() {
        assertThat(MicrosText.parse("2024-01-01 00:00:00.123456000", 9))
                .isEqualTo(MemoryEngine.micros("2024-01-01T00:00:00.123456"));
        assertThatThrownBy(() -> MicrosText.parse("2024-01-01 00:00:00.123456001", 9))
                .isInstanceOf(LakelogException.class)
                .hasMessageContaining("more than 6 fraction digits");
        assertThatThrownBy(() -> MicrosText.parseTime("00:00:00.0001", 4)).isInstanceOf(LakelogException.class);
    }

    @Example
    void aWrongPatternIsNamed() {
        assertThatThrownBy(() -> MicrosText.format(0, "bogus"))
                .isInstanceOfSatisfying(
                        LakelogException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_STATEMENT))
                .hasMessageContaining("bogus");
    }
}
