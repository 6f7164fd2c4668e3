"""A training that is broken off gives the adapter of one that is not: `interrupted.py MODEL DATA FOLDER [BREAKS]`.

In: a small model (`tiny.py` makes one) and a token file. Out: exit status 0 where the two adapters are the same, byte for byte. The second
training is killed with SIGKILL each time that it has gone some steps on, BREAKS times (3).
"""

import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent
STEPS = 40


def main():
    model, data, folder = sys.argv[1:4]
    breaks = int(sys.argv[4]) if len(sys.argv) > 4 else 3
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    whole, broken = Path(folder) / "whole.gguf", Path(folder) / "broken.gguf"
    run(model, data, whole, None)
    for at in range(breaks):
        run(model, data, broken, STEPS * (at + 1) // (breaks + 1))
        print(f"killed; {broken.with_suffix('.state').stat().st_size} bytes of state")
    run(model, data, broken, None)
    same = whole.read_bytes() == broken.read_bytes()
    print(f"after {breaks} breaks the adapter is {'the same' if same else 'another'}")
    sys.exit(0 if same else 1)


def run(model, data, out, kill_after):
    """Trains, and kills it once it has told of the step `kill_after`, where one is given."""
    command = [sys.executable, HERE / "train.py", "--model", model, "--data", data, "--out", out]
    command += ["--steps", str(STEPS), "--minutes", "0", "--save-every", "0", "--exact"]
    training = subprocess.Popen([str(part) for part in command], stdout=subprocess.PIPE, text=True)
    for line in training.stdout:
        if kill_after and line.startswith("step ") and int(line.split()[1].split("/")[0]) >= kill_after:
            training.send_signal(signal.SIGKILL)
            break
    else:
        if training.wait() != 0:
            raise SystemExit(f"train.py ended with {training.returncode}")
    training.wait()


if __name__ == "__main__":
    main()
