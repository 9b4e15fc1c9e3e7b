"""What is wrong with a website.

Found are links that lead nowhere, pictures without words, and what comes from
elsewhere.
"""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

#: What a browser fetches by itself, by tag and attribute.
FETCHED = {
    ("img", "src"),
    ("script", "src"),
    ("source", "src"),
    ("iframe", "src"),
    ("link", "href"),
    ("object", "data"),
}

#: Links of the head that are only told, not fetched.
TOLD = {"next", "prev", "canonical", "index", "search", "author"}


class Page(HTMLParser):
    """Anchors, links, and pictures of a page."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.anchors: set[str] = {"", "top"}
        # and whether the browser fetches it by itself
        self.links: list[tuple[str, bool]] = []
        self.wordless: list[str] = []
        self.styles: list[str] = []
        self.in_style = False
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, pairs: list[tuple[str, str | None]]) -> None:
        """Note what a tag names, links to, or shows."""
        named = {key: value or "" for key, value in pairs}
        self.anchors |= {
            named.get("id", ""),
            named.get("name", "") if tag == "a" else "",
        }
        self.in_style = tag == "style"
        for key in ("href", "src", "data"):
            if key in named and tag != "base":
                told = tag == "link" and named.get("rel") in TOLD
                self.links.append((named[key], (tag, key) in FETCHED and not told))
        if tag == "img" and not named.get("alt", "").strip():
            self.wordless.append(named.get("src", "")[:80])
        if "style" in named:
            self.styles.append(named["style"])

    def handle_data(self, text: str) -> None:
        """Note the styles."""
        if self.in_style:
            self.styles.append(text)


def defects(site: Path) -> list[str]:
    """List what is wrong with the pages and the styles of a site, a line each."""
    pages = {
        path: Page(path)
        for path in sorted(site.rglob("*.html"))
        if "_static" not in path.parts
    }
    found = []
    for path, page in pages.items():
        at = path.relative_to(site)
        found += [
            f"{at}: a picture without words, {source}" for source in page.wordless
        ]
        found += [
            f"{at}: fetches {link}"
            for style in page.styles
            for link in _from_elsewhere(style)
        ]
        for link, fetched in page.links:
            parts = urlsplit(link)
            if parts.scheme in ("data", "mailto", "javascript"):
                continue
            if parts.scheme or parts.netloc:
                found += [f"{at}: fetches {link}"] if fetched else []
                continue
            target = (
                (path.parent / unquote(parts.path)).resolve() if parts.path else path
            )
            if (
                parts.path.startswith("/")
                or not target.is_relative_to(site.resolve())
                or not target.is_file()
            ):
                found.append(f"{at}: {link} leads nowhere")
            elif (
                target in pages and unquote(parts.fragment) not in pages[target].anchors
            ):
                found.append(f"{at}: {link} names no place of that page")
    for path in sorted(site.rglob("*.css")):
        links = _from_elsewhere(path.read_text(encoding="utf-8"))
        found += [f"{path.relative_to(site)}: fetches {link}" for link in links]
    return found


def _from_elsewhere(style: str) -> list[str]:
    """The addresses that a style sheet fetches from the network."""
    return re.findall(r"""(?:url\(|@import)\s*["']?((?:https?:)?//[^"')]*)""", style)
