"""Real processes that work on one store: forked from this one, so that each costs some milliseconds and not a start.

What a child opens it opens itself; what this process holds open is left alone.
"""

import os
import signal
import traceback
from collections.abc import Callable
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from typing import Any

Work = Callable[[Connection], object]


class Child:
    """A process that runs `work`, which may send and receive values through its connection."""

    def __init__(self, work: Work) -> None:
        self.talk, inner = Pipe()
        self.pid = os.fork()
        if self.pid:
            inner.close()
            return
        code = 1
        try:
            self.talk.close()
            work(inner)
            inner.close()
            code = 0
        except BaseException:
            traceback.print_exc()
        finally:
            os._exit(code)  # nothing of pytest's own may run at this process's end

    def ask(self, value: object) -> Any:
        """What the child answers."""
        self.talk.send(value)
        return self.talk.recv()

    def kill(self) -> None:
        """Ends the child at once."""
        os.kill(self.pid, signal.SIGKILL)
        os.waitpid(self.pid, 0)

    def heard(self) -> list[Any]:
        """Everything that the child has sent and nobody has read yet, until it ended."""
        found = []
        while True:
            try:
                found.append(self.talk.recv())
            except (EOFError, OSError):  # the last may have been sent by half
                self.talk.close()
                return found

    def ended(self) -> list[Any]:
        """What the child sent, once it ended well."""
        found = self.heard()
        code = os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])
        assert code == 0, f"a process ended with {code}; its traceback is on standard error"
        return found
