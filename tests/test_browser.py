"""What Neo4j Browser is given: literals, filled queries, links, favourites, and the server of style and guide."""

import http.client
import io
import re
import threading
import zipfile
from collections.abc import Iterator
from http.server import ThreadingHTTPServer
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from neo4j import Driver

from graphcue import browser
from graphcue.browser_server import HOST, contents, server
from graphcue.errors import InvalidInput
from graphcue.model import ROLES
from graphcue.stores.neo4j_captions import caption_lines
from tests.cli_process import Ended, graphcue
from tests.docs_pages import ROOT

HOSTILE = (
    "' DETACH DELETE n //",
    "\\' RETURN 1 //",
    "\\",
    "\\\\",
    "\\u0027) DETACH DELETE n //",
    "\\\\u0027",
    "\\U0027",
    "\\u000aMATCH (n) DETACH DELETE n",
    '"; :play http://evil.example/',
    "a\nb\r\tc\x00\x1f\x7f",
    "\u202eabc\u2028\ufeff",
    "`缓存`$x{y}*/",
    "𠮷野家 😀",
)


# literals, on a real server: only it can say what a text means


@pytest.mark.parametrize("text", HOSTILE)
def test_a_literal_is_the_text_and_nothing_else(text: str, neo4j_driver: Driver) -> None:
    assert back(neo4j_driver, text) == text


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    texts=st.lists(
        st.text(alphabet=st.one_of(st.sampled_from("\\u0027'\"`\n{}$/*U"), st.characters(codec="utf-8"))), max_size=20
    )
)
@example(texts=["\\u0027", "\\\\u0027\\", "u"])
def test_any_list_of_texts_comes_back(texts: list[str], neo4j_driver: Driver) -> None:
    (row,) = neo4j_driver.execute_query(f"RETURN {browser.literal(list(texts))} AS value")[0]  # type: ignore[arg-type]
    assert row["value"] == texts


@pytest.mark.parametrize("text", HOSTILE)
def test_a_note_is_a_comment_and_nothing_else(text: str, neo4j_driver: Driver) -> None:
    (row,) = neo4j_driver.execute_query(f"// {browser.comment(text)}\nRETURN 7 AS value")[0]  # type: ignore[arg-type]
    assert row["value"] == 7


def back(driver: Driver, text: str) -> str:
    (row,) = driver.execute_query(f"RETURN {browser.literal(text)} AS value")[0]  # type: ignore[arg-type]
    return str(row["value"])


def test_numbers_and_lists_are_written_plainly() -> None:
    assert browser.literal([1, "a", [-2, "b'"]]) == "[1, 'a', [-2, 'b\\'']]"
    assert browser.literal([]) == "[]"


def test_half_a_character_is_refused() -> None:
    with pytest.raises(InvalidInput, match="half a character"):
        browser.literal("a\ud800")


# filled queries


@pytest.mark.parametrize("name", browser.ORDER)
def test_a_query_filled_with_nothing_is_the_file(name: str) -> None:
    assert browser.filled(name) == browser.saved(name).text


def test_a_filled_query_has_the_values_and_keeps_the_other_defaults() -> None:
    text = browser.filled("timeline", project="项目'二")
    assert "'项目\\'二' AS project,\n     '2100-01-01' AS before\n" in text
    assert browser.saved("timeline").text.partition("AS before\n")[2] == text.partition("AS before\n")[2]


def test_a_note_takes_the_place_of_the_title() -> None:
    text = browser.filled("chain", "chain x\nMATCH (n)", id="x")
    assert text.startswith("// chain x MATCH (n)\nWITH 'default' AS namespace,\n     'x' AS id\nMATCH")


def test_unknown_queries_and_parameters_are_refused() -> None:
    with pytest.raises(InvalidInput, match="there are overview"):
        browser.saved("nothing")
    with pytest.raises(InvalidInput, match="has no parameter 'idd'"):
        browser.filled("chain", idd="x")


# links


def test_a_link_brings_the_query_back() -> None:
    text = browser.filled("path", "a & b # ? %41 +", first="张三 & co", last="a+b%2F#?\\u0027")
    found = browser.link(text, "http://host:1/browser/")
    assert found and found.startswith("http://host:1/browser/?cmd=edit&arg=") and found.isascii()
    asked = parse_qs(urlsplit(found).query, strict_parsing=True)
    assert asked["cmd"] == ["edit"]
    assert asked["arg"] == [re.sub(r"\n +", "\n", text)]
    assert not urlsplit(found).fragment


def test_a_long_query_has_no_link() -> None:
    assert browser.link("x" * 7000) is None


def test_an_address_that_is_none_is_refused() -> None:
    for address in ("javascript:alert(1)", "localhost:7474", ""):
        with pytest.raises(InvalidInput, match="no address of Neo4j Browser"):
            browser.link("RETURN 1", address)


@pytest.mark.parametrize(
    ("store", "address"),
    [
        ("graphcue.db", "http://localhost:7474/browser/"),
        (":memory:", "http://localhost:7474/browser/"),
        ("neo4j://db.example:7687/team", "http://db.example:7474/browser/"),
        ("bolt+s://db.example", "https://db.example:7473/browser/"),
        ("bolt://[::1]:7687", "http://[::1]:7474/browser/"),
    ],
)
def test_the_browser_stands_beside_the_store(store: str, address: str) -> None:
    assert browser.browser_of(store) == address


# style, guide, favourites


def test_the_style_has_a_rule_for_every_label_and_edge() -> None:
    style = browser.asset("style.grass")
    rules = set(re.findall(r"^(node|relationship)(?:\.(\w+))? \{", style, re.MULTILINE))
    labels = {"Memory", "Decision", "Action", "Superseded", "Person", "Entity", "Project", "Document", "Cue"}
    edges = {*ROLES, "MENTIONS", "FOLLOWS", "SUPERSEDES", "RELATED_TO", "CAUSED_BY", "DEPENDS_ON", "RESOLVES"}
    edges |= {"IN_PROJECT", "FROM_DOCUMENT", "HAS_CUE", "ALIAS_OF"}
    assert {("node", one) for one in labels} | {("relationship", one) for one in edges} < rules
    order = [label for kind, label in re.findall(r"^(node)\.(\w+)", style, re.MULTILINE)]
    assert order.index("Memory") < order.index("Decision") < order.index("Superseded")  # the last one that fits wins
    for rule in re.findall(r"^node\.\w+ \{(.*?)^\}", style, re.MULTILINE | re.DOTALL):
        assert {"color", "border-color", "caption"} <= set(re.findall(r"^  ([\w-]+):", rule, re.MULTILINE))


def test_the_guide_has_five_steps_in_both_languages_each_with_a_query() -> None:
    slides = re.findall(r"<slide.*?</slide>", browser.asset("guide.html"), re.DOTALL)
    assert len(slides) == 5
    for number, slide in enumerate(slides, 1):
        assert f"<h3>{number}/5 " in slide and "runnable" in slide
        text = re.sub(r"<pre.*?</pre>|<[^>]+>", " ", slide, flags=re.DOTALL)
        assert len(re.findall("[\u4e00-\u9fff]", text)) > 30 and len(re.findall(r"\b[a-z]+\b", text)) > 20


def test_captions_are_cut_where_a_circle_can_break_them() -> None:
    assert caption_lines("缓存击穿：双十一零点的十一分钟") == "缓存击穿： 双十一零点 的十一分钟"
    assert caption_lines("把“退货”的规则写成一页纸") == "把 “退货” 的规则写 成一页纸"
    assert caption_lines("How we fixed the order …") == "How we fixed the order …"
    assert caption_lines("") == ""


@given(st.text(max_size=60))
def test_captions_lose_nothing_but_spaces(text: str) -> None:
    assert caption_lines(text).replace(" ", "") == text.replace(" ", "").strip()


def test_the_favourites_are_one_folder_with_every_query_and_always_the_same() -> None:
    archive = zipfile.ZipFile(io.BytesIO(browser.favourites()))
    assert archive.namelist() == [f"graphcue/{name}.cypher" for name in browser.ORDER]
    assert archive.read("graphcue/chain.cypher").decode("utf-8") == browser.saved("chain").text
    assert browser.favourites() == browser.favourites()


@pytest.fixture
def serving() -> Iterator[ThreadingHTTPServer]:
    with server(0) as made:
        threading.Thread(target=made.serve_forever, daemon=True).start()
        yield made
        made.shutdown()


def asked(serving: ThreadingHTTPServer, path: str, method: str = "GET") -> tuple[http.client.HTTPResponse, bytes]:
    connection = http.client.HTTPConnection(HOST, serving.server_address[1], timeout=10)
    connection.request(method, path, headers={"Origin": "http://localhost:7474"})
    answer = connection.getresponse()
    body = answer.read()
    connection.close()
    return answer, body


def test_style_guide_and_queries_are_served_to_any_page(serving: ThreadingHTTPServer) -> None:
    for path, (kind, body) in contents().items():
        answer, got = asked(serving, path)
        assert (answer.status, answer.headers["Content-Type"], got) == (200, kind, body)
        assert answer.headers["Access-Control-Allow-Origin"] == "*"
    assert len(contents()) > 15
    answer, got = asked(serving, "/style.grass", "HEAD")
    assert answer.status == 200 and got == b"" and int(answer.headers["Content-Length"]) > 1000
    answer, _ = asked(serving, "/guide.html", "OPTIONS")
    assert answer.status == 204 and answer.headers["Access-Control-Allow-Private-Network"] == "true"


@pytest.mark.parametrize("path", ["/", "/etc/passwd", "/../pyproject.toml", "/browser/../style.grass", "/%2e%2e/x"])
def test_nothing_else_is_served(serving: ThreadingHTTPServer, path: str) -> None:
    answer, body = asked(serving, path)
    assert (answer.status, body) == (404, b"there is nothing here\n")


def test_it_listens_on_this_machine_alone(serving: ThreadingHTTPServer) -> None:
    assert serving.server_address[0] == "127.0.0.1"


def test_a_taken_port_is_told(serving: ThreadingHTTPServer) -> None:
    with pytest.raises(InvalidInput, match="choose another with --port"):
        server(int(serving.server_address[1]))


# the command


def told(folder: Path, *arguments: str) -> Ended:
    return graphcue(folder, "browser", *arguments)


def test_the_command_prints_the_address_and_the_steps(tmp_path: Path) -> None:
    ended = told(tmp_path, "--store", "neo4j://me:secret@db.example")
    assert ended.code == 0 and "secret" not in ended.out
    assert ended.out.startswith("Neo4j Browser for graphcue: http://db.example:7474/browser/\n")
    for line in (":style http://127.0.0.1:8474/style.grass", ":play http://127.0.0.1:8474/guide.html"):
        assert line in ended.out
    ended = graphcue(tmp_path, "browser", environment={"GRAPHCUE_BROWSER_URL": "http://x.example/b/"})
    assert "http://x.example/b/\n" in ended.out


def test_the_command_writes_the_favourites(tmp_path: Path) -> None:
    ended = told(tmp_path, "--favourites", "f.zip")
    assert ended.code == 0 and (tmp_path / "f.zip").read_bytes() == browser.favourites()
    assert told(tmp_path, "--favourites", "no/such/f.zip").code == 1


def test_docker_compose_has_the_lines_that_the_command_prints(tmp_path: Path) -> None:
    compose = (ROOT / "docker-compose.yml").read_text("utf-8")
    lines = re.findall(r"browser\.(\w+)=(.+)", told(tmp_path).out)
    assert len(lines) == 2
    for name, value in lines:
        assert f'NEO4J_browser_{name.replace("_", "__")}: "{value}"' in compose
