"""A proxy between driver and server that loses one COMMIT, before or after it gets through, and its connection."""

import socket
import threading
from contextlib import suppress
from typing import Literal, Self

COMMIT = b"\x00\x02\xb0\x12\x00\x00"
"""Bolt's COMMIT message as one chunk: its length, a structure without fields, its tag, the end."""


class CommitLoser:
    """Listens on a port of its own and forwards to a server; `losing` says at which side of the server a COMMIT is lost.

    Only the first COMMIT after `armed` was set is lost; `lost` tells whether it was.
    """

    def __init__(self, server_port: int, losing: Literal["request", "answer"]) -> None:
        self._server_port = server_port
        self._losing = losing
        self._listener = socket.create_server(("localhost", 0))
        self.port: int = self._listener.getsockname()[1]
        self.armed = False
        self.lost = False
        self._answered = threading.Event()

    def __enter__(self) -> Self:
        threading.Thread(target=self._accept, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self._listener.close()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                client, _ = self._listener.accept()
                server = socket.create_connection(("localhost", self._server_port))
                threading.Thread(target=self._requests, args=(client, server), daemon=True).start()
                threading.Thread(target=self._answers, args=(client, server), daemon=True).start()

    def _requests(self, client: socket.socket, server: socket.socket) -> None:
        with suppress(OSError):
            while data := client.recv(1 << 16):
                if COMMIT in data and self.armed and not self.lost:
                    self.lost = True
                    # closed towards the client first: what the server answers is lost on the way
                    client.shutdown(socket.SHUT_RDWR)
                    if self._losing == "answer":
                        server.sendall(data)
                        self._answered.wait(10)
                    break
                server.sendall(data)
        # closing alone tells the other side nothing while a thread still reads
        server.shutdown(socket.SHUT_RDWR)
        server.close()

    def _answers(self, client: socket.socket, server: socket.socket) -> None:
        with suppress(OSError):
            while data := server.recv(1 << 16):
                if self.lost:
                    self._answered.set()
                client.sendall(data)
        client.close()
