package io.lakelog.sql.plan;

import io.lakelog.sql.command.CallCommand;
import io.lakelog.sql.command.Procedure;
import io.lakelog.sql.command.Procedures;
import io.lakelog.sql.parse.SqlText;
import io.lakelog.sql.parse.Statement;
import io.lakelog.storage.error.ErrorCode;
import io.lakelog.storage.error.LakelogException;
import io.lakelog.storage.error.NearMatch;
import io.lakelog.storage.type.DataType;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlDynamicParam;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.jspecify.annotations.Nullable;

/** CALL: the procedure is found, and its arguments are put in their places. */
final class CallPlanner {
    private CallPlanner() {}

    /** @param parameterTypes where the types of the parameters are put that stand as arguments */
    static CallCommand plan(Statement.Call call, Map<Integer, DataType> parameterTypes) {
        Procedure procedure = Procedures.find(call.name(), SqlText.place(call.position()));
        List<CallCommand.@Nullable Value> values =
                new ArrayList<>(Collections.nCopies(procedure.arguments().size(), null));
        boolean named = false;
        for (int i = 0; i < call.arguments().size(); i++) {
            Statement.Argument argument = call.arguments().get(i);
            String place = SqlText.place(argument.value().getParserPosition());
            named |= argument.name() != null;
            if (named && argument.name() == null) {
                throw invalid("the argument at " + place + " needs a name: it follows one that has a name");
            }
            int position = argument.name() == null ? i : position(procedure, argument.name(), place);
            if (position >= procedure.arguments().size()) {
                throw invalid("procedure " + procedure.name() + " takes at most "
                        + procedure.arguments().size() + " arguments: " + procedure.signature());
            }
            if (values.get(position) != null) {
                throw invalid("argument '" + procedure.arguments().get(position).name() + "' of procedure "
                        + procedure.name() + " is given twice (at " + place + ")");
            }
            values.set(position, value(procedure.arguments().get(position), argument.value(), parameterTypes));
        }
        for (int i = 0; i < values.size(); i++) {
            if (values.get(i) == null && procedure.arguments().get(i).required()) {
                throw invalid("procedure " + procedure.name() + " needs argument '"
                        + procedure.arguments().get(i).name() + "': " + procedure.signature());
            }
        }
        return new CallCommand(procedure, values);
    }

    private static int position(Procedure procedure, String name, String place) {
        for (int i = 0; i < procedure.arguments().size(); i++) {
            if (procedure.arguments().get(i).isCalled(name)) {
                return i;
            }
        }
        throw invalid("procedure " + procedure.name() + " has no argument '" + name + "' (at " + place + ")"
                + NearMatch.hint(
                        name,
                        procedure.arguments().stream()
                                .map(Procedure.Argument::name)
                                .toList())
                + "; " + procedure.signature());
    }

    private static CallCommand.Value value(
            Procedure.Argument argument, SqlNode node, Map<Integer, DataType> parameterTypes) {
        SqlNode bare = node;
        // CAST(10 AS BIGINT) is the habit of other engines; the procedure says the type.
        while (bare.getKind() == SqlKind.CAST) {
            bare = ((SqlCall) bare).operand(0);
        }
        if (bare instanceof SqlDynamicParam parameter) {
            parameterTypes.put(parameter.getIndex(), argument.type());
            return new CallCommand.Value(null, parameter.getIndex());
        }
        if (!Literals.isLiteral(bare)) {
            throw LakelogException.unsupported("argument '" + argument.name() + "' at "
                    + SqlText.place(node.getParserPosition())
                    + " is a literal or a parameter; other expressions are not supported yet");
        }
        return new CallCommand.Value(
                Literals.argument(bare, argument.type(), "argument '" + argument.name() + "'", ZoneOffset.UTC), -1);
    }

    private static LakelogException invalid(String message) {
        return new LakelogException(ErrorCode.INVALID_STATEMENT, message);
    }
}
