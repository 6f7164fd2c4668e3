package cellgraph.neo4j;

import java.io.IOException;
import java.nio.file.Path;

/**
 * Keeps a Neo4j running until its standard input closes. Arguments: the folder that it may use, then the Cypher files
 * to load. Prints one line, ready to be pasted into a shell.
 */
public final class Serve {
    private Serve() {}

    public static void main(String[] arguments) throws IOException {
        try (LiveNeo4j neo4j = LiveNeo4j.start(Path.of(arguments[0]))) {
            for (int i = 1; i < arguments.length; i++) {
                neo4j.load(Path.of(arguments[i]));
            }
            System.out.println("NEO4J_USER=" + LiveNeo4j.USER + " NEO4J_PASSWORD=" + LiveNeo4j.PASSWORD
                    + " NEO4J_URL=bolt://127.0.0.1:" + neo4j.boltPort());
            System.in.transferTo(java.io.OutputStream.nullOutputStream());
        }
    }
}
