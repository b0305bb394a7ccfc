package io.lakelog.sql.plan;

import io.lakelog.sql.exec.ExecContext;
import java.util.Locale;
import java.util.Map;
import java.util.TimeZone;
import org.apache.calcite.DataContext;
import org.apache.calcite.adapter.java.JavaTypeFactory;
import org.apache.calcite.linq4j.QueryProvider;
import org.apache.calcite.schema.SchemaPlus;
import org.jspecify.annotations.Nullable;

/** What Calcite's generated code may ask of its surroundings during one execution. */
final class RunContext implements DataContext {
    /** Under this name scans find the {@link ExecContext}. */
    static final String EXECUTION = "lakelog.execution";

    private final ExecContext context;
    private final JavaTypeFactory typeFactory;
    private final Map<String, Object> stashed;
    private final @Nullable Object[] parameters;

    /**
     * @param stashed what the code generator put aside
     * @param parameters as Calcite's generated code holds values
     */
    RunContext(
            ExecContext context,
            JavaTypeFactory typeFactory,
            Map<String, Object> stashed,
            @Nullable Object[] parameters) {
        this.context = context;
        this.typeFactory = typeFactory;
        this.stashed = stashed;
        this.parameters = parameters;
    }

    @Override
    public @Nullable SchemaPlus getRootSchema() {
        return null;
    }

    @Override
    public JavaTypeFactory getTypeFactory() {
        return typeFactory;
    }

    @Override
    public QueryProvider getQueryProvider() {
        throw new IllegalStateException("no query provider");
    }

    @Override
    public @Nullable Object get(String name) {
        if (name.startsWith("?")) {
            return parameters[Integer.parseInt(name.substring(1))];
        }
        long now = context.now().toEpochMilli();
        return switch (name) {
            case EXECUTION -> context;
            case "cancelFlag" -> context.cancelFlag();
            case "utcTimestamp" -> now;
            case "currentTimestamp", "localTimestamp" -> now + zone().getOffset(now);
            case "timeZone" -> zone();
            case "locale" -> Locale.ROOT;
            case "user", "systemUser" -> "lakelog";
            default -> stashed.get(name);
        };
    }

    private TimeZone zone() {
        return TimeZone.getTimeZone(context.session().zone());
    }
}
