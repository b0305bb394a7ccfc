package io.lakelog.sql.semantics;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import org.apache.calcite.jdbc.JavaTypeFactoryImpl;

/** Makes types within the limits of {@link SqlTypeSystem}; texts are Unicode. One for each engine; thread-safe. */
public final class SqlTypeFactory extends JavaTypeFactoryImpl {
    public SqlTypeFactory() {
        super(SqlTypeSystem.INSTANCE);
    }

    @Override
    public Charset getDefaultCharset() {
        return StandardCharsets.UTF_8;
    }
}
