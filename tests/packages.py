"""Wheels built from folders, and places where they are installed without a network."""

from __future__ import annotations

import re
import subprocess
import sys
from importlib import metadata
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
GUEST = ROOT / "tests" / "guest"


def build(folder: Path, out: Path, kind: str = "wheel") -> Path:
    """A distribution of a project, by its own build back end."""
    command = [sys.executable, "-m", "hatchling", "build", "-t", kind, "-d", str(out)]
    subprocess.run(command, cwd=folder, check=True, capture_output=True)
    (found,) = out.glob("*.whl" if kind == "wheel" else "*.tar.gz")
    return found


def install(wheel: Path, target: Path) -> None:
    """Unpacked as pip does it; what it depends on is not fetched."""
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    offline = ["--no-index", "--no-deps", "--target", str(target), str(wheel)]
    subprocess.run([*command, *offline], check=True, capture_output=True)


def requirements(name: str) -> set[str]:
    """A distribution and all that it needs on this machine, without extras."""
    found: set[str] = set()
    waiting = [name]
    while waiting:
        one = waiting.pop()
        if one in found:
            continue
        found.add(one)
        for line in metadata.requires(one) or []:
            if "extra ==" not in line and "sys_platform" not in line and "python_version <" not in line:
                needed = re.match(r"[A-Za-z0-9._-]+", line)
                assert needed is not None
                waiting.append(re.sub(r"[-_.]+", "-", needed[0]).lower())
    return found


def lend(name: str, target: Path) -> None:
    """Put an installed distribution into another place by links to its files."""
    for part in metadata.files(name) or []:
        source = Path(str(part.locate()))
        if ".." not in part.parts and source.is_file():
            there = target / part
            there.parent.mkdir(parents=True, exist_ok=True)
            if not there.exists():
                there.symlink_to(source)
