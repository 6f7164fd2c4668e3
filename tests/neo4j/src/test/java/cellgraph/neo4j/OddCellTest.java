package cellgraph.neo4j;

import java.nio.file.Path;

/**
 * The demo cell with everything beside it that a grown database may hold: other labels and types, no labels, values
 * that JSON has no type for, whole numbers where fractions are usual, absent texts, names beyond ASCII.
 */
class OddCellTest extends CellTest {
    @Override
    Path cell() {
        return Path.of("src", "test", "resources", "odd-cell.cypher");
    }

    @Override
    String[] buildArguments() {
        return new String[] {"--allow", "all"};
    }

    @Override
    void compareByName(Comparison comparison) {
        DemoCellTest.compareEverything(comparison, cypher.positions(), cypher.routines());
    }
}
