package cellgraph.neo4j;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/** A snapshot file, cut where its layout says: header, content, provenance. The content is not looked into. */
record SnapshotFile(Path path, byte[] bytes, int contentLength, int provenanceLength) {
    private static final int HEADER = 128;

    static SnapshotFile read(Path path) throws IOException {
        byte[] bytes = Files.readAllBytes(path);
        ByteBuffer header = ByteBuffer.wrap(bytes, 0, HEADER).order(ByteOrder.LITTLE_ENDIAN);
        SnapshotFile file = new SnapshotFile(
                path, bytes, Math.toIntExact(header.getLong(16)), Math.toIntExact(header.getLong(24)));
        assertEquals(HEADER, header.getInt(12), "header length of " + path);
        assertEquals(bytes.length, HEADER + file.contentLength + file.provenanceLength, "length of " + path);
        assertTrue(file.contentLength > 0, "no content in " + path);
        assertArrayEquals(new byte[32], file.slice(96, HEADER), "reserved bytes of " + path);
        return file;
    }

    void assertSameContent(SnapshotFile other) {
        String both = path + " and " + other.path;
        assertArrayEquals(slice(0, 16), other.slice(0, 16), "magic, format version, header length of " + both);
        assertEquals(contentLength, other.contentLength, "content length of " + both);
        assertArrayEquals(slice(32, 64), other.slice(32, 64), "content hash of " + both);
        assertArrayEquals(content(), other.content(), "content of " + both);
    }

    JsonNode provenance() throws IOException {
        return new ObjectMapper().readTree(slice(HEADER + contentLength, bytes.length));
    }

    private byte[] content() {
        return slice(HEADER, HEADER + contentLength);
    }

    private byte[] slice(int from, int to) {
        return Arrays.copyOfRange(bytes, from, to);
    }
}
