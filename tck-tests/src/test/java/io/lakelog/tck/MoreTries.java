package io.lakelog.tck;

import net.jqwik.api.lifecycle.AroundPropertyHook;
import net.jqwik.api.lifecycle.PropagationMode;
import net.jqwik.api.lifecycle.PropertyExecutionResult;
import net.jqwik.api.lifecycle.PropertyExecutor;
import net.jqwik.api.lifecycle.PropertyLifecycleContext;

/**
 * The tries that properties ask for (20 of those that do not say), times the system property {@code lakelog.tries.scale}, which the profile {@code long} of
 * the build sets. Found by jqwik as a service.
 */
public final class MoreTries implements AroundPropertyHook {
    private static final int TRIES_UNLESS_SAID = 20;
    private static final int SCALE = Integer.getInteger("lakelog.tries.scale", 1);

    @Override
    public PropertyExecutionResult aroundProperty(PropertyLifecycleContext context, PropertyExecutor property) {
        int tries = context.attributes().tries().orElse(TRIES_UNLESS_SAID);
        context.attributes().setTries(Math.multiplyExact(tries, SCALE));
        return property.execute();
    }

    @Override
    public PropagationMode propagateTo() {
        return PropagationMode.ALL_DESCENDANTS;
    }
}
