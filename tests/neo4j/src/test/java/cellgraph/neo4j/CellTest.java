package cellgraph.neo4j;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;

/** What holds for every cell: all ways in give one content, and the ten queries answer as Cypher does. */
@ExtendWith(Neo4jExtension.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class CellTest {
    LiveNeo4j neo4j;
    CypherAnswers cypher;
    Imports imports;
    SnapshotFile snapshot;

    /** The Cypher of the cell. */
    abstract Path cell() throws IOException;

    /** Compares the queries that take names; how many of them, the cell decides. */
    abstract void compareByName(Comparison comparison);

    String[] buildArguments() {
        return new String[0];
    }

    @BeforeAll
    void load(LiveNeo4j running) throws IOException {
        Cellgraph.binary();
        neo4j = running;
        cypher = new CypherAnswers(neo4j);
        imports = new Imports(neo4j, buildArguments());
        neo4j.clear();
        neo4j.load(cell());
        snapshot = imports.fromExport(neo4j.export(LiveNeo4j.JsonFormat.JSON_LINES, Map.of()));
    }

    @Test
    void everyWayInGivesTheSameContent() throws IOException {
        assertAll(imports.all().entrySet().stream()
                .map(entry -> () -> snapshot.assertSameContent(entry.getValue())));
    }

    @Test
    void provenanceIsJsonAndHoldsNoPassword() throws IOException {
        SnapshotFile live = imports.fromBolt("bolt");
        assertFalse(live.provenance().isEmpty());
        assertFalse(new String(live.bytes(), StandardCharsets.ISO_8859_1).contains(LiveNeo4j.PASSWORD));
    }

    /** With writeNodeProperties off, APOC leaves the properties of nodes and relationships out: no names, no cell. */
    @Test
    void anExportWithoutPropertiesIsRefusedAndNamesWhatIsMissing() throws IOException {
        for (LiveNeo4j.JsonFormat format : LiveNeo4j.JsonFormat.values()) {
            Path export = neo4j.export(format, Map.of("writeNodeProperties", false));
            Path old = Cellgraph.file("old.cellgraph");
            Files.writeString(old, "what was there before");
            Cellgraph.Outcome outcome = imports.build(Map.of(), export.toString(), old).expect(Cellgraph.UNUSABLE);
            assertTrue(outcome.everything().contains("name"), () -> format + " was refused for another reason: " + outcome);
            assertEquals("what was there before", Files.readString(old));
        }
    }

    @Test
    void theTenQueriesAnswerAsCypherDoes() {
        Comparison comparison = new Comparison(cypher, snapshot.path());
        comparison.compareAllThatTakeNoName();
        comparison.compare("get_routine_by_name", "no such routine");
        compareByName(comparison);
        comparison.finish();
    }

    @Test
    void aNameThatIsNotInTheGraphIsUnusable() {
        String known = cypher.positions().get(0);
        String routine = cypher.routines().get(0);
        for (List<String> query : List.of(
                List.of("get_allowed_moves", "no such position"),
                List.of("get_supported_positions", "no such routine"),
                List.of("get_routine_metadata", "no such routine", known),
                List.of("get_routine_metadata", routine, "no such position"),
                List.of("get_shortest_path", known, "no such position"),
                List.of("is_move_allowed", "no such position", known))) {
            List<String> command = new ArrayList<>(List.of("query"));
            command.addAll(query);
            command.addAll(List.of("--snapshot", snapshot.path().toString(), "--json"));
            Cellgraph.run(command.toArray(String[]::new)).expect(Cellgraph.UNUSABLE);
        }
    }

    static void compareEachPosition(Comparison comparison, List<String> positions) {
        positions.forEach(position -> comparison.compare("get_allowed_moves", position));
    }

    static void compareEachRoutine(Comparison comparison, List<String> routines) {
        for (String routine : routines) {
            comparison.compare("get_supported_positions", routine);
            comparison.compare("get_routine_by_name", routine);
        }
    }

    static void comparePair(Comparison comparison, String from, String to) {
        comparison.compare("get_shortest_path", from, to);
        comparison.compare("is_move_allowed", from, to);
    }
}
