package io.lakelog.jdbc.jar;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Properties;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(180)
final class AllInOneJarIT {
    private static final Path JAR = Path.of(Objects.requireNonNull(System.getProperty("lakelog.all.jar")));
    private static final Path NEWER_JAVA = Path.of("/usr/lib/jvm/temurin-25-jdk-amd64/bin/java");
    private static final long BYTES_MAX = 70L << 20;

    @TempDir
    Path directory = Path.of("unset");

    @Test
    void whatIsInIt() throws IOException {
        assertThat(Files.size(JAR)).isLessThan(BYTES_MAX);
        try (JarFile jar = new JarFile(JAR.toFile())) {
            TreeSet<String> roots = new TreeSet<>();
            List<JarEntry> entries = jar.stream().toList();
            for (JarEntry entry : entries) {
                String name = entry.getName();
                if (name.endsWith(".class")) {
                    roots.add(name.substring(0, name.indexOf('/', name.indexOf('/') + 1)));
                }
                assertThat(name).doesNotMatch("META-INF/.*\\.(SF|RSA|DSA)").doesNotEndWith("module-info.class");
            }
            assertThat(roots).containsExactly("com/github", "io/lakelog", "org/xerial");
            assertThat(entries)
                    .extracting(entry -> entry.getName().replaceAll("^io/lakelog/shaded/([^/]+/[^/]+)/.*", "$1"))
                    .filteredOn(name -> name.matches("[a-z]+/[a-z]+") && !name.startsWith("io/lakelog"))
                    .as("what others have written, under a name of ours")
                    .isSubsetOf(
                            "com/ctc",
                            "com/fasterxml",
                            "com/github",
                            "com/google",
                            "com/jayway",
                            "com/yahoo",
                            "io/airlift",
                            "io/prometheus",
                            "javax/annotation",
                            "javax/servlet",
                            "net/minidev",
                            "org/apache",
                            "org/codehaus",
                            "org/eclipse",
                            "org/jline",
                            "org/json",
                            "org/joou",
                            "org/locationtech",
                            "org/objectweb",
                            "org/pentaho",
                            "org/roaringbitmap",
                            "org/slf4j",
                            "parquet/com",
                            "parquet/it",
                            "parquet/net",
                            "parquet/org",
                            "picocli/shade",
                            "shaded/parquet");
            InputStream services = jar.getInputStream(jar.getJarEntry("META-INF/services/java.sql.Driver"));
            assertThat(new String(services.readAllBytes(), StandardCharsets.UTF_8).strip())
                    .isEqualTo("io.lakelog.jdbc.LakelogDriver");
            assertThat(entries)
                    .extracting(JarEntry::getName)
                    .contains("META-INF/LICENSE")
                    .anyMatch(name -> name.matches("META-INF/third-party/calcite-core.*/NOTICE"))
                    .anyMatch(name -> name.matches("META-INF/third-party/jetty-server.*/NOTICE.*"))
                    .noneMatch(name -> name.startsWith("META-INF/services/javax."));
        }
    }

    /** As a SQL tool loads it: a class loader of its own, below the JDK alone, and a context loader that knows nothing. */
    @Test
    void inAClassLoaderOfItsOwn() throws Exception {
        ClassLoader context = Thread.currentThread().getContextClassLoader();
        try (URLClassLoader odd = new URLClassLoader(new URL[0], null);
                URLClassLoader one = load();
                URLClassLoader two = load()) {
            Thread.currentThread().setContextClassLoader(odd);
            Driver driver = theOnlyDriver(one);
            assertThat(driver.getClass().getClassLoader()).isSameAs(one);
            use(driver, directory.resolve("one"));
            use(theOnlyDriver(two), directory.resolve("two"));
            for (ClassLoader loader : List.of(one, two)) {
                deregister(loader);
            }
        } finally {
            Thread.currentThread().setContextClassLoader(context);
        }
    }

    /** Whoever closes the last connection has nothing of the driver left: no thread, no lock on a file. */
    @Test
    void closingLeavesNothingBehind() throws Exception {
        Set<Thread> before = Thread.getAllStackTraces().keySet();
        Path warehouse = directory.resolve("closed");
        try (URLClassLoader loader = load()) {
            Driver driver = theOnlyDriver(loader);
            use(driver, warehouse);
            try (Connection memory = driver.connect("jdbc:lakelog:memory:", new Properties());
                    Statement statement = memory.createStatement()) {
                statement.execute("CREATE TABLE t (id INT, PRIMARY KEY (id) NOT ENFORCED)");
                statement.execute("INSERT INTO t VALUES (1)");
            }
            deregister(loader);
            Set<Thread> after = new HashSet<>(Thread.getAllStackTraces().keySet());
            after.removeAll(before);
            assertThat(after)
                    .filteredOn(thread -> thread.getContextClassLoader() == loader
                            || thread.getName().contains("lakelog"))
                    .isEmpty();
        }
        try (Stream<Path> left = Files.walk(warehouse)) {
            assertThat(left.map(path -> String.valueOf(path.getFileName())))
                    .noneMatch(name -> name.endsWith(".lock") || name.endsWith(".tmp"));
        }
    }

    /** On the newest Java too, where one is at hand; it has nothing to say of what we do with memory and native code. */
    @Test
    void onAnotherJava() throws Exception {
        assumeTrue(Files.isExecutable(NEWER_JAVA));
        Path warehouse = directory.resolve("wh25");
        String made = shell25(
                warehouse.toString(),
                "CREATE TABLE t (id INT, v STRING, PRIMARY KEY (id) NOT ENFORCED) WITH ('changelog-producer' = 'lookup');"
                        + " INSERT INTO t VALUES (7, 'x'); UPDATE t SET v = 'y';"
                        + " SELECT UPPER(v) AS v, COUNT(*) AS n FROM t GROUP BY v");
        assertThat(made).isEqualTo("v,n\nY,1\n");
        Path log = directory.resolve("log25");
        Process server = program(NEWER_JAVA, "server", "--port", "0", warehouse.toString())
                .redirectError(log.toFile())
                .start();
        try (BufferedReader lines = server.inputReader(StandardCharsets.UTF_8)) {
            Matcher line = Pattern.compile(".* \\((jdbc:.*)\\)").matcher(lines.readLine());
            assertThat(line.matches()).isTrue();
            assertThat(shell25(line.group(1), "INSERT INTO t VALUES (8, 'z'); SELECT id FROM t WHERE v = 'z'"))
                    .isEqualTo("id\n8\n");
        } finally {
            server.toHandle().destroy();
        }
        assertThat(server.waitFor(30, TimeUnit.SECONDS)).isTrue();
        assertThat(Files.readAllLines(log)).isNotEmpty().allMatch(line -> line.startsWith("{\"time\":"));
    }

    /** @return what the shell wrote; nothing of it to standard error */
    private String shell25(String where, String sql) throws Exception {
        Path out = directory.resolve("out25");
        Path err = directory.resolve("err25");
        Process shell = program(NEWER_JAVA, where, "--format", "csv", "--execute", sql)
                .redirectOutput(out.toFile())
                .redirectError(err.toFile())
                .start();
        assertThat(shell.waitFor(120, TimeUnit.SECONDS)).isTrue();
        assertThat(Files.readString(err)).isEmpty();
        assertThat(shell.exitValue()).isZero();
        return Files.readString(out);
    }

    private static URLClassLoader load() throws IOException {
        return new URLClassLoader(new URL[] {JAR.toUri().toURL()}, ClassLoader.getPlatformClassLoader());
    }

    private static Driver theOnlyDriver(ClassLoader loader) {
        List<Driver> drivers = new ArrayList<>();
        ServiceLoader.load(Driver.class, loader).forEach(drivers::add);
        assertThat(drivers).hasSize(1);
        return drivers.get(0);
    }

    private static void deregister(ClassLoader loader) throws SQLException {
        for (Driver driver : DriverManager.drivers().toList()) {
            if (driver.getClass().getClassLoader() == loader) {
                DriverManager.deregisterDriver(driver);
            }
        }
    }

    private static void use(Driver driver, Path warehouse) throws SQLException {
        try (Connection connection = driver.connect("jdbc:lakelog:" + warehouse, new Properties());
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE t (id INT, v STRING, PRIMARY KEY (id) NOT ENFORCED)"
                    + " WITH ('changelog-producer' = 'lookup')");
            try (PreparedStatement insert = connection.prepareStatement("INSERT INTO t VALUES (?, ?)")) {
                for (int i = 0; i < 3; i++) {
                    insert.setInt(1, 1);
                    insert.setString(2, "v" + i);
                    insert.addBatch();
                }
                assertThat(insert.executeBatch()).containsExactly(1, 1, 1);
            }
            assertThat(texts(statement, "SELECT v FROM t")).containsExactly("v2");
            assertThat(texts(statement, "SELECT UPPER(v) || CAST(COUNT(*) AS STRING) FROM t GROUP BY v"))
                    .containsExactly("V21");
            assertThat(texts(statement, "SELECT rowkind FROM CHANGES(t, 0)"))
                    .containsExactly("+I", "-U", "+U", "-U", "+U");
        }
    }

    private static List<String> texts(Statement statement, String sql) throws SQLException {
        List<String> texts = new ArrayList<>();
        try (ResultSet rows = statement.executeQuery(sql)) {
            while (rows.next()) {
                texts.add(rows.getString(1));
            }
        }
        return texts;
    }

    private static ProcessBuilder java(String... arguments) {
        return program(Path.of(System.getProperty("java.home"), "bin", "java"), arguments);
    }

    private static ProcessBuilder program(Path java, String... arguments) {
        List<String> command = new ArrayList<>(List.of(java.toString(), "-jar", JAR.toString()));
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command);
    }

    @Test
    void theShellAsAProgram() throws Exception {
        Path out = directory.resolve("out");
        Path err = directory.resolve("err");
        Process shell = java(
                        directory.resolve("wh").toString(),
                        "--format",
                        "csv",
                        "--execute",
                        "CREATE TABLE t (id INT, PRIMARY KEY (id) NOT ENFORCED); INSERT INTO t VALUES (7);"
                                + " SELECT id, '漢字' AS x FROM t; SELECT nothing")
                .redirectOutput(out.toFile())
                .redirectError(err.toFile())
                .start();
        assertThat(shell.waitFor(120, TimeUnit.SECONDS)).isTrue();
        assertThat(Files.readString(out)).isEqualTo("id,x\n7,漢字\n");
        assertThat(Files.readString(err)).startsWith("ERROR 42S22: ").hasLineCount(1);
        assertThat(shell.exitValue()).isEqualTo(1);
    }

    /** The server of the jar, its driver, and Avatica's own client, whose classes have other names than the jar's. */
    @Test
    void theServerAsAProgram() throws Exception {
        Path log = directory.resolve("log");
        Process server = java("server", "--port", "0", directory.resolve("wh").toString())
                .redirectError(log.toFile())
                .start();
        try (BufferedReader lines = server.inputReader(StandardCharsets.UTF_8);
                URLClassLoader loader = load()) {
            Matcher line = Pattern.compile("Lakelog server on (http://127\\.0\\.0\\.1:(\\d+)) .*")
                    .matcher(lines.readLine());
            assertThat(line.matches()).isTrue();
            try (Connection connection = theOnlyDriver(loader)
                            .connect("jdbc:lakelog:remote://127.0.0.1:" + line.group(2), new Properties());
                    Statement statement = connection.createStatement()) {
                statement.execute("CREATE TABLE t (id INT, PRIMARY KEY (id) NOT ENFORCED)");
                assertThat(statement.executeUpdate("INSERT INTO t VALUES (1), (2)"))
                        .isEqualTo(2);
                assertThat(texts(statement, "SELECT id FROM t")).containsExactly("1", "2");
            }
            for (String serialization : List.of("protobuf", "json")) {
                String url = "jdbc:avatica:remote:url=" + line.group(1) + ";serialization=" + serialization;
                try (Connection connection = DriverManager.getConnection(url);
                        Statement statement = connection.createStatement()) {
                    assertThat(texts(statement, "SELECT COUNT(*) FROM t")).containsExactly("2");
                }
            }
            deregister(loader);
            // As an init system ends it; destroying the Process itself would close our end of its output.
            assertThat(server.toHandle().destroy()).isTrue();
            assertThat(server.waitFor(30, TimeUnit.SECONDS)).isTrue();
            assertThat(lines.readLine()).isNull();
            assertThat(Files.readString(log))
                    .contains("\"event\":\"started\"")
                    .contains("\"event\":\"stopped\"")
                    .doesNotContain("\"level\":\"error\"");
        } finally {
            server.destroyForcibly();
        }
    }
}
