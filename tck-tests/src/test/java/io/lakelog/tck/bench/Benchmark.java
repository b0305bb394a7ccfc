package io.lakelog.tck.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Upserts and reads orders with each contender, interleaved over the repetitions, then loads two million rows with a heap
 * of 512 MB (more of both where asked), and prints medians and Lakelog's ratios to Paimon. Arguments, each {@code name=value}: {@code contenders}
 * (paimon,storage,jdbc), {@code rows} (1000000), {@code buckets} (1,2), {@code repetitions} (3), {@code load} (2000000;
 * 0 for none), {@code loadHeap} (512m), {@code loadBuckets} (1), {@code commit} (50000 rows), {@code heap} (2g), {@code jvm} (more flags).
 */
public final class Benchmark {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Map<String, String> settings = new LinkedHashMap<>();
    private final Map<String, List<JsonNode>> results = new LinkedHashMap<>();

    private Benchmark(String[] arguments) {
        settings.put("contenders", "paimon,storage,jdbc");
        settings.put("rows", "1000000");
        settings.put("buckets", "1,2");
        settings.put("repetitions", "3");
        settings.put("load", "2000000");
        settings.put("loadHeap", "512m");
        settings.put("loadBuckets", "1");
        settings.put("commit", "50000");
        settings.put("heap", "2g");
        settings.put("jvm", "");
        for (String argument : arguments) {
            String[] parts = argument.split("=", 2);
            if (parts.length != 2 || settings.replace(parts[0], parts[1]) == null) {
                throw new IllegalArgumentException("unknown argument " + argument + "; known are " + settings.keySet());
            }
        }
    }

    public static void main(String[] arguments) throws Exception {
        new Benchmark(arguments).run();
    }

    private void run() throws Exception {
        for (int repetition = 0; repetition < Integer.parseInt(setting("repetitions")); repetition++) {
            for (String buckets : setting("buckets").split(",", -1)) {
                for (String contender : setting("contenders").split(",", -1)) {
                    Path directory = Files.createTempDirectory("lakelog-bench");
                    try {
                        measure("write", contender, buckets, setting("rows"), directory, setting("heap"));
                        measure("read", contender, buckets, setting("rows"), directory, setting("heap"));
                    } finally {
                        delete(directory);
                    }
                }
            }
        }
        if (!setting("load").equals("0")) {
            for (String contender : setting("contenders").split(",", -1)) {
                Path directory = Files.createTempDirectory("lakelog-bench");
                try {
                    measure("load", contender, setting("loadBuckets"), setting("load"), directory, setting("loadHeap"));
                } finally {
                    delete(directory);
                }
            }
        }
        report();
    }

    private void measure(String work, String contender, String buckets, String rows, Path directory, String heap)
            throws Exception {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-Xmx" + heap, "-cp", System.getProperty("java.class.path")));
        Stream.of(setting("jvm").split(" ")).filter(flag -> !flag.isBlank()).forEach(command::add);
        command.addAll(List.of(
                Measurement.class.getName(), work, contender, buckets, rows, setting("commit"), directory.toString()));
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        String last = "";
        try (BufferedReader output = process.inputReader(StandardCharsets.UTF_8)) {
            for (String line = output.readLine(); line != null; line = output.readLine()) {
                last = line;
            }
        }
        String name = work + " " + buckets + (buckets.equals("1") ? " bucket " : " buckets ") + contender;
        if (process.waitFor() != 0) {
            System.out.println(name + " FAILED");
            return;
        }
        System.out.println(name + " " + last);
        results.computeIfAbsent(name, key -> new ArrayList<>()).add(JSON.readTree(last));
    }

    private void report() {
        System.out.printf(
                "%n%-28s %10s %7s %7s %7s %13s %6s %8s %13s%n",
                "", "rows/s", "s", "CPU s", "MB", "x Paimon (s)", "(CPU)", "reread s", "x Paimon (s)");
        results.forEach((name, measured) -> {
            String peer = name.substring(0, name.lastIndexOf(' ') + 1) + "paimon";
            double seconds = median(measured, "seconds");
            double cpu = median(measured, "cpuSeconds");
            double reread = median(measured, "rereadSeconds");
            List<JsonNode> paimon = results.getOrDefault(peer, List.of());
            System.out.printf(
                    "%-28s %10.0f %7.2f %7.2f %7.0f %13s %6s %8s %13s%n",
                    name,
                    median(measured, "rows") / seconds,
                    seconds,
                    cpu,
                    median(measured, "peakMemoryMb"),
                    ratio(median(paimon, "seconds"), seconds),
                    ratio(median(paimon, "cpuSeconds"), cpu),
                    reread == 0 ? "" : String.format("%.2f", reread),
                    reread == 0 ? "" : ratio(median(paimon, "rereadSeconds"), reread));
        });
    }

    private static String ratio(double paimon, double lakelog) {
        return paimon == 0 ? "-" : String.format("%.2f", paimon / lakelog);
    }

    /** 0 where nothing was measured. */
    private static double median(List<JsonNode> measured, String figure) {
        double[] sorted = measured.stream()
                .mapToDouble(result -> result.path(figure).asDouble())
                .sorted()
                .toArray();
        return sorted.length == 0 ? 0 : sorted[sorted.length / 2];
    }

    private String setting(String name) {
        return settings.getOrDefault(name, "");
    }

    private static void delete(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
