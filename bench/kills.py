"""`python -m bench.kills [--url URL] [--times N]`: kills the service at random points under writes, and counts what was lost."""

import argparse
import sys
import tempfile
from pathlib import Path

from tests.cli_process import graphcue
from tests.service_kills import kill_again_and_again, last_look
from tests.service_load import lost_or_twice


def main() -> None:
    """Nothing; what became of the acknowledged writes is printed. Exits with 1 when one was lost or is there twice."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--url", default="", help="an empty store; without it a new file")
    parser.add_argument("--times", type=int, default=100)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        url = given.url or str(folder / "killed.db")
        found = kill_again_and_again(folder, url, given.times)
        running = last_look(folder, url, found)
        wrong = lost_or_twice(running.client, found.acknowledged)
        running.stop()
        health = graphcue(folder, "doctor", "--store", url)
        print(f"{found.kills} kills, {len(found.acknowledged)} writes, {len(wrong)} lost or twice")
        print(health.out.strip() or health.err.strip())
        for one in wrong[:10]:
            print(f"  {one}")
    sys.exit(1 if wrong or health.code else 0)


if __name__ == "__main__":
    main()
