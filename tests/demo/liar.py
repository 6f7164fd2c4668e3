#!/usr/bin/env python3
"""The reference controller with a robot that lies once: its first weld is said to be done, and was not done.

    liar.py FOLDER   (as controller.py; its steps take no time)
"""
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "examples" / "controller"))
sys.dont_write_bytecode = True

import controller


class Liar(controller.Robot):
    has_lied = False

    def is_done(self):
        step = self.step
        if step and step["target"] == "tack_weld" and not self.has_lied:
            self.has_lied, self.step = True, None
            return True
        return super().is_done()


if __name__ == "__main__":
    lying = controller.Controller(sys.argv[1], Liar("Home", "none", 0.0, time.monotonic))
    while True:
        lying.scan()
        time.sleep(0.01)
