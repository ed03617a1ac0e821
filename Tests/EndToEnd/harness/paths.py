"""Paths of the project."""

import os
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
"""The project's folder."""

BUILD = ROOT / ".build"
"""The folder for everything made while building and testing."""

PROGRAM = Path(os.environ.get("SPEAKCALL", BUILD / "release" / "speakcall"))
"""The program under test; the environment variable SPEAKCALL names another one."""
