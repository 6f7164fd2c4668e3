//! What a server sends, looked through before the library sees a byte of it.
//!
//! async-opcua believes the security header of a chunk that opens a channel: a chunk that says "no security" is taken in the middle of a secured
//! session, with any answer in it. It reserves whatever length a header names, and it panics at chunks that are too short. So each chunk
//! is held here until it is whole, and refused where it is none that this session may get.
//!
//! 1. A chunk has at most [`CHUNK_BYTES_MAX`] bytes, which is what this program offers in its hello.
//! 2. A chunk that opens a channel (`OPN`) has the policy that was chosen, and the certificate that a person trusts, byte for byte. Without
//!    security (to ask which endpoints there are) it has neither.
//! 3. In a secured session every other chunk is long enough to be encrypted and signed. The library proves both.

use std::{
    io,
    pin::Pin,
    task::{Context, Poll, ready},
};

use opcua::{
    client::transport::{Connector, StreamConnection, StreamConnector, StreamTransport, TransportConfiguration},
    core::comms::{tcp_codec::TcpCodec, url::hostname_port_from_url},
    crypto::SecurityPolicy,
    types::{DecodingOptions, EndpointDescription, Error, StatusCode},
};
use tokio::{
    io::{AsyncRead, ReadBuf, ReadHalf, WriteHalf},
    net::TcpStream,
};
use tokio_util::codec::FramedRead;

/// Longest chunk that is taken, in bytes: async-opcua's own offer.
const CHUNK_BYTES_MAX: usize = 65_535;
/// Of every chunk: three letters, a sign, its length.
const HEADER_BYTES: usize = 8;
/// Of a chunk in a channel: its channel and its token come before what is encrypted.
const TOKEN_BYTES: usize = 8;
/// The least that is encrypted: a sequence header, padding, and an HMAC-SHA256, in whole blocks of AES.
const ENCRYPTED_BYTES_MIN: usize = 48;
/// AES encrypts in blocks of so many bytes.
const BLOCK_BYTES: usize = 16;
/// The least in a channel without security: a sequence header and a type.
const PLAIN_BYTES_MIN: usize = 12;
/// The port of OPC UA where an address names none.
const PORT: u16 = 4_840;

/// What a session may get.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Expected {
    /// The list of endpoints, which is in the clear: nothing of it is believed before its certificate is found trusted.
    Clear,
    /// What is secured by this policy, from the server with this certificate (DER).
    Secured { policy: SecurityPolicy, certificate: Vec<u8> },
}

/// Connects to a server, and looks through what it sends.
pub(super) struct Screened {
    url: String,
    expected: Expected,
}

impl Screened {
    pub(super) fn new(url: &str, expected: Expected) -> Self {
        Self { url: url.to_owned(), expected }
    }

    async fn open(
        url: String,
        options: DecodingOptions,
        expected: Expected,
    ) -> Result<StreamConnection<Screen<ReadHalf<TcpStream>>, WriteHalf<TcpStream>>, Error> {
        let (host, port) =
            hostname_port_from_url(&url, PORT).map_err(|status| Error::new(status, "the address has no host"))?;
        let socket = TcpStream::connect((host.trim_matches(['[', ']']), port)).await.map_err(|error| {
            Error::new(StatusCode::BadCommunicationError, format!("no connection: {}", crate::files::Words(&error)))
        })?;
        let (reader, writer) = tokio::io::split(socket);
        let reader = Screen::new(reader, expected);
        Ok(StreamConnection::new(FramedRead::new(reader, TcpCodec::new(options)), writer, url))
    }
}

impl Connector for Screened {
    type Transport = StreamTransport<Screen<ReadHalf<TcpStream>>, WriteHalf<TcpStream>>;

    async fn connect(
        &self,
        channel: std::sync::Arc<opcua::client::transport::SecureChannelState>,
        outgoing: opcua::client::transport::RequestRecv,
        config: TransportConfiguration,
    ) -> Result<Self::Transport, Error> {
        let expected = self.expected.clone();
        let open = move |url: String, options: DecodingOptions| Self::open(url, options, expected.clone());
        StreamConnector::new(open, self.url.clone()).connect(channel, outgoing, config).await
    }

    fn default_endpoint(&self) -> EndpointDescription {
        EndpointDescription::from(self.url.as_str())
    }
}

/// A stream that gives whole chunks, and ends at the first one that is refused.
pub(super) struct Screen<R> {
    inner: R,
    expected: Expected,
    /// What was read, and not yet given.
    held: Vec<u8>,
    /// How much of it was looked through.
    passed: usize,
    /// How much of that was given.
    given: usize,
}

impl<R> Screen<R> {
    const fn new(inner: R, expected: Expected) -> Self {
        Self { inner, expected, held: Vec::new(), passed: 0, given: 0 }
    }

    /// Looks through the next chunk, if it is whole.
    fn look(&mut self) -> io::Result<()> {
        let rest = &self.held[self.passed..];
        let Some(length) = rest.get(4..HEADER_BYTES).and_then(|bytes| bytes.try_into().ok()).map(u32::from_le_bytes)
        else {
            return Ok(());
        };
        let length = usize::try_from(length).unwrap_or(usize::MAX);
        if !(HEADER_BYTES..=CHUNK_BYTES_MAX).contains(&length) {
            return Err(refused(&format!("a chunk of {length} bytes")));
        }
        if let Some(chunk) = rest.get(..length) {
            check(chunk, &self.expected).map_err(|why| refused(&why))?;
            self.passed += length;
        }
        Ok(())
    }
}

impl<R: AsyncRead + Unpin> AsyncRead for Screen<R> {
    fn poll_read(mut self: Pin<&mut Self>, context: &mut Context<'_>, out: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        loop {
            if self.given < self.passed {
                let end = self.passed.min(self.given + out.remaining());
                out.put_slice(&self.held[self.given..end]);
                self.given = end;
                if self.given == self.passed {
                    let passed = self.passed;
                    self.held.drain(..passed);
                    (self.passed, self.given) = (0, 0);
                }
                return Poll::Ready(Ok(()));
            }
            let before = self.passed;
            self.look()?;
            if self.passed > before {
                continue;
            }
            let mut bytes = [0; 8_192];
            let mut buffer = ReadBuf::new(&mut bytes);
            ready!(Pin::new(&mut self.inner).poll_read(context, &mut buffer))?;
            // The end. What was begun is no chunk.
            if buffer.filled().is_empty() {
                return Poll::Ready(Ok(()));
            }
            let filled = buffer.filled().to_vec();
            self.held.extend_from_slice(&filled);
        }
    }
}

fn refused(why: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, format!("what the server sent is refused: {why}"))
}

/// Why a whole chunk is none that may come.
fn check(chunk: &[u8], expected: &Expected) -> Result<(), String> {
    let (kind, body) = (&chunk[..3], &chunk[HEADER_BYTES..]);
    match (kind, expected) {
        (b"ACK" | b"ERR", _) => Ok(()),
        (b"OPN", expected) => opens(body, expected),
        (b"MSG" | b"CLO", Expected::Clear) if body.len() >= TOKEN_BYTES + PLAIN_BYTES_MIN => Ok(()),
        (b"MSG" | b"CLO", Expected::Secured { .. }) => {
            let encrypted = body.len().saturating_sub(TOKEN_BYTES);
            match encrypted >= ENCRYPTED_BYTES_MIN && encrypted.is_multiple_of(BLOCK_BYTES) {
                true => Ok(()),
                false => Err("a message that is not encrypted".to_owned()),
            }
        }
        (b"MSG" | b"CLO", Expected::Clear) => Err("a message that is too short".to_owned()),
        _ => Err("a chunk of no kind that a server sends".to_owned()),
    }
}

/// A chunk that opens a channel.
fn opens(body: &[u8], expected: &Expected) -> Result<(), String> {
    let mut rest = body.get(4..).ok_or("a channel is opened without a number")?;
    let policy = text(&mut rest).ok_or("a channel is opened without a policy")?;
    let certificate = text(&mut rest).ok_or("a channel is opened without a certificate")?;
    text(&mut rest).ok_or("a channel is opened without a thumbprint")?;
    let (wanted, is_its) = match expected {
        Expected::Clear => (SecurityPolicy::None, certificate.is_empty()),
        Expected::Secured { policy, certificate: trusted } => (*policy, certificate == trusted.as_slice()),
    };
    match () {
        () if policy != wanted.to_uri().as_bytes() => {
            Err("a channel is opened by another policy than the one that was chosen".to_owned())
        }
        () if !is_its => Err("a channel is opened with another certificate than the one that is trusted".to_owned()),
        () if rest.len() < PLAIN_BYTES_MIN => Err("a channel is opened with too short a message".to_owned()),
        () => Ok(()),
    }
}

/// A text or bytes with their length before them; none at all is -1.
fn text<'b>(rest: &mut &'b [u8]) -> Option<&'b [u8]> {
    let (length, behind) = rest.split_first_chunk::<4>()?;
    let length = i32::from_le_bytes(*length);
    let length = if length == -1 { 0 } else { usize::try_from(length).ok()? };
    let (text, behind) = behind.split_at_checked(length)?;
    *rest = behind;
    Some(text)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use tokio::io::AsyncReadExt;

    use super::*;

    const POLICY: SecurityPolicy = SecurityPolicy::Basic256Sha256;

    fn secured() -> Expected {
        Expected::Secured { policy: POLICY, certificate: b"trusted".to_vec() }
    }

    fn chunk(kind: &[u8; 3], body: &[u8]) -> Vec<u8> {
        let length = u32::try_from(HEADER_BYTES + body.len()).unwrap();
        [&kind[..], b"F", &length.to_le_bytes()[..], body].concat()
    }

    fn opening(policy: &str, certificate: &[u8], behind: usize) -> Vec<u8> {
        let part = |bytes: &[u8]| [&u32::try_from(bytes.len()).unwrap().to_le_bytes()[..], bytes].concat();
        let body = [vec![7; 4], part(policy.as_bytes()), part(certificate), part(b"thumb"), vec![1; behind]].concat();
        chunk(b"OPN", &body)
    }

    /// What comes through of bytes that come in pieces; none where something is refused.
    fn through(bytes: &[u8], piece: usize, expected: Expected) -> Option<Vec<u8>> {
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        let pieces = Pieces(bytes.chunks(piece).map(<[u8]>::to_vec).collect());
        let mut out = Vec::new();
        runtime.block_on(Screen::new(pieces, expected).read_to_end(&mut out)).ok().map(|_| out)
    }

    /// Bytes that come in pieces, however much room there is.
    struct Pieces(std::collections::VecDeque<Vec<u8>>);

    impl AsyncRead for Pieces {
        fn poll_read(mut self: Pin<&mut Self>, _: &mut Context<'_>, out: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
            out.put_slice(&self.0.pop_front().unwrap_or_default());
            Poll::Ready(Ok(()))
        }
    }

    /// A chunk in the clear was taken for an answer in the middle of a secured session: a stop was said to be told that never came.
    #[test]
    fn nothing_in_the_clear_comes_into_a_secured_session() {
        let good = opening(POLICY.to_uri(), b"trusted", 64);
        assert_eq!(check(&good, &secured()), Ok(()));
        for (bad, why) in [
            (opening(SecurityPolicy::None.to_uri(), b"", 64), "another policy"),
            (opening(SecurityPolicy::None.to_uri(), b"trusted", 64), "another policy"),
            (opening("", b"trusted", 64), "another policy"),
            (opening(SecurityPolicy::Basic128Rsa15.to_uri(), b"trusted", 64), "another policy"),
            (opening(POLICY.to_uri(), b"another", 64), "another certificate"),
            (opening(POLICY.to_uri(), b"", 64), "another certificate"),
            (opening(POLICY.to_uri(), b"trusted", 3), "too short"),
            (chunk(b"OPN", &[0; 4]), "without a policy"),
            (chunk(b"OPN", b""), "without a number"),
            (chunk(b"MSG", &[0; 20]), "not encrypted"),
            (chunk(b"MSG", &[0; 8 + 47]), "not encrypted"),
            (chunk(b"MSG", &[0; 8 + 49]), "not encrypted"),
            (chunk(b"HEL", &[0; 40]), "no kind"),
        ] {
            let found = check(&bad, &secured()).unwrap_err();
            assert!(found.contains(why), "{found}");
        }
        assert_eq!(check(&chunk(b"MSG", &[0; 8 + 48]), &secured()), Ok(()));
        assert_eq!(check(&opening(SecurityPolicy::None.to_uri(), b"", 64), &Expected::Clear), Ok(()));
        assert!(check(&good, &Expected::Clear).is_err());
    }

    #[test]
    fn a_length_is_bounded_before_anything_is_held() {
        for length in [0_u32, 7, 65_536, u32::MAX] {
            let bytes = [b"MSGF".as_slice(), &length.to_le_bytes(), &[0; 100]].concat();
            assert_eq!(through(&bytes, 1_000, secured()), None, "{length}");
        }
    }

    proptest! {
        /// However the bytes are cut, the same come through.
        #[test]
        fn whole_chunks_come_through_unchanged(
            kinds in prop::collection::vec((0..3_usize, 0..40_usize), 0..6), piece in 1..200_usize, rest in 0..7_usize,
        ) {
            let each = kinds.iter().map(|&(kind, more)| match kind {
                0 => opening(POLICY.to_uri(), b"trusted", 12 + more),
                1 => chunk(b"MSG", &vec![3; 8 + 48 + 16 * more]),
                _ => chunk(b"ERR", &vec![3; more]),
            });
            let whole: Vec<u8> = each.flatten().collect();
            let bytes = [&whole[..], &[0; 7][..rest]].concat();
            prop_assert_eq!(through(&bytes, piece, secured()), Some(whole));
        }

        #[test]
        fn no_bytes_make_it_panic(bytes in prop::collection::vec(any::<u8>(), 0..300), piece in 1..100_usize) {
            let _ = through(&bytes, piece, secured());
            let _ = through(&bytes, piece, Expected::Clear);
        }
    }
}
