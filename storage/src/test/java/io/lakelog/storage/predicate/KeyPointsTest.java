package io.lakelog.storage.predicate;

import static org.assertj.core.api.Assertions.assertThat;

import io.lakelog.storage.row.Batch;
import io.lakelog.storage.row.Values;
import io.lakelog.storage.type.DataType;
import io.lakelog.storage.type.RowType;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class KeyPointsTest {
    private static final RowType ROWS = RowType.of(
            List.of("a", "b", "c", "d"), List.of(DataType.INT, DataType.STRING, DataType.INT, DataType.DOUBLE));
    private static final int[] KEY = {1, 0};

    private static Predicate equal(int column, Object value) {
        return new Predicate.Compare(column, Predicate.Operator.EQUAL, value);
    }

    private static @Nullable Set<List<Object>> points(Predicate predicate, int... positions) {
        Batch batch = KeyPoints.of(predicate, ROWS, positions);
        if (batch == null) {
            return null;
        }
        Set<List<Object>> points = new HashSet<>();
        for (int row = 0; row < batch.size(); row++) {
            List<Object> point = new ArrayList<>();
            for (int i = 0; i < positions.length; i++) {
                point.add(Values.get(batch.column(i), ROWS.type(positions[i]), row));
            }
            points.add(point);
        }
        return points;
    }

    /** Rows of a small world that meet a predicate have one of its points; with no other columns in it, every point has rows. */
    @Property(tries = 500)
    void everyRowThatMeetsTheConditionHasAPoint(@ForAll Random random) {
        Predicate predicate = random(random, 4);
        Set<List<Object>> points = points(predicate, KEY);
        for (int a = 0; a < 3; a++) {
            for (int b = 0; b < 3; b++) {
                for (int c = 0; c < 3; c++) {
                    if (points != null && meets(predicate, List.of(a, "v" + b, c))) {
                        assertThat(points).as("%s", predicate).contains(List.of("v" + b, a));
                    }
                }
            }
        }
    }

    private static Predicate random(Random random, int depth) {
        int choice = random.nextInt(depth == 0 ? 4 : 10);
        if (choice < 6 || depth == 0) {
            int column = random.nextInt(3);
            int value = random.nextInt(3);
            Predicate.Operator operator = random.nextInt(6) > 0
                    ? Predicate.Operator.EQUAL
                    : Predicate.Operator.values()[random.nextInt(Predicate.Operator.values().length)];
            return new Predicate.Compare(column, operator, column == 1 ? "v" + value : (Object) value);
        }
        List<Predicate> parts = IntStream.range(0, random.nextInt(4))
                .mapToObj(i -> random(random, depth - 1))
                .toList();
        return choice < 8 ? new Predicate.And(parts) : new Predicate.Or(parts);
    }

    private static boolean meets(Predicate predicate, List<Object> row) {
        if (predicate instanceof Predicate.And and) {
            return and.parts().stream().allMatch(part -> meets(part, row));
        }
        if (predicate instanceof Predicate.Or or) {
            return or.parts().stream().anyMatch(part -> meets(part, row));
        }
        Predicate.Compare compare = (Predicate.Compare) predicate;
        int order =
                row.get(compare.column()).toString().compareTo(compare.value().toString());
        return switch (compare.operator()) {
            case EQUAL -> order == 0;
            case NOT_EQUAL -> order != 0;
            case LESS -> order < 0;
            case LESS_OR_EQUAL -> order <= 0;
            case GREATER -> order > 0;
            case GREATER_OR_EQUAL -> order >= 0;
        };
    }

    @Test
    void fewPointsAreLeftByListsOfValues() {
        Predicate some = new Predicate.Or(List.of(equal(0, 1), equal(0, 2)));
        assertThat(points(new Predicate.And(List.of(equal(1, "x"), some)), KEY))
                .containsExactlyInAnyOrder(List.of("x", 1), List.of("x", 2));
        assertThat(points(new Predicate.And(List.of(some, equal(1, "x"), equal(0, 2), equal(2, 9))), KEY))
                .containsExactly(List.of("x", 2));
        assertThat(points(new Predicate.And(List.of(equal(0, 1), equal(0, 2), equal(1, "x"))), KEY))
                .isEmpty();
        assertThat(points(some, KEY)).isNull();
        assertThat(points(new Predicate.Or(List.of(equal(0, 1), equal(2, 2))), 0))
                .isNull();
        assertThat(points(new Predicate.Compare(0, Predicate.Operator.LESS, 2), 0))
                .isNull();
    }

    @Test
    void tooManyAreNotTakenApart() {
        Predicate many = new Predicate.Or(
                IntStream.range(0, KeyPoints.MAX).mapToObj(i -> equal(0, i)).toList());
        assertThat(points(many, 0)).hasSize(KeyPoints.MAX);
        Predicate two = new Predicate.Or(List.of(equal(1, "x"), equal(1, "y")));
        assertThat(points(new Predicate.And(List.of(many, two)), KEY)).isNull();
        assertThat(points(new Predicate.And(List.of(many, equal(1, "x"))), KEY)).hasSize(KeyPoints.MAX);
        assertThat(points(new Predicate.Or(List.of(many, equal(0, -1))), 0)).isNull();
    }

    @Test
    void aFloatingPointZeroIsTwoKeys() {
        assertThat(points(equal(3, 0.0), 3)).isNull();
        assertThat(points(equal(3, 1.5), 3)).containsExactly(List.of(1.5));
    }
}
