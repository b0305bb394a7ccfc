package io.lakelog.jdbc.wire;

import static org.assertj.core.api.Assertions.assertThat;

import io.lakelog.storage.type.DataType;
import java.time.LocalDateTime;
import java.time.ZoneId;
import org.apache.calcite.avatica.proto.Common.Rep;
import org.apache.calcite.avatica.proto.Common.TypedValue;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class WireParametersTest {
    private static final ZoneId ZONE = ZoneId.of("Asia/Kolkata");

    @ParameterizedTest
    @ValueSource(
            strings = {
                "2024-02-29T01:02:03.123",
                "1969-12-31T23:59:59.999",
                "0001-01-01T00:00",
                "9999-12-31T23:59:59.999",
                "1582-10-10T12:00"
            })
    void millisecondsGoAsANumber(String text) {
        LocalDateTime time = LocalDateTime.parse(text);
        TypedValue wire = WireParameters.write(time);
        assertThat(wire.getType()).isEqualTo(Rep.JAVA_SQL_TIMESTAMP);
        assertThat(WireParameters.read(wire, DataType.timestamp(9), ZONE)).isEqualTo(time);
    }

    @ParameterizedTest
    @ValueSource(strings = {"2024-02-29T01:02:03.123456789", "-0044-03-15T10:00", "+12345-01-01T00:00:00.001"})
    void whatIsFinerOrFartherGoesAsText(String text) {
        LocalDateTime time = LocalDateTime.parse(text);
        TypedValue wire = WireParameters.write(time);
        assertThat(wire.getType()).isEqualTo(Rep.STRING);
        assertThat(WireParameters.read(wire, DataType.timestamp(9), ZONE)).isEqualTo(time);
    }
}
