#!/usr/bin/env python3
"""The reference controller by itself: what it does about each permit, heartbeat and restart.

    python3 tests/controller/test_controller.py
"""
import importlib.util, json, os, sys, tempfile, unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.dont_write_bytecode = True
spec = importlib.util.spec_from_file_location("controller", os.path.join(ROOT, "examples/controller/controller.py"))
reference = importlib.util.module_from_spec(spec)
spec.loader.exec_module(reference)

RUN = "00000000-0000-4000-8000-000000000001"
STEPS = json.dumps({"run": RUN, "RobotSequence": {"steps": [
    {"id": 1, "action": "move", "target": "Pos_1"},
    {"id": 2, "action": "move", "target": "Pos_2"},
]}})


class ControllerTest(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.now, self.beats, self.serial = 0.0, 0, 100
        self.write("actions.json", STEPS)
        self.robot = reference.Robot("Home", "none", 1.0, lambda: self.now)
        self.controller = self.restart()

    def path(self, name):
        return os.path.join(self.folder.name, name)

    def write(self, name, text):
        with open(self.path(name), "w", encoding="utf-8") as file:
            file.write(text)

    def restart(self):
        self.controller = reference.Controller(self.folder.name, self.robot, lambda: self.now)
        return self.controller

    def permit(self, permit, step=1, report=0, **rest):
        self.serial += 1
        document = {"form": 2, "serial": self.serial, "run": RUN, "permit": permit, "step": step, "of": 2,
                    "report": report, "valid_s": 5, **rest}
        self.write("permit.json", json.dumps(document))

    def beat(self):
        self.beats += 1
        self.write("heartbeat.json", json.dumps({"form": 2, "run": RUN, "beat": self.beats}))

    def scan(self, seconds=0.02):
        self.now += seconds
        self.controller.scan()

    def said(self):
        try:
            with open(self.path("progress.jsonl"), encoding="utf-8") as file:
                return [json.loads(line) for line in file.read().splitlines() if line]
        except FileNotFoundError:
            return []

    def states(self):
        return [line["state"] for line in self.said()]

    def go(self):
        self.beat()
        self.permit("go")
        self.scan()
        self.assertIsNotNone(self.robot.step)

    def test_a_step_is_done_once(self):
        self.go()
        self.scan(1.0)
        self.scan(1.0)
        self.assertEqual(self.states(), ["started", "done"])
        self.assertEqual((self.robot.position, self.said()[-1]["position"]), ("Pos_1", "Pos_1"))
        report = self.said()[-1]["report"]
        self.assertEqual(set(report), {"summary", "data", "confidence", "tools_used", "metadata"})
        self.assertIn("Pos_1", report["summary"])
        self.permit("go")
        self.scan()
        self.assertIsNone(self.robot.step, "the same step of the same run")

    def test_a_report_is_given_once(self):
        self.permit("hold", step=0, report=101)
        self.scan()
        self.scan()
        self.restart()
        self.scan()
        self.assertEqual(self.states(), ["report"])
        self.assertEqual(self.said()[0]["serial"], 101)

    def test_a_stop_halts_at_the_next_look(self):
        self.go()
        self.permit("stop")
        self.scan()
        self.assertIsNone(self.robot.step)
        self.assertEqual(self.states(), ["started", "failed"])
        self.assertEqual(self.robot.position, "unknown")

    def test_a_dead_pc_halts_the_robot(self):
        self.go()
        self.robot.until = 1000.0
        self.scan(4.9)
        self.assertIsNotNone(self.robot.step)
        self.scan(0.2)
        self.assertIsNone(self.robot.step)

    def test_a_go_without_a_heartbeat_moves_nothing(self):
        self.permit("go")
        self.scan()
        self.assertIsNone(self.robot.step)

    def test_the_heartbeat_of_a_dead_pc_moves_nothing_after_a_restart(self):
        self.beat()
        self.permit("go")
        self.restart()
        self.scan()
        self.assertIsNone(self.robot.step, "nobody knows how old that beat is")
        self.beat()
        self.scan()
        self.assertIsNotNone(self.robot.step)

    def test_another_runs_heartbeat_moves_nothing(self):
        self.write("heartbeat.json", json.dumps({"form": 2, "run": "another", "beat": 1}))
        self.permit("go")
        self.scan()
        self.assertIsNone(self.robot.step)

    def test_a_restart_halts_the_robot_and_begins_no_step_again(self):
        self.go()
        self.restart()
        self.assertIsNone(self.robot.step)
        self.beat()
        self.scan()
        self.assertIsNone(self.robot.step)
        self.assertEqual(self.states(), ["started", "failed"])

    def test_an_older_permit_and_another_form_count_for_nothing(self):
        self.permit("hold", step=0)
        self.scan()
        self.beat()
        for rest in [{"serial": 50}, {"form": 1}, {"form": 3}]:
            self.permit("go", **rest)
            self.scan()
            self.assertIsNone(self.robot.step, rest)

    def test_a_sequence_of_another_run_is_not_begun(self):
        self.write("actions.json", STEPS.replace(RUN, "another"))
        self.beat()
        self.permit("go")
        self.scan()
        self.assertIsNone(self.robot.step)
        self.assertEqual(self.states(), ["failed"])

    def test_what_is_no_sequence_is_not_begun_and_ends_nothing(self):
        """The controller ended where actions.json named the run and had no list of steps: nobody watched the robot any more."""
        for sequence in ({}, [], {"steps": 3}, {"steps": [1]}, {"steps": [{"action": "move"}]},
                         {"steps": [{"action": "routine", "target": "tool_attach"}]}):
            self.setUp()
            self.write("actions.json", json.dumps({"run": RUN, "RobotSequence": sequence}))
            self.beat()
            self.permit("go")
            self.scan()
            self.assertIsNone(self.robot.step, sequence)
            self.assertEqual(self.states(), ["failed"], sequence)

    def test_a_permit_with_a_field_of_another_kind_counts_for_nothing(self):
        self.beat()
        for rest in ({"serial": "200"}, {"step": None}, {"report": "1"}, {"valid_s": "5"}, {"run": 1}):
            self.permit("go", **rest)
            self.scan()
            self.assertIsNone(self.robot.step, rest)
        self.permit("go")
        self.beat()
        self.scan()
        self.assertEqual(self.states(), ["started"])

    def test_a_step_that_the_sequence_does_not_have_is_not_begun(self):
        self.beat()
        for step in (0, 3):
            self.permit("go", step=step)
            self.scan()
        os.remove(self.path("actions.json"))
        self.permit("go")
        self.scan()
        self.assertIsNone(self.robot.step)
        self.assertEqual(self.states(), ["failed"] * 3)

    def test_a_line_that_a_power_cut_left_unfinished_is_ended(self):
        self.write("progress.jsonl", '{"run": "x", "sta')
        self.restart()
        self.permit("hold", step=0, report=101)
        self.scan()
        with open(self.path("progress.jsonl"), encoding="utf-8") as file:
            lines = file.read().splitlines()
        self.assertEqual(json.loads(lines[-1])["state"], "report")

    def test_a_permit_that_cannot_be_read_halts_the_robot(self):
        self.go()
        self.write("permit.json", '{"form": 2, "ser')
        self.scan()
        self.assertIsNone(self.robot.step)


if __name__ == "__main__":
    unittest.main()
