/** Tests of the all-in-one jar as it is built: nothing of the class path is used but the JDK. */
@NullMarked
package io.lakelog.jdbc.jar;

import org.jspecify.annotations.NullMarked;
