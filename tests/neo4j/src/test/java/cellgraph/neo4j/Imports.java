package cellgraph.neo4j;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Every way from the database in force to a snapshot. */
final class Imports {
    static final Map<String, String> LOGIN =
            Map.of("NEO4J_USER", LiveNeo4j.USER, "NEO4J_PASSWORD", LiveNeo4j.PASSWORD);

    private final LiveNeo4j neo4j;
    private final List<String> more;

    /** @param more arguments that every build is given, such as {@code --allow all} */
    Imports(LiveNeo4j neo4j, String... more) {
        this.neo4j = neo4j;
        this.more = Arrays.asList(more);
    }

    /** Snapshots by the name of the way that led to them. */
    Map<String, SnapshotFile> all() throws IOException {
        Map<String, SnapshotFile> snapshots = new LinkedHashMap<>();
        for (LiveNeo4j.JsonFormat format : LiveNeo4j.JsonFormat.values()) {
            snapshots.put(format + "", fromExport(neo4j.export(format, Map.of())));
            snapshots.put(format + " written with writeNodeProperties",
                    fromExport(neo4j.export(format, Map.of("writeNodeProperties", true))));
        }
        for (String scheme : List.of("bolt", "neo4j")) {
            snapshots.put(scheme, fromBolt(scheme));
        }
        return snapshots;
    }

    SnapshotFile fromExport(Path export) throws IOException {
        Path snapshot = Cellgraph.file(export.getFileName() + ".cellgraph");
        build(Map.of(), export.toString(), snapshot).expect(Cellgraph.DONE);
        return SnapshotFile.read(snapshot);
    }

    SnapshotFile fromBolt(String scheme) throws IOException {
        Path snapshot = Cellgraph.file(scheme + ".cellgraph");
        build(LOGIN, url(scheme), snapshot).expect(Cellgraph.DONE);
        return SnapshotFile.read(snapshot);
    }

    Cellgraph.Outcome build(Map<String, String> environment, String source, Path snapshot) {
        List<String> command = new ArrayList<>(List.of("snapshot", "build", "--from", source));
        command.addAll(List.of("-o", snapshot.toString(), "--json"));
        command.addAll(more);
        return Cellgraph.run(environment, command.toArray(String[]::new));
    }

    String url(String scheme) {
        return scheme + "://127.0.0.1:" + neo4j.boltPort();
    }
}
