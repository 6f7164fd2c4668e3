//! The page over TLS, by another implementation of a client than the page's own certificate comes from; and what is not served.

use std::{
    fs,
    io::{Read, Write},
    net::{SocketAddr, TcpStream},
    path::PathBuf,
    sync::Arc,
};

use cellgraph::web::{Listener, Reach, Role, Tls, TlsError, WebError};
use tokio_rustls::rustls::{
    ClientConfig, ClientConnection, RootCertStore, StreamOwned,
    crypto::ring,
    pki_types::{CertificateDer, pem::PemObject},
    version::TLS13,
};

use crate::{
    browser::{Browser, Page},
    server::{Around, Server},
};

/// A certificate and its key, as files.
struct Pair {
    folder: tempfile::TempDir,
}

impl Pair {
    fn new() -> Self {
        let made = rcgen::generate_simple_self_signed(["127.0.0.1".to_owned(), "cell-7.example".to_owned()]).unwrap();
        let pair = Self { folder: tempfile::tempdir().unwrap() };
        fs::write(pair.certificate(), made.cert.pem()).unwrap();
        fs::write(pair.key(), made.signing_key.serialize_pem()).unwrap();
        pair.set_key_mode(0o600);
        pair
    }

    fn certificate(&self) -> PathBuf {
        self.folder.path().join("cell.pem")
    }

    fn key(&self) -> PathBuf {
        self.folder.path().join("cell.key")
    }

    fn set_key_mode(&self, mode: u32) {
        fs::set_permissions(self.key(), std::os::unix::fs::PermissionsExt::from_mode(mode)).unwrap();
    }

    fn read(&self) -> Result<Tls, TlsError> {
        Tls::read(&self.certificate(), &self.key())
    }

    /// Sends a request to somebody who has this certificate, and gives what comes back.
    fn ask(&self, address: SocketAddr, request: &str) -> std::io::Result<Page> {
        let mut roots = RootCertStore::empty();
        roots.add(CertificateDer::from_pem_file(self.certificate()).unwrap()).unwrap();
        let config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()));
        let config = config.with_protocol_versions(&[&TLS13]).unwrap().with_root_certificates(roots);
        let name = "127.0.0.1".try_into().unwrap();
        let connection = ClientConnection::new(Arc::new(config.with_no_client_auth()), name).unwrap();
        let mut stream = StreamOwned::new(connection, TcpStream::connect(address).unwrap());
        stream.write_all(request.as_bytes())?;
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer)?;
        Ok(Page::of(&answer))
    }
}

fn secure(browser: &Browser, target: &str) -> String {
    browser.head("GET", target, &[])
}

#[test]
fn the_page_is_encrypted_and_its_cookie_too() {
    let pair = Pair::new();
    let reach = Reach { tls: Some(pair.read().unwrap()), names: vec!["cell-7.example".to_owned()] };
    let around = Around { is_simulated: true, gate: None };
    let server = Server::reached(reach, &[("Ada", Role::Operate, "482913")], around, true);
    let mut ada = server.stranger();
    let ask = |request: &str| pair.ask(server.address, request).unwrap();
    let entrance = ask(&secure(&ada, "/enter"));
    assert!(entrance.status == 200 && entrance.has("name=\"pin\""), "{}", entrance.body);
    let form = |head: &str, body: &str| head.replace("Origin: http:", "Origin: https:") + body;
    let (head, body) = ada.form("/enter", &[("name", "Ada"), ("pin", "482913")]);
    assert_eq!(ask(&(head.clone() + &body)).status, 403, "a form of an unencrypted page is another's");
    let entered = ask(&form(&head, &body));
    assert_eq!(entered.status, 303, "{}", entered.body);
    assert!(entered.header("set-cookie").unwrap().contains("; Secure"));
    ada.keep_cookie(&entered);
    assert!(ask(&secure(&ada, "/")).has("Home"));
    let by_name = secure(&ada, "/").replace("Host: 127.0.0.1", "Host: cell-7.example");
    assert!(ask(&by_name).has("Home"));
    assert_eq!(ask(&secure(&ada, "/").replace("Host: 127.0.0.1", "Host: other.example")).status, 421);
}

#[test]
fn who_speaks_anything_else_gets_nothing() {
    let pair = Pair::new();
    let reach = Reach { tls: Some(pair.read().unwrap()), names: Vec::new() };
    let server = Server::reached(reach, &[], Around { is_simulated: true, gate: None }, true);
    let plain = server.stranger().bytes(secure(&server.stranger(), "/enter").as_bytes());
    assert!(!String::from_utf8_lossy(&plain).contains("HTTP"), "{plain:?}");
    assert_eq!(pair.ask(server.address, &secure(&server.stranger(), "/enter")).unwrap().status, 200);
}

#[test]
fn files_that_are_no_certificate_and_key_are_refused() {
    let (pair, other) = (Pair::new(), Pair::new());
    assert!(matches!(Tls::read(&pair.certificate(), &other.key()), Err(TlsError::Unfit(_))));
    assert!(matches!(Tls::read(&pair.key(), &pair.key()), Err(TlsError::NoCertificate { .. })));
    assert!(matches!(
        Tls::read(&pair.certificate(), &pair.certificate()),
        Err(TlsError::NoKey { .. }) | Err(TlsError::OpenKey(_))
    ));
    assert!(matches!(Tls::read(&pair.folder.path().join("none"), &pair.key()), Err(TlsError::File(_))));
    pair.set_key_mode(0o644);
    assert!(matches!(pair.read(), Err(TlsError::OpenKey(_))));
}

#[test]
fn what_others_could_reach_is_refused_without_tls() {
    let on = |address: &str| Listener::on(address.parse().unwrap(), Reach::default());
    for address in ["192.0.2.7:0", "[2001:db8::7]:0"] {
        assert!(matches!(on(address), Err(WebError::NotEncrypted(_))), "{address}");
    }
    for address in ["0.0.0.0:0", "[::]:0"] {
        assert!(matches!(on(address), Err(WebError::Unspecified(_))), "{address}");
    }
    let names = |name: &str| Reach { tls: None, names: vec![name.to_owned()] };
    for name in ["", "a b", "cell:80", "a..b", "é"] {
        assert!(matches!(Listener::on("127.0.0.1:0".parse().unwrap(), names(name)), Err(WebError::Name(_))), "{name}");
    }
}
