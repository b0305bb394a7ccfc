package io.lakelog.tck.paimon;

import io.lakelog.storage.type.DataType;
import io.lakelog.tck.text.TypeText;
import java.util.Optional;
import org.apache.paimon.casting.CastExecutor;
import org.apache.paimon.casting.CastExecutors;
import org.apache.paimon.types.DataTypeCasts;
import org.jspecify.annotations.Nullable;

/** What Paimon makes of a value when its column has got another type. */
public final class PaimonCast {
    private final org.apache.paimon.types.DataType from;
    private final org.apache.paimon.types.DataType to;
    private final CastExecutor<Object, Object> executor;

    @SuppressWarnings("unchecked")
    private PaimonCast(
            org.apache.paimon.types.DataType from, org.apache.paimon.types.DataType to, CastExecutor<?, ?> executor) {
        this.from = from;
        this.to = to;
        this.executor = (CastExecutor<Object, Object>) executor;
    }

    /** The conversion that lets Paimon's ALTER TABLE change a column so, or empty. */
    public static Optional<PaimonCast> of(DataType from, DataType to) throws Exception {
        org.apache.paimon.types.DataType old = PaimonOracle.type(TypeText.of(from));
        org.apache.paimon.types.DataType now = PaimonOracle.type(TypeText.of(to));
        CastExecutor<?, ?> executor = CastExecutors.resolve(old, now);
        return executor == null || !DataTypeCasts.supportsCast(old, now, true)
                ? Optional.empty()
                : Optional.of(new PaimonCast(old, now, executor));
    }

    /** The value in the other type; what Paimon throws where it has none. */
    public @Nullable Object convert(Object value) {
        return PaimonValues.toJava(executor.cast(PaimonValues.toPaimon(value, from)), to);
    }
}
