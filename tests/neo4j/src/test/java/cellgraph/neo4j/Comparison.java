package cellgraph.neo4j;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** One snapshot's answers beside Cypher's, on the data in force; gathers every difference before it fails. */
final class Comparison {
    private static final int DIFFERENCES_SHOWN = 20;

    private final CypherAnswers cypher;
    private final Path snapshot;
    private final List<String> differences = new ArrayList<>();
    private int compared;

    Comparison(CypherAnswers cypher, Path snapshot) {
        this.cypher = cypher;
        this.snapshot = snapshot;
    }

    void compare(String query, String... arguments) {
        JsonNode expected = Json.comparable(cypher.answer(query, Arrays.asList(arguments)));
        Cellgraph.Outcome outcome = ask(query, arguments);
        int status = saysNo(expected) ? Cellgraph.NO : Cellgraph.DONE;
        compared++;
        if (outcome.status() != status) {
            differences.add("status " + status + " expected, Cypher says " + expected + ": " + outcome);
        } else if (!Json.parse(outcome.out()).equals(expected)) {
            differences.add("Cypher says " + expected + ": " + outcome);
        }
    }

    void compareAllThatTakeNoName() {
        compare("get_all_positions");
        compare("get_all_tools");
        compare("get_all_routines");
        compare("get_tool_locations");
    }

    void finish() {
        assertTrue(compared > 0, "nothing was compared");
        assertTrue(differences.isEmpty(), () -> differences.size() + " of " + compared + " answers differ:\n"
                + String.join("\n", differences.subList(0, Math.min(differences.size(), DIFFERENCES_SHOWN))));
    }

    private Cellgraph.Outcome ask(String query, String... arguments) {
        List<String> command = new ArrayList<>(List.of("query", query));
        command.addAll(Arrays.asList(arguments));
        command.addAll(List.of("--snapshot", snapshot.toString(), "--json"));
        return Cellgraph.run(command.toArray(String[]::new));
    }

    private static boolean saysNo(JsonNode answer) {
        return answer.isNull() || answer.isBoolean() && !answer.booleanValue() || answer.isArray() && answer.isEmpty();
    }
}
