package io.lakelog.sql.exec;

import io.lakelog.storage.predicate.Predicate;
import io.lakelog.storage.row.Batch;
import io.lakelog.storage.row.BatchSource;
import io.lakelog.storage.type.DataType;
import io.lakelog.storage.type.RowType;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads columns of a relation, and only the rows that meet a condition. The relation gets the condition as a hint; the
 * rows are tested here again. Immutable.
 *
 * @param columns positions in the relation's row type, in the order wanted; may be empty
 * @param condition over positions in the relation's row type, or null
 */
public record Scan(
        Relation relation, List<Integer> columns, @Nullable Condition condition) {
    public Scan {
        columns = List.copyOf(columns);
    }

    /** The columns that come out. */
    public RowType rowType() {
        return relation.rowType().project(positions(columns));
    }

    /** The same with fewer or reordered columns, given as positions in {@link #columns}. */
    public Scan project(List<Integer> positions) {
        return new Scan(relation, positions.stream().map(columns::get).toList(), condition);
    }

    /** The same with one more condition, over positions in the relation. */
    public Scan filter(Condition more) {
        return new Scan(relation, columns, condition == null ? more : new Condition.And(List.of(condition, more)));
    }

    public BatchSource open(ExecContext context) {
        List<Integer> read = new ArrayList<>(new LinkedHashSet<>(columns));
        int[] output = columns.stream().mapToInt(read::indexOf).toArray();
        if (condition == null) {
            BatchSource source = relation.open(context, positions(read), null);
            return new Passed(source, read.size() == columns.size() ? null : output, context);
        }
        Predicate predicate = condition.bind(context);
        Predicate local = localize(predicate, read);
        int[] positions = positions(read);
        List<DataType> types = read.stream().map(relation.rowType()::type).toList();
        BatchFilter filter = new BatchFilter(local, types, output);
        BatchSource source = relation.open(context, positions, ConstantTexts.hint(predicate, relation.rowType()));
        return new BatchSource() {
            @Override
            public @Nullable Batch next() {
                while (true) {
                    context.check();
                    Batch batch = source.next();
                    if (batch == null) {
                        return null;
                    }
                    Batch kept = filter.apply(batch);
                    if (kept != null) {
                        return kept;
                    }
                }
            }

            @Override
            public void close() {
                source.close();
            }
        };
    }

    /** What the relation may be told of the rows that are wanted; null for nothing. */
    public @Nullable Predicate hint(ExecContext context) {
        return condition == null ? null : ConstantTexts.hint(condition.bind(context), relation.rowType());
    }

    private static int[] positions(List<Integer> list) {
        return list.stream().mapToInt(Integer::intValue).toArray();
    }

    /** Batches as they come, some of their columns repeated if wanted. */
    private record Passed(BatchSource source, int @Nullable [] output, ExecContext context) implements BatchSource {
        @Override
        public @Nullable Batch next() {
            context.check();
            Batch batch = source.next();
            return batch == null || output == null ? batch : batch.project(output);
        }

        @Override
        public void close() {
            source.close();
        }
    }

    /** The predicate over positions in {@code read}, to which the columns it needs are added. */
    private static Predicate localize(Predicate predicate, List<Integer> read) {
        if (predicate instanceof Predicate.And and) {
            return new Predicate.And(
                    and.parts().stream().map(part -> localize(part, read)).toList());
        } else if (predicate instanceof Predicate.Or or) {
            return new Predicate.Or(
                    or.parts().stream().map(part -> localize(part, read)).toList());
        } else if (predicate instanceof Predicate.IsNull isNull) {
            return new Predicate.IsNull(localize(isNull.column(), read));
        } else if (predicate instanceof Predicate.IsNotNull isNotNull) {
            return new Predicate.IsNotNull(localize(isNotNull.column(), read));
        }
        Predicate.Compare compare = (Predicate.Compare) predicate;
        return new Predicate.Compare(localize(compare.column(), read), compare.operator(), compare.value());
    }

    private static int localize(int column, List<Integer> read) {
        int position = read.indexOf(column);
        if (position < 0) {
            position = read.size();
            read.add(column);
        }
        return position;
    }

    /** One line for EXPLAIN. */
    public String describe() {
        return relation.describe() + " columns " + rowType().names()
                + (condition == null ? "" : " where " + ConditionText.of(condition, relation.rowType()));
    }
}
