package cellgraph.neo4j;

import java.nio.file.Path;
import java.util.List;

/** The demo cell of 14 positions: every name, every pair. */
class DemoCellTest extends CellTest {
    static final Path CYPHER = Path.of("..", "..", "graph-snapshots", "demo-cell.cypher");

    @Override
    Path cell() {
        return CYPHER;
    }

    @Override
    void compareByName(Comparison comparison) {
        compareEverything(comparison, cypher.positions(), cypher.routines());
    }

    static void compareEverything(Comparison comparison, List<String> positions, List<String> routines) {
        compareEachPosition(comparison, positions);
        compareEachRoutine(comparison, routines);
        for (String from : positions) {
            positions.forEach(to -> comparePair(comparison, from, to));
            routines.forEach(routine -> comparison.compare("get_routine_metadata", routine, from));
        }
    }
}
