#!/usr/bin/env python3
"""The reference controller, or one with a line changed, driven turn by turn for a trial.

    trial.py CONTROLLER.py

Commands on standard input, one a line; one line is answered to each:

    new {"folder": …, "step_s": …, "change": [old, new]}   another controller; `change` may be null
    t N MS        N turns of MS milliseconds
    jog PLACE     a person brings the robot there
    restart       the controller is switched off and on at the next turn in which the robot moves
    moved         how many motions were begun, and whether the robot moves now
"""
import json, sys, types

SOURCE = open(sys.argv[1], encoding="utf-8").read()


def load(change):
    source = SOURCE
    if change:
        old, new = change
        assert source.count(old) == 1, f"{source.count(old)} times: {old}"
        source = source.replace(old, new)
    module = types.ModuleType("controller")
    exec(compile(source, "controller", "exec"), module.__dict__)
    return module


class World:
    def __init__(self, folder, step_s, change):
        self.now, self.motions, self.restarts = 0.0, 0, False
        self.module, self.folder = load(change), folder
        world = self

        class Counted(self.module.Robot):
            def begin(self, step):
                world.motions += 1
                super().begin(step)

        self.robot = Counted("Home", "none", step_s, lambda: self.now)
        self.start()

    def start(self):
        self.controller = self.module.Controller(self.folder, self.robot, lambda: self.now)

    def turn(self, seconds):
        self.now += seconds
        if self.restarts and self.robot.step is not None:
            self.restarts = False
            self.start()
        self.controller.scan()


def main():
    world = None
    for line in sys.stdin:
        command, _, rest = line.rstrip("\n").partition(" ")
        answer = "ok"
        if command == "new":
            world = World(**json.loads(rest))
        elif command == "t":
            turns, milliseconds = rest.split(" ")
            for _ in range(int(turns)):
                world.turn(int(milliseconds) / 1000)
        elif command == "jog":
            world.robot.position = rest
        elif command == "restart":
            world.restarts = True
        elif command == "moved":
            answer = f"{world.motions} {'moving' if world.robot.step else 'still'}"
        print(answer, flush=True)


if __name__ == "__main__":
    main()
