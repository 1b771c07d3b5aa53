"""The REST API in a process of its own: what each address answers, and in which form."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import graphcue
from graphcue.presentation import answer_json, listing_json, memory_json
from graphcue.presentation_asked import asked_json
from graphcue.service.routes import ROUTES
from tests.cli_process import graphcue as command
from tests.service_process import Client, Running, serving
from tests.service_world import OURS, SECRETS, THEIRS, fill

NOW = "2026-02-01T00:00:00Z"


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    folder = tmp_path_factory.mktemp("service")
    settings = {"GRAPHCUE_SERVICE_BODY": "100000", "GRAPHCUE_AUDIT_FILE": "audit.jsonl"}
    with serving(folder, "--now", NOW, environment=settings) as started:
        yield started


@pytest.fixture
def client(running: Running) -> Client:
    return running.client


@pytest.fixture(scope="module")
def filled(running: Running) -> Client:
    """A client of a namespace that holds the world."""
    client = running.client.as_(namespace=OURS)
    fill(client, OURS)
    return client


def folder_of(running: Running) -> Path:
    return running.log.parent


# one form


def test_answers_are_those_of_python_in_the_one_form(running: Running, filled: Client) -> None:
    with graphcue.open(str(folder_of(running) / "graphcue.db"), namespace=OURS, now=NOW) as memory:
        assert filled.post("/recall", {"question": "小舟的母亲"}).json == answer_json(memory.recall("小舟的母亲"))
        assert filled.post("/ask", {"question": "小舟的所有决策"}).json == asked_json(memory.ask("小舟的所有决策"))
        assert filled.get("/decisions", by="小舟").json == listing_json(memory.decisions(by="小舟"))
        shown = filled.get("/memories/m1").json
        assert len(shown.pop("relations")) > 3
        assert shown == memory_json(memory.get("m1"))
        assert shown["content"] == "小舟的母亲是梅姨"


@pytest.mark.parametrize(
    ("arguments", "asked"),
    [
        (("recall", "小舟的母亲"), ("POST", "/recall", {"question": "小舟的母亲"})),
        (("recall", "小舟", "--explain"), ("POST", "/recall", {"question": "小舟", "explain": True})),
        (("ask", "小舟的所有决策"), ("POST", "/ask", {"question": "小舟的所有决策"})),
        (("decisions", "--include-superseded"), ("GET", "/decisions?include_superseded=true", None)),
        (("timeline", "家"), ("GET", "/timeline?project=家", None)),
        (("person", "小舟"), ("GET", "/persons/小舟", None)),
        (("project", "家"), ("GET", "/projects/家", None)),
        (("chain", "m1"), ("GET", "/chain/m1", None)),
        (("why", "m2"), ("GET", "/why/m2", None)),
        (("consequences", "m1"), ("GET", "/consequences/m1", None)),
        (("path", "小舟", "m3"), ("GET", "/path?from=小舟&to=m3", None)),
        (("open-actions",), ("GET", "/open-actions", None)),
        (("show", "m1"), ("GET", "/memories/m1", None)),
        (("describe",), ("GET", "/describe", None)),
    ],
    ids=lambda one: one[0] if one[0] != "POST" and one[0] != "GET" else "",
)
def test_the_command_line_and_the_service_print_the_same(
    running: Running, filled: Client, arguments: tuple[str, ...], asked: tuple[str, str, object]
) -> None:
    from urllib.parse import quote

    ended = command(folder_of(running), *arguments, "--json", "--namespace", OURS, "--now", NOW)
    assert ended.code == 0, ended.err
    method, path, body = asked
    reply = filled.ask(method, quote(path, safe="/?&="), body)
    assert (reply.status, reply.json) == (200, ended.json)
    assert len(reply.body) > 60


def test_every_address_is_described_with_an_example(client: Client) -> None:
    document = client.get("/openapi.json").json
    for route in ROUTES:
        told = document["paths"][route.path][route.method.lower()]
        assert told["summary"] and "200" in told["responses"]
        if route.has_body:
            assert told["requestBody"]["content"]["application/json"]["examples"]
    page = client.get("/docs")
    assert page.status == 200 and page.headers["content-type"].startswith("text/html")
    text = page.body.decode()
    assert all(route.path in text for route in ROUTES)
    assert not re.search(r"(src|href)=[\"']?(https?:)?//", text)


# writing


def test_a_memory_is_made_shown_changed_and_removed(client: Client) -> None:
    made = client.post("/memories", {"content": "账本用 MySQL", "project": "账本", "tags": ["库"]})
    assert (made.status, made.json["state"]) == (201, "created")
    id = made.json["id"]
    again = client.post("/memory", {"content": "账本用 MySQL", "project": "账本", "tags": ["库"]})
    assert (again.status, again.json) == (200, {"id": id, "state": "unchanged", "warnings": []})
    changed = client.ask("PATCH", f"/memories/{id}", {"content": "账本改用 PostgreSQL", "status": "concluded"})
    assert changed.json == {"id": id, "state": "changed", "warnings": []}
    shown = client.get(f"/memories/{id}").json
    assert (shown["content"], shown["status"], shown["project"], shown["tags"]) == (
        "账本改用 PostgreSQL",
        "concluded",
        "账本",
        ["库"],
    )
    assert [one["memory"]["id"] for one in client.post("/retrieve", {"question": "PostgreSQL"}).json["results"]] == [id]
    assert client.post("/recall", {"question": "MySQL"}).json["results"] == []
    assert client.ask("DELETE", f"/memories/{id}").json["removed"]["Memory"] == 1
    assert client.get(f"/memories/{id}").status == 404
    assert client.ask("DELETE", f"/memories/{id}").status == 404


def test_an_id_may_hold_slashes_and_chinese(client: Client) -> None:
    id = "会议/2026-01-02/3 号"
    assert client.post("/memories", {"content": "灰度方案定了", "id": id}).status == 201
    from urllib.parse import quote

    assert client.get(f"/memories/{quote(id, safe='')}").json["id"] == id
    assert client.get(f"/chain/{quote(id)}").json["ids"] == [id]
    assert client.ask("DELETE", f"/memories/{quote(id)}").status == 200


def test_a_batch_is_kept_whole_or_not_at_all_and_the_error_names_the_row(client: Client) -> None:
    space = client.as_(namespace="batch")
    rows = [{"content": f"第{i}行", "project": "甲"} for i in range(50)]
    refused = space.post("/memories", {"memories": [*rows[:49], {"project": "甲"}]})
    assert (refused.status, refused.error["fields"]["row"]) == (400, 50)
    assert space.get("/describe").status == 404  # nothing was ever written
    refused = space.post("/memories", {"memories": [{"content": "x", "namespace": "乙"}]})
    assert (refused.status, refused.error["fields"]["field"]) == (400, "namespace")
    assert space.post("/memories", {"memories": rows}).status == 201
    assert space.get("/describe").json["memories"] == 50


def test_an_idempotency_key_writes_once(client: Client) -> None:
    space = client.as_(namespace="keys")
    head = {"Idempotency-Key": "order-1"}
    first = space.post("/memories", {"content": "下单"}, head)
    again = space.post("/memories", {"content": "下单"}, head)
    assert (first.status, again.status) == (201, 200) and first.json["id"] == again.json["id"]
    other = space.post("/memories", {"content": "下另一单"}, head)
    assert (other.status, other.error["code"]) == (409, "conflict")
    rows = {"memories": [{"content": "一"}, {"content": "二"}]}
    assert space.post("/memories", rows, {"Idempotency-Key": "b"}).status == 201
    assert space.post("/memories", rows, {"Idempotency-Key": "b"}).status == 200
    assert space.get("/describe").json["memories"] == 3


def test_relations_and_aliases_are_made_listed_in_pages_and_taken_back(client: Client) -> None:
    space = client.as_(namespace="ties")
    for id in ("a", "b", "c"):
        space.post("/memories", {"content": f"记录 {id}", "id": id})
    for target in ("b", "c"):
        made = space.post("/relations", {"source": "a", "relation": "related_to", "target": target})
        assert made.json["made"] == {"RELATED_TO": 1}
    listed = space.get("/relations", id="a", limit=1).json
    assert (len(listed["items"]), listed["total"]) == (1, 2)
    rest = space.get("/relations", id="a", limit=1, after=listed["after"]).json
    assert rest["after"] is None and rest["items"] != listed["items"]
    for alias in ("GQL", "图查询"):
        assert space.post("/aliases", {"alias": alias, "name": "GraphQL"}).status == 200
    assert space.get("/aliases").json["total"] == 2
    assert space.ask("DELETE", "/aliases?alias=GQL").json["removed"]
    assert [one["alias"] for one in space.get("/aliases").json["items"]] == ["图查询"]


def test_lists_have_a_page_size_a_total_and_a_cursor(client: Client) -> None:
    space = client.as_(namespace="pages")
    rows = [
        {"content": f"第{i}件", "project": "长", "occurred_at": f"2025-01-01T00:{i % 60:02d}:00Z"} for i in range(130)
    ]
    space.post("/memories", {"memories": rows})
    page = space.get("/timeline", project="长").json
    assert (len(page["items"]), page["total"]) == (100, 130)
    seen = [one["memory"]["id"] for one in page["items"]]
    rest = space.get("/timeline", project="长", after=page["after"]).json
    assert rest["after"] is None
    assert len({*seen, *(one["memory"]["id"] for one in rest["items"])}) == 130
    assert len(space.get("/graph", start="长").json["nodes"]) <= 150
    assert space.get("/graph", start="长", limit=5).json["cut"] is True


def test_what_is_forgotten_is_nowhere_b32(running: Running, client: Client) -> None:
    space = client.as_(namespace="erased")
    space.post("/memories", {"content": "暗号是 ZK-赤狐-9173", "id": "canary", "tags": ["暗号"]})
    space.post("/memories", {"content": "旁边的一条", "id": "sibling", "tags": ["暗号"]})
    for question in ("ZK-赤狐-9173", "暗号"):
        assert space.post("/recall", {"question": question}).json["results"]
    told = space.post("/forget", {"id": "canary"}).json
    assert told["memories"] == 1
    assert space.post("/memories", {"content": "暗号是 ZK-赤狐-9173", "id": "canary"}).status != 201
    export = space.get("/export")
    files = b"".join(path.read_bytes() for path in folder_of(running).iterdir())
    for needle in ("9173", "赤狐"):
        assert needle.encode() not in export.body + space.get("/metrics").body + files
    assert [one["memory"]["id"] for one in space.post("/recall", {"question": "旁边"}).json["results"]] == ["sibling"]


def test_an_export_taken_in_elsewhere_is_exported_again_byte_for_byte(client: Client, filled: Client) -> None:
    lines = filled.get("/export")
    assert lines.headers["content-type"].startswith("application/x-ndjson")
    assert len(lines.body.splitlines()) > 4
    other = client.as_(namespace="taken in")
    done = other.post("/import", lines.body)
    assert (done.status, done.json["equal"]) == (200, True), done.body
    again = other.get("/export").body
    assert again.splitlines()[1:-1] == lines.body.splitlines()[1:-1]  # between the lines that name the namespace
    broken = client.as_(namespace="broken").post("/import", lines.body.replace("梅".encode(), "桃".encode(), 1))
    assert 400 <= broken.status < 500
    assert client.as_(namespace="broken").post("/import", b'{"\xff"}\n').error["code"] == "not_utf8"


# what is refused


@pytest.mark.parametrize(
    ("method", "path", "body", "status", "code"),
    [
        ("GET", "/nosuch", None, 404, "not_found"),
        ("PUT", "/recall", {}, 405, "wrong_method"),
        ("POST", "/recall", b"{", 400, "invalid_input"),
        ("POST", "/recall", b"[" * 100_000 + b"]", 413, "too_large"),
        ("POST", "/recall", b"[" * 90_000, 400, "invalid_input"),
        ("POST", "/recall", b"\xff\xfe", 400, "invalid_input"),
        ("POST", "/recall", b"NaN", 400, "invalid_input"),
        ("POST", "/recall", [], 400, "invalid_input"),
        ("POST", "/recall", {}, 400, "invalid_input"),
        ("POST", "/recall", {"question": "x", "nosuch": 1}, 400, "invalid_input"),
        ("POST", "/recall", {"question": "x", "limit": True}, 400, "invalid_input"),
        ("POST", "/recall", {"question": "x", "limit": 10**40}, 400, "invalid_input"),
        ("POST", "/recall", {"question": "x", "kinds": 5}, 400, "invalid_input"),
        ("POST", "/recall", {"question": "x", "explain": "yes"}, 400, "invalid_input"),
        ("POST", "/recall?limit=2", {"question": "x"}, 400, "invalid_input"),
        ("POST", "/recall", b'{"question": "\\ud800"}', 400, "invalid_input"),
        ("POST", "/memories", {"content": 5}, 400, "invalid_input"),
        ("POST", "/memories", {"content": "x", "self": 1}, 400, "invalid_input"),
        ("POST", "/memories", {"content": "x", "settings": 1}, 400, "invalid_input"),
        ("POST", "/memories", {"memories": {}}, 400, "invalid_input"),
        ("POST", "/memories", {"memories": []}, 413, "too_large"),
        ("PATCH", "/memories/m1", {"id": "m2"}, 400, "invalid_input"),
        ("PATCH", "/memories/m1", {"key": "k"}, 400, "invalid_input"),
        ("GET", "/decisions?by=a&by=b", None, 400, "invalid_input"),
        ("GET", "/decisions?nosuch=a", None, 400, "invalid_input"),
        ("GET", "/decisions?limit=abc", None, 400, "invalid_input"),
        ("GET", "/decisions?after=abc", None, 400, "invalid_cursor"),
        ("GET", "/aliases?after=abc", None, 400, "invalid_cursor"),
        ("GET", "/timeline", None, 400, "invalid_input"),
        ("GET", "/graph?start=%E5%AE%B6&steps=x", None, 400, "invalid_input"),
        ("GET", "/memories/", None, 404, "not_found"),
        ("POST", "/forget", {}, 400, "invalid_input"),
    ],
)
def test_a_bad_request_is_refused_in_the_one_shape(
    filled: Client, method: str, path: str, body: object, status: int, code: str
) -> None:
    reply = filled.ask(method, path, body)
    assert (reply.status, reply.error["code"]) == (status, code), reply.body
    assert {*reply.error} == {"code", "message", "fields"} and reply.error["message"]


def test_a_body_beyond_the_limit_is_refused_with_and_without_a_length(client: Client) -> None:
    large = b'{"content": "' + b"x" * 100_000 + b'"}'
    assert client.post("/memories", large).status == 413
    assert client.post("/memories", large, {"Transfer-Encoding": "chunked"}).status in (400, 413)
    client.close()
    assert client.post("/recall", {"question": "still there"}).status == 200


@pytest.mark.parametrize("host", ["evil.example", "evil.example:80", "127.0.0.1.evil.example", "", "[::1].evil"])
def test_another_host_name_is_refused(client: Client, host: str) -> None:
    reply = client.ask("GET", "/describe", headers={"Host": host})
    assert (reply.status, reply.error["code"]) == (403, "forbidden")
    assert client.ask("GET", "/health", headers={"Host": host}).status == 200


def test_a_page_of_another_site_is_refused_and_none_may_read_across_sites(client: Client) -> None:
    for origin in ("https://evil.example", "null", f"http://evil.example:{client.port}"):
        assert client.post("/recall", {"question": "x"}, {"Origin": origin}).status == 403
    own = client.post("/recall", {"question": "x"}, {"Origin": f"http://127.0.0.1:{client.port}"})
    assert own.status == 200 and "access-control-allow-origin" not in own.headers
    assert client.ask("OPTIONS", "/recall", headers={"Origin": "https://evil.example"}).status == 403


@pytest.mark.parametrize("path", ["/health", "/docs", "/nosuch", "/describe"])
def test_every_answer_carries_the_headers_of_security(client: Client, path: str) -> None:
    headers = {name.lower(): value for name, value in client.get(path).headers.items()}
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["x-frame-options"] == "DENY"
    assert headers["cache-control"] == "no-store"
    assert "default-src 'none'" in headers["content-security-policy"]
    assert "server" not in headers


@pytest.mark.parametrize("space", ["", " ", "x" * 201, "a\nb"])
def test_a_namespace_that_is_none_is_an_error_never_everything_b33(filled: Client, space: str) -> None:
    reply = filled.as_(namespace=space).post("/recall", {"question": "小舟"})
    assert (reply.status, reply.error["code"]) == (400, "invalid_input")


@pytest.mark.parametrize("space", ["*", "%", "甲 ", "_", THEIRS])
def test_a_namespace_that_holds_nothing_is_unknown_b33(filled: Client, space: str) -> None:
    for reply in (
        filled.as_(namespace=space).post("/recall", {"question": "小舟"}),
        filled.as_(namespace=space).get("/memories/m1"),
    ):
        assert (reply.status, reply.error["code"]) == (404, "unknown_namespace")
        assert SECRETS[OURS] not in reply.body.decode()
    assert filled.post("/recall", {"question": "小舟"}).json["results"]


# what is told


def test_every_write_leaves_a_line_without_content(running: Running, client: Client) -> None:
    space = client.as_(namespace="audited")
    space.post("/memories", {"content": "绝密的内容", "id": "a1", "author": "不可说"})
    space.ask("PATCH", "/memories/a1", {"tags": ["秘"]})
    space.post("/forget", {"id": "a1"})
    lines = [json.loads(line) for line in (folder_of(running) / "audit.jsonl").read_text("utf-8").splitlines()]
    own = [line for line in lines if line["namespace"] == "audited"]
    assert [(line["action"], line["ids"], line["actor"]) for line in own] == [
        ("remember", ["a1"], "loopback"),
        ("update", ["a1"], "loopback"),
        ("forget", ["a1"], "loopback"),
    ]
    text = (folder_of(running) / "audit.jsonl").read_text("utf-8")
    assert "绝密" not in text and "不可说" not in text and "秘" not in text


def test_a_recall_leaves_a_line_of_numbers(running: Running, filled: Client) -> None:
    filled.post("/recall", {"question": "小舟的母亲"})
    filled.post("/recall", {"question": "zzzunknown"})
    lines = [json.loads(line) for line in running.said.splitlines() if '"event":"recall"' in line]
    found, empty = lines[-2:]
    assert found["results"] > 0 and found["candidates"] > 0 and found["cues"] > 0 and found["ms"] > 0
    assert 0 < found["best"] <= 1000 and empty["reason"] and empty["results"] == 0
    assert "小舟" not in running.said and "zzzunknown" not in running.said


def test_metrics_count_what_happened_and_name_no_tenant(filled: Client) -> None:
    filled.post("/recall", {"question": "小舟"})
    for _ in range(6):
        filled.post("/recall", {"question": "zzzunknown"})
    text = filled.get("/metrics").body.decode()
    assert re.search(r'graphcue_request_seconds_count\{method="POST",route="/recall",status="200"\} [1-9]', text)
    for stage in ("wait", "store", "think", "json"):
        assert f'stage="{stage}"' in text
    streak = re.search(r"graphcue_low_relevance_streak (\d+)", text)
    assert streak and int(streak[1]) >= 6
    assert re.search(r'graphcue_recall_empty_total\{reason="[a-z_]+"\} [1-9]', text)
    assert re.search(r'graphcue_index_size\{kind="Memory"\} [1-9]', text)
    assert OURS not in text and "小舟" not in text
