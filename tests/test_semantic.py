"""Memories that mean the like, on every store: when they are found, what holds them back, what is left of them; and the index."""

import json
import os
import subprocess
import sys
from importlib import util
from pathlib import Path

import pytest

import graphcue as package
from graphcue import graph_meaning, semantic
from graphcue.errors import MissingExtra
from graphcue.evaluation import NOW, evaluate, read_memories, read_questions
from graphcue.graph import Answer, MemoryGraph
from graphcue.presentation import answer_json
from graphcue.stores.contract import Vector
from tests.conftest import Graph, graph_on

pytestmark = pytest.mark.skipif(
    not all(map(util.find_spec, semantic.NEEDED)), reason="the extra is not installed: pip install 'graphcue[semantic]'"
)
BLANK, LOGIN, PET, FAMILY = (
    "演示时屏幕没有画面怎么办",
    "rules for login credentials",
    "pet damaged the furniture",
    "elderly relative in pain",
)
PARAPHRASES = Path(__file__).parent / "paraphrases"
WORLD = {
    "claim": "出差的机票和酒店先自己垫付，回来后一周内交发票核销。",
    "projector": "会议室的投影仪连不上笔记本，换一根线就好了。",
    "password": "Passwords need twelve characters and expire after ninety days.",
    "knee": "Grandma's knee hurts so much that she can hardly walk; no more stairs.",
    "sofa": "The dog chewed up the cushions again.",
}


def ids(answer: Answer) -> list[str]:
    return [one.memory.id for one in answer.results]


def brought(answer: Answer) -> tuple[str, ...]:
    return next((one.cues for one in answer.broadened if one.step == "semantic"), ())


def filled(memory: MemoryGraph, **fields: str) -> MemoryGraph:
    for n, (id, text) in enumerate(WORLD.items()):
        memory.remember(text, id=id, occurred_at=f"2026-01-0{n + 1}", **fields)
    return memory


# when it is asked


def test_what_shares_no_word_is_found_and_marked(graph: Graph) -> None:
    memory = filled(graph(semantic=1))
    answer = memory.recall(BLANK, explain=True)
    assert ids(answer)[0] == "projector" and brought(answer)[0] == "memory:projector"
    first = answer.results[0]
    assert sum(leaf.points for leaf in first.leaves) == first.score
    assert {leaf.label: leaf.points for leaf in first.leaves}["semantic"] > 0
    assert first.relevance == first.covered == 0
    assert answer.explanation and '"label": "semantic"' in json.dumps(answer_json(answer))
    assert ids(memory.recall(LOGIN))[0] == "password"


def test_it_is_off_unless_set_and_silent_where_enough_is_found(graph: Graph) -> None:
    off, on = filled(graph()), graph(semantic=1)
    assert off.recall(LOGIN).results == () and off._store.vectors("default") == {}
    assert ids(on.recall(LOGIN)) == ["password"]
    for given in ({"min_top_k": 0}, {"semantic_least": 900}):
        assert graph(semantic=1, **given).recall(LOGIN).results == ()
    for said in ("中子星", "。？", "2026-01-02"):
        assert brought(on.recall(said)) == ()
    for n in range(3):
        on.remember(f"login credentials {n}", id=f"n{n}")
    assert brought(on.recall(LOGIN)) == () and brought(graph(semantic=1, min_top_k=4).recall(LOGIN))


def test_without_the_encoder_the_line_says_what_to_install(graph: Graph, monkeypatch: pytest.MonkeyPatch) -> None:
    memory = filled(graph(semantic=1))
    monkeypatch.setattr(semantic, "find_spec", lambda name: None)
    with pytest.raises(MissingExtra, match=r"pip install 'graphcue\[semantic\]'"):
        memory.recall(BLANK)
    with pytest.raises(MissingExtra, match=r"pip install 'graphcue\[semantic\]'"):
        package.open(":memory:", semantic=1)
    assert filled(graph()).recall("投影仪").results


# filters, namespaces, modes


def test_filters_namespaces_and_limits_hold(graph: Graph) -> None:
    memory = filled(graph(semantic=1), project="家")
    memory.remember("The puppy destroyed our carpet", id="carpet", project="店", kind="event")
    asked = PET
    assert {"sofa", "carpet"} <= set(ids(memory.recall(asked)))
    assert len(ids(memory.recall(asked, limit=1))) == 1
    assert ids(memory.recall(asked, project="店")) == ["carpet"] == ids(memory.recall(asked, kinds=["event"]))
    assert "carpet" not in ids(memory.recall(asked, until="2026-01-10", since="2026-01-01"))
    assert graph("其他", semantic=1).remember("午饭吃面").id and ids(graph("其他", semantic=1).recall(asked)) == []
    for given in ({"exact_match": True}, {"match": "all"}, {"min_score": 0.1}, {"preset": "exact"}):
        assert brought(memory.recall(asked, **given)) == ()  # type: ignore[arg-type]
    assert brought(memory.recall(asked, sort_by="date", context_budget=20))


def test_what_was_superseded_is_hidden_and_counted(graph: Graph) -> None:
    memory = filled(graph(semantic=1))
    memory.remember("改为乘坐飞机", id="plane", supersedes="projector")
    answer = memory.recall(BLANK)
    assert "projector" not in ids(answer) and dict(answer.superseded) == {"projector": ("plane",)}
    assert "projector" in ids(memory.recall(BLANK, include_superseded=True))


# one answer everywhere


def test_the_three_stores_give_equal_answers(graph: Graph, memory: MemoryGraph) -> None:
    here, reference = filled(graph(semantic=1)), filled(graph_on(memory._store, semantic=1))
    for question in (BLANK, LOGIN, PET, FAMILY, "差旅费用如何报销"):
        one, other = (each.recall(question, explain=True, receipt=True) for each in (here, reference))
        assert brought(one) and one.receipt and one.receipt == other.receipt
        assert here.replay_answer(one.receipt).same


PROCESS = """
import sys, graphcue
with graphcue.open(sys.argv[1], now="2026-01-20", semantic=1) as memory:
    print(*(memory.recall(one, receipt=True).receipt.digest for one in sys.argv[2:]))
"""


def test_processes_agree_and_share_the_file_beside_the_store(tmp_path: Path) -> None:
    path, asked = str(tmp_path / "g.db"), (BLANK, FAMILY)
    with package.open(path, now="2026-01-20", semantic=1) as memory:
        filled(memory)
        here = [receipt.digest for one in asked if (receipt := memory.recall(one, receipt=True).receipt)]
    kept = (tmp_path / "g.db-semantic").read_bytes()
    for beside, threads, seed in ((b"", "2", "77"), (kept, "1", "5")):
        (tmp_path / "g.db-semantic").write_bytes(beside)
        environment = {**os.environ, "OPENBLAS_NUM_THREADS": threads, "PYTHONHASHSEED": seed}
        command = [sys.executable, "-c", PROCESS, path, *asked]
        done = subprocess.run(command, check=True, capture_output=True, text=True, env=environment)
        assert done.stdout.split() == here


# the index


def test_the_index_follows_what_is_written(graph: Graph) -> None:
    memory, other = filled(graph(semantic=1)), graph()
    assert ids(memory.recall(BLANK))[0] == "projector"
    other.remember("楼下新开的餐馆味道不错", id="projector")
    assert "projector" not in ids(memory.recall(BLANK))
    other.remember("演示用的显示器黑屏", id="late")
    other.delete("sofa")
    assert "late" in ids(memory.recall(BLANK))
    assert "sofa" not in ids(memory.recall(PET))
    assert memory._store.vectors("default").keys() == {"claim", "projector", "password", "knee", "late"}


def test_what_is_kept_is_not_encoded_again(graph: Graph, monkeypatch: pytest.MonkeyPatch) -> None:
    filled(graph(semantic=1)).recall(BLANK)
    texts: list[str] = []
    encoded = semantic.encoded
    monkeypatch.setattr(semantic, "encoded", lambda text: texts.append(text) or encoded(text))
    assert ids(graph(semantic=1).recall(BLANK))[0] == "projector"
    assert set(texts) == {BLANK}


def test_many_memories_are_encoded_before_the_store_is_read(graph: Graph, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(graph_meaning, "FEW", 1)
    monkeypatch.setattr(graph_meaning, "BATCH", 2)
    memory = filled(graph(semantic=1))
    assert ids(memory.recall(BLANK))[0] == "projector"
    assert len(memory._store.vectors("default")) == len(WORLD)


def test_a_vector_of_another_encoder_is_made_anew(graph: Graph) -> None:
    memory = filled(graph(semantic=1))
    stamps = memory._store.read("default", lambda reader: reader.stamps())
    wrong = {id: Vector(bytes(semantic.SIZE), "another", revision) for id, revision in stamps.items()}
    assert memory._store.keep_vectors("default", wrong) == len(WORLD)
    assert ids(memory.recall(BLANK))[0] == "projector"
    assert memory._store.vectors("default")["projector"].maker == semantic.maker(0)
    memory.reindex()
    assert ids(memory.recall(BLANK))[0] == "projector"


def test_what_is_forgotten_leaves_no_vector(graph: Graph) -> None:
    memory = filled(graph(semantic=1))
    assert "memory:knee" in brought(memory.recall(FAMILY))
    memory.forget("knee")
    assert "knee" not in memory._store.vectors("default") and memory._meant.index is semantic.NOTHING
    assert "memory:knee" not in brought(memory.recall(FAMILY))
    memory.forget_namespace()
    assert memory._store.vectors("default") == {}


def test_no_byte_of_a_forgotten_vector_is_left_beside_the_store(tmp_path: Path) -> None:
    with package.open(str(tmp_path / "g.db"), semantic=1) as memory:
        filled(memory).recall(BLANK)
        gone, stays = (memory._store.vectors("default")[id].values for id in ("knee", "sofa"))
        assert memory.forget("knee").wiped
        held = b"".join(path.read_bytes() for path in tmp_path.iterdir())
        assert stays[100:200] in held and gone[100:200] not in held


# what is compared


def test_numbers_are_whole_and_in_order() -> None:
    one = semantic.encoded("列车晚点两小时")
    assert len(one) == semantic.SIZE and one == semantic.encoded("列车晚点两小时")
    vectors = {
        id: Vector(semantic.encoded(text), "m", 1) for id, text in (("b", "列车晚点"), ("a", "列车晚点"), ("c", ""))
    }
    found = semantic.index(1, vectors).alike(semantic.encoded("列车晚点"), 500)
    assert found == [("a", 1000), ("b", 1000)]
    assert semantic.index(1, {}).alike(one, 1) == []
    extreme = bytes([129, 127] * (semantic.SIZE // 2))
    assert semantic.index(1, {"x": Vector(extreme, "m", 1)}).alike(extreme, 1) == [("x", 1000)]


@pytest.mark.parametrize("language", ["zh", "en"])
def test_paraphrases_are_found_more_often(language: str) -> None:
    folder = PARAPHRASES / language
    found = []
    for on in (0, 1):
        with package.open(":memory:", now=NOW, semantic=on) as memory:
            memories = read_memories(folder / "memories.jsonl", memory.settings.tzinfo)
            found.append(evaluate(memory, memories, read_questions(folder / "questions.jsonl")).overall["Hit@5"])
    assert found[1] - found[0] >= 0.15, found
