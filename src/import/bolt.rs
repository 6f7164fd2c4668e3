//! A live Neo4j, read over Bolt into the same records that an export holds.
//!
//! Comes in: a URL such as `bolt://localhost:7687`, a user and a password from the environment. Goes out: a record for
//! each node and relationship, with the values that `apoc.export.json.all` would have written. Never here: a rule about
//! cells, a write to the database (the transaction is opened for reading), a password in a message.
//!
//! 1. Everything is read by one statement, hence in one transaction.
//! 2. A failure before the first record says what is wrong with the address, the login or the database.
//! 3. The caller blocks; the runtime lives on the calling thread and ends with the call.

use std::ffi::OsString;
use std::fmt;
use std::io::ErrorKind;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use neo4rs::{BoltType, ConfigBuilder, Database, DeError, Graph, Row};
use serde_json::{Number, Value};

use super::{Importer, NodeRecord, Place, Properties, Record, RelationshipRecord};

/// From the first packet to the first answer; a Neo4j that is up takes milliseconds.
const CONNECT_LIMIT: Duration = Duration::from_secs(10);
/// Between two packets of the answer; covers the server's planning of the statement.
const SILENCE_LIMIT: Duration = Duration::from_secs(60);
/// Rows asked for at once: about 1 MB of them, so that a round trip costs little.
const ROWS_AT_ONCE: usize = 2_000;

const WHERE: &str = "CALL db.info() YIELD name RETURN name";
const HOW_MANY: &str = "MATCH (n) RETURN count(n) AS n UNION ALL MATCH ()-[r]->() RETURN count(r) AS n";
/// `values` has what [`Properties`] has; `texts` again those of its values for which JSON has no type, as the server
/// writes them.
const EVERYTHING: &str = "\
CALL {
  MATCH (n) RETURN n AS e, labels(n) AS names, null AS start, null AS end
  UNION ALL
  MATCH (a)-[r]->(b) RETURN r AS e, [type(r)] AS names, elementId(a) AS start, elementId(b) AS end
}
WITH elementId(e) AS id, names, start, end,
     [e.name, e.role, e.description, e.type, e.pose, e.required_tool, e.cost, e.stabilize, e.action_after, e.verify] AS values
RETURN id, names, start, end, values,
       [v IN values | CASE WHEN v IS :: DATE | LOCAL TIME | ZONED TIME | LOCAL DATETIME | ZONED DATETIME | DURATION
                           THEN toString(v) END] AS texts";

/// Where the records came from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin {
    /// Scheme, host and port.
    pub address: String,
    /// The name that the server gives the database.
    pub database: String,
}

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

/// A user name, a password and perhaps a database. Its `Debug` does not show the password.
pub struct Login {
    user: String,
    password: String,
    database: Option<String>,
}

impl Login {
    /// From `NEO4J_USER` (or `NEO4J_USERNAME`), `NEO4J_PASSWORD` and, where set, `NEO4J_DATABASE`.
    ///
    /// # Errors
    ///
    /// A variable is missing, empty or not UTF-8.
    pub fn from_environment() -> Result<Self, BoltError> {
        Self::from_variables(|name| std::env::var_os(name))
    }

    fn from_variables(variable: impl Fn(&str) -> Option<OsString>) -> Result<Self, BoltError> {
        let text = |name: &'static str| match variable(name).map(OsString::into_string) {
            None => Ok(None),
            Some(Ok(text)) => Ok(Some(text).filter(|text| !text.is_empty())),
            Some(Err(_)) => Err(BoltError::NotText(name)),
        };
        let user = text("NEO4J_USER")?.map_or_else(|| text("NEO4J_USERNAME"), |user| Ok(Some(user)))?;
        Ok(Self {
            user: user.ok_or(BoltError::NotSet("NEO4J_USER"))?,
            password: text("NEO4J_PASSWORD")?.ok_or(BoltError::NotSet("NEO4J_PASSWORD"))?,
            database: text("NEO4J_DATABASE")?,
        })
    }
}

impl fmt::Debug for Login {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Login").field("user", &self.user).field("database", &self.database).finish_non_exhaustive()
    }
}

/// Reads every node and relationship into the importer. Blocks until all is read or something failed; never panics.
///
/// `progress` hears how many records are done, and of about how many (others may write meanwhile).
pub(super) fn read(
    url: &str,
    login: &Login,
    out: &mut Importer,
    progress: &mut dyn FnMut(u64, u64),
) -> Result<Origin, BoltError> {
    let session = Session { address: address(url)?, login };
    // The client library panics on some malformed answers; a foreign server must not take this process down.
    catch_unwind(AssertUnwindSafe(|| session.run(out, progress))).unwrap_or_else(|_| Err(session.internal("a panic")))
}

struct Session<'a> {
    address: String,
    login: &'a Login,
}

impl Session<'_> {
    fn run(&self, out: &mut Importer, progress: &mut dyn FnMut(u64, u64)) -> Result<Origin, BoltError> {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        runtime.map_err(|e| self.internal(e))?.block_on(async {
            let graph = self.connect()?;
            let (database, expected) = self.greet(&graph).await?;
            self.stream(&graph, out, &mut |done| progress(done, expected)).await?;
            Ok(Origin { address: self.address.clone(), database })
        })
    }

    fn connect(&self) -> Result<Graph, BoltError> {
        let mut config = ConfigBuilder::default()
            .uri(&self.address)
            .user(&self.login.user)
            .password(&self.login.password)
            .fetch_size(ROWS_AT_ONCE)
            .max_connections(1)
            .connection_timeout(SILENCE_LIMIT);
        if let Some(database) = &self.login.database {
            config = config.db(Database::from(database.as_str()));
        }
        config.build().and_then(Graph::connect).map_err(|e| self.explain(e, None))
    }

    /// The first exchange, under the shorter limit: proves the login, learns the database's name and its size.
    async fn greet(&self, graph: &Graph) -> Result<(String, u64), BoltError> {
        let exchange = async {
            let mut names = graph.execute_read(WHERE).await?;
            let mut database = String::new();
            while let Some(row) = names.next().await? {
                database = row.get("name")?;
            }
            // The one connection goes back to the pool before it is asked for again.
            drop(names);
            let mut counts = graph.execute_read(HOW_MANY).await?;
            let mut records = 0;
            while let Some(row) = counts.next().await? {
                records += row.get::<u64>("n")?;
            }
            Ok((database, records))
        };
        let answer = tokio::time::timeout(CONNECT_LIMIT, exchange).await;
        answer.map_err(|_| self.silent(CONNECT_LIMIT))?.map_err(|e| self.explain(e, None))
    }

    async fn stream(&self, graph: &Graph, out: &mut Importer, progress: &mut dyn FnMut(u64)) -> Result<(), BoltError> {
        let mut done = 0;
        let mut rows = graph.execute_read(EVERYTHING).await.map_err(|e| self.explain(e, None))?;
        while let Some(row) = rows.next().await.map_err(|e| self.explain(e, Some(done)))? {
            out.record(record(&row).map_err(|e| self.internal(e))?);
            done += 1;
            if done % ROWS_AT_ONCE as u64 == 0 {
                progress(done);
            }
        }
        progress(done);
        Ok(())
    }

    /// The client's error in the operator's terms; `read` counts the records before it, once the answer has begun.
    fn explain(&self, error: neo4rs::Error, read: Option<u64>) -> BoltError {
        use neo4rs::Error as E;
        let address = self.address.clone();
        match error {
            E::Neo4j(e) if e.code() == "Neo.ClientError.Database.DatabaseNotFound" => {
                BoltError::NoDatabase { address, database: self.login.database.clone().unwrap_or_default() }
            }
            E::Neo4j(e) if e.code().starts_with("Neo.ClientError.Security.") => self.login_failed(e.message()),
            E::Neo4j(e) => BoltError::Server { address, code: e.code().to_owned(), message: one_line(e.message()) },
            E::AuthenticationError(message) => self.login_failed(&message),
            E::IOError { .. } | E::ConnectionError | E::ConnectionTimedOut if read.is_some() => BoltError::BrokenOff {
                address,
                records: read.unwrap_or_default(),
                reason: one_line(&error.to_string()),
            },
            E::ConnectionTimedOut => self.silent(SILENCE_LIMIT),
            E::IOError { detail } => self.explain_io(&detail),
            E::UnsupportedVersion(..) | E::ProtocolMismatch(_) | E::InvalidTypeMarker(_) | E::UnexpectedMessage(_) => {
                BoltError::NotBolt { address, reason: one_line(&error.to_string()) }
            }
            E::UrlParseError(_) | E::UnsupportedScheme(_) | E::InvalidDnsName(_) => BoltError::Url(address),
            other => self.internal(other),
        }
    }

    fn explain_io(&self, error: &std::io::Error) -> BoltError {
        let address = self.address.clone();
        match error.kind() {
            ErrorKind::ConnectionRefused => BoltError::Refused { address },
            ErrorKind::TimedOut => self.silent(CONNECT_LIMIT),
            ErrorKind::UnexpectedEof | ErrorKind::ConnectionReset | ErrorKind::BrokenPipe => {
                BoltError::NotBolt { address, reason: "it closed the connection".to_owned() }
            }
            _ => BoltError::Unreachable { address, reason: one_line(&error.to_string()) },
        }
    }

    fn login_failed(&self, reason: &str) -> BoltError {
        BoltError::Login { address: self.address.clone(), user: one_line(&self.login.user), reason: one_line(reason) }
    }

    fn silent(&self, limit: Duration) -> BoltError {
        BoltError::Silent { address: self.address.clone(), seconds: limit.as_secs() }
    }

    fn internal(&self, reason: impl fmt::Display) -> BoltError {
        BoltError::Internal { address: self.address.clone(), reason: one_line(&reason.to_string()) }
    }
}

fn record(row: &Row) -> Result<Record, DeError> {
    let id: String = row.get("id")?;
    let place = Place::Element(id.clone());
    let labels: Vec<String> = row.get("names")?;
    let properties = properties(row.get("values")?, row.get("texts")?);
    Ok(match (row.get("start")?, row.get("end")?) {
        (Some(start), Some(end)) => {
            let kind = labels.into_iter().next().unwrap_or_default();
            Record::Relationship(RelationshipRecord { place, id, kind, properties, start, end })
        }
        _ => Record::Node(NodeRecord { place, id, labels, properties }),
    })
}

fn properties(values: Vec<BoltType>, texts: Vec<Option<String>>) -> Properties {
    let mut values = values.into_iter().zip(texts).map(|(value, text)| match text {
        Some(text) => Some(Value::String(as_java_writes(&text))),
        None => Some(json(value)).filter(|value| !value.is_null()),
    });
    let mut next = || values.next().flatten();
    // In the order of the statement; Rust evaluates the fields as they are written.
    Properties {
        name: next(),
        role: next(),
        description: next(),
        kind: next(),
        pose: next(),
        required_tool: next(),
        cost: next(),
        stabilize: next(),
        action_after: next(),
        verify: next(),
    }
}

/// A property's value as APOC writes it; what only a list can still hold beyond JSON's types, as the client shows it.
fn json(value: BoltType) -> Value {
    match value {
        BoltType::Null(_) => Value::Null,
        BoltType::String(text) => Value::String(text.value),
        BoltType::Boolean(truth) => Value::Bool(truth.value),
        BoltType::Integer(number) => Value::from(number.value),
        BoltType::Float(number) => float(number.value),
        BoltType::List(list) => list.value.into_iter().map(json).collect(),
        BoltType::Map(map) => map.value.into_iter().map(|(key, value)| (key.value, json(value))).collect(),
        BoltType::Point2D(point) => point_json(point.sr_id.value, [point.x.value, point.y.value], None),
        BoltType::Point3D(point) => point_json(point.sr_id.value, [point.x.value, point.y.value], Some(point.z.value)),
        other => Value::String(format!("{other:?}")),
    }
}

fn float(number: f64) -> Value {
    let word = if number.is_nan() {
        "NaN"
    } else if number > 0.0 {
        "Infinity"
    } else {
        "-Infinity"
    };
    Number::from_f64(number).map_or_else(|| Value::String(word.to_owned()), Value::Number)
}

fn point_json(srid: i64, [x, y]: [f64; 2], z: Option<f64>) -> Value {
    let z = z.map_or(Value::Null, float);
    let (x, y) = (float(x), float(y));
    match srid {
        4326 => serde_json::json!({"crs": "wgs-84", "longitude": x, "latitude": y, "height": z}),
        4979 => serde_json::json!({"crs": "wgs-84-3d", "longitude": x, "latitude": y, "height": z}),
        7203 => serde_json::json!({"crs": "cartesian", "x": x, "y": y, "z": z}),
        9157 => serde_json::json!({"crs": "cartesian-3d", "x": x, "y": y, "z": z}),
        other => serde_json::json!({"crs": other, "x": x, "y": y, "z": z}),
    }
}

/// Cypher's text of a date, time or duration as Java's `toString`, which APOC uses, has it: seconds are left out where
/// they are zero, and a fraction has three, six or nine digits.
fn as_java_writes(text: &str) -> String {
    let is_duration = text.starts_with('P');
    let time = if is_duration { None } else { text.find(':').and_then(|colon| colon.checked_sub(2)) };
    let Some((date, seconds, rest)) = time.and_then(|start| {
        let (before, rest) = text.split_at_checked(start + "hh:mm".len())?;
        let (seconds, rest) = rest.strip_prefix(':')?.split_at_checked(2)?;
        Some((before, seconds, rest))
    }) else {
        return text.to_owned();
    };
    let fraction_length =
        rest.strip_prefix('.').map_or(0, |digits| digits.bytes().take_while(u8::is_ascii_digit).count());
    let (fraction, zone) =
        rest.split_at_checked(fraction_length + usize::from(fraction_length > 0)).unwrap_or((rest, ""));
    let digits = fraction.trim_start_matches('.').trim_end_matches('0');
    match (seconds, digits) {
        ("00", "") => format!("{date}{zone}"),
        (_, "") => format!("{date}:{seconds}{zone}"),
        _ => format!("{date}:{seconds}.{digits:0<width$}{zone}", width = digits.len().next_multiple_of(3)),
    }
}

/// `scheme://host[:port]` of a URL that holds nothing else.
fn address(url: &str) -> Result<String, BoltError> {
    if url.contains('@') {
        return Err(BoltError::CredentialsInUrl);
    }
    let (scheme, rest) = scheme(url).ok_or_else(|| BoltError::Url(one_line(url)))?;
    let authority = rest.strip_suffix('/').unwrap_or(rest);
    let is_plain = |c: char| c.is_alphanumeric() || "-._~%:[]".contains(c);
    if authority.is_empty() || authority.starts_with(':') || !authority.chars().all(is_plain) {
        return Err(BoltError::Url(one_line(url)));
    }
    Ok(format!("{scheme}://{authority}"))
}

fn scheme(source: &str) -> Option<(&'static str, &str)> {
    let (scheme, rest) = source.split_once("://")?;
    ["bolt", "bolt+s", "bolt+ssc", "neo4j", "neo4j+s", "neo4j+ssc"]
        .into_iter()
        .find(|known| known.eq_ignore_ascii_case(scheme))
        .map(|known| (known, rest))
}

/// What a server says cannot move the operator's cursor.
fn one_line(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}

#[cfg(test)]
mod tests {
    use std::net::TcpListener;

    use super::*;

    fn login(variables: &[(&str, &str)]) -> Result<Login, BoltError> {
        Login::from_variables(|name| {
            variables.iter().find(|(known, _)| *known == name).map(|(_, value)| OsString::from(value))
        })
    }

    fn someone() -> Login {
        login(&[("NEO4J_USER", "neo4j"), ("NEO4J_PASSWORD", "secret"), ("NEO4J_DATABASE", "cell")]).unwrap()
    }

    #[test]
    fn an_address_is_scheme_host_and_port() {
        for (url, expected) in [
            ("bolt://localhost", "bolt://localhost"),
            ("Bolt://localhost:7687/", "bolt://localhost:7687"),
            ("neo4j+s://db.example:1", "neo4j+s://db.example:1"),
            ("bolt://[::1]:7687", "bolt://[::1]:7687"),
        ] {
            assert_eq!(address(url).unwrap(), expected);
        }
        for url in [
            "bolt://",
            "bolt:///",
            "bolt://:7687",
            "bolt://h/db",
            "bolt://h?x=1",
            "bolt://h#f",
            "http://h",
            "bolt://h h",
        ] {
            assert!(matches!(address(url), Err(BoltError::Url(_))), "{url}");
        }
    }

    #[test]
    fn a_url_with_credentials_is_refused_without_showing_them() {
        for url in ["bolt://neo4j:secret@h", "bolt://neo4j@h", "bolt://u:se/cret@h", "neo4j://:secret@h:1"] {
            let error = address(url).unwrap_err();
            assert!(matches!(error, BoltError::CredentialsInUrl), "{url}");
            assert!(!format!("{error} {error:?} {}", error.hint()).contains("cret"), "{error}");
        }
    }

    #[test]
    fn a_login_comes_from_the_environment_alone() {
        let complete = someone();
        assert_eq!((complete.user.as_str(), complete.password.as_str()), ("neo4j", "secret"));
        assert_eq!(complete.database.as_deref(), Some("cell"));
        assert!(!format!("{complete:?}").contains("secret"));

        let other =
            login(&[("NEO4J_USER", ""), ("NEO4J_USERNAME", "b"), ("NEO4J_PASSWORD", "c"), ("NEO4J_DATABASE", "")]);
        let other = other.unwrap();
        assert_eq!((other.user.as_str(), other.database), ("b", None));

        let missing = |variables: &[(&str, &str)]| login(variables).unwrap_err().to_string();
        assert!(missing(&[("NEO4J_PASSWORD", "c")]).contains("NEO4J_USER"));
        assert!(missing(&[("NEO4J_USER", "a")]).contains("NEO4J_PASSWORD"));
        assert!(missing(&[("NEO4J_USER", "a"), ("NEO4J_PASSWORD", "")]).contains("NEO4J_PASSWORD"));
    }

    #[test]
    fn a_port_without_a_server_refuses() {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        drop(listener);
        let error =
            read(&format!("bolt://127.0.0.1:{port}"), &someone(), &mut Importer::new(), &mut |_, _| ()).unwrap_err();
        assert!(matches!(error, BoltError::Refused { .. }), "{error}");
        assert!(error.to_string().contains(&format!("127.0.0.1:{port}")), "{error}");
    }

    /// Answers the first bytes of each connection with `answer`, then closes it.
    fn impostor(answer: &'static [u8]) -> String {
        use std::io::{Read, Write};
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = format!("bolt://{}", listener.local_addr().unwrap());
        std::thread::spawn(move || {
            for stream in listener.incoming() {
                let mut stream = stream.unwrap();
                let _ = stream.read(&mut [0; 64]);
                let _ = stream.write_all(answer);
            }
        });
        address
    }

    #[test]
    fn a_server_of_another_kind_is_told_from_a_neo4j() {
        for answer in [
            &b"HTTP/1.1 400 Bad Request\r\n\r\n"[..],
            b"",
            b"\0\0\0\0",
            b"\0\0\x08\x05",
            b"\0\0\x04\x04\0\x02\xb1\x7f\0\0",
        ] {
            let error = read(&impostor(answer), &someone(), &mut Importer::new(), &mut |_, _| ()).unwrap_err();
            assert!(matches!(error, BoltError::NotBolt { .. } | BoltError::Internal { .. }), "{answer:?}: {error:?}");
        }
    }

    #[test]
    fn no_message_shows_the_password() {
        let login = someone();
        let session = Session { address: "bolt://h".to_owned(), login: &login };
        let errors = [
            session.login_failed("no\x1b[2Jway"),
            session.silent(CONNECT_LIMIT),
            session.internal("x"),
            session.explain(neo4rs::Error::ConnectionError, Some(3)),
            session.explain(neo4rs::Error::InvalidConfig, None),
            session.explain_io(&ErrorKind::HostUnreachable.into()),
        ];
        for error in errors {
            let said = format!("{error} {error:?} {}", error.hint());
            assert!(!said.contains("secret") && !said.contains('\x1b') && said.contains("bolt://h"), "{said}");
        }
    }

    #[test]
    fn values_are_those_of_an_export() {
        for (value, expected) in [
            (BoltType::from(9_007_199_254_740_993_i64), "9007199254740993"),
            (BoltType::from(2.0), "2.0"),
            (BoltType::from(1.5e300), "1.5e300"),
            (BoltType::from(f64::NAN), "\"NaN\""),
            (BoltType::from(f64::INFINITY), "\"Infinity\""),
            (BoltType::from(f64::NEG_INFINITY), "\"-Infinity\""),
            (BoltType::from("a\u{1f527}"), "\"a\u{1f527}\""),
            (BoltType::from(true), "true"),
            (BoltType::from(vec![0.5, 2.0]), "[0.5,2.0]"),
            (BoltType::from(Vec::<String>::new()), "[]"),
        ] {
            assert_eq!(json(value), serde_json::from_str::<Value>(expected).unwrap());
        }
    }

    #[test]
    fn times_are_written_as_java_writes_them() {
        for (cypher, java) in [
            ("2024-02-29", "2024-02-29"),
            ("P1DT2H30M", "P1DT2H30M"),
            ("PT0S", "PT0S"),
            ("06:00:00", "06:00"),
            ("06:00:00+02:00", "06:00+02:00"),
            ("06:00:07.5Z", "06:00:07.500Z"),
            ("06:00:00.000001", "06:00:00.000001"),
            ("2024-02-29T12:30:00Z", "2024-02-29T12:30Z"),
            ("2024-02-29T12:30:00.5+01:00", "2024-02-29T12:30:00.500+01:00"),
            ("2024-02-29T12:30:01.123456789", "2024-02-29T12:30:01.123456789"),
            ("2024-07-01T09:00:00+02:00[Europe/Vienna]", "2024-07-01T09:00+02:00[Europe/Vienna]"),
            ("", ""),
            (":", ":"),
            ("1:2", "1:2"),
        ] {
            assert_eq!(as_java_writes(cypher), java);
        }
    }
}
