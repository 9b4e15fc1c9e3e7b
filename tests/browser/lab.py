"""A real JupyterLab on loopback, and pages of a real browser in it."""

import json
import os
import secrets
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import nbformat

from mmlib.engine import progress_bar
from mmlib.report import text_says
from tools.reproduce import ROOT

#: The browser's program; None if there is none.
CHROMIUM = (
    shutil.which("chromium")
    or shutil.which("chromium-browser")
    or shutil.which("google-chrome")
)

#: What tells notebooks that a machine runs them, which a reader does not set.
OF_MACHINES = (progress_bar.VARIABLE, text_says.VARIABLE)

#: Seconds within which the server, a notebook and its kernel have to start.
STARTING = 60

#: Seconds within which a kernel has to answer that compiles on its first run.
COMPILING = 240

#: Tenths of a second that a kernel has to be idle before all cells have run.
RESTING = 20

#: Milliseconds within which a page has to show what is expected of it, slow machines
#: allowed for.
SOON = 20_000


#: A board in a notebook that goes on computing.
BUSY = """import mmlib as mm
mm.board.Play()

import time; time.sleep(6)"""


#: A larger board, with a player that never ends.
ENDLESS = """import mmlib as mm
class Ponderer:
    name = "ponderer"
    def next_guess(self, history, rng):
        while True:
            pass

mm.board.Play(mm.Rules(6, 9, 12), player=Ponderer())"""


#: A board whose notebook is saved, closed and opened again.
KEPT = """import mmlib as mm
mm.board.Play(secret="0314")"""


#: A notebook in which names are looked up.
NAMES = """import mmlib as mm

mm"""

#: A notebook that shows the same whenever it is run, bars that vanish left out.
STEADY = """import time, mmlib as mm
mm.feedback("0012", "0113")

for _ in mm.progress(range(5), description="a bar"): time.sleep(0.3)
print("one line")
print("another")

mm.table(mm.play_many("gold", mm.Rules(4, 6), games=20, seed=1))"""


def lay_out(folder: Path, **more: str):
    """Copy the notebooks with boards into a folder, and write small ones beside them.

    A notebook with boards comes whole, to be left unrun, and once more without what
    follows the boards.
    """
    for name, last in (("01_play", "watch"), ("02_step_through", "landscape")):
        shutil.copy(
            ROOT / "notebooks" / f"{name}.ipynb", folder / f"{name}_unread.ipynb"
        )
        short = nbformat.read(folder / f"{name}_unread.ipynb", 4)
        short.cells = short.cells[: [cell.id for cell in short.cells].index(last) + 1]
        nbformat.write(short, folder / f"{name}_boards.ipynb")
    own = {
        "busy": BUSY,
        "endless": ENDLESS,
        "names": NAMES,
        "kept": KEPT,
        "00_steady": STEADY,
    }
    for name, cells in (own | more).items():
        cells = [nbformat.v4.new_code_cell(cell) for cell in cells.split("\n\n")]
        nbformat.write(
            nbformat.v4.new_notebook(cells=cells, metadata=short.metadata),
            folder / f"{name}.ipynb",
        )


class Lab(NamedTuple):
    """A JupyterLab that runs."""

    address: str
    token: str
    folder: Path


@contextmanager
def running_lab(folder: Path):
    """Start JupyterLab in a folder, as `make lab` does."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    token = secrets.token_hex(16)
    address = f"http://127.0.0.1:{port}"
    private = folder.parent / f"{folder.name}-private"
    private.mkdir()
    environment = {k: v for k, v in os.environ.items() if k not in OF_MACHINES} | {
        "JUPYTER_TOKEN": token,
        "JUPYTER_CONFIG_DIR": str(private / "config"),
        # where it is kept which notebooks are trusted
        "JUPYTER_DATA_DIR": str(private / "data"),
        "JUPYTERLAB_SETTINGS_DIR": str(private / "settings"),
        "JUPYTERLAB_WORKSPACES_DIR": str(private / "workspaces"),
    }
    command = [
        sys.executable,
        "-m",
        "jupyterlab",
        "--no-browser",
        "--allow-root",
        "--ip=127.0.0.1",
        f"--port={port}",
    ]
    command += ["--ServerApp.port_retries=0", f"--notebook-dir={folder}"]
    command += [
        f"--LabApp.app_settings_dir={ROOT / '.jupyter'}",
        "--ContentsManager.pre_save_hook=tools.saving.leave_out",
        "--ServerApp.kernel_websocket_connection_class=tools.messages.AtOnce",
    ]
    log = private / "server.log"
    with log.open("w") as said:
        server = subprocess.Popen(
            command, env=environment, stdout=said, stderr=subprocess.STDOUT, cwd=ROOT
        )
        try:
            _wait_for(f"{address}/api/status?token={token}", server, log)
            yield Lab(address, token, folder)
        finally:
            server.terminate()
            try:
                server.wait(20)
            except subprocess.TimeoutExpired:
                server.kill()
                server.wait()


def _wait_for(address, server, log):
    until = time.monotonic() + STARTING
    while time.monotonic() < until and server.poll() is None:
        try:
            urllib.request.urlopen(address)
        except OSError:
            time.sleep(0.3)
        else:
            return
    raise RuntimeError(f"JupyterLab did not start:\n{log.read_text()}")


def answers_without_token(address):
    """The status with which the server refuses someone who does not know the token."""
    try:
        urllib.request.urlopen(f"{address}/api/contents")
    except urllib.error.HTTPError as refused:
        return refused.code
    return 200


@contextmanager
def running_chromium():
    """Start a browser with a profile.

    With it, a page finds again what an earlier one has loaded and compiled.
    """
    from playwright.sync_api import sync_playwright  # only these tests need it

    options = {
        "executable_path": CHROMIUM,
        "args": ["--no-sandbox"],
        "viewport": {"width": 1500, "height": 1200},
    }
    with tempfile.TemporaryDirectory() as profile, sync_playwright() as playwright:
        browser = playwright.chromium.launch_persistent_context(profile, **options)
        yield browser
        browser.close()


def open_notebook(browser, lab, name, *, run=True, wait=True):
    """Open a notebook, run all its cells, and wait for their end.

    The first time, log in with the token as a person does.
    """
    page = browser.new_page()
    page.asked = []
    page.on("request", lambda request: page.asked.append(request.url))
    page.goto(f"{lab.address}/lab/tree/{name}.ipynb?reset")
    # the page that asks for it, the first time
    if page.locator("#password_input").count():
        page.fill("#password_input", lab.token)
        page.click("#login_submit")
    page.wait_for_selector(".jp-Notebook .jp-CodeCell", timeout=STARTING * 1000)
    page.wait_for_selector("body[data-jp-theme-light=true]", state="attached")
    if not run:
        return page
    idle = wait_for_kernel(page)
    choose(page, "Run", "Run All Cells")
    if not wait:
        page.wait_for_selector(
            ".mmlib-board", state="attached", timeout=COMPILING * 1000
        )
        return page
    quiet = 0
    until = time.monotonic() + COMPILING
    while quiet < RESTING:  # between two cells the kernel is idle, too
        quiet = quiet + 1 if idle.is_visible() else 0
        if time.monotonic() > until:
            raise RuntimeError(f"{name}: the cells did not end within {COMPILING} s")
        page.wait_for_timeout(100)
    return page


def wait_for_kernel(page):
    """Wait until the kernel has told who it is; return where the page says so.

    JupyterLab also writes it into the notebook.
    """
    idle = page.get_by_text("Python 3 (ipykernel) | Idle")
    idle.wait_for(timeout=STARTING * 1000)
    return idle


def end_kernel(lab, name):
    """End the kernel of a notebook; its session ends with it."""
    told = urllib.request.urlopen(f"{lab.address}/api/sessions?token={lab.token}")
    (session,) = (
        session["id"]
        for session in json.load(told)
        if session["path"] == f"{name}.ipynb"
    )
    address = f"{lab.address}/api/sessions/{session}?token={lab.token}"
    urllib.request.urlopen(urllib.request.Request(address, method="DELETE"))


def choose(page, menu, *items):
    """Choose something from JupyterLab's menu, or from a menu in it."""
    page.get_by_role("menuitem", name=menu, exact=True).click()
    for item in items:
        page.locator(".lm-Menu-itemLabel").get_by_text(item, exact=True).click()


@contextmanager
def in_the_dark(page):
    """A page in JupyterLab's dark theme, for a while."""
    for theme, light in (("JupyterLab Dark", "false"), ("JupyterLab Light", "true")):
        choose(page, "Settings", "Theme", theme)
        page.wait_for_selector(f"body[data-jp-theme-light={light}]", state="attached")
        # what covers the change
        page.wait_for_selector("#jupyterlab-splash", state="detached")
        if theme == "JupyterLab Dark":
            yield


def save(page, path):
    """Save a notebook by the key for it, and wait until its file is written."""
    before = path.stat().st_mtime_ns
    page.locator(".jp-Notebook .jp-Cell").first.click()
    page.keyboard.press("Control+s")
    until = time.monotonic() + SOON / 1000
    while path.stat().st_mtime_ns == before or not _is_whole(path):
        if time.monotonic() > until:
            raise RuntimeError(f"{path.name} was not saved")
        page.wait_for_timeout(100)


def _is_whole(path):
    """Whether a notebook is written to its end, a newline that is written by itself."""
    return path.read_bytes().endswith(b"}\n")


def bench(page, place):
    """One of the boards of a page, scrolled to.

    JupyterLab makes only those cells that are near.
    """
    page.bring_to_front()  # what stands behind another page is drawn late
    found = page.locator(".mmlib-board").nth(place)
    found.wait_for(timeout=COMPILING * 1000)
    found.scroll_into_view_if_needed()
    return found


def button(inside, name):
    return inside.get_by_role("button", name=name, exact=True)
