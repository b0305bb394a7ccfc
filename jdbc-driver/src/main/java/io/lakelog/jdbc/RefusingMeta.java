package io.lakelog.jdbc;

import io.lakelog.storage.error.ErrorCode;
import io.lakelog.storage.error.LakelogException;
import java.lang.reflect.Proxy;
import org.apache.calcite.avatica.Meta;

/**
 * Avatica's JDBC classes insist on a {@link Meta} to ask. Ours ask their session instead, so this one refuses every
 * question: a method that we forgot to override fails at once and by name.
 */
final class RefusingMeta {
    private RefusingMeta() {}

    static Meta create() {
        return (Meta) Proxy.newProxyInstance(
                RefusingMeta.class.getClassLoader(), new Class<?>[] {Meta.class}, (proxy, method, arguments) -> {
                    throw new LakelogException(
                            ErrorCode.INTERNAL, "Avatica's " + method.getName() + " has no answer here");
                });
    }
}
