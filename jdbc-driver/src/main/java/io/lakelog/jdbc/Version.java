package io.lakelog.jdbc;

import java.io.IOException;
import java.io.InputStream;
import java.util.Properties;

/** The version that the build wrote down. */
public final class Version {
    public static final String TEXT = load();
    public static final int MAJOR = part(0);
    public static final int MINOR = part(1);

    private Version() {}

    private static String load() {
        try (InputStream file = Version.class.getResourceAsStream("version.properties")) {
            if (file == null) {
                throw new IllegalStateException("version.properties is missing");
            }
            Properties properties = new Properties();
            properties.load(file);
            return properties.getProperty("version", "");
        } catch (IOException e) {
            throw new IllegalStateException("version.properties cannot be read", e);
        }
    }

    private static int part(int index) {
        String[] parts = TEXT.split("[.-]", -1);
        return index < parts.length && parts[index].matches("\\d{1,9}") ? Integer.parseInt(parts[index]) : 0;
    }
}
