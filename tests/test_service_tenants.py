"""Two tenants whose ids, names and cues collide: every address, tool and command, and nothing of one in the other."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest

from graphcue.mcp_server_tools import TOOLS
from graphcue.service.routes import ROUTES, Route
from tests.cli_process import graphcue
from tests.mcp_clients import over_http
from tests.service_process import Client, Reply, Running, free_port, serving, start
from tests.service_world import OURS, SECRETS, THEIRS, fill

VALUES = {
    "question": "小舟的母亲是谁",
    "content": "小舟又写了一条",
    "id": "m1",
    "name": "小舟",
    "by": "小舟",
    "project": "家",
    "start": "小舟",
    "from": "小舟",
    "to": "m1",
    "source": "m1",
    "target": "m3",
    "relation": "related_to",
    "alias": "小船",
    "text": "小舟的母亲",
    "session": "talk",
}
"""A value for each field that an operation may need."""
ASKED = {
    "suggest": ("text",),
    "timeline": ("project",),
    "decisions": ("by",),
    "ask": ("question",),
    "forget": ("id",),
    "remember": ("content",),
}


@dataclass(frozen=True)
class World:
    running: Running
    keys: dict[str, str]

    def client(self, space: str) -> Client:
        return self.running.client.as_(self.keys[space])


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    """A service with a key for each tenant, and one for both."""
    folder = tmp_path_factory.mktemp("tenants")
    keys = {}
    for name, spaces in ((OURS, [OURS]), (THEIRS, [THEIRS]), ("both", [OURS, THEIRS])):
        options = [part for space in spaces for part in ("--for", space)]
        keys[name] = graphcue(folder, "keys", "add", name, *options, "--scope", "admin", "--json").json["key"]
    for name, scope in (("reader", "read"), ("writer", "write")):
        keys[name] = graphcue(folder, "keys", "add", name, "--for", OURS, "--scope", scope, "--json").json["key"]
    with serving(folder, environment={"GRAPHCUE_SERVICE_RATE": "0"}) as running:
        made = World(running, keys)
        for space in (OURS, THEIRS):
            fill(made.client(space), space)
        yield made


def arguments(route: Route) -> dict[str, str]:
    """Arguments with which an address has something to answer."""
    wanted = {field.name for field in route.operation.fields if field.required}
    wanted |= {name for name in ASKED.get(route.operation.name, ()) if route.argument != name}
    return {name: "家" if route.operation.name == "project" else VALUES[name] for name in wanted}


def asked(client: Client, route: Route, given: dict[str, Any]) -> Reply:
    path = route.path
    if route.argument:
        path = path.replace("{" + route.argument + "}", quote(given[route.argument], safe=""))
        given = {name: value for name, value in given.items() if name != route.argument}
    if route.has_body:
        return client.ask(route.method, path, given)
    query = "&".join(f"{name}={quote(value)}" for name, value in given.items())
    return client.ask(route.method, f"{path}?{query}" if query else path)


@pytest.mark.parametrize("route", ROUTES, ids=lambda one: f"{one.method} {one.path}")
def test_an_address_answers_with_the_tenants_own_alone(world: World, route: Route) -> None:
    replies = {}
    for space, other in ((OURS, THEIRS), (THEIRS, OURS)):
        client = world.client(space)
        reply = asked(client, route, arguments(route))
        assert reply.status in (200, 201), reply.body
        assert SECRETS[other] not in reply.body.decode() and f"only-{other}" not in reply.body.decode()
        replies[space] = reply
        for row in ("m1", "m2", "m3"):  # what the address may have removed is back
            if client.get(f"/memories/{row}").status == 404:
                break
    texts = [reply.body.decode() for reply in replies.values()]
    if any(SECRETS[OURS] in text for text in texts):  # a control: where one tenant's word stands, so does the other's
        assert SECRETS[THEIRS] in texts[1]
    restore(world)


def restore(world: World) -> None:
    """Nothing; both tenants hold their world again."""
    for space in (OURS, THEIRS):
        client = world.client(space)
        for row in ("m1", "m2", "m3"):
            if client.get(f"/memories/{row}").status == 404:
                graphcue(world.running.log.parent, "revive", row, "--namespace", space)
        fill(client, space)


def test_the_world_is_there(world: World) -> None:
    for space in (OURS, THEIRS):
        found = (
            world.client(space).post("/recall", {"question": "小舟的母亲", "include_superseded": True}).body.decode()
        )
        assert SECRETS[space] in found


@pytest.mark.parametrize("route", ROUTES, ids=lambda one: f"{one.method} {one.path}")
def test_a_foreign_id_is_told_like_one_that_never_was(world: World, route: Route) -> None:
    fields = {field.name for field in route.operation.fields}
    wanted = [name for name in ("id", "source", "to", "start") if name in fields]
    if not wanted or route.operation.name in ("remember", "decisions"):
        return
    client, replies = world.client(OURS), []
    for foreign in (f"only-{THEIRS}", "only-丙"):
        reply = asked(client, route, {**arguments(route), wanted[0]: foreign})
        assert reply.status == 404, reply.body
        replies.append(reply.body.decode().replace(foreign, "X"))
    assert replies[0] == replies[1]
    assert asked(world.client(THEIRS), route, {**arguments(route), wanted[0]: f"only-{THEIRS}"}).status in (200, 201)
    restore(world)


@pytest.mark.parametrize("route", ROUTES, ids=lambda one: f"{one.method} {one.path}")
def test_a_key_is_refused_alike_for_a_namespace_that_is_there_and_one_that_is_not(world: World, route: Route) -> None:
    client = world.client(OURS)
    replies = []
    for space in (THEIRS, "丙"):
        reply = asked(client.as_(namespace=space), route, arguments(route))
        assert (reply.status, reply.error["code"]) == (403, "forbidden")
        replies.append(reply.body.decode().replace(space, "X"))
    assert replies[0] == replies[1]


@pytest.mark.parametrize("route", ROUTES, ids=lambda one: f"{one.method} {one.path}")
def test_nobody_comes_in_without_a_key(world: World, route: Route) -> None:
    for key in (None, "gcue_0000000000_x", "x"):
        reply = asked(world.running.client.as_(key), route, arguments(route))
        assert (reply.status, reply.error["code"]) == (401, "unauthorized")
    for path in ("/metrics", "/export", "/mcp", "/nosuch"):
        assert world.running.client.get(path).status == 401
    for path in ("/health", "/docs", "/openapi.json"):
        assert world.running.client.get(path).status == 200


@pytest.mark.parametrize("route", ROUTES, ids=lambda one: f"{one.method} {one.path}")
def test_a_scope_covers_what_it_says(world: World, route: Route) -> None:
    reply = asked(
        world.client("reader"), route, {**arguments(route), **({"name": "x"} if "alias" in route.path else {})}
    )
    assert (reply.status == 403) == (route.operation.access != "read"), reply.body


def test_only_an_admin_sees_everything_at_once(world: World) -> None:
    for path in ("/metrics", "/export"):
        assert world.client("writer").get(path).status == 403
        assert world.client(OURS).get(path).status == 200
    assert world.client("writer").post("/import", b"").status == 403


@pytest.mark.parametrize("tool", TOOLS, ids=lambda one: one.name)
def test_a_tool_answers_with_the_tenants_own_alone(world: World, tool: Any) -> None:
    given = {field.name: VALUES[field.name] for field in tool.operation.fields if field.required}
    given |= {name: VALUES[name] for name in ASKED.get(tool.operation.name, ())}
    for space, other in ((OURS, THEIRS), (THEIRS, OURS)):

        async def talk(client: Any) -> tuple[Any, Any]:
            refused = None
            if "id" in given:
                refused = await client.call_tool(tool.name, {**given, "id": f"only-{other}"})  # noqa: B023
            return await client.call_tool(tool.name, given), refused

        result, refused = over_http(world.running.port, talk, world.client(space).headers)
        assert not result.is_error, result.content
        assert SECRETS[other] not in result.content[0].text
        if refused and tool.name != "remember":
            assert json.loads(refused.content[0].text)["error"]["code"] == "not_found"
    restore(world)


@pytest.mark.parametrize(
    "command",
    [
        ("recall", "小舟的母亲"),
        ("ask", "小舟的所有决策"),
        ("decisions", "--by", "小舟", "--include-superseded"),
        ("timeline", "家"),
        ("show", "m1"),
        ("chain", "m1"),
        ("why", "m2"),
        ("consequences", "m1"),
        ("path", "小舟", "m1"),
        ("person", "小舟"),
        ("project", "家"),
        ("open-actions",),
        ("conflicts",),
        ("alias", "list"),
        ("describe",),
    ],
    ids=lambda one: one[0],
)
def test_a_command_answers_with_the_tenants_own_alone(world: World, command: tuple[str, ...]) -> None:
    ended = graphcue(world.running.log.parent, *command, "--json", "--namespace", OURS)
    assert ended.code == 0, ended.err
    assert SECRETS[THEIRS] not in ended.out and f"only-{THEIRS}" not in ended.out


def test_cursors_sessions_and_idempotency_keys_of_one_are_useless_to_the_other(world: World) -> None:
    ours, theirs = world.client(OURS), world.client(THEIRS)
    cursor = ours.get("/timeline", project="家", limit=1).json["after"]
    assert cursor and ours.get("/timeline", project="家", limit=1, after=cursor).status == 200
    assert theirs.get("/timeline", project="家", limit=1, after=cursor).error["code"] == "invalid_cursor"

    ours.post("/recall", {"question": "小舟的母亲", "session": "shared"})
    assert ours.get("/sessions/shared").json["turns"] == 1
    assert theirs.get("/sessions/shared").json == theirs.get("/sessions/never").json | {"id": "shared"}

    head = {"Idempotency-Key": "same"}
    first = ours.post("/memories", {"content": "甲的"}, head)
    other = theirs.post("/memories", {"content": "乙的"}, head)
    assert (first.status, other.status) == (201, 201) and first.json["id"] != other.json["id"]


def test_an_answer_that_finds_nothing_tells_of_namespaces_that_its_key_may_read_alone(world: World) -> None:
    question = {"question": "quartzite"}
    assert world.client(THEIRS).post("/memories", {"content": "The quartzite is theirs"}).status == 201
    alone = world.client(OURS).post("/recall", question)
    assert alone.json["results"] == [] and THEIRS not in alone.body.decode()
    both = world.client("both").as_(namespace=OURS).post("/recall", question).json
    assert [one["namespace"] for one in both["because"]["elsewhere"]] == [THEIRS]


def test_a_key_for_one_namespace_needs_no_header_and_one_for_two_does(world: World) -> None:
    assert world.client(OURS).get("/describe").json["namespace"] == OURS
    assert world.client("both").get("/describe").status == 403
    assert world.client("both").as_(namespace=THEIRS).get("/describe").json["namespace"] == THEIRS


def test_a_revoked_key_opens_nothing_from_the_next_request_on(world: World) -> None:
    folder = world.running.log.parent
    key = graphcue(folder, "keys", "add", "brief", "--for", OURS, "--json").json["key"]
    client = world.running.client.as_(key)
    assert client.get("/describe").status == 200
    assert graphcue(folder, "keys", "revoke", "brief").code == 0
    assert client.get("/describe").status == 401


def test_no_key_stands_in_what_the_service_says(world: World) -> None:
    said = world.running.said + (world.running.log.parent / "graphcue-keys.json").read_text("utf-8")
    assert all(key not in said and key.split("_", 2)[2] not in said for key in world.keys.values())


def test_a_rate_is_kept_per_key(tmp_path: Path) -> None:
    keys = [graphcue(tmp_path, "keys", "add", name, "--for", "a", "--json").json["key"] for name in ("one", "two")]
    with serving(tmp_path, "--workers", "2", environment={"GRAPHCUE_SERVICE_RATE": "60"}) as running:
        replies = [running.client.as_(keys[0]).get("/describe") for _ in range(12)]  # a connection each: both workers
        refused = [reply for reply in replies if reply.status == 429]
        assert 4 <= len(refused) <= 6
        assert refused[0].error["code"] == "too_many" and int(refused[0].headers["retry-after"]) >= 1
        assert running.client.as_(keys[1]).get("/describe").status != 429


def test_without_keys_no_other_address_than_this_machines_is_opened(tmp_path: Path) -> None:
    for host in ("0.0.0.0", "::", "192.0.2.1"):
        running = start(tmp_path, "--host", host, port=free_port())
        assert running.process.wait(60) == 1
        assert "without keys the service listens on this machine only" in running.said
    with serving(tmp_path) as running:
        assert "no keys: this machine only" in running.said


def test_ids_of_sessions_are_hashed_when_the_setting_says_so(tmp_path: Path) -> None:
    with serving(tmp_path, environment={"GRAPHCUE_HASH_IDS": "1", "GRAPHCUE_LOG_CONTENT": "0"}) as running:
        client = running.client
        client.post("/memories", {"content": "少糖午餐：沙拉", "tags": ["低糖"]})
        assert client.post("/recall", {"question": "低糖", "session": "ada@example.org"}).json["results"]
        shown = client.get("/sessions/ada@example.org").json
        assert (shown["id"], shown["turns"]) == ("ada@example.org", 1)
        running.stop()
        kept = b"".join(path.read_bytes() for path in tmp_path.iterdir())
        assert b"ada@example.org" not in kept
