package io.lakelog.jdbc.server;

import io.lakelog.jdbc.wire.WireErrors;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import org.apache.calcite.avatica.NoSuchConnectionException;
import org.apache.calcite.avatica.remote.ProtobufMeta;

/** Puts every failure of an engine interface into the form that Avatica's server classes send with its SQLSTATE. */
final class FailureMeta {
    private FailureMeta() {}

    static ProtobufMeta around(ProtobufMeta meta) {
        return (ProtobufMeta) Proxy.newProxyInstance(
                FailureMeta.class.getClassLoader(), new Class<?>[] {ProtobufMeta.class}, (proxy, method, arguments) -> {
                    try {
                        return method.invoke(meta, arguments);
                    } catch (InvocationTargetException e) {
                        Throwable cause = e.getCause();
                        if (cause instanceof RuntimeException failure
                                && !(failure instanceof NoSuchConnectionException)) {
                            throw WireErrors.toAvatica(failure);
                        }
                        throw cause == null ? e : cause;
                    }
                });
    }
}
