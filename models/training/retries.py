#!/usr/bin/env python3
"""What reading again is good for: retries.py PROGRAM FOLDER [SENTENCES EXPORT]…

Says each command of a file of gold lines to `cellgraph do`, which proposes or gives up, and counts from the history how often a
reading that the critic or the planner did not let pass was put right at the first retry (told what was wrong) and at the second
(with suggestions and examples beside it). Runs are simulated. Without files: the guiding half of `tests/language`.
"""
import json
import sqlite3
import subprocess
import sys
from collections import Counter
from pathlib import Path

HERE = Path(__file__).resolve().parent.parent.parent
LANGUAGE = HERE / "tests" / "language"


def guiding():
    """The guiding half: each file of sentences with its cell."""
    for sentences in sorted(LANGUAGE.glob("*.guide.jsonl")):
        export = LANGUAGE / "cells" / f"{sentences.name.split('.')[0]}.apoc.jsonl"
        yield sentences, export if export.exists() else HERE / "graph-snapshots" / "demo-cell.apoc.jsonl"


def right(line, intent):
    """Whether an intent is the gold answer's, or an accepted one's."""
    accepted = [line["intent"], *(other.get("intent") for other in line.get("accept", []))]
    return json.loads(intent or "null") in [gold for gold in accepted if gold]


def looks(program, folder, sentences, export):
    """For each command: the verdicts of its readings in order, and the intent of the one that passed."""
    name = sentences.name.split(".")[0]
    snapshot, data = folder / f"{name}.cellgraph", folder / name
    subprocess.run([program, "snapshot", "build", "--from", export, "-o", snapshot, "--allow", "all"], check=True, capture_output=True)
    cell = ["--snapshot", snapshot, "--data", data, "--operator", "retries"]
    for text in sentences.read_text(encoding="utf-8").splitlines():
        line = json.loads(text)
        if line["route"] != "action" or line.get("earlier") or line.get("replay"):
            continue
        state = ["--position", line["state"]["position"], "--tool", line["state"]["tool"], "--reason", "gold"]
        subprocess.run([program, "state", "correct", *cell, *state], check=True, capture_output=True)
        before = newest(data)
        subprocess.run([program, "do", "--driver", "simulator", "--yes", *cell, "--", line["text"]],
                       stdin=subprocess.DEVNULL, capture_output=True)
        for verdicts, intent in since(data, before):
            yield line, verdicts, intent


TABLES = (("run_records", "run_number"), ("sentences", "sentence_id"))


def newest(data):
    file = data / "history.db"
    if not file.exists():
        return [0, 0]
    with sqlite3.connect(file) as history:
        return [history.execute(f"SELECT coalesce(max({key}), 0) FROM {table}").fetchone()[0] for table, key in TABLES]


def since(data, before):
    with sqlite3.connect(data / "history.db") as history:
        for (table, key), after in zip(TABLES, before):
            rows = history.execute(f"SELECT checkpoint_json, intent_json FROM {table} WHERE {key} > ?", (after,))
            for checked, intent in rows.fetchall():
                verdicts = [look["verdict"] for look in json.loads(checked or "[]")]
                yield verdicts, intent if table == "run_records" else None


def main():
    program, folder = Path(sys.argv[1]).resolve(), Path(sys.argv[2])
    folder.mkdir(parents=True, exist_ok=True)
    given = [Path(name) for name in sys.argv[3:]]
    files = list(zip(given[::2], given[1::2])) or list(guiding())
    count = Counter()
    for sentences, export in files:
        for line, verdicts, intent in looks(program, folder, sentences, export):
            count["commands"] += 1
            for attempt in range(1, len(verdicts)):
                count[attempt, "tried"] += 1
                is_last = attempt == len(verdicts) - 1
                count[attempt, "passed"] += is_last and verdicts[-1] == "PASS"
                count[attempt, "right"] += is_last and verdicts[-1] == "PASS" and right(line, intent)
    print(f"{count['commands']} commands")
    print("| retry | is told | tried | passed | of these right |")
    print("|---:|---|---:|---:|---:|")
    for attempt, told in (1, "what was wrong"), (2, "suggestions and examples as well"):
        print(f"| {attempt} | {told} | {count[attempt, 'tried']} | {count[attempt, 'passed']} | {count[attempt, 'right']} |")


if __name__ == "__main__":
    main()
