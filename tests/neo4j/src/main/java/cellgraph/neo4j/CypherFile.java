package cellgraph.neo4j;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Splits a Cypher script as Neo4j Browser and cypher-shell would, given that every statement ends with a line's end. */
final class CypherFile {
    private CypherFile() {}

    static List<String> statements(String script) {
        List<String> statements = new ArrayList<>();
        StringBuilder statement = new StringBuilder();
        for (String line : script.lines().toList()) {
            if (line.isBlank() || line.strip().startsWith("//")) {
                continue;
            }
            statement.append(line).append('\n');
            if (line.stripTrailing().endsWith(";")) {
                statements.add(withoutSemicolon(statement.toString()));
                statement.setLength(0);
            }
        }
        if (!statement.isEmpty()) {
            throw new IllegalArgumentException("the last statement has no semicolon at the end of a line: " + statement);
        }
        return statements;
    }

    static boolean changesSchema(String statement) {
        String start = statement.strip().toUpperCase(Locale.ROOT);
        return start.startsWith("CREATE CONSTRAINT") || start.startsWith("CREATE INDEX");
    }

    private static String withoutSemicolon(String statement) {
        return statement.substring(0, statement.lastIndexOf(';'));
    }
}
