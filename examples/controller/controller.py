#!/usr/bin/env python3
"""A reference controller for cellgraph's hand-over by files, second form. Python's standard library is all it needs.

    controller.py FOLDER [--position Home] [--tool none] [--step-seconds 1]

FOLDER is shared with cellgraph. The robot is pretended: replace `Robot` by calls to your own. What to port to a PLC is
`Controller.scan`: it is called again and again (every 10 to 50 ms), looks at two files, and never waits.
"""
import argparse, json, os, sys, time


FIELDS = {"serial": int, "run": str, "permit": str, "step": int, "report": int, "valid_s": (int, float)}


def is_step(step):
    """Whether a step has what this robot goes by."""
    if not isinstance(step, dict) or not isinstance(step.get("target"), str):
        return False
    return isinstance(step.get("tool"), str) if step["target"] == "tool_attach" else isinstance(step.get("action"), str)


class Robot:
    """A pretended robot: it is at a position, holds a tool, and takes a while for each step."""

    def __init__(self, position, tool, step_seconds, clock):
        self.position, self.tool, self.step_seconds, self.clock = position, tool, step_seconds, clock
        self.step, self.until = None, 0.0
        self.checks = {}  # how often each check held; a real robot asks its sensors

    def cell(self):
        """What cellgraph compares before and after a step: everything that the controller knows and that means something."""
        return {"position": self.position, "tool": self.tool, "program": {"running": self.step is not None},
                "values": {"checks": dict(self.checks)}}

    def begin(self, step):
        self.step, self.until = step, self.clock() + self.step_seconds

    def halt(self):
        if self.step and self.step["action"] == "move":
            self.position = "unknown"  # on its way: at none of the places that have a name
        elif self.step and self.step["target"] in ("tool_attach", "tool_release"):
            self.tool = "unknown"
        self.step = None

    def is_done(self):
        if self.clock() < self.until:
            return False
        step, self.step = self.step, None
        if step["action"] == "move":
            self.position = step["target"]
        elif step["target"] == "tool_attach":
            self.tool = step["tool"]
        elif step["target"] == "tool_release":
            self.tool = "none"
        if step.get("verify"):
            self.checks[step["verify"]] = self.checks.get(step["verify"], 0) + 1
        return True


class Controller:
    def __init__(self, folder, robot, clock=time.monotonic):
        self.folder, self.robot, self.clock = folder, robot, clock
        self.serial = 0       # of the newest permit that was seen; an older one counts for nothing
        self.going = None     # the permit of the step that is being done
        self.step = None      # that step
        # A heartbeat counts when it changes: the one that is found may be that of a PC that is dead.
        self.beat, self.beaten_at = self.read("heartbeat.json"), None
        robot.halt()           # after a restart nobody watches what the robot was doing
        # What this controller said before it was restarted: no step is done twice, no report is given twice.
        said = list(self.said())
        self.begun = {(line["run"], line["step"]) for line in said if line["state"] != "report"}
        self.reported = max((line["serial"] for line in said if line["state"] == "report"), default=0)
        self.append_raw("\n")  # ends a line that a power cut may have left unfinished
        if said and said[-1]["state"] == "started":
            self.say("failed", said[-1], error="the controller was restarted during the step")

    def scan(self):
        """One look at the folder, and what follows from it."""
        self.look_for_beat()
        permit = self.read_permit()
        if self.going and not self.allows(permit):
            self.robot.halt()
            self.say("failed", self.going, error="halted: the permit was taken back")
            self.going = None
        if self.going and self.robot.is_done():
            self.say_where("done", self.going, report=self.report())
            self.going = None
        if permit is None or self.going:
            return
        if permit["report"] > self.reported:  # the robot stands still: say where it is
            self.reported = permit["report"]
            self.say_where("report", dict(permit, serial=permit["report"]))
        is_new = (permit["run"], permit["step"]) not in self.begun
        if permit["permit"] == "go" and is_new and self.is_alive(permit):
            self.begin(permit)

    def begin(self, permit):
        self.begun.add((permit["run"], permit["step"]))
        # A controller that can compute BLAKE3 compares the file's hash with permit["actions_json"] here.
        steps = self.steps_of(permit["run"])
        if not 1 <= permit["step"] <= len(steps):
            self.say("failed", permit, error="actions.json has no such step of this run")
            return
        self.say("started", permit)
        self.going = permit
        self.step = steps[permit["step"] - 1]
        self.robot.begin(self.step)

    def steps_of(self, run):
        """The steps of a run; none where actions.json is of another one, or is no sequence."""
        actions = self.read("actions.json") or {}
        sequence = actions.get("RobotSequence")
        steps = sequence.get("steps") if isinstance(sequence, dict) else None
        is_ours = actions.get("run") == run and isinstance(steps, list)
        return steps if is_ours and all(is_step(step) for step in steps) else []

    def allows(self, permit):
        """Whether the step that is being done may go on: the same `go` stands, and the PC is alive."""
        is_same = permit is not None and (permit["permit"], permit["serial"]) == ("go", self.going["serial"])
        return is_same and self.is_alive(permit)

    def is_alive(self, permit):
        is_ours = self.beat is not None and self.beat.get("run") == permit["run"]
        return is_ours and self.beaten_at is not None and self.clock() - self.beaten_at <= permit["valid_s"]

    def look_for_beat(self):
        beat = self.read("heartbeat.json")
        if beat is not None and beat != self.beat:
            self.beat, self.beaten_at = beat, self.clock()

    def read_permit(self):
        """The permit that stands; none where it cannot be read, is of another form, or is older than one already seen."""
        permit = self.read("permit.json")
        if permit is None or permit.get("form") != 2 or not all(isinstance(permit.get(name), kind) for name, kind in FIELDS.items()):
            return None
        if permit["serial"] < self.serial:
            return None
        self.serial = permit["serial"]
        return permit

    def read(self, name):
        """A document of cellgraph's; none where there is none, or none that can be read. Never waits, for a pipe say."""
        path = os.path.join(self.folder, name)
        try:
            if not os.path.isfile(path):
                return None
            with open(path, encoding="utf-8") as file:
                document = json.load(file)
        except (OSError, ValueError, RecursionError):
            return None
        return document if isinstance(document, dict) else None

    def report(self):
        """What came of the step, by its names, and how sure that is: a real robot says what its sensors measured."""
        names = [self.step[key] for key in ("name", "action", "target", "position", "tool") if key in self.step]
        tools = [self.robot.tool] if self.robot.tool != "none" else []
        return {"summary": " ".join(names) + ": completed.", "data": {"checks": sum(self.robot.checks.values())},
                "confidence": 0.95, "tools_used": tools, "metadata": {"controller": "reference"}}

    def say_where(self, state, permit, **rest):
        """The cell goes with it: what it is compared with later has to have every check's counter from the beginning."""
        for step in self.steps_of(permit["run"]):
            if step.get("verify"):
                self.robot.checks.setdefault(step["verify"], 0)
        self.say(state, permit, position=self.robot.position, tool=self.robot.tool, cell=self.robot.cell(), **rest)

    def say(self, state, permit, **rest):
        line = {"run": permit["run"], "serial": permit["serial"], "step": permit["step"], "state": state, **rest}
        self.append_raw(json.dumps(line) + "\n")

    def append_raw(self, text):
        with open(os.path.join(self.folder, "progress.jsonl"), "a", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())

    def said(self):
        try:
            with open(os.path.join(self.folder, "progress.jsonl"), encoding="utf-8", errors="replace") as file:
                lines = file.read().splitlines()
        except OSError:
            return
        for line in lines:
            try:
                document = json.loads(line)
            except (ValueError, RecursionError):
                continue
            if isinstance(document, dict) and {"run", "serial", "step", "state"} <= document.keys():
                yield document


def main():
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("folder")
    options.add_argument("--position", default="Home")
    options.add_argument("--tool", default="none")
    options.add_argument("--step-seconds", type=float, default=1.0)
    given = options.parse_args()
    robot = Robot(given.position, given.tool, given.step_seconds, time.monotonic)
    controller = Controller(given.folder, robot)
    while True:
        controller.scan()
        time.sleep(0.02)


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        sys.exit(0)
