import inspect
import threading
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import closing
from typing import Literal

import neo4j.exceptions
import pytest
from neo4j import Driver, Transaction

from graphcue.errors import (
    GraphcueError,
    InvalidInput,
    StoreAccess,
    StoreError,
    StoreFull,
    StoreReadOnly,
    StoreUnavailable,
    TooLarge,
)
from graphcue.model import Memory
from graphcue.stores.contract import Changes, Counts
from graphcue.stores.neo4j import Neo4jStore
from graphcue.stores.neo4j_errors import BY_CLASS, kind, translated
from graphcue.stores.neo4j_write import Neo4jWriter
from tests.neo4j_fixtures import server_or_skip
from tests.neo4j_proxy import CommitLoser
from tests.neo4j_server.starter import LocalServer
from tests.neo4j_world import world

PASSWORD = "geheim-genug"
SECONDS = 10.0
"""Within which a dead store must be an error: connecting takes 3 at most, trying again 2, and once more."""

CODES = {
    "Neo.ClientError.Security.Unauthorized": StoreAccess,
    "Neo.ClientError.Security.AuthenticationRateLimit": StoreAccess,
    "Neo.ClientError.Security.CredentialsExpired": StoreAccess,
    "Neo.ClientError.Security.Forbidden": StoreAccess,
    "Neo.ClientError.Security.AuthorizationExpired": StoreAccess,
    "Neo.ClientError.Security.TokenExpired": StoreAccess,
    "Neo.TransientError.Security.AuthProviderTimeout": StoreAccess,
    "Neo.ClientError.Database.DatabaseNotFound": StoreUnavailable,
    "Neo.DatabaseError.Database.UnableToStartDatabase": StoreUnavailable,
    "Neo.TransientError.General.DatabaseUnavailable": StoreUnavailable,
    "Neo.TransientError.Cluster.ReplicationFailure": StoreUnavailable,
    "Neo.ClientError.Routing.RoutingFailed": StoreUnavailable,
    "Neo.TransientError.Transaction.BookmarkTimeout": StoreUnavailable,
    "Neo.ClientError.Transaction.InvalidBookmark": StoreUnavailable,
    "Neo.ClientError.Cluster.NotALeader": StoreReadOnly,
    "Neo.ClientError.General.ForbiddenOnReadOnlyDatabase": StoreReadOnly,
    "Neo.ClientError.General.WriteOnReadOnlyAccessDatabase": StoreReadOnly,
    "Neo.ClientError.Statement.AccessMode": StoreReadOnly,
    "Neo.ClientError.General.TransactionOutOfMemoryError": StoreFull,
    "Neo.TransientError.General.MemoryPoolOutOfMemoryError": StoreFull,
    "Neo.TransientError.General.OutOfMemoryError": StoreFull,
    "Neo.TransientError.Transaction.DeadlockDetected": StoreError,
    "Neo.TransientError.Transaction.LockAcquisitionTimeout": StoreError,
    "Neo.TransientError.Request.NoThreadsAvailable": StoreError,
    "Neo.ClientError.Transaction.TransactionTimedOut": StoreError,
    "Neo.ClientError.Schema.ConstraintValidationFailed": StoreError,
    "Neo.ClientError.Statement.SyntaxError": StoreError,
    "Neo.DatabaseError.General.StorageDamageDetected": StoreError,
    "Neo.DatabaseError.Statement.ExecutionFailed": StoreError,
    "Neo.Something.New.Altogether": StoreError,
}


@pytest.mark.parametrize("code", CODES)
def test_each_code_of_the_server_has_its_class(code: str) -> None:
    error = neo4j.exceptions.Neo4jError._hydrate_neo4j(code=code, message="told so")
    assert kind(error).ours is CODES[code]


def test_no_class_of_the_driver_is_forgotten() -> None:
    found = {
        name
        for name, value in inspect.getmembers(neo4j.exceptions, inspect.isclass)
        if issubclass(value, neo4j.exceptions.GqlError)
    }
    assert len(found) > 30
    assert found == set(BY_CLASS)


def test_a_new_class_of_the_driver_counts_as_the_one_above_it() -> None:
    new = type("Newer", (neo4j.exceptions.ServiceUnavailable,), {})
    assert kind(new("gone")).ours is StoreUnavailable


def test_other_errors_pass() -> None:
    with pytest.raises(KeyError), translated("somewhere"):
        raise KeyError


@pytest.fixture(scope="module")
def server() -> Iterator[LocalServer]:
    """A server that asks for a password, and gives a transaction little memory."""
    settings = {"db.memory.transaction.max": "4m"}
    running = server_or_skip(lambda: LocalServer(password=PASSWORD, settings=settings).__enter__())
    yield running
    running.close()


@pytest.fixture
def store(server: LocalServer) -> Iterator[Neo4jStore]:
    opened = at(server.bolt_port)
    yield opened
    opened.close()


def at(port: int, **more: str) -> Neo4jStore:
    return Neo4jStore(f"bolt://localhost:{port}", **{"user": "neo4j", "password": PASSWORD, **more})


def fails_in_time(store: Neo4jStore, expected: type[GraphcueError]) -> GraphcueError:
    """The error of a read, which names the address and never the password."""
    started = time.monotonic()
    with pytest.raises(expected) as caught:
        store.read("any", lambda reader: reader.cues(["word:x"]))
    assert time.monotonic() - started < SECONDS
    assert type(caught.value) is expected
    assert caught.value.fields["address"] in caught.value.message
    assert PASSWORD not in "".join(traceback.format_exception(caught.value)) + repr(store)
    store.close()
    return caught.value


def add(store: Neo4jStore, namespace: str, size: int = 20) -> Counts:
    return store.write(namespace, lambda writer: writer.apply(world(0, size)))


def memories(store: Neo4jStore, namespace: str) -> int:
    return store.read(namespace, lambda reader: reader.describe().memories)


def test_a_wrong_password_is_refused_access(server: LocalServer) -> None:
    for _ in range(4):  # the server limits the rate after three
        error = fails_in_time(at(server.bolt_port, password="wrong"), StoreAccess)
    assert "password" in error.message
    time.sleep(6)  # until the right one counts again


def test_no_password_is_refused_access(server: LocalServer) -> None:
    fails_in_time(Neo4jStore(server.url), StoreAccess)


def test_nobody_listening_is_unavailable() -> None:
    fails_in_time(at(9), StoreUnavailable)


def test_the_http_port_is_unavailable(server: LocalServer) -> None:
    fails_in_time(at(server.http_port), StoreUnavailable)


def test_an_unknown_host_is_unavailable() -> None:
    fails_in_time(Neo4jStore("neo4j://no-such-host.invalid"), StoreUnavailable)


def test_a_host_that_never_answers_is_unavailable() -> None:
    fails_in_time(Neo4jStore("bolt://192.0.2.1"), StoreUnavailable)


def test_an_unknown_database_is_unavailable(server: LocalServer) -> None:
    error = fails_in_time(at(server.bolt_port, database="nowhere"), StoreUnavailable)
    assert error.fields["code"] == "Neo.ClientError.Database.DatabaseNotFound"


def test_more_than_a_transaction_may_hold_is_full_and_leaves_nothing(store: Neo4jStore) -> None:
    with pytest.raises(StoreFull):
        add(store, "big", 3_000)
    assert memories(store, "big") == 0
    assert add(store, "big").made["Memory"] == 20


def test_a_key_that_no_index_takes_is_too_large(store: Neo4jStore) -> None:
    with pytest.raises(TooLarge):
        store.write("long", lambda writer: writer.apply(Changes(put_memories=(Memory("x" * 40_000, "text"),))))
    assert memories(store, "long") == 0


@pytest.mark.parametrize("odd", [Memory("a", "\ud800"), Memory("a", "text", position=2**63)])
def test_a_value_that_cannot_be_sent_is_invalid(store: Neo4jStore, odd: Memory) -> None:
    with pytest.raises(InvalidInput):
        store.write("odd", lambda writer: writer.apply(Changes(put_memories=(odd,))))
    assert memories(store, "odd") == 0


def test_a_constraint_that_is_violated_is_a_store_error(server: LocalServer, store: Neo4jStore) -> None:
    add(store, "twice")
    again = "CREATE (:Memory {namespace: 'twice', id: 'm00001'})"
    with (
        pytest.raises(StoreError) as caught,
        server.driver() as driver,
        translated("here"),
        driver.session() as session,
    ):
        session.run(again).consume()
    assert caught.value.fields["code"] == "Neo.ClientError.Schema.ConstraintValidationFailed"


def test_writing_where_only_reading_is_allowed_is_read_only(server: LocalServer) -> None:
    with pytest.raises(StoreReadOnly), server.driver() as driver, translated("here"), driver.session() as session:
        session.execute_read(lambda transaction: transaction.run("CREATE (:Other)").consume())


def test_a_deadlock_is_a_store_error(server: LocalServer) -> None:
    errors: list[GraphcueError] = []
    both_hold_one = threading.Barrier(2)

    def lock(transaction: Transaction, key: str) -> None:
        transaction.run("MERGE (n:Other {key: $key}) SET n.locked = true", key=key).consume()

    def opposed(driver: Driver, keys: str) -> None:
        try:
            with translated("here"), driver.session() as session, session.begin_transaction() as transaction:
                lock(transaction, keys[0])
                both_hold_one.wait(10)
                lock(transaction, keys[1])
        except StoreError as error:
            errors.append(error)

    with server.driver() as driver:
        driver.execute_query("UNWIND ['a', 'b'] AS key CREATE (:Other {key: key})")
        threads = [threading.Thread(target=opposed, args=(driver, keys)) for keys in ("ab", "ba")]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(30)
    assert [error.fields["code"] for error in errors] == ["Neo.TransientError.Transaction.DeadlockDetected"]


def test_a_stopped_server_is_unavailable_and_the_store_works_again(server: LocalServer, store: Neo4jStore) -> None:
    add(store, "again")
    server.stop()
    try:
        fails_in_time(at(server.bolt_port), StoreUnavailable)
        with pytest.raises(StoreUnavailable):
            store.namespaces()
        with pytest.raises(StoreUnavailable):
            add(store, "more")
    finally:
        server.start()
    assert memories(store, "again") == 20
    assert add(store, "more").made["Memory"] == 20


def killing(
    server: LocalServer, work: Callable[[Neo4jWriter], object], killed: list[float]
) -> Callable[[Neo4jWriter], None]:
    """Work that applies something, loses the server, and goes on; `killed` gets the moment."""

    def lost(writer: Neo4jWriter) -> None:
        writer.apply(world(0, 20))
        server.kill()
        killed.append(time.monotonic())
        work(writer)

    return lost


@pytest.mark.parametrize(
    "work", [lambda writer: writer.cues(["word:all"]), lambda writer: None], ids=["query", "commit"]
)
def test_a_server_killed_under_a_write_leaves_nothing(
    server: LocalServer, store: Neo4jStore, work: Callable[[Neo4jWriter], object]
) -> None:
    killed: list[float] = []
    try:
        with pytest.raises(StoreUnavailable):
            store.write("killed", killing(server, work, killed))
        assert time.monotonic() - killed[0] < SECONDS
    finally:
        server.start()
    assert memories(store, "killed") == 0  # the driver noticed before it sent the commit, or the server never got it
    assert store.namespaces() == store.namespaces()


@pytest.mark.parametrize("losing", ["request", "answer"])
def test_a_lost_commit_is_looked_up_and_made_once(server: LocalServer, losing: Literal["request", "answer"]) -> None:
    namespace = f"lost-{losing}"
    with CommitLoser(server.bolt_port, losing) as proxy, closing(at(proxy.port)) as store:
        add(store, "warm")
        proxy.armed = True
        assert add(store, namespace).made["Memory"] == 20
        assert proxy.lost
        description = store.read(namespace, lambda reader: reader.describe())
        assert (description.revision, description.memories) == (1, 20)


def test_a_read_whose_end_was_lost_is_read_again(server: LocalServer) -> None:
    with CommitLoser(server.bolt_port, "request") as proxy, closing(at(proxy.port)) as store:
        add(store, "whole")
        proxy.armed = True
        assert memories(store, "whole") == 20
        assert proxy.lost


def test_a_read_only_database_can_be_read(server: LocalServer, store: Neo4jStore) -> None:
    add(store, "kept")
    server.stop()
    configuration = server.home / "conf" / "neo4j.conf"
    before = configuration.read_text("utf-8")
    configuration.write_text(f"{before}server.databases.read_only=neo4j\n", "utf-8")
    server.start()
    try:
        assert memories(store, "kept") == 20
        with pytest.raises(StoreReadOnly):
            add(store, "new")
    finally:
        server.stop()
        configuration.write_text(before, "utf-8")
        server.start()
