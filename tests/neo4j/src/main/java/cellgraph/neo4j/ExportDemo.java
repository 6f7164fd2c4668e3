package cellgraph.neo4j;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;

/**
 * Writes the committed export of the demo cell again, with the real APOC. Arguments: the folder that Neo4j may use, the
 * Cypher file, the export to write.
 */
public final class ExportDemo {
    private ExportDemo() {}

    public static void main(String[] arguments) throws IOException {
        try (LiveNeo4j neo4j = LiveNeo4j.start(Path.of(arguments[0]))) {
            neo4j.load(Path.of(arguments[1]));
            Path export = neo4j.export(LiveNeo4j.JsonFormat.JSON_LINES, Map.of());
            Files.copy(export, Path.of(arguments[2]), StandardCopyOption.REPLACE_EXISTING);
        }
    }
}
