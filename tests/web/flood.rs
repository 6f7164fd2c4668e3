//! Many clients, and slow ones.

use std::{
    io::{Read, Write},
    net::TcpStream,
};

use crate::{browser::Browser, server::Server};

/// Connections that say nothing, and ones that began to say something.
fn flood(browser: &Browser, begun: &str) -> Vec<TcpStream> {
    let open = |number: usize| {
        let mut stream = browser.connect();
        if number.is_multiple_of(2) {
            // It may have been closed already.
            let _ = stream.write_all(begun.as_bytes());
        }
        stream
    };
    (0..200).map(open).collect()
}

#[test]
fn two_hundred_idle_connections_keep_nobody_out() {
    let server = Server::start();
    let idle = flood(&server.stranger(), "GET / HTTP/1.1\r\nHost: ");
    let ada = server.enter("Ada");
    assert!(ada.say("where is the robot?").has("The robot is at Home"));
    drop(idle);
    assert_eq!(ada.get("/").status, 200);
}

/// Forms that never end, from somebody with a session, beside pages that take no news.
#[test]
fn slow_clients_keep_nobody_from_stopping_a_run() {
    let server = Server::start();
    let (ada, bob) = (server.enter("Ada"), server.enter("Bob"));
    let shown = ada.say("weld at position 1");
    ada.answer(&shown, "step");
    let stalled: Vec<_> = (0..40).map(|_| bob.news()).collect();
    let (head, _) = bob.form("/say", &[("say", "where is the robot, please?")]);
    let slow = flood(&bob, &format!("{head}say=whe"));
    let mut news = ada.news();
    assert_eq!(ada.approve(&ada.get("/")).status, 303);
    news.until("Waits for the yes of Ada: step 1/");
    let more = flood(&bob, &format!("{head}say=whe"));
    let mut carol = server.enter("Carol");
    carol.language = "de";
    assert_eq!(carol.act("/run", &[("wish", "halt")]).status, 303);
    let mut after = carol.news();
    after.rests("Der Roboter steht bei Home");
    assert_eq!(server.runs().len(), 1);
    drop((stalled, slow, more));
}

/// What an operator begins to say is read to its end, however many pages somebody else has open, and whoever comes in between.
#[test]
fn many_pages_of_one_session_take_no_seat_of_another() {
    let server = Server::start();
    let (ada, bob) = (server.enter("Ada"), server.enter("Bob"));
    let open: Vec<_> = (0..70).map(|_| bob.news()).collect();
    for _ in 0..10 {
        let mut begun = ada.connect();
        assert_eq!(bob.get("/").status, 200);
        begun.write_all(ada.head("GET", "/", &[]).as_bytes()).unwrap();
        let mut answer = String::new();
        begun.read_to_string(&mut answer).unwrap();
        assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    }
    drop(open);
}
