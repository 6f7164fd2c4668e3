package cellgraph.neo4j;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;

/** What a live import refuses: each time with status 2, in words, without the password, and nothing written. */
@ExtendWith(Neo4jExtension.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class BoltRefusalTest {
    private LiveNeo4j neo4j;
    private Imports imports;

    @BeforeAll
    void load(LiveNeo4j running) throws IOException {
        Cellgraph.binary();
        neo4j = running;
        imports = new Imports(neo4j);
        neo4j.clear();
        neo4j.load(DemoCellTest.CYPHER);
    }

    @Test
    void nothingIsLeftBehind() {
        Path fresh = Cellgraph.file("fresh.cellgraph");
        imports.build(Map.of(), imports.url("bolt"), fresh).expect(Cellgraph.UNUSABLE);
        assertFalse(Files.exists(fresh), "a file was left");
    }

    @Test
    void aWrongPassword() throws IOException {
        refused(Map.of("NEO4J_USER", LiveNeo4j.USER, "NEO4J_PASSWORD", "not-the-Passw0rd"), imports.url("bolt"), "password");
    }

    @Test
    void aWrongPasswordByTheOtherScheme() throws IOException {
        refused(Map.of("NEO4J_USER", LiveNeo4j.USER, "NEO4J_PASSWORD", "not-the-Passw0rd"), imports.url("neo4j"), "password");
    }

    @Test
    void noPasswordInTheEnvironment() throws IOException {
        refused(Map.of("NEO4J_USER", LiveNeo4j.USER), imports.url("bolt"), "NEO4J_PASSWORD");
    }

    @Test
    void noUserInTheEnvironment() throws IOException {
        refused(Map.of("NEO4J_PASSWORD", LiveNeo4j.PASSWORD), imports.url("bolt"), "NEO4J_USER");
    }

    @Test
    void aPasswordInTheUrl() throws IOException {
        String url = imports.url("bolt").replace("://", "://" + LiveNeo4j.USER + ":" + LiveNeo4j.PASSWORD + "@");
        refused(Imports.LOGIN, url, "NEO4J_PASSWORD");
    }

    @Test
    void aDatabaseThatDoesNotExist() throws IOException {
        Map<String, String> environment = new HashMap<>(Imports.LOGIN);
        environment.put("NEO4J_DATABASE", "nosuchdatabase");
        refused(environment, imports.url("bolt"), "nosuchdatabase");
    }

    @Test
    void aPortThatNobodyListensOn() throws IOException {
        int port;
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = socket.getLocalPort();
        }
        refused(Imports.LOGIN, "bolt://127.0.0.1:" + port, "127.0.0.1:" + port);
    }

    @Test
    void aListenerThatNeverAnswers() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            refused(Imports.LOGIN, "bolt://127.0.0.1:" + socket.getLocalPort(), "127.0.0.1:" + socket.getLocalPort());
        }
    }

    @Test
    void aFaultInTheGraphIsNamedByBothWays() throws IOException {
        neo4j.rows("MATCH (p:Position {name: 'Pos_3'}) SET p.role = 'balcony'", Map.of());
        try {
            Path export = neo4j.export(LiveNeo4j.JsonFormat.JSON_LINES, Map.of());
            refused(Map.of(), export.toString(), "Pos_3");
            refused(Imports.LOGIN, imports.url("bolt"), "Pos_3");
        } finally {
            neo4j.rows("MATCH (p:Position {name: 'Pos_3'}) SET p.role = 'work'", Map.of());
        }
    }

    @Test
    void theOtherNameOfTheUserIsTaken() throws IOException {
        Map<String, String> environment =
                Map.of("NEO4J_USERNAME", LiveNeo4j.USER, "NEO4J_PASSWORD", LiveNeo4j.PASSWORD, "NEO4J_DATABASE", "neo4j");
        Path snapshot = Cellgraph.file("username.cellgraph");
        imports.build(environment, imports.url("bolt"), snapshot).expect(Cellgraph.DONE);
        SnapshotFile.read(snapshot).assertSameContent(imports.fromBolt("bolt"));
    }

    private void refused(Map<String, String> environment, String source, String word) throws IOException {
        Path old = Cellgraph.file("refused.cellgraph");
        Files.writeString(old, "what was there before");
        Cellgraph.Outcome outcome = imports.build(environment, source, old).expect(Cellgraph.UNUSABLE);
        assertEquals("what was there before", Files.readString(old));
        assertTrue(
                outcome.everything().toLowerCase(Locale.ROOT).contains(word.toLowerCase(Locale.ROOT)),
                () -> "\"" + word + "\" is not in what was said: " + outcome);
        assertFalse(outcome.everything().contains("Passw0rd"), () -> "the password was shown: " + outcome.everything());
    }
}
