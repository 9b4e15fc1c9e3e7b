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
        found += [f"{at}: {defect}" for defect in _of_page(page)]
        for link, fetched in page.links:
            defect = _of_link(link, fetched, path, site, pages)
            if defect:
                found.append(f"{at}: {defect}")
    for path in sorted(site.rglob("*.css")):
        links = _from_elsewhere(path.read_text(encoding="utf-8"))
        found += [f"{path.relative_to(site)}: fetches {link}" for link in links]
    return found


def _of_page(page: Page) -> list[str]:
    """What is wrong with the pictures and the styles of a page."""
    found = [f"a picture without words, {source}" for source in page.wordless]
    for style in page.styles:
        found += [f"fetches {link}" for link in _from_elsewhere(style)]
    return found


def _of_link(
    link: str, fetched: bool, path: Path, site: Path, pages: dict[Path, Page]
) -> str:
    """What is wrong with a link of the page at `path`; empty if nothing is."""
    parts = urlsplit(link)
    if parts.scheme in ("data", "mailto", "javascript"):
        return ""
    if parts.scheme or parts.netloc:
        return f"fetches {link}" if fetched else ""
    target = path
    if parts.path:
        target = (path.parent / unquote(parts.path)).resolve()
    is_here = target.is_relative_to(site.resolve()) and target.is_file()
    if parts.path.startswith("/") or not is_here:
        return f"{link} leads nowhere"
    if target in pages and unquote(parts.fragment) not in pages[target].anchors:
        return f"{link} names no place of that page"
    return ""


def _from_elsewhere(style: str) -> list[str]:
    """The addresses that a style sheet fetches from the network."""
    return re.findall(r"""(?:url\(|@import)\s*["']?((?:https?:)?//[^"')]*)""", style)
