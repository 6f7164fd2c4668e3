//! A connection whose end waits for its form. In: a stream. Out: the same, at which the end, or a failure, is not read while a form is dealt with.
//!
//! A browser may go right behind the form that it sent: somebody presses "stop", and then closes the page, or loads it anew. HTTP's reader looks
//! for the end of the connection as soon as the form's last byte is there, and lets go of everything when it finds one. The stop was read
//! then, and nobody had heard it.

use std::{
    io,
    os::fd::{AsFd, OwnedFd},
    pin::Pin,
    sync::Arc,
    task::{Context, Poll, Waker},
};

use parking_lot::Mutex;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

/// See the head of this file.
pub(super) struct Unbroken<S> {
    stream: S,
    forms: Forms,
}

/// The forms of one connection, as they come and are dealt with; clones share them.
#[derive(Clone)]
pub(super) struct Forms {
    socket: Arc<OwnedFd>,
    state: Arc<Mutex<State>>,
}

#[derive(Default)]
struct State {
    is_in_hand: bool,
    /// How the connection ended.
    end: Option<io::Result<()>>,
    reader: Option<Waker>,
}

/// While it is held, a form is dealt with.
pub(super) struct InHand(Forms);

impl Forms {
    /// Those that come by this socket.
    pub(super) fn of(socket: &impl AsFd) -> io::Result<Self> {
        Ok(Self { socket: Arc::new(socket.as_fd().try_clone_to_owned()?), state: Arc::default() })
    }

    /// A form has come. One is dealt with after the other.
    pub(super) fn take(&self) -> InHand {
        self.state.lock().is_in_hand = true;
        InHand(self.clone())
    }

    /// Whether the connection has ended behind the form: nobody will see what comes of it. HTTP's reader looks for no end while bytes wait
    /// that came behind the form, so the socket itself is asked.
    pub(super) fn is_unseen(&self) -> bool {
        self.state.lock().end.is_some() || self.socket_has(PollFlags::RDHUP)
    }

    /// Whether something has come that nobody has read yet.
    pub(super) fn has_more(&self) -> bool {
        self.socket_has(PollFlags::IN)
    }

    /// Whether it is so, or the socket has failed or cannot be asked.
    fn socket_has(&self, wanted: PollFlags) -> bool {
        let at_once = Timespec { tv_sec: 0, tv_nsec: 0 };
        !matches!(poll(&mut [PollFd::new(&*self.socket, wanted)], Some(&at_once)), Ok(0))
    }
}

impl Drop for InHand {
    fn drop(&mut self) {
        let mut state = self.0.state.lock();
        state.is_in_hand = false;
        if let Some(reader) = state.reader.take() {
            reader.wake();
        }
    }
}

impl<S> Unbroken<S> {
    pub(super) fn new(stream: S, forms: Forms) -> Self {
        Self { stream, forms }
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Unbroken<S> {
    fn poll_read(self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        let Self { stream, forms } = self.get_mut();
        let mut state = forms.state.lock();
        if state.end.is_none() {
            let before = buf.filled().len();
            match Pin::new(stream).poll_read(cx, buf) {
                Poll::Ready(Ok(())) if buf.filled().len() > before || buf.remaining() == 0 => {
                    return Poll::Ready(Ok(()));
                }
                Poll::Ready(end) => state.end = Some(end),
                Poll::Pending => return Poll::Pending,
            }
        }
        if state.is_in_hand {
            state.reader = Some(cx.waker().clone());
            return Poll::Pending;
        }
        // A failure is told once; what is read after it is the end.
        Poll::Ready(state.end.replace(Ok(())).unwrap_or(Ok(())))
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Unbroken<S> {
    fn poll_write(self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.get_mut().stream).poll_write(cx, bytes)
    }

    fn poll_flush(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().stream).poll_flush(cx)
    }

    fn poll_shutdown(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.get_mut().stream).poll_shutdown(cx)
    }

    fn poll_write_vectored(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.get_mut().stream).poll_write_vectored(cx, bytes)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }
}

#[cfg(test)]
mod tests {
    use std::{
        io::Write,
        net::{Ipv4Addr, Shutdown, TcpListener, TcpStream},
    };

    use super::*;

    fn read(stream: &mut Unbroken<&[u8]>) -> Poll<Vec<u8>> {
        let mut bytes = [0; 8];
        let mut buf = ReadBuf::new(&mut bytes);
        let read = Pin::new(stream).poll_read(&mut Context::from_waker(Waker::noop()), &mut buf);
        read.map(|read| read.map(|()| buf.filled().to_vec()).unwrap())
    }

    fn until(is_so: impl Fn() -> bool) {
        while !is_so() {
            std::thread::yield_now();
        }
    }

    /// Both sides of a connection, and the forms of the first.
    fn connection() -> (TcpStream, TcpStream, Forms) {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        let browser = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
        let (server, _) = listener.accept().unwrap();
        let forms = Forms::of(&server).unwrap();
        (server, browser, forms)
    }

    /// Bytes behind the form kept the end from being seen.
    #[test]
    fn a_browser_that_has_gone_is_missed_whatever_it_sent_before() {
        for sent in ["", "\r\n", "GET /"] {
            let (_server, mut browser, forms) = connection();
            browser.write_all(sent.as_bytes()).unwrap();
            until(|| forms.has_more() != sent.is_empty());
            assert!(!forms.is_unseen(), "{sent:?}");
            browser.shutdown(Shutdown::Both).unwrap();
            until(|| forms.is_unseen() && forms.has_more());
        }
    }

    #[test]
    fn the_end_is_read_when_the_form_is_dealt_with() {
        let (_server, _browser, forms) = connection();
        let mut stream = Unbroken::new(&b"stop"[..], forms.clone());
        let in_hand = forms.take();
        assert_eq!(read(&mut stream), Poll::Ready(b"stop".to_vec()));
        assert!(!forms.is_unseen());
        assert_eq!(read(&mut stream), Poll::Pending);
        assert!(forms.is_unseen());
        assert_eq!(read(&mut stream), Poll::Pending);
        drop(in_hand);
        assert_eq!(read(&mut stream), Poll::Ready(Vec::new()));
        assert_eq!(read(&mut stream), Poll::Ready(Vec::new()));
    }
}
