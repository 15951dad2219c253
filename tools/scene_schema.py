"""Write the JSON schema of scenes into the docs (`--write`), or check that it is up to date (`--check`)."""

import json
import sys
from pathlib import Path

import msgspec

from chabudai.scene.vocabulary import Scene

SCHEMA = Path(__file__).parent.parent / "docs" / "scene.schema.json"


def schema() -> str:
    """Return the schema of a scene as formatted in the docs."""
    return json.dumps(msgspec.json.schema(Scene), indent=1, ensure_ascii=False) + "\n"


def main(arguments: list[str]) -> int:
    """Write or check the schema; return 1 if it is out of date, and 2 for wrong arguments."""
    if arguments == ["--write"]:
        SCHEMA.write_text(schema(), encoding="utf-8")
        return 0
    if arguments != ["--check"]:
        print("scene_schema: needs --write or --check", file=sys.stderr)
        return 2
    if not SCHEMA.exists() or SCHEMA.read_text(encoding="utf-8") != schema():
        print("docs/scene.schema.json is out of date: run tools/scene_schema.py --write", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
