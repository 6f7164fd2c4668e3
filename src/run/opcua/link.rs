//! A session with a server: opened, called, read. Each call blocks its thread, and none longer than its limit.
//!
//! 1. The channel signs and encrypts; other endpoints of the server are not used. What comes is looked through first ([`super::screen`]).
//! 2. The certificate is looked at before anything is sent to it.
//! 3. A session that is lost stays lost. Whoever wants another one opens it.
//! 4. Of the policies that the keys allow, the strongest that the server offers is used. What it offers is first heard in clear, so that
//!    somebody between may have taken a stronger one away: before a run it is asked again, by the channel that is secured.
//! 5. A session that was opened is closed, though its opening fails afterwards.
//! 6. What panics beneath is a session that is lost: it keeps no stop from being tried again.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use opcua::{
    client::{Client, ClientBuilder, ConnectionSource, Session},
    core::{ResponseMessage, comms::url::hostname_from_url},
    crypto::{SecurityPolicy, X509},
    types::{
        BrowsePath, CallMethodRequest, DateTime, EndpointDescription, Error, GetEndpointsRequest, MessageSecurityMode,
        NodeId, ObjectId, QualifiedName, ReferenceTypeId, RelativePath, RelativePathElement, RequestHeader, StatusCode,
        Variant,
    },
};
use parking_lot::Mutex;
use tokio::{runtime::Runtime, time::timeout};

use super::{
    super::{driver::DriverError, short::short},
    endpoint::Endpoint,
    keys::{APPLICATION_URI, POLICIES},
    nodes::{self, Method, NAMESPACE},
    screen::{Expected, Screened},
};
use crate::limits::{OPC_UA_CALL_LIMIT, OPC_UA_CONNECT_LIMIT, OPC_UA_MESSAGE_BYTES_MAX};

/// Longest list in a message: the fields of all lines of a look, and many times over.
const ARRAY_MAX: usize = 65_536;
/// Of so many chunks a message may consist: of as many as the longest one has, with the shortest chunks that OPC UA allows.
const CHUNKS_MAX: usize = OPC_UA_MESSAGE_BYTES_MAX / 8_192;

/// Why a call came to nothing.
#[derive(Debug)]
pub(super) enum CallError {
    /// The controller refused it: nothing happened.
    Refused(StatusCode),
    /// Nobody knows whether it happened.
    Lost(String),
}

impl From<CallError> for DriverError {
    fn from(error: CallError) -> Self {
        Self::Failed(match error {
            CallError::Refused(status) => format!("the controller refused it: {status}"),
            CallError::Lost(why) => why,
        })
    }
}

/// An open session, and the nodes of the controller.
pub(super) struct Link {
    /// None only while it is dropped.
    runtime: Option<Runtime>,
    session: Arc<Session>,
    namespace: u16,
    object: NodeId,
    methods: [NodeId; 4],
    policy: SecurityPolicy,
    endpoint: Endpoint,
}

/// A session that was opened, where it has to be closed though its opening fails.
type Opening = Arc<Mutex<Option<Arc<Session>>>>;

impl std::fmt::Debug for Link {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Link").field("url", &self.endpoint.url()).finish_non_exhaustive()
    }
}

impl Link {
    /// Opens a session, and finds the controller's methods.
    pub(super) fn open(endpoint: &Endpoint) -> Result<Self, DriverError> {
        Self::open_by(endpoint, Instant::now() + OPC_UA_CONNECT_LIMIT)
    }

    /// The same, at a time at the latest.
    pub(super) fn open_by(endpoint: &Endpoint, latest: Instant) -> Result<Self, DriverError> {
        let failed = |why: String| DriverError::Failed(format!("{}: {why}", endpoint.url()));
        endpoint.keys().check().map_err(|error| DriverError::Failed(in_words(&error)))?;
        // Two threads, so that one that is kept busy by the library does not keep a limit from being looked at.
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(2)
            .thread_name("opcua")
            .enable_all()
            .build()
            .map_err(|error| failed(error.to_string()))?;
        let limit = OPC_UA_CONNECT_LIMIT.min(latest.saturating_duration_since(Instant::now()));
        let of = endpoint.clone();
        let begun = Opening::default();
        let to_close = Arc::clone(&begun);
        let opening = runtime.spawn(async move { timeout(limit, connect(&of, &begun)).await });
        let opened = match runtime.block_on(opening) {
            Ok(Ok(opened)) => opened,
            Ok(Err(_)) => Err(format!("no session within {:.0} s", limit.as_secs_f64())),
            Err(_) => Err("the server's answer broke the library that reads it".to_owned()),
        };
        match opened {
            Ok((session, policy, Found { namespace, object, methods })) => {
                let endpoint = endpoint.clone();
                Ok(Self { runtime: Some(runtime), session, namespace, object, methods, policy, endpoint })
            }
            Err(why) => {
                let session = to_close.lock().take();
                if let Some(session) = session {
                    close(&runtime, session);
                }
                runtime.shutdown_background();
                Err(failed(why))
            }
        }
    }

    /// Calls a method of the controller.
    pub(super) fn call(&self, method: Method, arguments: Vec<Variant>) -> Result<Vec<Variant>, CallError> {
        let node = self.methods[method.index()].clone();
        let request: CallMethodRequest = (self.object.clone(), node, Some(arguments)).into();
        let answer = self.within(method.name(), |session| async move { session.call_one(request).await })?;
        match answer.status_code {
            status if status.is_good() => Ok(answer.output_arguments.unwrap_or_default()),
            status => Err(CallError::Refused(status)),
        }
    }

    /// Asks the server something, within the limit of a call.
    pub(super) fn within<T, F>(&self, what: &str, ask: impl FnOnce(Arc<Session>) -> F) -> Result<T, CallError>
    where
        T: Send + 'static,
        F: Future<Output = Result<T, Error>> + Send + 'static,
    {
        let Some(runtime) = &self.runtime else { return Err(CallError::Lost("the session is closed".to_owned())) };
        let lost = |why: String| CallError::Lost(format!("{what} of {}: {why}", self.endpoint.url()));
        let asked = ask(Arc::clone(&self.session));
        let asking = runtime.spawn(async move { timeout(OPC_UA_CALL_LIMIT, asked).await });
        match runtime.block_on(asking) {
            Err(_) => Err(lost("the server's answer broke the library that reads it".to_owned())),
            Ok(Err(_)) => Err(lost(format!("no answer within {} s", OPC_UA_CALL_LIMIT.as_secs()))),
            Ok(Ok(Err(error))) => Err(lost(short(&error.to_string()))),
            Ok(Ok(Ok(answer))) => Ok(answer),
        }
    }

    /// The nodes at these names, each a way from the controller's object; none where the server says that there is no such node. What it does
    /// not say is an error.
    pub(super) fn nodes(&self, ways: &[&[&str]]) -> Result<Vec<Option<NodeId>>, CallError> {
        let paths: Vec<_> = ways.iter().map(|way| path(&self.object, self.namespace, way)).collect();
        let ask = |session: Arc<Session>| async move { session.translate_browse_paths_to_node_ids(&paths).await };
        let found = self.within("looking for nodes", ask)?;
        let one = |(index, way): (usize, &&[&str])| {
            let missing = || CallError::Lost(format!("the server does not say where {} is", way.join("/")));
            let found = found.get(index).ok_or_else(missing)?;
            only(found).map_err(|why| CallError::Lost(format!("the server's {} {why}", way.join("/"))))
        };
        ways.iter().enumerate().map(one).collect()
    }
}

impl Link {
    /// Asks the server once more what it offers, and refuses it where that is stronger than what secures this session.
    pub(super) fn refuse_weaker(&self) -> Result<(), DriverError> {
        let url = self.endpoint.url().to_owned();
        let ask = |session: Arc<Session>| async move {
            let channel = session.channel();
            let header = RequestHeader::new(&NodeId::null(), &DateTime::now(), channel.request_handle());
            let request = GetEndpointsRequest {
                request_header: header,
                endpoint_url: url.into(),
                locale_ids: None,
                profile_uris: None,
            };
            match channel.send(request, OPC_UA_CALL_LIMIT).await {
                Ok(ResponseMessage::GetEndpoints(answer)) => Ok(answer.endpoints.unwrap_or_default()),
                Ok(_) => Err(Error::new(StatusCode::BadUnknownResponse, "no list of endpoints")),
                Err(error) => Err(error),
            }
        };
        let offered = self.within("asking for the endpoints", ask)?;
        let place = |policy| POLICIES.iter().position(|other| *other == policy);
        match strongest(&offered, &self.endpoint, &POLICIES) {
            Some((policy, _)) if place(policy) < place(self.policy) => Err(DriverError::Failed(format!(
                "{}: the server offers {}, and before anything was encrypted it was said to offer {} at best: somebody between may have \
                 taken that away. Nothing was permitted",
                self.endpoint.url(),
                policy.to_str(),
                self.policy.to_str()
            ))),
            _ => Ok(()),
        }
    }
}

impl Drop for Link {
    fn drop(&mut self) {
        let Some(runtime) = self.runtime.take() else { return };
        close(&runtime, Arc::clone(&self.session));
        runtime.shutdown_background();
    }
}

/// Closes a session. A server that does not answer keeps nobody waiting: what is not said within a second is not said.
fn close(runtime: &Runtime, session: Arc<Session>) {
    let closing = runtime.spawn(async move { timeout(Duration::from_secs(1), session.disconnect()).await });
    let _ = runtime.block_on(closing);
}

/// The strongest of these policies by which the server signs and encrypts at this address, and its endpoint for that.
fn strongest(
    offered: &[EndpointDescription],
    endpoint: &Endpoint,
    policies: &[SecurityPolicy],
) -> Option<(SecurityPolicy, EndpointDescription)> {
    policies.iter().find_map(|policy| {
        Client::find_matching_endpoint(offered, endpoint.url(), *policy, MessageSecurityMode::SignAndEncrypt)
            .map(|found| (*policy, found))
    })
}

/// Connects through the screen.
struct ByScreen {
    policy: SecurityPolicy,
    certificate: Vec<u8>,
}

impl ConnectionSource for ByScreen {
    type Builder = Screened;

    fn get_connector(&self, endpoint: &EndpointDescription) -> Result<Screened, Error> {
        let expected = Expected::Secured { policy: self.policy, certificate: self.certificate.clone() };
        Ok(Screened::new(endpoint.endpoint_url.as_ref(), expected))
    }
}

/// An error of the keys, with what to do about it.
fn in_words(error: &super::keys::KeyError) -> String {
    error.hint().map_or_else(|| error.to_string(), |hint| format!("{error}: {hint}"))
}

/// What was found at a server.
struct Found {
    namespace: u16,
    object: NodeId,
    methods: [NodeId; 4],
}

async fn connect(endpoint: &Endpoint, begun: &Opening) -> Result<(Arc<Session>, SecurityPolicy, Found), String> {
    let keys = endpoint.keys();
    let policies = keys.policies().map_err(|error| in_words(&error))?;
    let client = ClientBuilder::new()
        .application_name("cellgraph")
        .application_uri(APPLICATION_URI)
        .session_name("cellgraph")
        .pki_dir(keys.folder())
        .certificate_path("own/cert.der")
        .private_key_path("private/private.pem")
        .create_sample_keypair(false)
        .trust_server_certs(false)
        .verify_server_certs(true)
        .session_retry_limit(0)
        .request_timeout(OPC_UA_CALL_LIMIT)
        // The clock of a PLC may stand anywhere: how long a channel holds is counted here.
        .ignore_clock_skew(true)
        .max_message_size(OPC_UA_MESSAGE_BYTES_MAX)
        .max_string_length(OPC_UA_MESSAGE_BYTES_MAX)
        .max_byte_string_length(OPC_UA_MESSAGE_BYTES_MAX)
        .max_array_length(ARRAY_MAX)
        .max_chunk_count(CHUNKS_MAX)
        .client()
        .map_err(|errors| errors.join("; "))?;
    let listed = client.get_server_endpoints_from_url(Screened::new(endpoint.url(), Expected::Clear)).await;
    let endpoints = listed.map_err(|error| short(&error.to_string()))?;
    let (policy, chosen) = strongest(&endpoints, endpoint, policies).ok_or_else(|| {
        let names = policies.iter().map(|policy| policy.to_str()).collect::<Vec<_>>().join(", ");
        format!("the server has no endpoint at this address, with this path, that signs and encrypts by one of {names}")
    })?;
    let certificate = trusted(endpoint, policy, &chosen)?;
    let identity = keys.identity().map_err(|error| in_words(&error))?;
    let (session, event_loop) = client
        .session_builder()
        .with_connector(ByScreen { policy, certificate })
        .connect_to_endpoint_directly(chosen)
        .map_err(|error| error.to_string())?
        .user_identity_token(identity)
        .build(Arc::clone(client.certificate_store()))
        .map_err(|error| error.to_string())?;
    // Before it is connected, so that it is so once and not again.
    session.disable_reconnects();
    let ended = event_loop.spawn();
    tokio::select! {
        is_connected = session.wait_for_connection() => {
            if !is_connected {
                return Err("the server closed the session".to_owned());
            }
        }
        status = ended => return Err(match status {
            Ok(status) => format!("the server gives no session: {status}"),
            Err(_) => "the server's answer broke the library that reads it".to_owned(),
        }),
    }
    // What is not connected is closed by nothing, and a stop waits for no try of it.
    *begun.lock() = Some(Arc::clone(&session));
    let found = find(&session).await?;
    Ok((session, policy, found))
}

/// Looks for the controller's methods.
async fn find(session: &Session) -> Result<Found, String> {
    let namespace = session
        .get_namespace_index(NAMESPACE)
        .await
        .map_err(|_| format!("the server has no namespace {NAMESPACE}: is the node set loaded in the controller?"))?;
    let objects: NodeId = ObjectId::ObjectsFolder.into();
    let mut ways: Vec<Vec<&str>> = vec![vec![nodes::OBJECT]];
    ways.extend(Method::ALL.map(|method| vec![nodes::OBJECT, method.name()]));
    let paths: Vec<_> = ways.iter().map(|way| path(&objects, namespace, way)).collect();
    let found = session.translate_browse_paths_to_node_ids(&paths).await.map_err(|error| error.to_string())?;
    let node = |index: usize| {
        let way = ways.get(index).map(|way| way.join("/")).unwrap_or_default();
        let found =
            found.get(index).map_or(Ok(None), only).map_err(|why| format!("the server's Objects/{way} {why}"))?;
        found.ok_or_else(|| format!("the server has no node Objects/{way}"))
    };
    let methods = [node(1)?, node(2)?, node(3)?, node(4)?];
    Ok(Found { namespace, object: node(0)?, methods })
}

/// The certificate of an endpoint, as its bytes: it is one that a person trusts.
fn trusted(endpoint: &Endpoint, policy: SecurityPolicy, chosen: &EndpointDescription) -> Result<Vec<u8>, String> {
    let unreadable = || "the server shows no certificate that can be read".to_owned();
    let bytes = chosen.server_certificate.value.clone().ok_or_else(unreadable)?;
    let certificate = X509::from_byte_string(&chosen.server_certificate).map_err(|_| unreadable())?;
    let host = hostname_from_url(endpoint.url()).map_err(|_| "the address has no host".to_owned())?;
    match endpoint.keys().against(&certificate, &bytes, policy, &host, chosen.server.application_uri.as_ref()) {
        None => Ok(bytes.to_vec()),
        Some(why) => Err(why),
    }
}

fn path(from: &NodeId, namespace: u16, names: &[&str]) -> BrowsePath {
    let element = |name: &&str| RelativePathElement {
        reference_type_id: ReferenceTypeId::HierarchicalReferences.into(),
        is_inverse: false,
        include_subtypes: true,
        target_name: QualifiedName::new(namespace, *name),
    };
    let elements = Some(names.iter().map(element).collect());
    BrowsePath { starting_node: from.clone(), relative_path: RelativePath { elements } }
}

/// The one node that a path leads to, on this server; none where the server says that it leads nowhere.
fn only(found: &opcua::types::BrowsePathResult) -> Result<Option<NodeId>, String> {
    match (found.status_code, found.targets.as_deref()) {
        (StatusCode::BadNoMatch, _) => Ok(None),
        (status, _) if !status.is_good() => Err(format!("cannot be looked for: {status}")),
        (_, Some([target])) if target.remaining_path_index == u32::MAX && target.target_id.server_index == 0 => {
            Ok(Some(target.target_id.node_id.clone()))
        }
        (_, Some([_])) => Err("is on another server".to_owned()),
        (_, targets) => Err(format!("is there {} times", targets.unwrap_or_default().len())),
    }
}
