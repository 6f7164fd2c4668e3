package cellgraph.neo4j;

import java.nio.file.Path;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ExtensionContext.Store.CloseableResource;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/** Hands every test class the same running Neo4j; it starts with the first one that asks and stops after the last. */
final class Neo4jExtension implements ParameterResolver {
    private record Running(LiveNeo4j neo4j) implements CloseableResource {
        static Running start() {
            try {
                return new Running(LiveNeo4j.start(Path.of("target", "neo4j")));
            } catch (Exception e) {
                throw new IllegalStateException("Neo4j did not start", e);
            }
        }

        @Override
        public void close() {
            neo4j.close();
        }
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == LiveNeo4j.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        return context.getRoot()
                .getStore(Namespace.create(Neo4jExtension.class))
                .getOrComputeIfAbsent(Running.class, key -> Running.start(), Running.class)
                .neo4j();
    }
}
