package io.lakelog.examples;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;

/** The prices in {@code stocks.csv}, month by month. */
final class MonthlyPrices {
    private static final DateTimeFormatter DATE = DateTimeFormatter.ofPattern("MMM d yyyy", Locale.US);

    private MonthlyPrices() {}

    /** What a share cost at the beginning of a month. */
    record Price(String symbol, LocalDate month, BigDecimal price) {}

    static SortedMap<LocalDate, List<Price>> read() throws IOException {
        SortedMap<LocalDate, List<Price>> months = new TreeMap<>();
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(
                Objects.requireNonNull(MonthlyPrices.class.getResourceAsStream("stocks.csv")),
                StandardCharsets.UTF_8))) {
            lines.readLine();
            String line;
            while ((line = lines.readLine()) != null) {
                String[] parts = line.split(",", -1);
                LocalDate month = LocalDate.parse(parts[1], DATE);
                months.computeIfAbsent(month, m -> new ArrayList<>())
                        .add(new Price(parts[0], month, new BigDecimal(parts[2])));
            }
        }
        return months;
    }
}
