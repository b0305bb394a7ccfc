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
            <LIKE> { throw DefinitionText.refused("CREATE TABLE ... LIKE"); }
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

SqlNode LakelogAlter() :
{
}
{
    <ALTER> ( <TABLE> | <DATABASE> | <SCHEMA> | <VIEW> )
    { throw DefinitionText.refused("ALTER " + getToken(0).image.toUpperCase(Locale.ROOT)); }
}

SqlNode LakelogTruncate() :
{
}
{
    <TRUNCATE> <TABLE>
    { throw DefinitionText.refused("TRUNCATE TABLE"); }
}

SqlNode LakelogInsertOverwrite() :
{
}
{
    <INSERT> <OVERWRITE>
    { throw DefinitionText.refused("INSERT OVERWRITE"); }
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
    <ARRAY> <LT> { throw DefinitionText.refused("type ARRAY"); }
}
