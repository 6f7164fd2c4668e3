package cellgraph.neo4j;

import static org.neo4j.configuration.GraphDatabaseSettings.SYSTEM_DATABASE_NAME;

import apoc.ApocConfig;
import apoc.export.json.ExportJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.neo4j.configuration.GraphDatabaseInternalSettings;
import org.neo4j.configuration.GraphDatabaseSettings;
import org.neo4j.configuration.connectors.BoltConnector;
import org.neo4j.configuration.connectors.HttpConnector;
import org.neo4j.configuration.helpers.SocketAddress;
import org.neo4j.graphdb.GraphDatabaseService;
import org.neo4j.graphdb.Transaction;
import org.neo4j.harness.Neo4j;
import org.neo4j.harness.Neo4jBuilders;

/**
 * A real Neo4j Community with APOC in this JVM: Bolt on a port of its own on the loopback address, a user and a
 * password, one database in a folder that goes away with it. Comes in: Cypher files. Goes out: rows, and the files
 * that apoc.export.json.all writes. What is never done here: anything that knows the schema of a cell.
 */
public final class LiveNeo4j implements AutoCloseable {
    public static final String USER = "neo4j";
    public static final String PASSWORD = "a-Passw0rd-for-tests-only";

    /** The four shapes that apoc.export.json.all writes. */
    public enum JsonFormat { JSON_LINES, ARRAY_JSON, JSON, JSON_ID_AS_KEYS }

    private static final int STATEMENTS_PER_TRANSACTION = 1_000;

    private final Path folder;
    private final Neo4j neo4j;
    private final GraphDatabaseService database;
    private int exports;

    private LiveNeo4j(Path folder, Neo4j neo4j) {
        this.folder = folder;
        this.neo4j = neo4j;
        this.database = neo4j.defaultDatabaseService();
    }

    /** Starts a database below {@code folder}; APOC writes its exports into {@code folder/exports}. */
    public static LiveNeo4j start(Path folder) throws IOException {
        Path home = Files.createDirectories(folder.toAbsolutePath().normalize());
        Path exports = Files.createDirectories(home.resolve("exports"));
        Neo4j neo4j = Neo4jBuilders.newInProcessBuilder(home)
                .withProcedure(ExportJson.class)
                .withConfig(BoltConnector.listen_address, new SocketAddress("127.0.0.1", 0))
                .withConfig(BoltConnector.advertised_address, new SocketAddress("127.0.0.1", 0))
                .withConfig(HttpConnector.enabled, false)
                .withConfig(GraphDatabaseSettings.auth_enabled, true)
                .withConfig(GraphDatabaseSettings.auth_lock_time, Duration.ZERO)
                .withConfig(GraphDatabaseSettings.udc_enabled, false)
                .withConfig(GraphDatabaseInternalSettings.netty_server_shutdown_quiet_period, 0)
                .withConfig(GraphDatabaseSettings.load_csv_file_url_root, exports)
                .build();
        ApocConfig.apocConfig().setProperty(ApocConfig.APOC_EXPORT_FILE_ENABLED, true);
        setPassword(neo4j);
        return new LiveNeo4j(exports, neo4j);
    }

    public int boltPort() {
        return neo4j.boltURI().getPort();
    }

    /** The Cypher statements of a file, each ended by a semicolon at the end of a line. */
    public void load(Path cypherFile) throws IOException {
        List<String> data = new ArrayList<>();
        for (String statement : CypherFile.statements(Files.readString(cypherFile))) {
            if (CypherFile.changesSchema(statement)) {
                execute(List.of(statement));
            } else {
                data.add(statement);
            }
        }
        for (int from = 0; from < data.size(); from += STATEMENTS_PER_TRANSACTION) {
            execute(data.subList(from, Math.min(data.size(), from + STATEMENTS_PER_TRANSACTION)));
        }
        awaitIndexes();
    }

    /** Takes every node and relationship away; constraints stay. */
    public void clear() {
        execute(List.of("MATCH (n) DETACH DELETE n"));
    }

    public List<Map<String, Object>> rows(String cypher, Map<String, Object> parameters) {
        return database.executeTransactionally(cypher, parameters, result -> result.stream().toList());
    }

    /** A file that APOC itself wrote, with the options of its own beside the format. */
    public Path export(JsonFormat format, Map<String, Object> options) {
        Map<String, Object> config = new HashMap<>(options);
        config.put("jsonFormat", format.name());
        String name = format.name().toLowerCase(Locale.ROOT) + "-" + ++exports + ".json";
        rows("CALL apoc.export.json.all($file, $config)", Map.of("file", name, "config", config));
        return folder.resolve(name);
    }

    @Override
    public void close() {
        neo4j.close();
    }

    private void execute(List<String> statements) {
        try (Transaction transaction = database.beginTx()) {
            for (String statement : statements) {
                transaction.execute(statement).close();
            }
            transaction.commit();
        }
    }

    private void awaitIndexes() {
        try (Transaction transaction = database.beginTx()) {
            transaction.schema().awaitIndexesOnline(60, TimeUnit.SECONDS);
        }
    }

    private static void setPassword(Neo4j neo4j) {
        neo4j.databaseManagementService()
                .database(SYSTEM_DATABASE_NAME)
                .executeTransactionally(
                        "ALTER USER " + USER + " SET PASSWORD $password CHANGE NOT REQUIRED",
                        Map.of("password", PASSWORD));
    }
}
