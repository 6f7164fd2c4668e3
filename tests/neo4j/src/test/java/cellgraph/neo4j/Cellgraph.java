package cellgraph.neo4j;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.fail;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** The binary under test, run as an operator would run it: arguments and environment in, two streams and a status out. */
final class Cellgraph {
    static final int DONE = 0;
    static final int NO = 1;
    static final int UNUSABLE = 2;

    private static final long LIMIT_SECONDS = 60;
    private static final Path FOLDER = Path.of("target", "cellgraph");
    private static final List<String> OURS =
            List.of("NEO4J_USER", "NEO4J_USERNAME", "NEO4J_PASSWORD", "NEO4J_DATABASE");

    record Outcome(List<String> command, int status, String out, String err) {
        Outcome expect(int wanted) {
            assertEquals(wanted, status, () -> "exit status of " + this);
            return this;
        }

        String everything() {
            return out + err;
        }

        @Override
        public String toString() {
            return String.join(" ", command) + "\nstatus " + status + "\nstdout: " + out + "\nstderr: " + err;
        }
    }

    private Cellgraph() {}

    /** Fails, never skips, where the binary is missing. */
    static Path binary() {
        Path binary = Path.of(System.getProperty("cellgraph", "../../target/release/cellgraph"))
                .toAbsolutePath()
                .normalize();
        if (!Files.isExecutable(binary)) {
            fail("there is no cellgraph binary to test at " + binary + "; build it with `cargo build --release`,"
                    + " or name another with -Dcellgraph=PATH (a relative one counts from tests/neo4j)");
        }
        return binary;
    }

    static Outcome run(String... arguments) {
        return run(Map.of(), arguments);
    }

    static Outcome run(Map<String, String> environment, String... arguments) {
        try {
            return start(environment, arguments);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** A fresh path for something that cellgraph is to write. */
    static Path file(String name) {
        try {
            Path path = Files.createDirectories(FOLDER).resolve(name);
            Files.deleteIfExists(path);
            return path;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Outcome start(Map<String, String> environment, String[] arguments)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(binary().toString()));
        command.addAll(Arrays.asList(arguments));
        Path out = file("stdout.txt");
        Path err = file("stderr.txt");
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectInput(Redirect.from(Path.of("/dev/null").toFile()))
                .redirectOutput(out.toFile())
                .redirectError(err.toFile());
        OURS.forEach(builder.environment()::remove);
        builder.environment().putAll(environment);
        Process process = builder.start();
        if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
            process.destroyForcibly();
            fail("still running after " + LIMIT_SECONDS + " s: " + String.join(" ", command));
        }
        return new Outcome(command, process.exitValue(), Files.readString(out), Files.readString(err));
    }
}
