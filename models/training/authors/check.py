"""Checks cells and lines of authors, counts them, and writes the cells as Neo4j exports. See README.md beside this file.

In: `cells/NAME.json`, `lines/NAME.txt`. Out: each fault with file and line, then the counts; exit status 1 where there is a fault.
"""

import argparse
import collections
import json
import re
import sys
import uuid
from pathlib import Path

HERE = Path(__file__).parent
ROLES = ("home", "safe_approach", "work", "tool_mount")
TAGS = set(
    """direct polite list range all exclusion several-routines order-words there-and-back self-correction count synonym slang typo
    dropped-words speech rambling number-words ordinal here impossible-name no-position negation stop injection other-language question
    question-like-command command-like-question greeting gibberish confirmation replay tool tool-and-home unsupported follow-up statement
    contradiction out-of-scope ambiguous limited condition take-and-put choice description dialogue""".split()
)
SORTS = ("positions", "tools", "routines", "stands", "moves", "runs", "steps")
PLAIN_QUESTIONS = ("held", "last", "status", "help", "more", "rest", "?", "where robot", "why last")
# So many lines of a cell may have the same words once names and numbers are masked.
SAME_FRAME = 2


class Fault(Exception):
    """What is wrong, in words for the author."""


class Cell:
    def __init__(self, name):
        data = json.loads((HERE / "cells" / f"{name}.json").read_text(encoding="utf-8"))
        self.name, self.data = name, data
        self.role = {place[0]: place[1] for place in data["places"]}
        self.tools = {tool[0]: tool for tool in data["tools"]}
        self.routines = {routine[0]: routine for routine in data["routines"]}
        self.check()

    def check_split(self):
        """An author's cells are all in one part."""
        author, parts = self.data["author"], split()
        named = parts.get(self.name)
        if named and named[1] != author:
            raise Fault(f"split.json says that '{self.name}' is by {named[1]}")
        if not named and author in {other for _, other in parts.values()}:
            raise Fault(f"split.json does not have '{self.name}' among the cells by {author}")

    def check(self):
        data = self.data
        for field in ("author", "trade", "names"):
            if not isinstance(data.get(field), str) or not data[field]:
                raise Fault(f"'{field}' is missing")
        self.check_split()
        names = [entry[0] for entry in data["places"] + data["tools"] + data["routines"]]
        for name, times in collections.Counter(names).items():
            if times > 1:
                raise Fault(f"the name '{name}' is given {times} times")
            if "|" in name or name != name.strip() or not name:
                raise Fault(f"the name '{name}' holds a '|' or a blank at its ends, or is empty")
        for place in data["places"]:
            if place[1] not in ROLES:
                raise Fault(f"'{place[0]}' has no role of {', '.join(ROLES)}")
            for approach in reached_from(place):
                if self.role.get(approach) != "safe_approach":
                    raise Fault(f"'{place[0]}' is reached from '{approach}', which is no safe_approach")
            if place[1] in ("work", "tool_mount") and not reached_from(place):
                raise Fault(f"'{place[0]}' does not say which safe_approach it is reached from")
        mounts = [tool[3] for tool in data["tools"]]
        for mount in mounts:
            if self.role.get(mount) != "tool_mount" or mounts.count(mount) > 1:
                raise Fault(f"'{mount}' is no tool_mount, or has two tools")
        for name, _, tool, places in data["routines"]:
            if tool != "none" and tool not in self.tools:
                raise Fault(f"routine '{name}' needs '{tool}', which is no tool")
            for place in places:
                if self.role.get(place) != "work":
                    raise Fault(f"routine '{name}' is supported at '{place}', which is no work place")
        for role, least in (("home", 1), ("safe_approach", 1), ("work", 4), ("tool_mount", 2)):
            if list(self.role.values()).count(role) < least:
                raise Fault(f"fewer than {least} places have the role {role}")

    def export(self):
        """The lines of an APOC export."""
        nodes, ids, relations = [], {}, []

        def node(label, properties):
            ids[label, properties["name"]] = str(len(nodes))
            nodes.append({"type": "node", "id": str(len(nodes)), "labels": [label], "properties": properties})

        def relate(label, start, end, properties=None):
            relations.append((label, start, end, properties or {}))

        for place in self.data["places"]:
            node("Position", {"name": place[0], "role": place[1], "description": place[2]})
        for name, sort, told, mount in self.data["tools"]:
            node("Tool", {"name": name, "type": sort, "description": told})
            node("ToolStand", {"name": f"{name} stand", "pose": ""})
            relate("TOOL_AVAILABLE_AT", ("Tool", name), ("ToolStand", f"{name} stand"))
            relate("LOCATED_AT", ("ToolStand", f"{name} stand"), ("Position", mount))
        for name, told in (("tool_attach", "Attach a tool"), ("tool_release", "Release the tool")):
            node("Routine", {"name": name, "description": told, "required_tool": "none"})
            for tool in self.data["tools"]:
                relate("SUPPORTED_AT", ("Routine", name), ("Position", tool[3]))
        for name, told, tool, places in self.data["routines"]:
            node("Routine", {"name": name, "description": told, "required_tool": tool})
            for place in places:
                relate("SUPPORTED_AT", ("Routine", name), ("Position", place))
        hubs = [name for name, role in self.role.items() if role in ("home", "safe_approach")]
        pairs = [(a, b) for a in hubs for b in hubs if a != b]
        for place in self.data["places"]:
            for approach in reached_from(place):
                pairs += [(approach, place[0]), (place[0], approach)]
        for start, end in dict.fromkeys(pairs):
            relate("ONLY_ALLOWED_MOVE_TO", ("Position", start), ("Position", end))
        for entry in nodes:
            yield json.dumps(entry, ensure_ascii=False)
        for number, (label, start, end, properties) in enumerate(relations):
            ends = {side: {"id": ids[of], "labels": [of[0]]} for side, of in (("start", start), ("end", end))}
            yield json.dumps({"type": "relationship", "id": str(number), "label": label, "properties": properties, **ends}, ensure_ascii=False)


def reached_from(place):
    """The approaches of a work place or a tool's place."""
    if len(place) < 4:
        return []
    return [place[3]] if isinstance(place[3], str) else place[3]


class Gold:
    """Reads a gold form; a fault where it leaves the form or names what the cell does not have."""

    def __init__(self, cell, text):
        self.cell, self.rest = cell, text
        self.unsupported = False

    def fail(self, wanted):
        raise Fault(f"{wanted} is wanted before '{self.rest}'" if self.rest else f"{wanted} is wanted at the end")

    def take(self, text):
        if not self.rest.startswith(text):
            return False
        self.rest = self.rest[len(text) :]
        return True

    def longest(self, names):
        """The longest of the names that stands here and ends with a word; None where there is none."""
        fitting = [n for n in names if self.rest.startswith(n) and (len(self.rest) == len(n) or self.rest[len(n)] in " ,;")]
        if not fitting:
            return None
        name = max(fitting, key=len)
        self.rest = self.rest[len(name) :]
        return name

    def need(self, names, wanted):
        return self.longest(names) or self.fail(wanted)

    def read(self):
        if self.rest == "unknown":
            return "unknown"
        if self.take("question "):
            self.part()
            while self.take(" ; "):
                self.part()
            kind = "question"
        elif self.take("action "):
            self.action()
            kind = "action"
        elif self.take("ask "):
            self.clauses()
            count = 1
            while self.take(" / "):
                self.clauses()
                count += 1
            if count > 3:
                raise Fault("at most three readings are offered")
            kind = "ask"
        else:
            self.fail("action, ask, question or unknown")
        if self.rest:
            self.fail("the end")
        return kind

    def action(self):
        if self.rest in ("?", "yes"):
            self.rest = ""
        elif self.rest == "again" or self.rest.startswith("again "):
            which = self.rest.removeprefix("again").strip()
            if which and not re.fullmatch(r"((yesterday|today|\d{4}-\d\d-\d\d) )?#-?[1-9]\d*|yesterday|today", which):
                try:
                    uuid.UUID(which)
                except ValueError:
                    raise Fault(f"'{which}' names no run") from None
            self.rest = ""
        else:
            self.clauses()

    def clauses(self):
        self.clause()
        while self.take(", "):
            self.clause()

    def clause(self):
        routine = self.longest(self.cell.routines)
        if routine:
            routines = [routine]
            while self.take(" & "):
                routines.append(self.need(self.cell.routines, "a routine"))
            if not self.take(" @ "):
                self.fail("' @ ' and a place")
            for place in self.places():
                for routine in routines:
                    if place in self.cell.role and place not in self.cell.routines[routine][3]:
                        self.unsupported = True
            self.take(" in turn")
            self.times()
        elif self.take("drop home") or self.take("drop"):
            pass
        elif self.take("take "):
            self.need(self.cell.tools, "a tool")
        elif self.take("go back"):
            self.times()
        elif self.take("go "):
            self.places()
            self.times()
        else:
            self.fail("a routine, go, take or drop")

    def times(self):
        match = re.match(r" x([1-9]\d*)(?=$|[ ,;])", self.rest)
        if match:
            self.rest = self.rest[match.end() :]

    def places(self):
        found = self.span()
        while self.take(" + "):
            found += self.span()
        self.take(" reversed")
        return found

    def span(self):
        place = self.longest([*self.cell.role, "here", "all"])
        if place is None:
            self.fail("a place")
        if place == "all":
            while self.take(" but "):
                self.need(self.cell.role, "a place")
            return ["all"]
        if place != "here" and self.take(" to "):
            return [place, self.need(self.cell.role, "a place")]
        return [place]

    def place(self):
        return self.need([*self.cell.role, "here"], "a place")

    def part(self):
        for plain in PLAIN_QUESTIONS:
            if self.rest == plain or self.rest.startswith(plain + " ; "):
                self.rest = self.rest[len(plain) :]
                return
        cell = self.cell
        if self.take("which ") or self.take("count ") or self.take("any "):
            self.need(SORTS, "one of " + ", ".join(SORTS))
            while re.match(r" [a-z]+!?=", self.rest):
                self.filter()
        elif self.take("where "):
            self.need(cell.tools, "a tool, or robot")
        elif self.take("is held "):
            self.need(cell.tools, "a tool")
        elif self.take("is robot "):
            self.place()
        elif self.take("can take ") or self.take("why not take "):
            self.need(cell.tools, "a tool")
        elif any(map(self.take, ("can ", "long ", "why not ", "dwell ", "when "))):
            if self.take("go "):
                self.way()
            else:
                self.need(cell.routines, "a routine, or go and a place")
                if self.take(" @ "):
                    self.place()
        elif self.take("way "):
            self.way()
        elif self.take("about "):
            self.need([*cell.role, *cell.tools, *cell.routines], "a name of the cell")
        else:
            self.fail("a question's form")

    def way(self):
        self.place()
        if self.take(" to "):
            self.place()

    def filter(self):
        key = re.match(r" ([a-z]+)!?=", self.rest)
        self.rest = self.rest[key.end() :]
        values = {
            "role": ROLES,
            "tool": [*self.cell.tools, "none"],
            "routine": self.cell.routines,
            "at": [*self.cell.role, "here"],
            "from": [*self.cell.role, "here"],
            "to": [*self.cell.role, "here"],
            "outcome": ("completed", "failed", "stopped"),
        }
        if key[1] in values:
            self.need(values[key[1]], f"a value of the filter {key[1]}")
        elif key[1] in ("day", "last"):
            form = r"today|yesterday|\d{4}-\d\d-\d\d" if key[1] == "day" else r"[1-9]\d*"
            match = re.match(form, self.rest) or self.fail(f"a value of the filter {key[1]}")
            self.rest = self.rest[match.end() :]
        else:
            raise Fault(f"there is no filter '{key[1]}'")


def gold(cell, text, tags):
    reader = Gold(cell, text)
    kind = reader.read()
    if reader.unsupported and kind == "action" and "unsupported" not in tags and "dialogue" not in tags:
        raise Fault("a routine is not supported at a place of the gold answer: mend it, or tag the line 'unsupported'")
    return kind


def mask(cell, text):
    """The frame of a sentence: its words without the cell's names and without numbers."""
    words = {w for name in [*cell.role, *cell.tools, *cell.routines] for w in re.findall(r"\w+", name.replace("_", " ").lower())}
    out = ["*" if w in words or w.isdigit() else w for w in re.findall(r"\w+", text.replace("_", " ").lower())]
    return " ".join(out)


def lines(cell):
    """Each line: (number, state, fields); faults as exceptions are left to the caller."""
    state = None
    text = (HERE / "lines" / f"{cell.name}.txt").read_text(encoding="utf-8")
    for number, line in enumerate(text.splitlines(), 1):
        line = line.strip()
        if not line or line.startswith("#"):
            continue
        if line.startswith("@ "):
            parts = [part.strip() for part in line[2:].split("|")]
            if len(parts) != 2 or parts[0] not in cell.role or parts[1] not in [*cell.tools, "none"]:
                yield number, None, Fault("a state is '@ PLACE | TOOL', with names of the cell, or none")
                continue
            held = parts[1]
            if cell.role[parts[0]] == "tool_mount" and held != "none" and cell.tools[held][3] != parts[0]:
                yield number, None, Fault(f"the robot cannot be at '{parts[0]}' with '{held}' in hand")
            state = parts
        elif state is None:
            yield number, None, Fault("no state was given before this line")
        else:
            yield number, state, [part.strip() for part in line.split(" | ")]


def check(name, counts):
    """The faults of a cell and its lines; counts what it holds."""
    try:
        cell = Cell(name)
    except (Fault, KeyError, ValueError, IndexError, TypeError, OSError) as fault:
        return [f"cells/{name}.json: {fault}"]
    faults, texts, frames = [], set(), collections.defaultdict(list)
    counts["cells"] += 1
    if not (HERE / "lines" / f"{name}.txt").exists():
        return []
    for number, state, fields in lines(cell):
        try:
            if isinstance(fields, Fault):
                raise fields
            also = [field.removeprefix("ALSO: ") for field in fields if field.startswith("ALSO: ")]
            fields = [field for field in fields if not field.startswith("ALSO: ")]
            talk = fields[0].startswith("> ")
            if len(fields) != (5 if talk else 3):
                raise Fault(f"{len(fields)} fields, not {5 if talk else 3}")
            tags = fields[-1].split()
            strange = [tag for tag in tags if tag not in TAGS]
            if strange or not 1 <= len(tags) <= 4:
                raise Fault(f"tags: {' '.join(strange) or 'none, or more than four'}")
            if talk:
                text = f"{fields[0][2:]} > {fields[2]}"
                gold(cell, fields[1], ["dialogue"])
                if fields[3] not in ("keep", "drop"):
                    gold(cell, fields[3], ["dialogue"])
                    if fields[3] == fields[1]:
                        raise Fault("the revised reading is the proposal: write keep")
                counts["dialogues"] += 1
                kind = "dialogue"
            else:
                text = fields[0]
                kind = gold(cell, fields[1], tags)
                counts["lines"] += 1
                frames[mask(cell, text)].append(number)
            for other in also:
                if not talk or other not in ("keep", "drop"):
                    gold(cell, other, ["unsupported"])
            counts[f"kind {kind}"] += 1
            for tag in tags:
                counts[f"tag {tag}"] += 1
            if text.lower() in texts:
                raise Fault("the same text stands there twice")
            texts.add(text.lower())
        except Fault as fault:
            faults.append(f"lines/{name}.txt:{number}: {fault}")
    for frame, numbers in frames.items():
        if len(numbers) > SAME_FRAME and len(frame.split()) > 2:
            faults.append(f"lines/{name}.txt: lines {numbers} are one sentence with other names: '{frame}'")
    return faults


def documents(name):
    """The lines of a cell as documents, for `gold` and `authored`; those with a fault are left out."""
    if not (HERE / "lines" / f"{name}.txt").exists():
        return
    for number, state, fields in lines(Cell(name)):
        if isinstance(fields, Fault):
            continue
        also = [field.removeprefix("ALSO: ") for field in fields if field.startswith("ALSO: ")]
        fields = [field for field in fields if not field.startswith("ALSO: ")]
        talk = fields[0].startswith("> ")
        yield {
            "id": f"{name}-{number:03}",
            "text": fields[0].removeprefix("> "),
            "position": state[0],
            "tool": state[1],
            "gold": fields[-2],
            "also": also,
            "tags": fields[-1].split(),
            "dialogue": {"proposal": fields[1], "comment": fields[2]} if talk else None,
        }


def split():
    """The part and the author of each cell that `split.json` names. All other cells are for training."""
    parts = json.loads((HERE / "split.json").read_text(encoding="utf-8"))
    return {name: (part, author) for part, authors in parts.items() for author, names in authors.items() for name in names}


def part_of(name):
    """The part of the data that a cell belongs to. No file of a cell is opened for it: nobody reads held ones."""
    return split().get(name, ("training", None))[0]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*")
    parser.add_argument("--export", type=Path)
    parser.add_argument("--part", choices=("training", "development", "held"), help="only the cells of this part")
    options = parser.parse_args()
    names = options.names or sorted(path.stem for path in (HERE / "cells").glob("*.json"))
    if options.part:
        names = [name for name in names if part_of(name) == options.part]
    counts, faults = collections.Counter(), []
    for name in names:
        faults += check(name, counts)
        if options.export:
            options.export.mkdir(parents=True, exist_ok=True)
            text = "".join(line + "\n" for line in Cell(name).export())
            (options.export / f"{name}.apoc.jsonl").write_text(text, encoding="utf-8")
            text = "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in documents(name))
            (options.export / f"{name}.lines.jsonl").write_text(text, encoding="utf-8")
    for fault in faults:
        print(fault, file=sys.stderr)
    for what, count in sorted(counts.items()):
        print(f"{count:7} {what}")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
