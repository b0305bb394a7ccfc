package io.lakelog.tck.jdbc;

import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.ArgumentsProvider;
import org.junit.jupiter.params.support.AnnotationConsumer;
import org.junit.jupiter.params.support.ParameterDeclarations;

/** The settings that a demand is checked in. */
final class Settings implements ArgumentsProvider, AnnotationConsumer<Conforms> {
    private boolean stock;

    @Override
    public void accept(Conforms demand) {
        stock = demand.notStock().isEmpty();
    }

    @Override
    public Stream<? extends Arguments> provideArguments(ParameterDeclarations parameters, ExtensionContext context) {
        return Stream.of(Way.values()).filter(way -> stock || way.isOurs()).map(way -> Arguments.of(new Setting(way)));
    }
}
