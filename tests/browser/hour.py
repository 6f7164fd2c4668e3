#!/usr/bin/env python3
"""Many pages open for a long time: does the program grow, and does a run's step come later than without them?

    hour.py CELLGRAPH [--minutes 60] [--pages 20]

One operator lets plans run, one after the other, on the simulator. In every second minute the other pages are open: each holds the stream
of news and loads itself anew when that says so, as the page's script does. So both kinds of minutes meet the same neighbours. Prints
the memory of the program at each minute, and how long the same steps took with the pages and without them. Python's standard library
is all it needs.
"""
import argparse, http.client, json, os, re, sqlite3, statistics, subprocess, sys, tempfile, threading, time, urllib.parse

HERE = os.path.dirname(os.path.abspath(__file__))
DEMO = os.path.join(HERE, "..", "..", "graph-snapshots", "demo-cell.apoc.jsonl")
SENTENCES = ["weld at position 1", "go to position 2", "drop the tool and go home"]


class Session:
    """A browser with a session."""

    def __init__(self, address, code):
        self.address, self.cookie = address, None
        answer = self.post("/enter", {"code": code, "name": "Ada"})
        self.cookie = answer.getheader("set-cookie").split(";")[0]

    def request(self, method, target, body=None):
        connection = http.client.HTTPConnection(self.address, timeout=600)
        headers = {"Origin": f"http://{self.address}", "Accept-Language": "en"}
        if self.cookie:
            headers["Cookie"] = self.cookie
        if body is not None:
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        connection.request(method, target, body, headers)
        return connection, connection.getresponse()

    def get(self, target):
        connection, answer = self.request("GET", target)
        body = answer.read().decode()
        connection.close()
        return body

    def post(self, target, fields):
        connection, answer = self.request("POST", target, urllib.parse.urlencode(fields))
        answer.read()
        connection.close()
        if answer.status != 303:
            sys.exit(f"{target} was answered with {answer.status}")
        return answer

    def act(self, target, fields):
        return self.post(target, {"token": field(self.get("/"), "token"), **fields})

    def news(self):
        return self.request("GET", "/news")


def field(page, name):
    return re.search(f'name="{name}" value="([^"]*)"', page)[1]


def events(answer):
    for line in answer:
        if line.startswith(b"data: "):
            yield json.loads(line[6:])


class Page(threading.Thread):
    """An open page, until it is closed."""

    def __init__(self, session):
        super().__init__(daemon=True)
        self.session, self.loads = session, 0
        self.connection, self.answer = session.news()
        self.start()

    def run(self):
        shown = None
        try:
            for event in events(self.answer):
                if event["page"] != shown:
                    shown, self.loads = event["page"], self.loads + 1
                    self.session.get("/")
        except (OSError, ValueError, AttributeError, http.client.HTTPException):
            pass  # It was closed.

    def close(self):
        self.connection.sock and self.connection.sock.shutdown(2)
        self.connection.close()
        self.join()


def run_one(session, news, sentence):
    """Says a sentence, approves its plan as the key does, and waits for the end of the run."""
    session.act("/say", {"say": sentence})
    page = session.get("/")
    digest = field(page, "digest")
    session.post("/answer", {"token": field(page, "token"), "ticket": field(page, "ticket"), "digest": digest, "words": f"approve {digest}"})
    has_run = False
    for event in news:
        has_run |= event["line"].startswith("Running")
        if has_run and event["line"].startswith("The robot is at"):
            return


def resident_kb(process):
    with open(f"/proc/{process.pid}/status", encoding="utf-8") as status:
        return int(re.search(r"VmRSS:\s+(\d+)", status.read())[1])


def main():
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("cellgraph")
    options.add_argument("--minutes", type=int, default=60)
    options.add_argument("--pages", type=int, default=20)
    given = options.parse_args()
    program = os.path.abspath(given.cellgraph)
    folder = tempfile.mkdtemp(prefix="hour-")
    say = ["--position", "Home", "--tool", "none", "--operator", "Ada", "--reason", "looked"]
    for words in (["snapshot", "build", "--from", DEMO, "-o", "demo.cell"], ["state", "correct", "--snapshot", "demo.cell", *say]):
        subprocess.run([program, *words], cwd=folder, check=True, capture_output=True)
    serve = [program, "serve", "--snapshot", "demo.cell", "--model", "none", "--driver", "simulator", "--speed", "8", "--listen", "127.0.0.1:0"]
    process = subprocess.Popen(serve, cwd=folder, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True)
    sessions = []
    while len(sessions) < 5:
        found = re.search(r"http://([\d.:]+)/enter\?code=(\S+)", process.stderr.readline())
        if found:
            sessions.append(Session(found[1], found[2]))
    ada, news = sessions[0], events(sessions[0].news()[1])
    phases, loads, began, said, pages = [], 0, time.time(), 0, []
    for minute in range(given.minutes):
        opened = minute % 2 == 1
        pages = [Page(sessions[1 + number % 4]) for number in range(given.pages)] if opened else []
        start = time.time()
        while time.time() < began + 60 * (minute + 1):
            run_one(ada, news, SENTENCES[said % len(SENTENCES)])
            said += 1
        phases.append((start, time.time(), opened))
        loads += sum(page.loads for page in pages)
        for page in pages:
            page.close()
        print(f"minute {minute + 1}: {resident_kb(process) / 1024:.1f} MB, {said} runs, {given.pages if opened else 0} pages", flush=True)
    process.terminate()
    history = sqlite3.connect(os.path.join(folder, "cellgraph-data", "history.db"))
    took = {True: {}, False: {}}
    moment = lambda text: __import__("datetime").datetime.fromisoformat(text.replace("Z", "+00:00")).timestamp()
    for position, action, start, end in history.execute("SELECT position, action, started_at, finished_at FROM run_steps WHERE finished_at IS NOT NULL"):
        start, end = moment(start), moment(end)
        for first, last, opened in phases:
            if first <= start and end <= last:
                took[opened].setdefault((position, action), []).append(end - start)
    late = {True: [], False: []}
    for step in took[True].keys() & took[False].keys():
        usual = statistics.median(took[False][step])
        for opened in late:
            late[opened] += [1000 * (seconds - usual) for seconds in took[opened][step]]
    for opened in (False, True):
        all_ms = sorted(late[opened])
        at = lambda part: all_ms[min(len(all_ms) - 1, int(part * len(all_ms)))]
        name = f"with {given.pages} pages" if opened else "without"
        print(f"{name}: {len(all_ms)} steps; later than the median of the same step without pages, in ms: median {at(.5):.1f}, p95 {at(.95):.1f}, p99 {at(.99):.1f}, most {all_ms[-1]:.1f}")
    print(f"the pages were loaded {loads} times")


if __name__ == "__main__":
    main()
