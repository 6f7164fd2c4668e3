package cellgraph.neo4j;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The committed export is what a fresh Neo4j, given the committed Cypher, exports: the same graph, whatever the ids. */
@ExtendWith(Neo4jExtension.class)
class DemoExportTest {
    private static final Path COMMITTED = Path.of("..", "..", "graph-snapshots", "demo-cell.apoc.jsonl");

    @Test
    void aFreshExportIsTheCommittedGraph(LiveNeo4j neo4j) throws IOException {
        neo4j.clear();
        neo4j.load(DemoCellTest.CYPHER);
        Path fresh = neo4j.export(LiveNeo4j.JsonFormat.JSON_LINES, Map.of());
        assertEquals(graph(COMMITTED), graph(fresh),
                "run `mvn -q -f tests/neo4j/pom.xml compile exec:java@export` and commit the file that it writes");
    }

    @Test
    void loadingTheCellTwiceChangesNothing(LiveNeo4j neo4j) throws IOException {
        neo4j.clear();
        neo4j.load(DemoCellTest.CYPHER);
        neo4j.load(DemoCellTest.CYPHER);
        assertEquals(graph(COMMITTED), graph(neo4j.export(LiveNeo4j.JsonFormat.JSON_LINES, Map.of())));
    }

    /** Nodes and relationships as text without ids, sorted; a node is known by its labels and properties. */
    private static String graph(Path export) throws IOException {
        Map<String, String> nodes = new HashMap<>();
        List<JsonNode> relationships = new ArrayList<>();
        for (String line : Files.readAllLines(export)) {
            JsonNode entity = Json.parse(line);
            if (entity.get("type").textValue().equals("node")) {
                nodes.put(entity.get("id").textValue(), entity.get("labels") + " " + Json.sorted(entity.get("properties")));
            } else {
                relationships.add(entity);
            }
        }
        List<String> lines = new ArrayList<>(new TreeSet<>(nodes.values()));
        assertEquals(nodes.size(), lines.size(), "two equal nodes");
        relationships.stream()
                .map(r -> r.get("label").textValue() + " " + Json.sorted(r.path("properties"))
                        + "\n    from " + nodes.get(r.get("start").get("id").textValue())
                        + "\n    to " + nodes.get(r.get("end").get("id").textValue()))
                .sorted()
                .forEach(lines::add);
        return String.join("\n", lines);
    }
}
