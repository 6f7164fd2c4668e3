#!/usr/bin/env python3
"""The reference controller with a robot that is told by its standard input what to do, and when to lie.

    robot.py FOLDER   (as controller.py; its steps take no time)

Each line of the input is printed as soon as it counts:

    hold TARGET          the next step with this target goes on until `go`, or until the permit is taken back
    go                   the step that is held ends
    lie TARGET           the next step with this target is said to be done, and nothing of it is done
    jog POSITION TOOL    somebody has brought the robot there by hand, with this tool
"""
import sys
import threading
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "examples" / "controller"))
sys.dont_write_bytecode = True

import controller


class Told(controller.Robot):
    held = lied = None
    pretended = {}  # what a lie says that it measured

    def hear(self, word, *names):
        if word == "hold":
            self.held, = names
        elif word == "go":
            self.held = None
        elif word == "lie":
            self.lied, = names
        elif word == "jog":
            self.position, self.tool = names
        else:
            raise ValueError(word)

    def is_done(self):
        step = self.step
        if step["target"] == self.held:
            return False
        if step["target"] != self.lied:
            return super().is_done()
        self.lied = self.step = None
        if step["action"] == "move":
            self.pretended = {"position": step["target"]}
        elif "tool" in step:
            self.pretended = {"tool": step["tool"] if step["target"] == "tool_attach" else "none"}
        return True

    def halt(self):
        super().halt()
        self.held = None


class Telling(controller.Controller):
    """A lie names the place and the tool that were ordered. The cell beside it is what the sensors show: they do not lie."""

    def say(self, state, permit, **rest):
        if state == "done":
            rest.update(self.robot.pretended)
            self.robot.pretended = {}
        super().say(state, permit, **rest)


def watch(controller):
    while True:
        controller.scan()
        time.sleep(0.01)


if __name__ == "__main__":
    told = Told("Home", "none", 0.0, time.monotonic)
    threading.Thread(target=watch, args=[Telling(sys.argv[1], told)], daemon=True).start()
    # It ends with its input, and with a word that it does not know.
    for line in sys.stdin:
        told.hear(*line.split())
        print(line, end="", flush=True)
