//! What can keep a live Neo4j from being read, and what to do about it.

/// Why nothing, or not everything, was read. [`BoltError::hint`] says what to do about it.
#[derive(Debug, thiserror::Error)]
pub enum BoltError {
    /// The URL has a user name or a password in it.
    #[error("the URL of the database holds a user name or a password")]
    CredentialsInUrl,
    /// The URL is none, or has more in it than scheme, host and port.
    #[error("'{0}' is not the URL of a database")]
    Url(String),
    /// A variable of the login is missing or empty.
    #[error("the environment variable {0} is not set")]
    NotSet(&'static str),
    /// A variable of the login is not UTF-8.
    #[error("the environment variable {0} is not UTF-8")]
    NotText(&'static str),
    /// Nobody listens there.
    #[error("nothing accepts connections at {address}")]
    Refused {
        /// Scheme, host and port.
        address: String,
    },
    /// No way to that host, or no such host, or no TLS with it.
    #[error("{address} cannot be reached: {reason}")]
    Unreachable {
        /// Scheme, host and port.
        address: String,
        /// The system's words.
        reason: String,
    },
    /// Nothing came back in time.
    #[error("{address} did not answer within {seconds} s")]
    Silent {
        /// Scheme, host and port.
        address: String,
        /// The limit.
        seconds: u64,
    },
    /// Something else than a Neo4j answered.
    #[error("{address} does not speak Bolt as Neo4j does: {reason}")]
    NotBolt {
        /// Scheme, host and port.
        address: String,
        /// What was wrong with the answer.
        reason: String,
    },
    /// User or password are wrong, or may not do this.
    #[error("{address} does not accept the user name '{user}' with this password: {reason}")]
    Login {
        /// Scheme, host and port.
        address: String,
        /// Who tried.
        user: String,
        /// The server's words.
        reason: String,
    },
    /// The server has no database of that name.
    #[error("{address} has no database '{database}'")]
    NoDatabase {
        /// Scheme, host and port.
        address: String,
        /// From `NEO4J_DATABASE`.
        database: String,
    },
    /// The server did not carry the query out.
    #[error("{address} refused the query ({code}): {message}")]
    Server {
        /// Scheme, host and port.
        address: String,
        /// Neo4j's code.
        code: String,
        /// The server's words.
        message: String,
    },
    /// The connection ended in the middle of the answer.
    #[error("{address} broke off after {records} records: {reason}")]
    BrokenOff {
        /// Scheme, host and port.
        address: String,
        /// How many had come.
        records: u64,
        /// The system's words.
        reason: String,
    },
    /// A fault of this program.
    #[error("reading from {address} failed inside cellgraph: {reason}")]
    Internal {
        /// Scheme, host and port.
        address: String,
        /// What is known of it.
        reason: String,
    },
}

impl BoltError {
    /// What the operator can do about it.
    #[must_use]
    pub const fn hint(&self) -> &'static str {
        match self {
            Self::CredentialsInUrl => {
                "a command line can be read by others: take it out of the URL and set NEO4J_USER and NEO4J_PASSWORD"
            }
            Self::Url(_) => {
                "write bolt://HOST:PORT or neo4j://HOST:PORT (+s for TLS, +ssc for TLS with a self-signed certificate); \
                 the database goes into NEO4J_DATABASE"
            }
            Self::NotSet(_) | Self::NotText(_) => {
                "set NEO4J_USER and NEO4J_PASSWORD, and NEO4J_DATABASE where it is not the user's default"
            }
            Self::Refused { .. } => "is Neo4j running, and is this its Bolt port (7687 unless configured otherwise)?",
            Self::Unreachable { .. } => "check the host name, the network and the certificate (+s and +ssc need TLS)",
            Self::Silent { .. } => "check host and port, and whether a firewall stands between; then try again",
            Self::NotBolt { .. } => {
                "is this the Bolt port (7687 unless configured otherwise)? bolt:// is without TLS, bolt+s:// with it"
            }
            Self::Login { .. } => "check NEO4J_USER and NEO4J_PASSWORD",
            Self::NoDatabase { .. } => "check NEO4J_DATABASE; SHOW DATABASES lists what there is",
            Self::Server { .. } => {
                "it takes Neo4j 5.10 or newer, the right to read and a database with a graph (not system); \
                 an export by apoc.export.json.all works as well"
            }
            Self::BrokenOff { .. } => "nothing was written; try again",
            Self::Internal { .. } => "this is a fault of cellgraph: please report it; an APOC export works meanwhile",
        }
    }

    /// Whether the fault is the program's, not the input's.
    #[must_use]
    pub const fn is_internal(&self) -> bool {
        matches!(self, Self::Internal { .. })
    }
}
