package io.lakelog.jdbc;

import io.lakelog.storage.error.ErrorCode;
import io.lakelog.storage.error.LakelogException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import org.apache.calcite.avatica.ConnectionConfig;
import org.apache.calcite.avatica.Meta;
import org.jspecify.annotations.Nullable;

/** What Avatica's JDBC classes insist on and ours do not need. */
final class AvaticaDefaults {
    private AvaticaDefaults() {}

    /**
     * An engine interface that refuses every question: ours ask their session instead, and a method that we forgot to
     * override fails at once and by name.
     */
    static Meta refusingMeta() {
        return proxy(Meta.class, (proxy, method, arguments) -> {
            throw new LakelogException(ErrorCode.INTERNAL, "Avatica's " + method.getName() + " has no answer here");
        });
    }

    /**
     * Settings that are all off. Avatica's own read connection properties, some of which name classes to load, and draw
     * in an HTTP client.
     */
    static ConnectionConfig config() {
        return proxy(ConnectionConfig.class, (proxy, method, arguments) -> off(method));
    }

    private static @Nullable Object off(Method method) {
        Class<?> type = method.getReturnType();
        if (type == boolean.class) {
            return false;
        } else if (type == int.class) {
            return 0;
        }
        return type == long.class ? 0L : null;
    }

    private static <T> T proxy(Class<T> type, java.lang.reflect.InvocationHandler handler) {
        return type.cast(
                Proxy.newProxyInstance(AvaticaDefaults.class.getClassLoader(), new Class<?>[] {type}, handler));
    }
}
