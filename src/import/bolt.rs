//! A live Neo4j, read over Bolt into the same records that an export holds.
//!
//! Comes in: a URL such as `bolt://localhost:7687`, a user and a password from the environment. Goes out: a record for
//! each node and relationship, with the values that `apoc.export.json.all` would have written. Never here: a rule about
//! cells, a write to the database (the transaction is opened for reading), a password in a message.
//!
//! 1. Everything is read by one statement, hence in one transaction.
//! 2. A failure before the first record says what is wrong with the address, the login or the database.
//! 3. The caller blocks; the runtime lives on the calling thread and ends with the call.

use std::fmt;
use std::io::ErrorKind;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use neo4rs::{ConfigBuilder, Database, DeError, Graph, Row};

use super::{Importer, NodeRecord, Place, Properties, Record, RelationshipRecord};
use crate::limits::{
    BOLT_CONNECT_LIMIT as CONNECT_LIMIT, BOLT_ROWS_AT_ONCE as ROWS_AT_ONCE, BOLT_SILENCE_LIMIT as SILENCE_LIMIT,
};

mod error;
mod login;
mod values;

pub use self::{error::BoltError, login::Login};
use self::{login::address, values::properties};

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

/// What a server says cannot move the operator's cursor.
fn one_line(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}

#[cfg(test)]
mod tests {
    use std::net::TcpListener;

    use super::*;

    fn someone() -> Login {
        let variables = [("NEO4J_USER", "neo4j"), ("NEO4J_PASSWORD", "secret"), ("NEO4J_DATABASE", "cell")];
        let value = |name: &str| variables.iter().find(|(known, _)| *known == name).map(|(_, value)| value.into());
        Login::from_variables(value).unwrap()
    }

    #[test]
    fn a_port_without_a_server_refuses() {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        drop(listener);
        let error =
            read(&format!("bolt://127.0.0.1:{port}"), &someone(), &mut Importer::new(), &mut |_, _| ()).unwrap_err();
        let is_so = if has_loopback() { matches!(error, BoltError::Refused { .. }) } else { is_unreachable(&error) };
        assert!(is_so, "{error}");
        assert!(error.to_string().contains(&format!("127.0.0.1:{port}")), "{error}");
    }

    /// A machine without any network, not even to itself: then every server is out of reach, and that is what is said.
    fn has_loopback() -> bool {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        std::net::TcpStream::connect(listener.local_addr().unwrap()).is_ok()
    }

    fn is_unreachable(error: &BoltError) -> bool {
        matches!(error, BoltError::Unreachable { .. })
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
            let is_told = matches!(error, BoltError::NotBolt { .. } | BoltError::Internal { .. });
            let is_so = if has_loopback() { is_told } else { is_unreachable(&error) };
            assert!(is_so, "{answer:?}: {error:?}");
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
}
