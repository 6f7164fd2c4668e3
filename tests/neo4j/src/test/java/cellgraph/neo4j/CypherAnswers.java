package cellgraph.neo4j;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.ToStringSerializer;
import java.time.temporal.Temporal;
import java.time.temporal.TemporalAmount;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What Cypher itself answers to the ten queries, in the words of the contract's JSON. */
final class CypherAnswers {
    /** Dates, times and durations are texts in an export, so they are texts in a snapshot. */
    private static final ObjectMapper JSON = new ObjectMapper()
            .registerModule(new SimpleModule()
                    .addSerializer(Temporal.class, ToStringSerializer.instance)
                    .addSerializer(TemporalAmount.class, ToStringSerializer.instance));

    /** Beyond this many equally short paths the smallest one is looked for step by step instead. */
    private static final long PATHS_TO_COMPARE = 1_000;

    private final LiveNeo4j neo4j;

    CypherAnswers(LiveNeo4j neo4j) {
        this.neo4j = neo4j;
    }

    JsonNode answer(String query, List<String> arguments) {
        return JSON.valueToTree(switch (query) {
            case "get_all_positions" -> rows("""
                    MATCH (p:Position)
                    RETURN p.name AS name, p.role AS role, coalesce(p.description, '') AS description
                    ORDER BY name""");
            case "get_all_tools" -> rows("""
                    MATCH (t:Tool)
                    RETURN t.name AS name, coalesce(t.type, '') AS type, coalesce(t.description, '') AS description
                    ORDER BY name""");
            case "get_all_routines" -> rows("""
                    MATCH (r:Routine)
                    RETURN r.name AS name, coalesce(r.description, '') AS description,
                           coalesce(r.required_tool, 'none') AS required_tool
                    ORDER BY name""");
            case "get_tool_locations" -> toolLocations();
            case "get_allowed_moves" -> names("""
                    MATCH (:Position {name: $a})-[:ONLY_ALLOWED_MOVE_TO]->(p:Position)
                    RETURN DISTINCT p.name AS name ORDER BY name""", arguments);
            case "get_supported_positions" -> names("""
                    MATCH (:Routine {name: $a})-[:SUPPORTED_AT]->(p:Position)
                    RETURN DISTINCT p.name AS name ORDER BY name""", arguments);
            case "get_routine_by_name" -> first(rows("""
                    MATCH (r:Routine {name: $a})
                    RETURN r.name AS name, coalesce(r.description, '') AS description,
                           coalesce(r.required_tool, 'none') AS required_tool""", arguments));
            case "get_routine_metadata" -> metadata(arguments);
            case "get_shortest_path" -> shortestPath(arguments.get(0), arguments.get(1));
            case "is_move_allowed" -> first(rows("""
                    RETURN EXISTS {
                      MATCH (:Position {name: $a})-[:ONLY_ALLOWED_MOVE_TO]->(:Position {name: $b})
                    } AS allowed""", arguments)).get("allowed");
            default -> throw new IllegalArgumentException("no such query: " + query);
        });
    }

    List<String> positions() {
        return names("MATCH (p:Position) RETURN p.name AS name ORDER BY name", List.of());
    }

    List<String> routines() {
        return names("MATCH (r:Routine) RETURN r.name AS name ORDER BY name", List.of());
    }

    private Map<String, Object> toolLocations() {
        Map<String, Object> locations = new LinkedHashMap<>();
        rows("""
                MATCH (t:Tool)-[:TOOL_AVAILABLE_AT]->(:ToolStand)-[:LOCATED_AT]->(p:Position)
                RETURN t.name AS tool, p.name AS position""")
                .forEach(row -> locations.put((String) row.get("tool"), row.get("position")));
        return locations;
    }

    private Map<String, Object> metadata(List<String> arguments) {
        Map<String, Object> found = first(rows("""
                MATCH (:Routine {name: $a})-[at:SUPPORTED_AT]->(:Position {name: $b})
                RETURN at.stabilize AS stabilize, at.action_after AS action_after, at.verify AS verify""", arguments));
        if (found == null) {
            return null;
        }
        Map<String, Object> present = new LinkedHashMap<>(found);
        present.values().removeIf(value -> value == null);
        return present;
    }

    private Object shortestPath(String from, String to) {
        if (from.equals(to)) {
            return List.of(from);
        }
        Map<String, Object> found = first(rows("""
                MATCH (a:Position {name: $a}), (b:Position {name: $b})
                MATCH p = allShortestPaths((a)-[:ONLY_ALLOWED_MOVE_TO*]->(b))
                WITH [n IN nodes(p) | n.name] AS names LIMIT %d
                WITH names ORDER BY names
                WITH collect(names) AS paths
                RETURN size(paths) AS compared, head(paths) AS first""".formatted(PATHS_TO_COMPARE), List.of(from, to)));
        return (long) found.get("compared") < PATHS_TO_COMPARE ? found.get("first") : stepByStep(from, to);
    }

    private List<String> stepByStep(String from, String to) {
        List<String> path = new ArrayList<>(List.of(from));
        while (!path.get(path.size() - 1).equals(to)) {
            String here = path.get(path.size() - 1);
            path.add(names("""
                    MATCH (:Position {name: $a})-[:ONLY_ALLOWED_MOVE_TO]->(n:Position), (b:Position {name: $b})
                    CALL {
                      WITH n, b
                      WITH n, b WHERE n <> b
                      MATCH p = shortestPath((n)-[:ONLY_ALLOWED_MOVE_TO*]->(b))
                      RETURN length(p) AS moves
                      UNION
                      WITH n, b
                      WITH n, b WHERE n = b
                      RETURN 0 AS moves
                    }
                    RETURN n.name AS name ORDER BY moves, name LIMIT 1""", List.of(here, to)).get(0));
        }
        return path;
    }

    private List<String> names(String cypher, List<String> arguments) {
        return rows(cypher, arguments).stream().map(row -> (String) row.get("name")).toList();
    }

    private List<Map<String, Object>> rows(String cypher) {
        return rows(cypher, List.of());
    }

    private List<Map<String, Object>> rows(String cypher, List<String> arguments) {
        Map<String, Object> parameters = new LinkedHashMap<>();
        for (int i = 0; i < arguments.size(); i++) {
            parameters.put(String.valueOf((char) ('a' + i)), arguments.get(i));
        }
        return neo4j.rows(cypher, parameters);
    }

    private static Map<String, Object> first(List<Map<String, Object>> rows) {
        return rows.isEmpty() ? null : rows.get(0);
    }
}
