"""Where things of the project are."""

import os
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
"""The project's folder."""

BUILD = ROOT / ".build"
"""What is made while building and testing goes here."""

PROGRAM = Path(os.environ.get("SPEAKCALL", BUILD / "release" / "speakcall"))
"""The program under test; the environment variable SPEAKCALL names another one."""
