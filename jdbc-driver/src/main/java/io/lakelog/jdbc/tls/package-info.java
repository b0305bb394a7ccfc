/**
 * Certificates and keys in PEM files, as TLS of this JDK wants them, for both ends of the wire. Imports nothing of the
 * driver. Start at {@link io.lakelog.jdbc.tls.PemFiles}.
 */
@NullMarked
package io.lakelog.jdbc.tls;

import org.jspecify.annotations.NullMarked;
