#!/usr/bin/env python3
"""The reference controller behind a fault injector, driven turn by turn; keeps the truth about the robot.

    faulty.py CONTROLLER.py

Commands on standard input, one a line; one line is answered to each:

    new {"seed": …, "folder": …, "step_s": …}   another run: a robot at Home, a controller beside it
    t N MS FLAGS                                N turns of MS milliseconds; p: the run pauses, b: cellgraph has just written
                                                a heartbeat, w: a stop is wished. Answered with `moving` or `still`.
    folder PATH                                 the shared folder is another one from now on
    permit                                      the permit that stands, as JSON
    faults                                      whether the controller has any in store: `yes` or `no`
    lost                                        how many times every session was lost
    end {"confirmed": …, "position": …, "tool": …}   the run is over, and this is on record; answered with the verdict

What is checked here never asks the controller: permit.json is read once more before each turn and at each motion's begin.
"""
import importlib.util, json, os, random, sys

LIES = ["wrong place", "wrong step", "wrong serial", "another run", "noise"]
KINDS = LIES + ["silence", "frozen", "restart", "jog in a pause", "covered jog", "jog between steps", "twice",
                "out of order", "torn", "file cut"]
PLACES = ["Home", "Safe_Pos_1", "Pos_1", "Pos_3", "Tool_Weld_Position"]


def load(path):
    sys.dont_write_bytecode = True
    spec = importlib.util.spec_from_file_location("controller", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


reference = load(sys.argv[1])


class TrueRobot(reference.Robot):
    """The robot itself; outlives every controller."""

    def __init__(self, world, step_s):
        super().__init__("Home", "none", step_s, lambda: world.now)
        self.world, self.number = world, None

    def begin(self, step):
        self.number = self.world.began()
        super().begin(step)

    def halt(self):
        if self.step:
            self.world.halted += 1
        super().halt()

    def is_done(self):
        return super().is_done()


class FaultyController(reference.Controller):
    """Says what the injector lets through. Its own file is what it said itself: `own`."""

    def __init__(self, world):
        self.world = world
        super().__init__(world.folder, world.robot, lambda: world.now)

    def append_raw(self, text):
        if text.strip():
            self.world.own.append(json.loads(text))
            self.world.batch.append(json.loads(text))
        else:
            self.world.write(text)

    def said(self):
        yield from self.world.own if self.world.kinds else super().said()


class World:
    """The controller and its robot, over the hand-over by files; another hand-over has its own `permit`, `write` and `cut`."""
    controller_class = FaultyController
    kinds_of_faults = KINDS

    def __init__(self, seed, folder, step_s):
        self.random, self.folder, self.now = random.Random(seed), folder, 0.0
        count = self.random.choice([0, 0, 1, 1, 1, 2, 2, 3])
        self.kinds = set(self.random.sample(self.kinds_of_faults, count))
        self.rate = self.random.choice([0.05, 0.2, 0.5])
        self.faults = dict.fromkeys(self.kinds_of_faults, 0)
        self.violations, self.own, self.batch, self.rest = [], [], [], ""
        self.moved, self.halted, self.motions = set(), 0, 0
        self.frozen, self.beat_at, self.beat_pending = 0, None, False
        self.before = self.permit()
        self.is_stop_wished = self.lied = self.covered = False
        self.word = ("Home", "none")      # where the robot truly was when the controller last said where
        self.jogged = None                # since the last word: "in a pause" or "between steps"
        self.robot = TrueRobot(self, step_s)
        self.controller = self.controller_class(self)

    def permit(self):
        try:
            with open(os.path.join(self.folder, "permit.json"), encoding="utf-8") as file:
                return json.load(file)
        except FileNotFoundError:
            return None

    def strikes(self, kind, rate=None):
        if kind in self.kinds and self.random.random() < (self.rate if rate is None else rate):
            self.faults[kind] += 1
            return True
        return False

    def violated(self, what):
        self.violations.append(f"at {self.now:.2f} s: {what}; permit before the turn {self.before}")

    # What is checked.

    def began(self):
        """A motion begins: with a standing permit, a live heartbeat, and for the first time."""
        going, now = self.controller.going, self.permit()
        key = (going["run"], going["step"])
        stands = [p for p in (self.before, now) if p and p["permit"] == "go" and (p["run"], p["step"]) == key]
        if not stands:
            self.violated(f"motion {key} began without a `go`; now {now}")
        if self.before and self.before["permit"] == "stop" and self.before["run"] == key[0]:
            self.violated(f"motion {key} began after `stop`")
        if not self.is_alive(going):
            self.violated(f"motion {key} began without a live heartbeat, the last was at {self.beat_at}")
        if key in self.moved:
            self.violated(f"motion {key} began twice")
        self.moved.add(key)
        self.motions += 1
        return key

    def is_alive(self, permit):
        return self.beat_at is not None and self.now - self.beat_at <= permit["valid_s"]

    def check_motion(self, number_before):
        """A motion that was under way before this turn is over if its permit was not there any more."""
        if not self.robot.step or self.robot.number != number_before:
            return
        stands = self.before
        if not stands or stands["permit"] != "go" or (stands["run"], stands["step"]) != self.robot.number:
            self.violated(f"motion {self.robot.number} goes on without its permit")
        elif not self.is_alive(stands):
            self.violated(f"motion {self.robot.number} goes on without a heartbeat since {self.beat_at}")

    # A turn.

    def turn(self, seconds, flags):
        self.now += seconds
        self.is_stop_wished |= "w" in flags
        self.beat_pending |= "b" in flags
        self.meddle(flags)
        if self.frozen:
            self.frozen -= 1
            return
        if self.beat_pending:
            self.beat_at, self.beat_pending = self.now, False
        self.before = self.permit()
        number = self.robot.number if self.robot.step else None
        self.write_rest()
        if self.strikes("restart", self.rate / 20):
            self.controller = self.controller_class(self)
        self.controller.scan()
        self.check_motion(number)
        self.speak()

    def meddle(self, flags):
        stands_still = self.robot.step is None
        if "p" in flags and stands_still and self.strikes("jog in a pause"):
            self.jog("in a pause")
        elif "p" in flags and stands_still and self.strikes("covered jog"):
            self.jog("in a pause")
            self.covered = True
        last = self.own[-1] if self.own else None
        if stands_still and last and last["state"] == "done" and self.before and self.before["permit"] == "go" \
                and last["step"] < self.before["of"] and self.jogged is None and self.strikes("jog between steps"):
            self.jog("between steps")
        if not self.frozen and self.strikes("frozen", self.rate / 20):
            self.frozen = self.random.randint(1, 100)
        if self.strikes("file cut", self.rate / 50):
            self.cut()

    def jog(self, when):
        self.robot.position = self.random.choice([place for place in PLACES if place != self.robot.position])
        self.jogged = when

    # What the controller says, and what becomes of it.

    def speak(self):
        lines, self.batch = self.batch, []
        if not lines:
            return
        for line in lines:
            if "position" in line:
                if self.covered and line["state"] == "report":
                    line["position"], line["tool"] = self.word
                else:
                    self.word, self.jogged = (line["position"], line["tool"]), None
        if self.strikes("silence"):
            return
        for kind in LIES:
            if self.strikes(kind):
                self.lie(kind, lines)
        if self.strikes("out of order"):
            lines.reverse()
        if self.strikes("twice"):
            lines.append(lines[-1])
        text = "".join(line if isinstance(line, str) else json.dumps(line) + "\n" for line in lines)
        if not self.lied and self.strikes("torn"):
            at = self.random.randint(1, len(text) - 1)
            text, self.rest = text[:at], text[at:]
        self.write(text)

    def lie(self, kind, lines):
        """One line is false, in the true one's place or before it."""
        at = self.random.randrange(len(lines))
        if isinstance(lines[at], str):
            return
        line = dict(lines[at])
        if kind == "wrong place":
            if "position" not in line:
                self.faults[kind] -= 1
                return
            line["position"] = self.random.choice([place for place in PLACES if place != line["position"]])
        elif kind == "wrong step":
            line["step"] += self.random.choice([-1, 1]) if line["step"] else 1
        elif kind == "wrong serial":
            line["serial"] += self.random.choice([-1, 1])
        elif kind == "another run":
            line["run"] = "00000000-0000-4000-8000-%012x" % self.random.getrandbits(48)
        else:
            line = self.random.choice(["what?\n", "{}\n", '{"run":1}\n', "\x00\xff\n"])
        if self.random.random() < 0.5 and kind != "wrong place":
            lines.insert(at, line)
        else:
            lines[at] = line
        self.lied |= not self.is_stop_wished

    def write_rest(self):
        if self.rest:
            text, self.rest = self.rest, ""
            self.write(text)

    def write(self, text):
        with open(os.path.join(self.folder, "progress.jsonl"), "a", encoding="utf-8") as file:
            file.write(text)

    def cut(self):
        """What was said so far is gone."""
        path = os.path.join(self.folder, "progress.jsonl")
        if os.path.exists(path) and os.path.getsize(path) > 1:
            os.truncate(path, 0)

    def end(self, record):
        is_hidden = False
        if record["confirmed"]:
            place, true = (record["position"], record["tool"]), (self.robot.position, self.robot.tool)
            if self.robot.step:
                self.violated(f"confirmed at {place} while the robot moves")
            if self.lied:
                self.violated(f"confirmed at {place} though something was said that does not fit")
            if place != true:
                # The controller hid it, or nobody was asked since: nobody can know.
                is_hidden = self.covered or self.jogged == "between steps"
                if not is_hidden or place != self.word:
                    self.violated(f"confirmed at {place}, and the robot is at {true}; last said at {self.word}")
        return {"violations": self.violations, "motions": self.motions, "halted": self.halted, "hidden": is_hidden,
                "faults": {kind: count for kind, count in self.faults.items() if count}}


def answered(world, command, rest):
    """What is answered to a command in a world."""
    if command == "t":
        turns, milliseconds, flags = rest.split(" ")
        for turn in range(int(turns)):
            world.turn(int(milliseconds) / 1000, flags if turn == 0 else flags.replace("b", ""))
        return "moving" if world.robot.step else "still"
    if command == "folder":
        world.folder = world.controller.folder = rest
        return "ok"
    if command == "permit":
        return json.dumps(world.permit())
    if command == "faults":
        return "yes" if world.kinds else "no"
    if command == "lost":
        return str(world.faults.get("session lost", 0))
    return json.dumps(world.end(json.loads(rest)))


def main():
    world = None
    for line in sys.stdin:
        command, _, rest = line.rstrip("\n").partition(" ")
        if command == "new":
            world = World(**json.loads(rest))
            print("ok", flush=True)
        else:
            print(answered(world, command, rest), flush=True)


if __name__ == "__main__":
    main()
