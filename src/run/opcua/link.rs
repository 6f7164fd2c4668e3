//! A session with a server: opened, called, read. Each call blocks its thread, and none longer than its limit.
//!
//! 1. The channel signs and encrypts; other endpoints of the server are not used.
//! 2. The certificate is looked at before anything is sent to it.
//! 3. A session that is lost stays lost. Whoever wants another one opens it.

use std::{sync::Arc, time::Duration};

use opcua::{
    client::{Client, ClientBuilder, Session},
    core::comms::url::hostname_from_url,
    crypto::{SecurityPolicy, X509},
    types::{
        BrowsePath, CallMethodRequest, EndpointDescription, MessageSecurityMode, NodeId, ObjectId, QualifiedName,
        ReferenceTypeId, RelativePath, RelativePathElement, StatusCode, Variant,
    },
};
use tokio::{runtime::Runtime, time::timeout};

use super::{
    super::{driver::DriverError, short::short},
    endpoint::Endpoint,
    keys::APPLICATION_URI,
    nodes::{self, Method, NAMESPACE},
};
use crate::limits::{DOCUMENT_BYTES_MAX, OPC_UA_CALL_LIMIT, OPC_UA_CONNECT_LIMIT};

/// What secures a channel, the strongest first. Those that OPC UA has given up are not among them.
const POLICIES: [SecurityPolicy; 3] =
    [SecurityPolicy::Aes256Sha256RsaPss, SecurityPolicy::Aes128Sha256RsaOaep, SecurityPolicy::Basic256Sha256];

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
    url: String,
}

impl std::fmt::Debug for Link {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Link").field("url", &self.url).finish_non_exhaustive()
    }
}

impl Link {
    /// Opens a session, and finds the controller's nodes.
    pub(super) fn open(endpoint: &Endpoint) -> Result<Self, DriverError> {
        let failed = |why: String| DriverError::Failed(format!("{}: {why}", endpoint.url()));
        endpoint.keys().check().map_err(|error| DriverError::Failed(in_words(&error)))?;
        // One thread carries the session, so that a call can be given up.
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(1)
            .thread_name("opcua")
            .enable_all()
            .build()
            .map_err(|error| failed(error.to_string()))?;
        let opened = runtime.block_on(async { timeout(OPC_UA_CONNECT_LIMIT, connect(endpoint)).await });
        let late = || Err(format!("no session within {} s", OPC_UA_CONNECT_LIMIT.as_secs()));
        match opened.unwrap_or_else(|_| late()) {
            Ok((session, namespace, object, methods)) => {
                let url = endpoint.url().to_owned();
                Ok(Self { runtime: Some(runtime), session, namespace, object, methods, url })
            }
            Err(why) => {
                runtime.shutdown_background();
                Err(failed(why))
            }
        }
    }

    /// Calls a method of the controller.
    pub(super) fn call(&self, method: Method, arguments: Vec<Variant>) -> Result<Vec<Variant>, CallError> {
        let node = self.methods[method.index()].clone();
        let request: CallMethodRequest = (self.object.clone(), node, Some(arguments)).into();
        let answer = self.within(method.name(), self.session.call_one(request))?;
        match answer.status_code {
            status if status.is_good() => Ok(answer.output_arguments.unwrap_or_default()),
            status => Err(CallError::Refused(status)),
        }
    }

    /// Asks the server something, within the limit of a call.
    pub(super) fn within<T>(
        &self,
        what: &str,
        asked: impl Future<Output = Result<T, opcua::types::Error>>,
    ) -> Result<T, CallError> {
        let Some(runtime) = &self.runtime else { return Err(CallError::Lost("the session is closed".to_owned())) };
        let lost = |why: String| CallError::Lost(format!("{what} of {}: {why}", self.url));
        match runtime.block_on(async { timeout(OPC_UA_CALL_LIMIT, asked).await }) {
            Err(_) => Err(lost(format!("no answer within {} s", OPC_UA_CALL_LIMIT.as_secs()))),
            Ok(Err(error)) => Err(lost(short(&error.to_string()))),
            Ok(Ok(answer)) => Ok(answer),
        }
    }

    pub(super) const fn session(&self) -> &Arc<Session> {
        &self.session
    }

    /// The nodes at these names, each a way from the controller's object; none where there is no such node.
    pub(super) fn nodes(&self, ways: &[&[&str]]) -> Result<Vec<Option<NodeId>>, CallError> {
        let paths: Vec<_> = ways.iter().map(|way| path(&self.object, self.namespace, way)).collect();
        let found = self.within("the nodes", self.session.translate_browse_paths_to_node_ids(&paths))?;
        Ok((0..ways.len()).map(|index| found.get(index).and_then(only)).collect())
    }
}

impl Drop for Link {
    fn drop(&mut self) {
        let Some(runtime) = self.runtime.take() else { return };
        let session = Arc::clone(&self.session);
        // A server that does not answer keeps nobody waiting: what is not said within a second is not said.
        let _ = runtime.block_on(async { timeout(Duration::from_secs(1), session.disconnect()).await });
        runtime.shutdown_background();
    }
}

/// An error of the keys, with what to do about it.
fn in_words(error: &super::keys::KeyError) -> String {
    error.hint().map_or_else(|| error.to_string(), |hint| format!("{error}: {hint}"))
}

async fn connect(endpoint: &Endpoint) -> Result<(Arc<Session>, u16, NodeId, [NodeId; 4]), String> {
    let keys = endpoint.keys();
    let document = usize::try_from(DOCUMENT_BYTES_MAX).unwrap_or(usize::MAX);
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
        .max_message_size(2 * document)
        .max_string_length(document)
        .max_byte_string_length(document)
        .client()
        .map_err(|errors| errors.join("; "))?;
    let endpoints = client.get_server_endpoints_from_url(endpoint.url()).await.map_err(|error| error.to_string())?;
    let secured = |policy: &SecurityPolicy| {
        Client::find_matching_endpoint(&endpoints, endpoint.url(), *policy, MessageSecurityMode::SignAndEncrypt)
            .map(|found| (*policy, found))
    };
    let (policy, chosen) = POLICIES.iter().find_map(secured).ok_or_else(|| {
        let names = POLICIES.map(|policy| policy.to_str()).join(", ");
        format!("the server has no endpoint that signs and encrypts by one of {names}")
    })?;
    trusted(endpoint, policy, &chosen)?;
    let identity = keys.identity().map_err(|error| in_words(&error))?;
    let (session, event_loop) = client
        .session_builder()
        .connect_to_endpoint_directly(chosen)
        .map_err(|error| error.to_string())?
        .user_identity_token(identity)
        .build(Arc::clone(client.certificate_store()))
        .map_err(|error| error.to_string())?;
    let ended = event_loop.spawn();
    tokio::select! {
        is_connected = session.wait_for_connection() => {
            if !is_connected {
                return Err("the server closed the session".to_owned());
            }
        }
        status = ended => return Err(match status {
            Ok(status) => format!("the server gives no session: {status}"),
            Err(error) => error.to_string(),
        }),
    }
    session.disable_reconnects();
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
        let way = || ways.get(index).map(|way| way.join("/")).unwrap_or_default();
        found.get(index).and_then(only).ok_or_else(|| format!("the server has no node Objects/{}", way()))
    };
    let methods = [node(1)?, node(2)?, node(3)?, node(4)?];
    Ok((session, namespace, node(0)?, methods))
}

/// The certificate of an endpoint is one that a person trusts.
fn trusted(endpoint: &Endpoint, policy: SecurityPolicy, chosen: &EndpointDescription) -> Result<(), String> {
    let certificate = X509::from_byte_string(&chosen.server_certificate)
        .map_err(|_| "the server shows no certificate that can be read".to_owned())?;
    let host = hostname_from_url(endpoint.url()).map_err(|_| "the address has no host".to_owned())?;
    match endpoint.keys().against(&certificate, policy, &host, chosen.server.application_uri.as_ref()) {
        None => Ok(()),
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

/// The one node that a path leads to, on this server.
fn only(found: &opcua::types::BrowsePathResult) -> Option<NodeId> {
    match found.targets.as_deref() {
        Some([target]) if found.status_code.is_good() => Some(target.target_id.node_id.clone()),
        _ => None,
    }
}
