<#-- Lakelog's additions to Calcite's grammar. Each statement rule yields an SqlStatement that wraps a Statement record. -->

boolean LakelogIfNotExists() :
{
}
{
    <IF> <NOT> <EXISTS> { return true; }
|
    { return false; }
}

boolean LakelogIfExists() :
{
}
{
    <IF> <EXISTS> { return true; }
|
    { return false; }
}

String LakelogString() :
{
    final SqlNode literal;
}
{
    literal = StringLiteral() { return DefinitionText.string(literal); }
}

SqlNode LakelogCreate() :
{
    final Span s;
    final boolean ifNotExists;
    final SqlIdentifier name;
    final DefinitionText text;
    SqlNode query = null;
    String string;
    SqlIdentifier source;
}
{
    <CREATE> { s = span(); }
    (
        ( <DATABASE> | <SCHEMA> )
        ifNotExists = LakelogIfNotExists()
        name = CompoundIdentifier()
        {
            return new SqlStatement(s.end(this), new Statement.CreateDatabase(DefinitionText.database(name), ifNotExists));
        }
    |
        <TABLE>
        ifNotExists = LakelogIfNotExists()
        name = CompoundIdentifier() { text = new DefinitionText(name, ifNotExists); }
        [ LakelogTableElements(text) ]
        (
            <COMMENT> string = LakelogString() { text.comment(string); }
        |
            <PARTITIONED> <BY> LakelogPartitions(text)
        |
            <WITH> LakelogOptions(text)
        |
            <LIKE> source = CompoundIdentifier() { text.like(source); }
            [ LOOKAHEAD(2) <LPAREN> ( LakelogLikeOption(text) )+ <RPAREN> ]
        )*
        [ <AS> query = OrderedQueryOrExpr(ExprContext.ACCEPT_QUERY) ]
        { return new SqlStatement(s.end(this), text.statement(query)); }
    |
        ( <OR> | <TEMPORARY> | <VIEW> | <FUNCTION> )
        { throw DefinitionText.refused("CREATE " + getToken(0).image.toUpperCase(Locale.ROOT)); }
    )
}

void LakelogTableElements(DefinitionText text) :
{
}
{
    <LPAREN> LakelogTableElement(text) ( <COMMA> LakelogTableElement(text) )* <RPAREN>
}

void LakelogTableElement(DefinitionText text) :
{
    final SqlIdentifier name;
    final SqlDataTypeSpec type;
    final SqlNodeList names;
    SqlNode value;
    String string;
}
{
    [ <CONSTRAINT> SimpleIdentifier() ]
    <PRIMARY> <KEY> names = ParenthesizedSimpleIdentifierList() { text.primaryKey(names); }
    [ LOOKAHEAD(2) <NOT> <ENFORCED> ]
|
    ( <UNIQUE> | <FOREIGN> | <CHECK> )
    { throw DefinitionText.refused("a " + getToken(0).image.toUpperCase(Locale.ROOT) + " constraint"); }
|
    name = SimpleIdentifier()
    type = DataType() { text.column(name, type); }
    (
        LOOKAHEAD(2)
        <NOT> <NULL> { text.columnNotNull(); }
    |
        <NULL>
    |
        <PRIMARY> <KEY> [ LOOKAHEAD(2) <NOT> <ENFORCED> ] { text.primaryKey(name); }
    |
        <DEFAULT_> value = Expression(ExprContext.ACCEPT_NON_QUERY) { text.columnDefault(value); }
    |
        <COMMENT> string = LakelogString() { text.columnComment(string); }
    )*
}

/** {@code INCLUDING | EXCLUDING | OVERWRITING} and what, in Flink's words. */
void LakelogLikeOption(DefinitionText text) :
{
    final String how;
}
{
    ( <INCLUDING> | <EXCLUDING> | <OVERWRITING> ) { how = getToken(0).image; }
    ( <ALL> | <CONSTRAINTS> | <OPTIONS> | <PARTITIONS> ) { text.likeOption(how, getToken(0).image); }
}

void LakelogPartitions(DefinitionText text) :
{
    SqlNode partition;
}
{
    <LPAREN>
    partition = Expression(ExprContext.ACCEPT_NON_QUERY) { text.partition(partition); }
    ( <COMMA> partition = Expression(ExprContext.ACCEPT_NON_QUERY) { text.partition(partition); } )*
    <RPAREN>
}

void LakelogOptions(DefinitionText text) :
{
}
{
    <LPAREN> [ LakelogOption(text) ( <COMMA> LakelogOption(text) )* ] <RPAREN>
}

void LakelogOption(DefinitionText text) :
{
    final String key;
    final String value;
}
{
    key = LakelogString() <EQ> value = LakelogString() { text.option(key, value); }
}

SqlNode LakelogDrop() :
{
    final Span s;
    final boolean ifExists;
    final SqlIdentifier name;
    boolean cascade = false;
}
{
    <DROP> { s = span(); }
    (
        ( <DATABASE> | <SCHEMA> )
        ifExists = LakelogIfExists()
        name = CompoundIdentifier()
        [ <CASCADE> { cascade = true; } | <RESTRICT> ]
        {
            return new SqlStatement(s.end(this), new Statement.DropDatabase(DefinitionText.database(name), ifExists, cascade));
        }
    |
        <TABLE> ifExists = LakelogIfExists() name = CompoundIdentifier()
        { return new SqlStatement(s.end(this), new Statement.DropTable(DefinitionText.table(name), ifExists)); }
    |
        ( <VIEW> | <FUNCTION> )
        { throw DefinitionText.refused("DROP " + getToken(0).image.toUpperCase(Locale.ROOT)); }
    )
}

/* The database that every warehouse has bears the name of a reserved word. */
SqlIdentifier LakelogDatabaseName() :
{
    final SqlIdentifier name;
}
{
    <DEFAULT_> { return new SqlIdentifier("default", getPos()); }
|
    name = CompoundIdentifier() { return name; }
}

SqlNode LakelogUse() :
{
    final Span s;
    final SqlIdentifier name;
}
{
    <USE> { s = span(); }
    [ LOOKAHEAD(2) ( <DATABASE> | <SCHEMA> ) ]
    name = LakelogDatabaseName()
    { return new SqlStatement(s.end(this), new Statement.Use(DefinitionText.database(name))); }
}

SqlNode LakelogTransaction() :
{
    final Span s;
    final Statement.TransactionWord word;
}
{
    (
        <START> <TRANSACTION> { s = span(); word = Statement.TransactionWord.BEGIN; }
    |
        <BEGIN> { s = span(); word = Statement.TransactionWord.BEGIN; } [ <TRANSACTION> | <WORK> ]
    |
        <COMMIT> { s = span(); word = Statement.TransactionWord.COMMIT; } [ <TRANSACTION> | <WORK> ]
    |
        <ROLLBACK> { s = span(); word = Statement.TransactionWord.ROLLBACK; } [ <TRANSACTION> | <WORK> ]
        [ <TO> { throw DefinitionText.refused("a savepoint"); } ]
    |
        ( <SAVEPOINT> | <RELEASE> ) { throw DefinitionText.refused("a savepoint"); }
    )
    { return new SqlStatement(s.end(this), word); }
}

SqlNode LakelogShow() :
{
    final Span s;
    SqlIdentifier name = null;
    String pattern = null;
}
{
    <SHOW> { s = span(); }
    (
        <DATABASES> [ <LIKE> pattern = LakelogString() ]
        { return new SqlStatement(s.end(this), new Statement.ShowDatabases(pattern)); }
    |
        <TABLES> [ ( <IN> | <FROM> ) name = LakelogDatabaseName() ] [ <LIKE> pattern = LakelogString() ]
        {
            return new SqlStatement(s.end(this),
                new Statement.ShowTables(name == null ? null : DefinitionText.database(name), pattern));
        }
    |
        <CREATE> <TABLE> name = CompoundIdentifier()
        { return new SqlStatement(s.end(this), new Statement.ShowCreateTable(DefinitionText.table(name))); }
    )
}

SqlNode LakelogDescribe() :
{
    final Span s;
    final SqlIdentifier name;
}
{
    ( <DESCRIBE> | <DESC> ) { s = span(); }
    [ <TABLE> ]
    name = CompoundIdentifier()
    { return new SqlStatement(s.end(this), new Statement.Describe(DefinitionText.table(name))); }
}

SqlNode LakelogExplain() :
{
    final Span s;
    final SqlNode query;
}
{
    <EXPLAIN> { s = span(); }
    [ <PLAN> <FOR> ]
    query = SqlQueryOrDml()
    { return new SqlStatement(s.end(this), new Statement.Explain(query)); }
}

SqlNode LakelogCall() :
{
    final Span s;
    final SqlIdentifier name;
    final List<Statement.Argument> arguments = new ArrayList<Statement.Argument>();
}
{
    <CALL> { s = span(); }
    name = CompoundIdentifier()
    <LPAREN> [ LakelogArgument(arguments) ( <COMMA> LakelogArgument(arguments) )* ] <RPAREN>
    { return new SqlStatement(s.end(this), new Statement.Call(name.names, name.getParserPosition(), arguments)); }
}

/* Argument names that are reserved words need no quotes. */
void LakelogArgument(List<Statement.Argument> arguments) :
{
    String name = null;
    SqlIdentifier identifier;
    final SqlNode value;
}
{
    [
        LOOKAHEAD(2)
        (
            ( <TABLE> | <WHERE> | <TIMESTAMP> ) { name = getToken(0).image; }
        |
            identifier = SimpleIdentifier() { name = identifier.getSimple(); }
        )
        <NAMED_ARGUMENT_ASSIGNMENT>
    ]
    value = Expression(ExprContext.ACCEPT_NON_QUERY)
    { arguments.add(new Statement.Argument(name, value)); }
}

SqlNode LakelogAlter() :
{
    final Span s;
    final boolean ifExists;
    final AlterationText text;
    SqlIdentifier name;
}
{
    <ALTER> { s = span(); }
    (
        <TABLE> ifExists = LakelogIfExists()
        name = CompoundIdentifier() { text = new AlterationText(name, ifExists); }
        (
            <ADD> LakelogAlterAdd(text)
        |
            <MODIFY>
            [ <COLUMN> ]
            (
                <LPAREN> LakelogAlterModify(text) ( <COMMA> LakelogAlterModify(text) )* <RPAREN>
            |
                LakelogAlterModify(text)
            )
        |
            <DROP> LakelogAlterDrop(text)
        |
            <RENAME> LakelogAlterRename(text)
        |
            <ALTER> LakelogAlterColumn(text)
        |
            <SET> LakelogAlterOptions(text)
        |
            <RESET> LakelogAlterReset(text)
        )
        { return new SqlStatement(s.end(this), text.statement()); }
    |
        ( <DATABASE> | <SCHEMA> | <VIEW> )
        { throw DefinitionText.refused("ALTER " + getToken(0).image.toUpperCase(Locale.ROOT)); }
    )
}

void LakelogAlterAdd(AlterationText text) :
{
}
{
    ( <PRIMARY> <KEY> | <CONSTRAINT> ) { throw AlterationText.keyIsFixed(); }
|
    <PARTITION> { throw AlterationText.partitionsComeByThemselves(); }
|
    [ LOOKAHEAD(2) ( <COLUMN> | <COLUMNS> ) ]
    (
        <LPAREN> LakelogAlterAddColumn(text) ( <COMMA> LakelogAlterAddColumn(text) )* <RPAREN>
    |
        LakelogAlterAddColumn(text)
    )
}

void LakelogAlterAddColumn(AlterationText text) :
{
}
{
    LakelogAlterElement(text) { text.add(); }
}

void LakelogAlterModify(AlterationText text) :
{
}
{
    <PRIMARY> <KEY> { throw AlterationText.keyIsFixed(); }
|
    LakelogAlterElement(text) { text.modify(); }
}

/** A column, or what is within a nested one: r.field, list.element.field, map.value.field. */
SqlIdentifier LakelogColumnPath() :
{
    final List<String> names = new ArrayList<String>();
    final Span s;
    SqlIdentifier name;
}
{
    name = SimpleIdentifier() { s = span(); names.add(name.getSimple()); }
    (
        <DOT>
        (
            <ELEMENT> { names.add("element"); }
        |
            <VALUE> { names.add("value"); }
        |
            name = SimpleIdentifier() { names.add(name.getSimple()); }
        )
    )*
    { return new SqlIdentifier(names, s.end(this)); }
}

/** A column with its type, what is said of it, and its place. */
void LakelogAlterElement(AlterationText text) :
{
    final SqlIdentifier name;
    final SqlDataTypeSpec type;
    SqlNode value;
    String string;
}
{
    name = LakelogColumnPath()
    type = DataType() { text.column(name, type); }
    (
        LOOKAHEAD(2)
        <NOT> <NULL> { text.notNull(); }
    |
        <NULL>
    |
        <DEFAULT_> value = Expression(ExprContext.ACCEPT_NON_QUERY) { text.defaultValue(value); }
    |
        <COMMENT> string = LakelogString() { text.comment(string); }
    |
        LakelogAlterPlace(text)
    )*
}

void LakelogAlterPlace(AlterationText text) :
{
    final SqlIdentifier name;
}
{
    <FIRST> { text.first(); }
|
    <AFTER> name = SimpleIdentifier() { text.after(name); }
}

void LakelogAlterDrop(AlterationText text) :
{
    SqlIdentifier name;
    boolean ifPresent;
}
{
    LOOKAHEAD( <IF> <EXISTS> <PARTITION> | <PARTITION> )
    ifPresent = LakelogIfExists()
    LakelogDropPartition(text, ifPresent) ( <COMMA> LakelogDropPartition(text, ifPresent) )*
|
    ( <PRIMARY> <KEY> | <CONSTRAINT> ) { throw AlterationText.keyIsFixed(); }
|
    [ LOOKAHEAD(2) ( <COLUMN> | <COLUMNS> ) ]
    (
        <LPAREN>
        name = LakelogColumnPath() { text.drop(name); }
        ( <COMMA> name = LakelogColumnPath() { text.drop(name); } )*
        <RPAREN>
    |
        name = LakelogColumnPath() { text.drop(name); }
    )
}

void LakelogDropPartition(AlterationText text, boolean ifPresent) :
{
    final List<Statement.PartitionValue> partition = new ArrayList<Statement.PartitionValue>();
}
{
    <PARTITION> <LPAREN>
    LakelogPartitionValue(partition) ( <COMMA> LakelogPartitionValue(partition) )*
    <RPAREN>
    { text.dropPartition(partition, ifPresent); }
}

void LakelogAlterRename(AlterationText text) :
{
    final SqlIdentifier from;
    final SqlIdentifier to;
}
{
    <TO> to = CompoundIdentifier() { text.renameTable(to); }
|
    [ LOOKAHEAD(2) <COLUMN> ] from = LakelogColumnPath() <TO> to = SimpleIdentifier() { text.rename(from, to); }
}

void LakelogAlterColumn(AlterationText text) :
{
    final SqlIdentifier name;
    SqlDataTypeSpec type;
    SqlNode value;
    String string;
}
{
    [ <COLUMN> ]
    name = LakelogColumnPath() { text.column(name); }
    (
        <SET>
        (
            <DATA> <TYPE> type = DataType() { text.changeType(type); }
        |
            <NOT> <NULL> { text.changeNullability(false); }
        |
            <DEFAULT_> value = Expression(ExprContext.ACCEPT_NON_QUERY) { text.changeDefault(value); }
        )
    |
        <DROP>
        (
            <NOT> <NULL> { text.changeNullability(true); }
        |
            <DEFAULT_> { text.dropDefault(); }
        )
    |
        <TYPE> type = DataType() { text.changeType(type); }
    |
        <COMMENT> string = LakelogString() { text.changeComment(string); }
    |
        LakelogAlterPlace(text) { text.move(); }
    )
}

void LakelogAlterOptions(AlterationText text) :
{
    String key;
    String value;
}
{
    <LPAREN>
    key = LakelogString() <EQ> value = LakelogString() { text.set(key, value); }
    ( <COMMA> key = LakelogString() <EQ> value = LakelogString() { text.set(key, value); } )*
    <RPAREN>
}

void LakelogAlterReset(AlterationText text) :
{
    String key;
}
{
    <LPAREN>
    key = LakelogString() { text.reset(key); }
    ( <COMMA> key = LakelogString() { text.reset(key); } )*
    <RPAREN>
}

SqlNode LakelogTruncate() :
{
    final Span s;
    final SqlIdentifier name;
}
{
    <TRUNCATE> <TABLE> { s = span(); }
    name = CompoundIdentifier()
    { return new SqlStatement(s.end(this), new Statement.TruncateTable(DefinitionText.table(name))); }
}

SqlNode LakelogInsertOverwrite() :
{
    final Span s;
    final SqlIdentifier name;
    final List<Statement.PartitionValue> partition = new ArrayList<Statement.PartitionValue>();
    SqlNodeList columns = null;
    final SqlNode source;
}
{
    <INSERT> <OVERWRITE> { s = span(); }
    [ <INTO> ] [ <TABLE> ]
    name = CompoundIdentifier()
    [
        <PARTITION> <LPAREN>
        LakelogPartitionValue(partition) ( <COMMA> LakelogPartitionValue(partition) )*
        <RPAREN>
    ]
    [ LOOKAHEAD(<LPAREN> SimpleIdentifier() ( <COMMA> | <RPAREN> )) columns = ParenthesizedSimpleIdentifierList() ]
    source = OrderedQueryOrExpr(ExprContext.ACCEPT_QUERY)
    {
        return new SqlStatement(s.end(this), new Statement.Overwrite(
            new SqlInsert(s.end(source), SqlNodeList.EMPTY, name, source, columns), partition));
    }
}

/** MERGE with as many WHEN clauses as wanted, in place of Calcite's own rule. */
SqlNode LakelogMerge() :
{
    final Span s;
    final SqlIdentifier target;
    SqlIdentifier alias = null;
    final SqlNode source;
    final SqlNode condition;
    final List<Statement.MergeClause> clauses = new ArrayList<Statement.MergeClause>();
}
{
    <MERGE> <INTO> { s = span(); }
    target = CompoundIdentifier()
    [ [ <AS> ] alias = SimpleIdentifier() ]
    <USING> source = TableRef()
    <ON> condition = Expression(ExprContext.ACCEPT_SUB_QUERY)
    ( LakelogMergeClause(clauses) )+
    { return new SqlStatement(s.end(this), new Statement.Merge(target, alias, source, condition, clauses)); }
}

void LakelogMergeClause(List<Statement.MergeClause> clauses) :
{
    final SqlParserPos pos;
    boolean matched = true;
    SqlNode condition = null;
    SqlNodeList columns = null;
    final List<SqlNode> values = new ArrayList<SqlNode>();
    SqlIdentifier column;
}
{
    <WHEN> { pos = getPos(); }
    [ <NOT> { matched = false; } ]
    <MATCHED>
    [ <AND> condition = Expression(ExprContext.ACCEPT_SUB_QUERY) ]
    <THEN>
    (
        <DELETE>
        { clauses.add(Statement.MergeClause.delete(pos, matched, condition)); }
    |
        <UPDATE> <SET> { columns = new SqlNodeList(getPos()); }
        column = CompoundIdentifier() <EQ> LakelogMergeValue(values) { columns.add(column); }
        ( <COMMA> column = CompoundIdentifier() <EQ> LakelogMergeValue(values) { columns.add(column); } )*
        { clauses.add(Statement.MergeClause.update(pos, matched, condition, columns, values)); }
    |
        <INSERT>
        [ columns = ParenthesizedSimpleIdentifierList() ]
        <VALUES> <LPAREN> LakelogMergeValue(values) ( <COMMA> LakelogMergeValue(values) )* <RPAREN>
        { clauses.add(Statement.MergeClause.insert(pos, matched, condition, columns, values)); }
    )
}

void LakelogMergeValue(List<SqlNode> values) :
{
    final SqlNode value;
}
{
    <DEFAULT_> { values.add(SqlStdOperatorTable.DEFAULT.createCall(getPos())); }
|
    value = Expression(ExprContext.ACCEPT_SUB_QUERY) { values.add(value); }
}

void LakelogPartitionValue(List<Statement.PartitionValue> partition) :
{
    final SqlIdentifier column;
    SqlNode value = null;
}
{
    column = SimpleIdentifier()
    [ <EQ> value = Expression(ExprContext.ACCEPT_NON_QUERY) ]
    { partition.add(new Statement.PartitionValue(column, value)); }
}

/** {@code FOR SYSTEM_TIME AS OF time} and {@code FOR VERSION AS OF snapshot}, in place of Calcite's own rule. */
SqlNode LakelogTimeTravel(SqlNode tableRef) :
{
    final Span s;
    final SqlNode point;
    boolean version = false;
}
{
    <FOR> { s = span(); }
    ( <SYSTEM_TIME> | <VERSION> { version = true; } )
    <AS> <OF> point = Expression(ExprContext.ACCEPT_NON_QUERY)
    { return new SqlTimeTravel(s.end(this), tableRef, point, version); }
}

SqlTypeNameSpec LakelogTypeName() :
{
    final Span s;
    final List<SqlIdentifier> names = new ArrayList<SqlIdentifier>();
    final List<SqlDataTypeSpec> types = new ArrayList<SqlDataTypeSpec>();
    final SqlDataTypeSpec type;
    final SqlDataTypeSpec value;
    int precision = -1;
}
{
    <STRING> { return new SqlBasicTypeNameSpec(SqlTypeName.VARCHAR, Integer.MAX_VALUE, getPos()); }
|
    <BYTES> { return new SqlBasicTypeNameSpec(SqlTypeName.VARBINARY, Integer.MAX_VALUE, getPos()); }
|
    <TIMESTAMP_LTZ> { s = span(); } precision = PrecisionOpt()
    { return new SqlBasicTypeNameSpec(SqlTypeName.TIMESTAMP_WITH_LOCAL_TIME_ZONE, precision, s.end(this)); }
|
    LOOKAHEAD(2)
    <ARRAY> { s = span(); } <LT> type = LakelogInnerType() <GT>
    { return new SqlNestedType.OfArray(type, s.end(this)); }
|
    LOOKAHEAD(2)
    <MAP> { s = span(); } <LT> type = LakelogInnerType() <COMMA> value = LakelogInnerType() <GT>
    { return new SqlNestedType.OfMap(type, value, s.end(this)); }
|
    LOOKAHEAD(2)
    <ROW> { s = span(); } <LT> LakelogRowField(names, types) ( <COMMA> LakelogRowField(names, types) )* <GT>
    { return new SqlNestedType.OfRow(names, types, s.end(this)); }
|
    <ROW> { s = span(); } <LPAREN> LakelogRowField(names, types) ( <COMMA> LakelogRowField(names, types) )* <RPAREN>
    { return new SqlNestedType.OfRow(names, types, s.end(this)); }
}

SqlDataTypeSpec LakelogInnerType() :
{
    final SqlDataTypeSpec type;
    final boolean nullable;
}
{
    type = DataType() nullable = NullableOptDefaultTrue() { return type.withNullable(nullable); }
}

void LakelogRowField(List<SqlIdentifier> names, List<SqlDataTypeSpec> types) :
{
    final SqlIdentifier name;
    final SqlDataTypeSpec type;
}
{
    name = SimpleIdentifier() type = LakelogInnerType() { names.add(name); types.add(type); }
}
