"""Hashtags and wiki links of a text: `#标签`, `#area/topic`, `[[title]]`, `[[title|shown]]`."""

import re
from dataclasses import dataclass

from markdown_it import MarkdownIt

from graphcue.language.marks import hashtags
from graphcue.language.references import WIKI_RULE
from graphcue.model import Link

_LONGEST_PARAGRAPH = 20_000
_INLINE = MarkdownIt("commonmark")
_UNJOINED = MarkdownIt("commonmark").disable("text_join")
_WIKI_LINK = re.compile(r"(?<!!)\[\[([^\[\]|\n]{1,200})(?:\|[^\[\]\n]{0,200})?\]\]")


@dataclass(frozen=True, slots=True)
class Marks:
    """Tags without `#`, and links to the titles named in `[[…]]`, each once, in the order they stand."""

    tags: tuple[str, ...] = ()
    links: tuple[Link, ...] = ()


def read_marks(paragraphs: list[str]) -> Marks:
    """The marks of Markdown paragraphs. Code, URLs, headings, colours (`#fff`, `#a1b2c3`) and numbers (`#12`) give
    none; nor does a paragraph above 20,000 characters, whose parsing would take too long."""
    marked = [text for text in paragraphs if "[[" in text or "#" in text or "＃" in text]
    texts = [_plain(text) for text in marked if len(text) <= _LONGEST_PARAGRAPH]
    return Marks(
        tags=tuple(dict.fromkeys(tag for text in texts for tag in hashtags(text))),
        links=tuple(dict.fromkeys(link for text in texts for link in _links(text))),
    )


def plain_text(markdown: str) -> str:
    """The text of one paragraph or heading without its marks of emphasis, code and links."""
    tokens = _INLINE.parseInline(markdown)[0].children or []
    return "".join(" " if token.type.endswith("break") else token.content for token in tokens).strip()


def _plain(markdown: str) -> str:
    """The text between code, HTML and link targets, with a space for each of them and for an escaped character."""
    tokens = _UNJOINED.parseInline(markdown)[0].children or []
    return "".join(token.content if token.type == "text" else " " for token in tokens)


def _links(text: str) -> list[Link]:
    targets = (_target(match[1]) for match in _WIKI_LINK.finditer(text))
    return [Link("RELATED_TO", target, WIKI_RULE) for target in targets if target]


def _target(written: str) -> str:
    """`folder/page.md#heading` → `page`, `#heading` → `heading`: the title that the link names."""
    page, _, heading = written.partition("#")
    name = page.strip().rsplit("/", 1)[-1].removesuffix(".md")
    return name or heading.strip()
