//! A panel's page as a skeleton.

use cellgraph::{
    limits::PANEL_BYTES_MAX,
    observe::{Declared, Kind, Observation, RawState, changes, judge},
};

use crate::support::{NOBODY, at_p, declared, flags, panel, weld};

/// Keys with their attributes, as `key: name=value …`.
fn elements(html: &str) -> Vec<String> {
    let seen = panel(html);
    let skeleton = seen.skeleton().unwrap_or_else(|| panic!("{html}: {:?}", seen.fault()));
    let attribute = |(name, value): (&String, &String)| format!("{name}={value}");
    let all = skeleton.iter();
    all.map(|(key, e)| format!("{key}: {}", e.attributes.iter().map(attribute).collect::<Vec<_>>().join(" "))).collect()
}

#[test]
fn interactive_elements() {
    for (html, element) in [
        ("<button id=b>Save</button>", "b: tag=button text=Save"),
        ("<a id=l href=/x>Go</a>", "l: href=/x tag=a text=Go"),
        ("<input id=i value=3 disabled>", "i: disabled=true tag=input value=3"),
        ("<input name=n value=3>", "n: tag=input value=3"),
        ("<input id=i name=n>", "i: tag=input"),
        ("<select id=s><option value=1>A<option value=2 selected>B</select>", "s: tag=select text=AB value=2"),
        ("<select id=s><option>A<option selected>B</select>", "s: tag=select text=AB value=B"),
        ("<select id=s><option selected>A<option selected>B</select>", "s: tag=select text=AB value=B"),
        ("<select id=s multiple><option selected>A<option selected>B</select>", "s: tag=select text=AB value=A, B"),
        ("<textarea id=t>some words</textarea>", "t: tag=textarea text=some words value=some words"),
        ("<div id=d role=button>X</div>", "d: role=button tag=div text=X"),
        ("<div id=d role=link>X</div>", "d: role=link tag=div text=X"),
        ("<li id=d role=menuitem>X</li>", "d: role=menuitem tag=li text=X"),
        ("<button id=m aria-expanded=true>M</button>", "m: ariaExpanded=true tag=button text=M"),
        ("<button>X</button>", "button[0]: tag=button text=X"),
        ("<button id=' '>X</button>", "button[0]: tag=button text=X"),
        ("<button id=b>  a <b>b</b>\n</button>", "b: tag=button text=a b"),
        ("<button id=b>a<script>x()</script></button>", "b: tag=button text=a"),
        ("<input id=p type=PASSWORD value=secret>", "p: tag=input"),
        ("<BUTTON ID=b>X", "b: tag=button text=X"),
    ] {
        assert_eq!(elements(html), [element], "{html}");
    }
    assert_eq!(elements("<div id=d>no</div><p>words</p><template><button id=b>T</button></template>"), [""; 0]);
    assert_eq!(
        elements("<button>A</button><input name=n><button>B</button>"),
        ["button[0]: tag=button text=A", "button[1]: tag=button text=B", "n: tag=input"],
        "the others do not shift the nameless"
    );
    assert_eq!(
        elements("<input name=r value=1><input name=r value=2>"),
        ["r: tag=input value=1", "r#2: tag=input value=2"]
    );
}

#[test]
fn fifty_characters_of_text() {
    let text = |html: &str| panel(html).skeleton().unwrap().get("b").unwrap().get("text").unwrap().to_owned();
    assert_eq!(text(&format!("<button id=b>{}</button>", "é".repeat(50))), "é".repeat(50));
    assert_eq!(text(&format!("<button id=b>  {}x</button>", "é".repeat(50))), "é".repeat(50));
}

#[test]
fn alerts() {
    for (html, kind, text) in [
        ("<div role=alert> Saved </div>", Kind::Message, "Saved"),
        ("<div class='big toast'>Saved</div>", Kind::Message, "Saved"),
        ("<div class=success>Saved</div>", Kind::Message, "Saved"),
        ("<div class=alert>Saved</div>", Kind::Message, "Saved"),
        ("<div data-toast>Saved</div>", Kind::Message, "Saved"),
        ("<div class=error>Arc fault</div>", Kind::Alarm, "Arc fault"),
        ("<div class='box ERROR'>Arc fault</div>", Kind::Alarm, "Arc fault"),
        ("<div role='alert status'>Saved</div>", Kind::Message, "Saved"),
        ("<div role=AlertDialog>Saved</div>", Kind::Message, "Saved"),
        ("<div class=error role=alert>Arc fault</div>", Kind::Alarm, "Arc fault"),
        ("<input class=error value='Arc fault' readonly>", Kind::Alarm, "Arc fault"),
        ("<div class=error> <img alt='Arc fault'></div>", Kind::Alarm, "Arc fault"),
        ("<img class=error src=stop.png>", Kind::Alarm, "an alarm without words"),
        ("<div class=error><svg></svg></div>", Kind::Alarm, "an alarm without words"),
        ("<input class=error type=checkbox checked>", Kind::Alarm, "an alarm without words"),
        ("<div class=error value=' ' title='Arc fault'></div>", Kind::Alarm, "Arc fault"),
        ("<div class=error aria-label='Arc fault'><img alt=x></div>", Kind::Alarm, "Arc fault"),
    ] {
        let seen = panel(html);
        let skeleton = seen.skeleton().unwrap();
        let element = skeleton.get("alert[0]").unwrap_or_else(|| panic!("{html}"));
        assert_eq!((element.kind, element.get("text")), (kind, Some(text)), "{html}");
        let alerts = skeleton.iter().filter(|(key, _)| key.starts_with("alert")).count();
        assert_eq!(alerts, 1, "{html}");
    }
    assert_eq!(elements("<div class=errors>x</div><div role=status>x</div>"), [""; 0]);
    let drawn = "<div><template shadowrootmode=open><p class=error>Arc fault</p></template></div>";
    assert!(panel(drawn).fault().unwrap().to_string().contains("shadow root"));
    let long = "x".repeat(60);
    assert_eq!(elements(&format!("<p role=alert>{long}</p>")), [format!("alert[0]: text={long}")], "not cut at 50");
}

#[test]
fn lines_between_pages() {
    let lines = |before: &str, after: &str| {
        changes(&panel(before), &panel(after), &NOBODY, &Declared::default()).lines[1..].to_vec()
    };
    assert_eq!(
        lines("<button id=b>Save</button>", "<button id=b>Saved</button>"),
        ["Element 'b' changed 'text' from 'Save' to 'Saved'"]
    );
    assert_eq!(lines("<p>", "<button id=b>Go</button>"), ["New element appeared: 'b' (tag 'button', text 'Go')"]);
    assert_eq!(lines("<button id=b>Go</button>", "<p>"), ["Element disappeared: 'b' (tag 'button', text 'Go')"]);
    assert_eq!(lines("<p>", "<p class=toast>Updated"), ["New message/alert appeared: Updated"]);
    assert_eq!(
        lines("<input id=i disabled>", "<input id=i aria-expanded=true>"),
        [
            "Element 'i' changed 'ariaExpanded' from nothing to 'true'",
            "Element 'i' changed 'disabled' from 'true' to nothing"
        ]
    );
    assert_eq!(lines("<p class=error>", "<p class=error>A"), ["New message/alert appeared: A"]);
    let found = changes(&panel("<p>"), &panel("<p class=error> "), &NOBODY, &Declared::default());
    assert_eq!((found.alarms, found.is_meaningful), (vec![], false), "a place for a message, and no message");
    let found = changes(&panel("<p class=error>A"), &panel("<p class=error>B"), &NOBODY, &Declared::default());
    assert_eq!(found.alarms, ["B"], "by what it says, though the key is the same");
}

#[test]
fn a_page_is_bounded() {
    let fault = |html: &[u8]| Observation::of_panel(html, None, &Declared::default()).fault().map(ToString::to_string);
    assert_eq!(fault("<div>".repeat(200).as_bytes()), None);
    assert_eq!(fault("<div>".repeat(300).as_bytes()).unwrap(), "the page is deeper than 256 elements");
    assert_eq!(fault(&vec![b'x'; 256 * 1024]), None);
    assert_eq!(fault(&vec![b'x'; 256 * 1024 + 1]).unwrap(), "it is longer than 262144 bytes");
    assert_eq!(fault(b"<p>\xff").unwrap(), "it is not UTF-8");
    let many = "<br>".repeat(60_000);
    assert_eq!(fault(many.as_bytes()), None);
    let tag = |attributes: usize| {
        let attributes: Vec<String> = (0..attributes).map(|n| format!("a{n}")).collect();
        fault(format!("<button id=b {}>X</button>", attributes.join(" ")).as_bytes())
    };
    assert_eq!(tag(9_000), None);
    assert_eq!(tag(20_000).unwrap(), "a tag or a comment of the page has more than 10000 blanks");
    let words = "x ".repeat(100_000);
    assert_eq!(fault(format!("<p>{words}<script>{}</script>", &words[..50_000]).as_bytes()), None, "text is no tag");
    assert_eq!(fault("<a>x".repeat(10_001).as_bytes()).unwrap(), "it has more than 10000 elements");
}

#[test]
fn markup_in_disorder_is_read_as_browsers_read_it() {
    assert_eq!(elements("<table><button id=b>X</button><tr><td>a"), ["b: tag=button text=X"]);
    assert_eq!(elements("<b><button id=b>a</b>c</button>"), ["b: tag=button text=ac"]);
    assert_eq!(elements("<html class=a><body><html id=x><button id=b>a"), ["b: tag=button text=a"]);
    assert_eq!(elements("<a id=1 href=x>o<a id=2 href=y>t"), ["1: href=x tag=a text=o", "2: href=y tag=a text=t"]);
    assert_eq!(elements(""), [""; 0]);
}

fn page(inside: &str) -> String {
    format!("<!doctype html><html><title>Panel</title>{inside}</html>\n")
}

fn shown(html: &str, declared: &Declared) -> Observation {
    RawState::Panel { html: html.to_owned(), active: Some("start".to_owned()), address: None }.observation(declared)
}

/// Where the robot is and what it holds; or why the page says nothing.
fn says(inside: &str, yaml: &str) -> Result<(Option<String>, Option<String>), String> {
    let seen = shown(&page(inside), &declared(yaml));
    let owned = |word: Option<&str>| word.map(str::to_owned);
    seen.fault().map_or_else(|| Ok((owned(seen.position()), owned(seen.tool()))), |fault| Err(fault.to_string()))
}

const BOTH: &str = "panel: { position: { element: at }, tool: { element: hand } }";

#[test]
fn what_is_declared_is_read() {
    for (inside, yaml, position, tool) in [
        ("<b id=at>P</b><i id=hand>none</i>", BOTH, "P", Some("none")),
        ("<b id=at> P\n</b><input name=hand value=Welder>", BOTH, "P", Some("Welder")),
        ("<b data-testid=at>P</b><select id=hand><option>A<option selected>B</select>", BOTH, "P", Some("B")),
        ("<textarea id=at>P</textarea><p id=hand>W</p>", BOTH, "P", Some("W")),
        ("<b id=at>P</b>", "panel: { position: { element: at } }", "P", None),
        ("<b id=at>P1</b>", "panel: { position: { element: at, names: { P1: Pos_1 } } }", "Pos_1", None),
        ("<b id=at class=P>x</b>", "panel: { position: { element: at, attribute: class } }", "P", None),
    ] {
        assert_eq!(says(inside, yaml).unwrap(), (Some(position.to_owned()), tool.map(str::to_owned)), "{inside}");
    }
    let yaml =
        "panel: { position: { element: at }, mode: { element: m }, program: { element: p }, running: { element: r },
        outputs: { ok: { element: o } }, inputs: { i: { element: i } }, values: { n: { element: n } } }";
    let inside =
        "<b id=at>P</b><b id=m>auto</b><b id=p>weld</b><input id=r type=checkbox checked><input id=o type=radio>
        <b id=i>on</b><b id=n>17</b>";
    let seen = shown(&page(inside), &declared(yaml));
    let skeleton = seen.skeleton().unwrap();
    let value = |key| skeleton.value(key).unwrap();
    assert_eq!(
        (seen.mode(), value("outputs.ok"), value("inputs.i"), value("values.n")),
        (Some("auto"), "false", "on", "17")
    );
    let program = skeleton.get("program").unwrap();
    assert_eq!((program.get("name"), program.get("running")), (Some("weld"), Some("true")));
    assert_eq!(seen.active(), Some("start"));
}

/// A page has nothing but texts, so that the declared type is compared as one; and a page beside a state answers nothing.
#[test]
fn a_page_answers_a_check_by_its_words_and_a_page_beside_a_state_does_not() {
    let at = "<b id=at>P</b><b id=hand>Welder</b>";
    let says = |word: &str| page(&format!("{at}<b id=o>{word}</b>"));
    let state = |is: &str| at_p(&format!(r#""outputs":{{"ok":{is}}}"#));
    for may_stay in ["", ", may_stay: true"] {
        for (is, was, word) in
            [("true", "false", "true"), ("'true'", "false", "true"), ("3", "2", "3"), ("good", "1", "good")]
        {
            let yaml = format!(
                "{{ panel: {{ position: {{ element: at }}, tool: {{ element: hand }}, outputs: {{ ok: {{ element: o }} }} }},
                   checks: {{ c: {{ output: ok, is: {is}{may_stay} }} }} }}"
            );
            let declared = declared(&yaml);
            let held = |before: &Observation, after: &Observation| {
                flags(&judge(Some(before), Some(after), &weld(Some("c"), false), &NOBODY, &declared)).2
            };
            let (before, after) = (shown(&says(was), &declared), shown(&says(word), &declared));
            assert_eq!(held(&before, &after), 90, "{yaml}");
            assert_eq!((held(&state("false"), &after), held(&state("\"false\""), &after)), (0, 0), "{yaml}");
            assert_eq!((held(&before, &state("true")), held(&before, &state("\"true\""))), (0, 0), "{yaml}");
        }
    }
}

/// A login page, a page that was rebuilt, a page of another panel: none of them says where the robot is.
#[test]
fn a_page_without_what_is_declared_says_nothing() {
    for (inside, fault) in [
        ("<b id=other>P</b>", "has no element 'at', which is declared to show `position`"),
        ("<b id=at>P</b>", "has no element 'hand', which is declared to show `tool`"),
        (
            "<b id=at>P</b><b id=at>P</b><i id=hand>W</i>",
            "has 'at', which is declared to show `position`, more than once",
        ),
        ("<b id=at>P</b><b name=at>Q</b><i id=hand>W</i>", "more than once"),
        ("<b id=at> </b><i id=hand>W</i>", "'at' says nothing"),
        ("<input id=at type=password value=P><i id=hand>W</i>", "'at' says nothing"),
        ("<input id=at><i id=hand>W</i>", "'at' says nothing"),
        ("<template><b id=at>P</b></template><i id=hand>W</i>", "has no element 'at'"),
        ("<!-- <b id=at>P</b> --><i id=hand>W</i>", "has no element 'at'"),
        ("<script>'<b id=at>P</b>'</script><i id=hand>W</i>", "has no element 'at'"),
    ] {
        let said = says(inside, BOTH).unwrap_err();
        assert!(said.contains(fault), "{inside}: {said}");
    }
    let names = "panel: { position: { element: at, names: { P1: Pos_1 } } }";
    // A name of the cell is a word of the panel's like any other.
    for word in ["P2", "Pos_1", "p1"] {
        let said = says(&format!("<b id=at>{word}</b>"), names).unwrap_err();
        assert_eq!(said, format!("the page shows '{word}' as `position`, which is not among its declared names"));
    }
    let attribute = "panel: { position: { element: at, attribute: data-at } }";
    assert!(says("<b id=at>P</b>", attribute).unwrap_err().contains("'at' says nothing"));
}

#[test]
fn half_a_page_says_nothing() {
    let fault = |html: &str| shown(html, &declared(BOTH)).fault().map(ToString::to_string);
    let inside = "<b id=at>P</b><i id=hand>W</i>";
    for whole in [
        page(inside),
        format!("\u{feff} <HTML>{inside}</HTML>"),
        format!("<!DOCTYPE HTML>{inside}</html >").replace(" >", ">"),
    ] {
        assert_eq!(fault(&whole), None, "{whole}");
    }
    let end = "the page is not whole: it does not end with `</html>`";
    for cut in
        [page(inside).replace("</html>", ""), page(inside).trim_end()[..20].to_owned(), format!("{}<p>", page(inside))]
    {
        assert_eq!(fault(&cut).unwrap(), end, "{cut}");
    }
    for other in ["", "{\"position\":\"P\"}", "502 Bad Gateway", "<svg></svg>", "P</html>", "é"] {
        assert_eq!(
            fault(other).unwrap(),
            "the page is not whole: it does not begin with `<!doctype html>` or `<html`",
            "{other}"
        );
    }
    assert!(fault(&page("<p>caf\u{fffd}<b id=at>P</b><i id=hand>W</i>")).unwrap().contains("could not be decoded"));
    let long = page(&format!("{inside}{}", "x".repeat(PANEL_BYTES_MAX)));
    assert!(fault(&long).unwrap().contains("longer than"));
}

/// A page has keys of its own: that an element has the name of an output makes it none.
#[test]
fn an_element_gets_no_meaning_by_its_name() {
    let seen = shown(
        &page("<input id=position value=P><input id=tool value=W><input id=outputs.ok value=true>"),
        &Declared::default(),
    );
    assert_eq!((seen.position(), seen.tool(), seen.skeleton().unwrap().value("outputs.ok")), (None, None, None));
    assert!(seen.is_change_only());
    let yaml = "panel: { position: { element: at } }";
    let seen = shown(&page("<input id=position value=X><b id=at>P</b>"), &declared(yaml));
    assert_eq!((seen.position(), seen.is_change_only()), (Some("P"), false));
    assert!(seen.skeleton().unwrap().get("position#2").is_some());
}
