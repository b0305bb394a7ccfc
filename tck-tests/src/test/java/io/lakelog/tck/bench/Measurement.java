package io.lakelog.tck.bench;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * One measurement in its own JVM: {@code <write|read|load> <contender> <buckets> <rows> <rows of a commit> <directory>}. Generating rows is
 * not timed. The last line printed is the result as JSON.
 */
public final class Measurement {
    private Measurement() {}

    public static void main(String[] arguments) throws Exception {
        String work = arguments[0];
        int buckets = Integer.parseInt(arguments[2]);
        int rows = Integer.parseInt(arguments[3]);
        int commitRows = Integer.parseInt(arguments[4]);
        Path directory = Path.of(arguments[5]);
        Clock clock = new Clock();
        double rereadSeconds = 0;
        // Upserts hit each key twice on average; a load brings every key once, in no order.
        Orders orders = work.equals("load")
                ? new Orders(commitRows, rows, true)
                : new Orders(commitRows, Math.max(1, rows / 2), false);
        try (Contender contender = Contender.of(arguments[1], directory)) {
            if (work.equals("read")) {
                for (int done = 0; done < rows; done += commitRows) {
                    orders.next();
                }
                clock.start();
                check(contender.read(), orders);
                clock.stop();
                rereadSeconds = reread(contender, orders);
            } else {
                contender.create(buckets);
                for (int done = 0; done < rows; done += commitRows) {
                    orders.next();
                    clock.start();
                    contender.upsert(orders);
                    clock.stop();
                }
                check(contender.read(), orders);
            }
        }
        Map<String, Object> result = result(clock, rows);
        if (rereadSeconds > 0) {
            result.put("rereadSeconds", rereadSeconds);
        }
        System.out.println(new ObjectMapper().writeValueAsString(result));
    }

    /** Seconds of the third full read, when the code is warm. */
    private static double reread(Contender contender, Orders orders) throws Exception {
        check(contender.read(), orders);
        long start = System.nanoTime();
        check(contender.read(), orders);
        return (System.nanoTime() - start) / 1e9;
    }

    private static Map<String, Object> result(Clock clock, int rows) throws Exception {
        Map<String, Object> result = new LinkedHashMap<>();
        result.put("rows", rows);
        result.put("seconds", clock.nanos / 1e9);
        result.put("cpuSeconds", clock.cpuNanos / 1e9);
        result.put("peakMemoryMb", peakMemoryMb());
        return result;
    }

    private static void check(Contender.Totals found, Orders orders) {
        Contender.Totals expected = new Contender.Totals(orders.expectedRows(), orders.expectedDigest());
        if (!found.equals(expected)) {
            throw new IllegalStateException("read " + found + " instead of " + expected);
        }
    }

    private static long peakMemoryMb() throws Exception {
        for (String line : Files.readAllLines(Path.of("/proc/self/status"))) {
            if (line.startsWith("VmHWM:")) {
                return Long.parseLong(line.replaceAll("\\D", "")) / 1024;
            }
        }
        return 0;
    }

    /** Adds up wall and processor time of the timed sections. */
    private static final class Clock {
        private final com.sun.management.OperatingSystemMXBean system =
                (com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        private long nanos;
        private long cpuNanos;

        void start() {
            nanos -= System.nanoTime();
            cpuNanos -= system.getProcessCpuTime();
        }

        void stop() {
            nanos += System.nanoTime();
            cpuNanos += system.getProcessCpuTime();
        }
    }
}
