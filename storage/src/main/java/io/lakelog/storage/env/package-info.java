/**
 * The outside world: files, clock, unique names. The only package that calls {@code java.nio.file}, reads the clock or
 * makes random names, so that a test can own all of it. Imports {@code error}. Start at
 * {@link io.lakelog.storage.env.Environment}.
 */
@NullMarked
package io.lakelog.storage.env;

import org.jspecify.annotations.NullMarked;
