package io.lakelog.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.List;
import org.apache.spark.sql.DataFrameReader;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Spark's JDBC source in local mode. */
final class SparkIT {
    private static final String COLUMNS = "(id BIGINT PRIMARY KEY, status STRING, amount DECIMAL(10, 2), day DATE,"
            + " at TIMESTAMP(6), ok BOOLEAN, d DOUBLE, b BYTES)";

    @TempDir
    static Path warehouse = Path.of("unset");

    private static SparkSession spark = SparkSession.builder()
            .master("local[2]")
            .config("spark.ui.enabled", "false")
            .config("spark.sql.shuffle.partitions", "2")
            .getOrCreate();

    @BeforeAll
    static void fill() throws Exception {
        try (Connection connection = DriverManager.getConnection(url());
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE orders " + COLUMNS);
            statement.execute("CREATE TABLE copy " + COLUMNS);
            statement.execute("INSERT INTO orders VALUES (1, 'NEW', 9.90, DATE '2024-02-29',"
                    + " TIMESTAMP '2024-01-01 01:02:03.123456', TRUE, 2.5, X'0102'),"
                    + " (2, NULL, NULL, NULL, NULL, NULL, NULL, NULL), (3, 'PAID', 1, NULL, NULL, FALSE, 0, NULL)");
        }
    }

    @AfterAll
    static void stop() {
        spark.stop();
    }

    private static String url() {
        return "jdbc:lakelog:" + warehouse;
    }

    private static DataFrameReader reader() {
        return spark.read().format("jdbc").option("url", url()).option("driver", "io.lakelog.jdbc.LakelogDriver");
    }

    @Test
    void readsFiltersAndGroups() {
        Dataset<Row> orders = reader().option("dbtable", "orders").load();
        assertThat(orders.schema().simpleString())
                .contains("id:bigint", "amount:decimal(10,2)", "day:date", "at:timestamp", "ok:boolean", "b:binary");
        Row first = orders.filter("id = 1").first();
        assertThat(first.getDecimal(2)).isEqualTo(new BigDecimal("9.90"));
        assertThat(first.getDate(3)).hasToString("2024-02-29");
        assertThat(first.getTimestamp(4)).hasToString("2024-01-01 01:02:03.123456");
        assertThat((byte[]) first.get(7)).containsExactly(1, 2);
        assertThat(orders.filter("status IS NULL AND id > 1").count()).isEqualTo(1);
        assertThat(orders.groupBy("ok").count().count()).isEqualTo(3);
    }

    @Test
    void readsInPartitions() {
        Dataset<Row> orders = reader().option("dbtable", "orders")
                .option("partitionColumn", "id")
                .option("lowerBound", "0")
                .option("upperBound", "4")
                .option("numPartitions", "3")
                .load();
        assertThat(orders.rdd().getNumPartitions()).isEqualTo(3);
        assertThat(orders.count()).isEqualTo(3);
    }

    @Test
    void appendsToATable() {
        reader().option("dbtable", "orders")
                .load()
                .write()
                .format("jdbc")
                .option("url", url())
                .option("driver", "io.lakelog.jdbc.LakelogDriver")
                .option("dbtable", "copy")
                .mode("append")
                .save();
        List<Row> rows = reader().option("query", "SELECT COUNT(*) AS n, MAX(at) AS at FROM copy")
                .load()
                .collectAsList();
        assertThat(rows.get(0).getLong(0)).isEqualTo(3);
        assertThat(rows.get(0).getTimestamp(1)).hasToString("2024-01-01 01:02:03.123456");
    }
}
