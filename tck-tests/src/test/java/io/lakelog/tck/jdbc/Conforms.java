package io.lakelog.tck.jdbc;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ArgumentsSource;

/** A test of one demand of the specification, run in every {@link Setting}. */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@ParameterizedTest(name = "{0}")
@ArgumentsSource(Settings.class)
@interface Conforms {
    /** What is demanded, as a line of the table of results. */
    String value();

    /** Why clients of Avatica's own cannot have it; empty where they have. Then they are not run. */
    String notStock() default "";
}
