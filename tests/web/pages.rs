//! What the pages show of what is and was.

use crate::server::Server;

#[test]
fn the_cell_is_shown_with_the_robot_in_it() {
    let server = Server::start();
    let ada = server.enter("Ada");
    let mut news = ada.news();
    // It is drawn beside everything else, and the page is told when it is there.
    let mut page = ada.get("/");
    while !page.has("<svg") {
        news.next().unwrap();
        page = ada.get("/");
    }
    assert!(page.has(" here\"><rect") && page.has("<title>Home (home)"), "{}", page.body);
    let plan = ada.say("go to position 1");
    // Each has its head where the plan leads.
    let way = |which: &str| plan.body.matches(&format!(" way {which}\"><path")).count();
    assert_eq!(way("out") + way("back"), 2, "the way of the plan, move by move");
    ada.approve(&plan);
    news.rests("The robot is at Pos_1");
    let here = ada.get("/");
    let (before, _) = here.body.split_once(" here\"").unwrap();
    assert!(!before.is_empty() && here.has("The robot is at Pos_1 with an empty hand"));
}

#[test]
fn the_history_has_each_run_with_its_steps() {
    let server = Server::start();
    let ada = server.enter("Ada & Bob");
    assert!(ada.get("/history").has("There are no runs here."));
    let mut news = ada.news();
    ada.approve(&ada.say("go to position 1"));
    news.rests("The robot is at Pos_1");
    let list = ada.get("/history");
    let run = server.runs()[0].run_id;
    assert!(list.has(&format!("href=\"/history/{run}\"")) && list.has("completed"), "{}", list.body);
    assert!(list.has("Ada &amp; Bob") && !list.has("Ada & Bob"), "texts are escaped");
    let one = ada.get(&format!("/history/{run}"));
    for words in ["Move to Safe_Pos_1", "Move to Pos_1", "Seen: Pos_1, none", "What was observed", "go to position 1"] {
        assert!(one.has(words), "{words}:\n{}", one.body);
    }
    assert!(ada.get("/history?before=1").has("There are no runs here."));
    assert_eq!(ada.get("/history/00000000-0000-0000-0000-000000000007").status, 404);
    assert_eq!(ada.get("/history/../../etc/passwd").status, 404);
    let wrong = ada.post("/history", &[]);
    assert_eq!((wrong.status, wrong.header("allow")), (405, Some("GET")));
}

#[test]
fn the_timeline_tells_of_runs_words_and_sentences_the_latest_first() {
    let server = Server::start();
    let ada = server.enter("Ada");
    let mut news = ada.news();
    ada.approve(&ada.say("go to position 1"));
    news.rests("The robot is at Pos_1");
    ada.answer(&ada.say("go to position 2"), "no");
    let page = ada.get("/timeline");
    let places = [
        "go to position 2 «, rejected",
        "go to position 1, Ada, completed",
        "says that the robot is at Home, none: looked",
    ];
    let found: Vec<Option<usize>> = places.iter().map(|words| page.body.find(words)).collect();
    assert!(found.iter().all(Option::is_some) && found.is_sorted(), "{found:?}\n{}", page.body);
}

#[test]
fn the_history_is_saved_as_the_command_line_exports_it() {
    let server = Server::start();
    let ada = server.enter("Ada");
    let mut news = ada.news();
    ada.approve(&ada.say("go to position 1"));
    news.rests("The robot is at Pos_1");
    let saved = ada.get("/history.jsonl");
    assert_eq!(saved.header("content-disposition"), Some("attachment; filename=\"cellgraph-history.jsonl\""));
    let mut exported = Vec::new();
    cellgraph::store::Store::read_only(&server.data()).unwrap().export(&mut exported).unwrap();
    let lines = |text: &str| text.lines().map(str::to_owned).collect::<Vec<_>>();
    let exported = lines(&String::from_utf8(exported).unwrap());
    let saved = lines(&saved.body);
    assert!(exported.len() > 5);
    let missing: Vec<_> = exported.iter().filter(|line| !saved.contains(line)).collect();
    assert!(missing.is_empty(), "{missing:?}");
}

#[test]
fn the_figures_of_the_looks_at_readings_are_shown_with_their_charts() {
    let server = Server::start();
    let ada = server.enter("Ada");
    assert!(ada.get("/metrics").has("No sentence was looked over yet."));
    let mut news = ada.news();
    ada.approve(&ada.say("go to position 1"));
    news.rests("The robot is at Pos_1");
    let page = ada.get("/metrics");
    assert!(page.has("(1 of 1)") || page.has("(0 of 1)"), "{}", page.body);
    assert_eq!(page.body.matches("<svg").count(), 2, "{}", page.body);
    // Inline styles are forbidden, in charts too.
    assert!(!page.has("style=") && !page.has("<style"), "{}", page.body);
    assert!(ada.get("/metrics?lang=de").has("Trefferquote"));
}
