package io.lakelog.storage;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.library.dependencies.SlicesRuleDefinition;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The arrows between the rooms of storage: each may use only those before it. */
class ArchitectureTest {
    private static final String ROOT = "io.lakelog.storage";

    /** Rooms, from the cellar up. */
    private static final List<String> ROOMS = List.of(
            "error",
            "env",
            "type",
            "row",
            "cache",
            "predicate",
            "format",
            "layout",
            "schema",
            "manifest",
            "index",
            "merge",
            "snapshot",
            "retention",
            "lsm",
            "append",
            "changelog",
            "compact",
            "write",
            "commit",
            "scan",
            "changes");

    /** Rooms that must not know each other: they meet in what lies below them, and in the root. */
    private static final List<Set<String>> STRANGERS = List.of(
            Set.of("write", "commit"),
            Set.of("write", "scan"),
            Set.of("write", "changes"),
            Set.of("commit", "scan"),
            Set.of("commit", "changes"),
            Set.of("scan", "changes"));

    private static final Pattern IMPORTS_SAID = Pattern.compile("Imports \\{@code ([^}]*)}");
    private static final Pattern ROOM_IMPORTED =
            Pattern.compile("^import (?:static )?" + ROOT + "\\.([a-z]+)\\.", Pattern.MULTILINE);

    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(location -> !location.contains("/test-classes/"))
            .importPackages(ROOT);

    @Test
    void sawTheClasses() {
        assertThat(CLASSES).hasSizeGreaterThan(100);
        Set<String> rooms = CLASSES.stream()
                .map(JavaClass::getPackageName)
                .filter(name -> !name.equals(ROOT))
                .collect(Collectors.toSet());
        assertThat(rooms)
                .containsExactlyInAnyOrderElementsOf(
                        ROOMS.stream().map(room -> ROOT + "." + room).toList());
    }

    @Test
    void arrowsPointDown() {
        for (int i = 0; i < ROOMS.size(); i++) {
            List<String> above = new ArrayList<>(ROOMS.subList(i + 1, ROOMS.size()));
            String[] forbidden = above.stream().map(room -> ROOT + "." + room).toArray(String[]::new);
            if (forbidden.length > 0) {
                noClasses()
                        .that()
                        .resideInAPackage(ROOT + "." + ROOMS.get(i))
                        .should()
                        .dependOnClassesThat()
                        .resideInAnyPackage(forbidden)
                        .check(CLASSES);
            }
            noClasses()
                    .that()
                    .resideInAPackage(ROOT + "." + ROOMS.get(i))
                    .should()
                    .dependOnClassesThat()
                    .resideInAPackage(ROOT)
                    .check(CLASSES);
        }
        SlicesRuleDefinition.slices()
                .matching(ROOT + ".(*)..")
                .should()
                .beFreeOfCycles()
                .check(CLASSES);
    }

    /** Where a package's sign lists what it imports, the list is what it imports. */
    @Test
    void signsSayWhatIsImported() throws IOException {
        int signs = 0;
        for (String room : ROOMS) {
            Path directory = Path.of("src/main/java", ROOT.replace('.', '/'), room);
            Matcher said = IMPORTS_SAID.matcher(
                    Files.readString(directory.resolve("package-info.java")).replaceAll("\\s*\\R \\* ", " "));
            if (!said.find()) {
                continue;
            }
            signs++;
            Set<String> imported = new TreeSet<>();
            try (Stream<Path> sources = Files.list(directory)) {
                for (Path source : sources.toList()) {
                    ROOM_IMPORTED
                            .matcher(Files.readString(source))
                            .results()
                            .map(found -> found.group(1))
                            .filter(other -> !other.equals(room))
                            .forEach(imported::add);
                }
            }
            assertThat(said.group(1).strip().split(" +"))
                    .as("what the sign of " + room + " says")
                    .containsExactlyInAnyOrderElementsOf(imported);
        }
        assertThat(signs).isGreaterThan(4);
    }

    @Test
    void workingRoomsDoNotKnowEachOther() {
        for (Set<String> pair : STRANGERS) {
            List<String> rooms = List.copyOf(pair);
            for (int i = 0; i < 2; i++) {
                noClasses()
                        .that()
                        .resideInAPackage(ROOT + "." + rooms.get(i))
                        .should()
                        .dependOnClassesThat()
                        .resideInAPackage(ROOT + "." + rooms.get(1 - i))
                        .check(CLASSES);
            }
        }
    }

    @Test
    void eachForeignThingHasOneOffice() {
        only(
                "format",
                "org.apache.parquet..",
                "org.apache.avro..",
                "org.apache.orc..",
                "com.github.luben..",
                "org.xerial..");
        // Deletion vectors are bitmaps, and so can values be.
        noClasses()
                .that()
                .resideOutsideOfPackages(ROOT + ".index", ROOT + ".merge")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("org.roaringbitmap..")
                .check(CLASSES);
        only("cache", "com.github.benmanes..");
        only("env", "java.nio.file..", "java.nio.channels..");
        noClasses()
                .that()
                .resideOutsideOfPackage(ROOT + ".env")
                .should()
                .callMethod(System.class, "currentTimeMillis")
                .orShould()
                .callMethod(System.class, "nanoTime")
                .orShould()
                .callMethod(java.util.UUID.class, "randomUUID")
                .orShould()
                .callConstructor(Thread.class)
                .check(CLASSES);
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAPackage("org.apache.paimon..")
                .check(CLASSES);
    }

    private static void only(String room, String... foreign) {
        noClasses()
                .that()
                .resideOutsideOfPackage(ROOT + "." + room)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(foreign)
                .check(CLASSES);
    }
}
