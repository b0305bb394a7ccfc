/**
 * Who may sign in at a server, and what for: users with hashed passwords out of a file, and HTTP's Basic and Digest. Knows
 * headers as texts, but no web server. Imports nothing of the driver. Start at {@link io.lakelog.jdbc.access.SignIn}.
 */
@NullMarked
package io.lakelog.jdbc.access;

import org.jspecify.annotations.NullMarked;
