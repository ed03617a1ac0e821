"""Checks the layers: each file imports only targets that its own target declares in Package.swift, each declared
dependency is imported, and all of them stand above it in Package.swift. Run by `make check`."""
import json
import re
import subprocess
import sys
from pathlib import Path

IMPORT = re.compile(r"^(?:@\w+(?:\([^)]*\))?\s+)*(?:(?:public|package|internal)\s+)?import\s+"
                    r"(?:(?:struct|class|enum|func|protocol|typealias|var|let)\s+)?(\w+)", re.MULTILINE)
USED_WITHOUT_IMPORT = {"speakcall", "SandboxProbe", "CLibrary"}
"""Programs that tests run, and the C library that other C targets include."""


def target_files(target: dict) -> list[Path]:
    folder = "Tests" if target["type"] == "test" else "Sources"
    return sorted(Path(target.get("path") or f"{folder}/{target['name']}").rglob("*.swift"))


def imports(file: Path) -> list[tuple[int, str]]:
    text = file.read_text()
    return [(text.count("\n", 0, match.start()) + 1, match.group(1)) for match in IMPORT.finditer(text)]


def problems(package: dict) -> list[str]:
    order = [target["name"] for target in package["targets"]]
    found = []
    for target in package["targets"]:
        name = target["name"]
        declared = {dependency["byName"][0] for dependency in target["dependencies"]}
        for dependency in sorted(declared):
            if order.index(dependency) > order.index(name):
                found.append(f"Package.swift: {name} depends on {dependency}, which stands below it")
        imported = set()
        for file in target_files(target):
            for line, module in imports(file):
                imported.add(module)
                if module in order and module not in declared:
                    found.append(f"{file}:{line}: {name} imports {module} without declaring it in Package.swift")
        if imported:
            for dependency in sorted(declared - imported - USED_WITHOUT_IMPORT):
                found.append(f"Package.swift: {name} declares {dependency} but does not import it")
    return found


def main() -> int:
    dump = subprocess.run(["swift", "package", "dump-package"], check=True, capture_output=True).stdout
    found = problems(json.loads(dump))
    print(*found, sep="\n", end="\n" if found else "", file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
