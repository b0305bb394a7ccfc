package io.lakelog.tck.model;

import io.lakelog.storage.schema.SchemaChange;
import io.lakelog.storage.schema.SchemaChange.Position;
import io.lakelog.storage.type.DataType;
import io.lakelog.storage.type.Field;
import io.lakelog.storage.type.RowType;
import io.lakelog.tck.model.Evolution.Kind;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/** Random changes that a table's columns allow, within nested ones too. */
public final class ColumnChanges {
    private static final List<String> NAMES = List.of("a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l");

    private final List<Holder> holders = new ArrayList<>();
    private final Collection<String> fixed;
    private final Collection<String> named;
    private final Random random;

    /** What has fields: the table, a ROW; or one of their ARRAYs and MAPs, whose elements and values change in type alone. */
    private record Holder(List<String> path, List<Field> fields, boolean row) {
        SchemaChange within(SchemaChange change) {
            return path.isEmpty() ? change : new SchemaChange.Within(path, change);
        }
    }

    private record Place(Holder holder, Field field) {}

    /**
     * @param columns as they are
     * @param fixed the columns of the key, which may only be renamed and moved
     * @param named those of the partition, which may only be moved
     */
    public ColumnChanges(RowType columns, Collection<String> fixed, Collection<String> named, Random random) {
        this.fixed = fixed;
        this.named = named;
        this.random = random;
        collect(new Holder(List.of(), columns.fields(), true));
    }

    private void collect(Holder holder) {
        holders.add(holder);
        for (Field field : holder.fields()) {
            List<Field> inner = field.type().children();
            switch (field.type().kind()) {
                case ROW -> collect(new Holder(path(holder, field), inner, true));
                case ARRAY -> collect(new Holder(path(holder, field), inner, false));
                // The keys of a MAP stay as they are.
                case MAP -> collect(new Holder(path(holder, field), inner.subList(1, 2), false));
                default -> {}
            }
        }
    }

    private static List<String> path(Holder holder, Field field) {
        List<String> path = new ArrayList<>(holder.path());
        path.add(field.name());
        return path;
    }

    /** A change of this kind, or empty where the columns allow none. */
    public Optional<SchemaChange> any(Kind kind) {
        return switch (kind) {
            case ADD -> Optional.of(add());
            case DROP ->
                pick(rows(place -> free(place) && place.holder().fields().size() > 1))
                        .map(place -> place.holder()
                                .within(new SchemaChange.DropColumn(
                                        place.field().name())));
            case RENAME ->
                pick(rows(place -> !isNamed(place)))
                        .map(place -> place.holder()
                                .within(new SchemaChange.RenameColumn(
                                        place.field().name(), newName(place.holder()))));
            case WIDEN -> retype(true);
            case CONVERT -> retype(false);
            case MOVE -> pick(rows(place -> place.holder().fields().size() > 1)).flatMap(this::move);
            case ALLOW_NULL ->
                pick(rows(place -> free(place) && !place.field().type().nullable()))
                        .map(place -> place.holder()
                                .within(new SchemaChange.ChangeNullability(
                                        place.field().name(), true)));
            case COMMENT ->
                pick(rows(place -> true))
                        .map(place -> place.holder()
                                .within(new SchemaChange.ChangeComment(
                                        place.field().name(), "comment " + random.nextInt(9))));
            default -> throw new IllegalArgumentException(kind + " changes no column");
        };
    }

    private SchemaChange add() {
        List<Holder> rows = holders.stream().filter(Holder::row).toList();
        Holder holder = rows.get(random.nextInt(rows.size()));
        Field field = new Field(0, newName(holder), TypeChanges.any(random));
        Position position =
                switch (random.nextInt(3)) {
                    case 0 -> null;
                    case 1 -> Position.FIRST;
                    default ->
                        new Position(holder.fields()
                                .get(random.nextInt(holder.fields().size()))
                                .name());
                };
        return holder.within(new SchemaChange.AddColumn(field, position));
    }

    /** Names of fields that are gone come back, so that what was dropped would show if it were found by name. */
    private String newName(Holder holder) {
        List<String> unused = new ArrayList<>(NAMES);
        holder.fields().forEach(field -> unused.remove(field.name()));
        return unused.get(random.nextInt(Math.min(3, unused.size())));
    }

    private Optional<SchemaChange> retype(boolean widen) {
        record Change(Place place, DataType type) {}
        List<Change> changes = new ArrayList<>();
        for (Place place : places()) {
            if (free(place)) {
                DataType type = place.field().type();
                List<DataType> types = widen ? TypeChanges.wider(type) : TypeChanges.other(type);
                types.forEach(other -> changes.add(new Change(place, other)));
            }
        }
        return pick(changes)
                .map(change -> change.place()
                        .holder()
                        .within(new SchemaChange.ChangeType(
                                change.place().field().name(), change.type(), true)));
    }

    private Optional<SchemaChange> move(Place place) {
        List<Field> fields = place.holder().fields();
        int from = fields.indexOf(place.field());
        int to = random.nextInt(fields.size());
        if (from == to) {
            return Optional.empty();
        }
        Position position =
                to == 0 ? Position.FIRST : new Position(fields.get(to).name());
        return Optional.of(
                place.holder().within(new SchemaChange.MoveColumn(place.field().name(), position)));
    }

    private boolean free(Place place) {
        return !place.holder().path().isEmpty() || !fixed.contains(place.field().name()) && !isNamed(place);
    }

    private boolean isNamed(Place place) {
        return place.holder().path().isEmpty() && named.contains(place.field().name());
    }

    private List<Place> rows(java.util.function.Predicate<Place> allowed) {
        return places().stream()
                .filter(place -> place.holder().row())
                .filter(allowed)
                .toList();
    }

    private List<Place> places() {
        List<Place> places = new ArrayList<>();
        holders.forEach(holder -> holder.fields().forEach(field -> places.add(new Place(holder, field))));
        return places;
    }

    private <T> Optional<T> pick(List<T> choices) {
        return choices.isEmpty() ? Optional.empty() : Optional.of(choices.get(random.nextInt(choices.size())));
    }
}
