"""The command line: `main` sets up the streams, runs a command, and never shows a traceback.

Exit codes: 0 done, 1 any other error, 2 wrong usage or invalid input, 3 not found, 4 conflict, 5 a source cannot be
read, 6 the store failed, 130 interrupted, 141 nobody reads the output any more. An error is one line on standard error,
`error: …`; with `--json` that line is the JSON object of the error, so that standard output holds answers only.
"""

import sys


def main() -> None:
    """Ends the process with the exit code of the command that its arguments name."""
    _speak_utf8()
    try:
        from graphcue.cli_app import run

        code = run(sys.argv[1:])
    except KeyboardInterrupt:
        code = 130
    sys.exit(code)


def _speak_utf8() -> None:
    """Nothing; the streams are UTF-8 whatever the locale says, and what they cannot hold is escaped."""
    for stream, errors in ((sys.stdin, "strict"), (sys.stdout, "backslashreplace"), (sys.stderr, "backslashreplace")):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors=errors)


if __name__ == "__main__":
    main()
