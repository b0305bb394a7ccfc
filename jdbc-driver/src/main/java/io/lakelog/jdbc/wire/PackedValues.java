package io.lakelog.jdbc.wire;

import io.lakelog.storage.row.BooleansBuilder;
import io.lakelog.storage.row.BytesBuilder;
import io.lakelog.storage.row.Column;
import io.lakelog.storage.row.ColumnBuilder;
import io.lakelog.storage.row.DoublesBuilder;
import io.lakelog.storage.row.FloatsBuilder;
import io.lakelog.storage.row.Int128sBuilder;
import io.lakelog.storage.row.IntsBuilder;
import io.lakelog.storage.row.ListsBuilder;
import io.lakelog.storage.row.LongsBuilder;
import io.lakelog.storage.row.NanosBuilder;
import io.lakelog.storage.row.StructsBuilder;
import io.lakelog.storage.type.DataType;
import io.lakelog.storage.type.Field;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;

/**
 * Values that no scalar of the wire holds, packed into bytes between our server and our client: nested ones, and timestamps
 * of nanoseconds. Big-endian.
 *
 * <pre>
 * value := BOOLEAN 1 byte | INT 4 | LONG 8 | NANOS 8 of microseconds, 2 more | FLOAT 4 | DOUBLE 8 | INT128 16
 *        | BYTES length in 4 bytes, bytes
 *        | LIST count in 4 bytes, for each child: item{count}
 *        | STRUCT item for each field
 * item  := 0 | 1 value                               -- NULL, or not
 * </pre>
 *
 * Pure.
 */
final class PackedValues {
    private PackedValues() {}

    static byte[] pack(Column column, int row) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try {
            write(new DataOutputStream(bytes), column, row);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    private static void write(DataOutputStream out, Column column, int row) throws IOException {
        switch (column.layout()) {
            case BOOLEAN -> out.writeBoolean(((Column.Booleans) column).values[row]);
            case INT -> out.writeInt(((Column.Ints) column).values[row]);
            case LONG -> out.writeLong(((Column.Longs) column).values[row]);
            case NANOS -> {
                out.writeLong(((Column.Nanos) column).micros[row]);
                out.writeShort(((Column.Nanos) column).nanos[row]);
            }
            case FLOAT -> out.writeFloat(((Column.Floats) column).values[row]);
            case DOUBLE -> out.writeDouble(((Column.Doubles) column).values[row]);
            case INT128 -> {
                out.writeLong(((Column.Int128s) column).high[row]);
                out.writeLong(((Column.Int128s) column).low[row]);
            }
            case BYTES -> {
                Column.Bytes bytes = (Column.Bytes) column;
                out.writeInt(bytes.length(row));
                out.write(bytes.data, bytes.offsets[row], bytes.length(row));
            }
            case LIST -> {
                Column.Lists lists = (Column.Lists) column;
                out.writeInt(lists.length(row));
                for (Column child : lists.children) {
                    for (int i = lists.offsets[row]; i < lists.offsets[row + 1]; i++) {
                        item(out, child, i);
                    }
                }
            }
            case STRUCT -> {
                for (Column child : ((Column.Structs) column).children) {
                    item(out, child, row);
                }
            }
        }
    }

    private static void item(DataOutputStream out, Column column, int row) throws IOException {
        out.writeBoolean(!column.isNull(row));
        if (!column.isNull(row)) {
            write(out, column, row);
        }
    }

    /** Appends the value that {@link #pack} made of a column of this type. */
    static void unpack(byte[] bytes, ColumnBuilder builder, DataType type) {
        try {
            read(new DataInputStream(new java.io.ByteArrayInputStream(bytes)), builder, type);
        } catch (IOException e) {
            throw new UncheckedIOException("a value of type " + type.sql() + " came incomplete", e);
        }
    }

    private static void read(DataInputStream in, ColumnBuilder builder, DataType type) throws IOException {
        List<Field> children = type.children();
        switch (type.layout()) {
            case BOOLEAN -> ((BooleansBuilder) builder).append(in.readBoolean());
            case INT -> ((IntsBuilder) builder).append(in.readInt());
            case LONG -> ((LongsBuilder) builder).append(in.readLong());
            case NANOS -> ((NanosBuilder) builder).append(in.readLong(), in.readShort());
            case FLOAT -> ((FloatsBuilder) builder).append(in.readFloat());
            case DOUBLE -> ((DoublesBuilder) builder).append(in.readDouble());
            case INT128 -> ((Int128sBuilder) builder).append(in.readLong(), in.readLong());
            case BYTES -> ((BytesBuilder) builder).append(in.readNBytes(in.readInt()));
            case LIST -> {
                ListsBuilder lists = (ListsBuilder) builder;
                int count = in.readInt();
                for (int child = 0; child < children.size(); child++) {
                    for (int i = 0; i < count; i++) {
                        item(in, lists.child(child), children.get(child).type());
                    }
                }
                lists.endValue();
            }
            case STRUCT -> {
                StructsBuilder rows = (StructsBuilder) builder;
                for (int child = 0; child < children.size(); child++) {
                    item(in, rows.child(child), children.get(child).type());
                }
                rows.endValue();
            }
        }
    }

    private static void item(DataInputStream in, ColumnBuilder builder, DataType type) throws IOException {
        if (in.readBoolean()) {
            read(in, builder, type);
        } else {
            builder.appendNull();
        }
    }
}
