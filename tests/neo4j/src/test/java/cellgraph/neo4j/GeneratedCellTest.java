package cellgraph.neo4j;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.List;
import java.util.Random;

/** A generated cell of 1,000 positions: every name, and as many pairs as a fixed seed draws. */
class GeneratedCellTest extends CellTest {
    private static final int PAIRS = 300;

    @Override
    Path cell() {
        Path cypher = Cellgraph.file("generated.cypher");
        Cellgraph.run("snapshot", "generate", "--positions", "1000", "--seed", "7", "--format", "cypher", "-o",
                cypher.toString()).expect(Cellgraph.DONE);
        return cypher;
    }

    @Override
    void compareByName(Comparison comparison) {
        List<String> positions = cypher.positions();
        assertEquals(1_000, positions.size());
        List<String> routines = cypher.routines();
        compareEachPosition(comparison, positions);
        compareEachRoutine(comparison, routines);
        Random random = new Random(7);
        for (int i = 0; i < PAIRS; i++) {
            comparePair(comparison, any(positions, random), any(positions, random));
            comparison.compare("get_routine_metadata", any(routines, random), any(positions, random));
        }
        compareSomeThatExist(comparison, positions, routines, random);
    }

    /** Random pairs are seldom neighbours, and routines are seldom supported where chance says. */
    private void compareSomeThatExist(
            Comparison comparison, List<String> positions, List<String> routines, Random random) {
        for (String routine : routines) {
            List<String> supported = Json.strings(cypher.answer("get_supported_positions", List.of(routine)));
            for (int i = 0; i < 10 && !supported.isEmpty(); i++) {
                comparison.compare("get_routine_metadata", routine, any(supported, random));
            }
        }
        for (int i = 0; i < PAIRS; i++) {
            String from = any(positions, random);
            List<String> next = Json.strings(cypher.answer("get_allowed_moves", List.of(from)));
            if (!next.isEmpty()) {
                comparePair(comparison, from, any(next, random));
            }
        }
    }

    private static <T> T any(List<T> list, Random random) {
        return list.get(random.nextInt(list.size()));
    }
}
