"""What slow reference programs produced, recorded, so that only a few of their games are played in each test run.

A record holds while the texts it came from are the same and its beginning comes out again; otherwise everything is
played, as if there were no record. ``python -m tests.recorded`` forgets all records and makes them again.
"""

import hashlib
import json
import os
import subprocess
import sys
from pathlib import Path

FILE = Path(__file__).parent / "recorded.json"
RECORDING = "MMLIB_RECORD"


def recorded(name, texts, play, n, again):
    """The first `n` rows of ``play(n)``, of which only `again` are played while the record holds.

    Row `i` must be the same for every `n`. `texts` are what the record rests on: source files as paths, or strings.
    """
    parts = [text.read_text() if isinstance(text, Path) else text for text in texts]
    rests_on = hashlib.sha256("\n".join(parts).encode()).hexdigest()[:16]
    records = json.loads(FILE.read_text()) if FILE.is_file() else {}
    record = records.get(name, {})
    known = record.get("rests_on") == rests_on and len(record["rows"]) == n
    if known and [list(row) for row in play(again)] == record["rows"][:again]:
        return record["rows"]
    rows = [list(row) for row in play(n)]
    if os.environ.get(RECORDING):
        FILE.write_text(json.dumps(dict(sorted({**records, name: {"rests_on": rests_on, "rows": rows}}.items()))))
    return rows


if __name__ == "__main__":
    FILE.unlink(missing_ok=True)
    tests = ["tests/players/test_players.py", "tests/genetic/test_whole_board.py"]
    sys.exit(
        subprocess.run([sys.executable, "-m", "pytest", "-q", *tests], env={**os.environ, RECORDING: "1"}).returncode
    )
