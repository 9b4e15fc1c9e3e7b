"""What a browser can tell of a board.

It tells how soon the board answers, what can be reached by keys, whether all of it can
be read, and what a screen reader calls it.
"""

import re

#: Note when a person did something, and when the board last changed.
WATCH = """
bench => {
  const watch = window.mmlibWatch = {began: null, last: null};
  const begin = () => { if (watch.began === null) watch.began = performance.now(); };
  for (const kind of ['click', 'keydown', 'input', 'change'])\
 bench.addEventListener(kind, begin, true);
  new MutationObserver(() => { watch.last = performance.now(); })
    .observe(bench, {subtree: true, childList: true, characterData: true});
}
"""

#: Milliseconds between the two, once the board has been quiet for so many; -1 if it
#: never changed.
SETTLED = """
enough => new Promise(done => {
  const start = performance.now(), watch = window.mmlibWatch;
  const look = () => {
    const now = performance.now();
    const quiet = watch.last !== null\
 && watch.last > watch.began && now - watch.last > enough;
    if (quiet || now - start > 15000) done(quiet ? watch.last - watch.began : -1);
    else setTimeout(look, 50);
  };
  look();
})
"""

#: Contrast of every piece of text with what is behind it: [ratio, text].
CONTRASTS = """
root => {
  const parse = color => (color.match(/[\\d.]+/g) || []).map(Number);
  const light = ([r, g, b]) => [r, g, b].map(c => c / 255)
    .map(c => c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4)
    .reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0);
  const over = (front, back) => {
    const a = front.length > 3 ? front[3] : 1;
    return [0, 1, 2].map(i => front[i] * a + back[i] * (1 - a));
  };
  const ratio = (one, other) => {
    const [low, high] = [light(one), light(other)].sort((a, b) => a - b);
    return (high + 0.05) / (low + 0.05);
  };
  const ground = element => {
    const layers = [];
    for (let e = element; e; e = e.parentElement) {
      const color = parse(getComputedStyle(e).backgroundColor);
      if (color.length && (color.length < 4 || color[3] > 0)) layers.push(color);
    }
    return layers.reverse().reduce((back, front) => over(front, back), [255, 255, 255]);
  };
  const drawn = text => {  // what is drawn below a text of a picture
    const at = text.getBoundingClientRect(),\
 x = at.x + at.width / 2, y = at.y + at.height / 2;
    let below = null;
    for (const shape of text.ownerSVGElement.querySelectorAll('rect, circle')) {
      if (shape.compareDocumentPosition(text)\
 !== Node.DOCUMENT_POSITION_FOLLOWING) continue;
      const box = shape.getBoundingClientRect(), fill = getComputedStyle(shape).fill;
      if (fill !== 'none' && box.left <= x && x <= box.right\
 && box.top <= y && y <= box.bottom) below = fill;
    }
    return below;
  };
  const found = [];
  for (const element of root.querySelectorAll('*')) {
    const words = [...element.childNodes].filter(n => n.nodeType === 3)\
.map(n => n.textContent.trim()).join(' ');
    if (!words.trim() || ['STYLE', 'OPTION'].includes(element.tagName)\
 || element.disabled) continue;
    if (!element.getClientRects().length) continue;
    const style = getComputedStyle(element), picture = element.tagName === 'text';
    const fill = picture ? drawn(element) : null;
    const back = fill ? over(parse(fill), ground(element.parentElement))\
 : ground(element);
    found.push([ratio(over(parse(picture ? style.fill : style.color), back), back),\
 words.slice(0, 40)]);
  }
  return found;
}
"""

#: What a person can work with, those switched off left out.
CONTROLS = """
root => [...root.querySelectorAll('button, input, select, [role=slider]')]
  .filter(e => !e.disabled && e.getClientRects().length && e.tabIndex >= 0)
  .map((e, i) => { e.dataset.place = i;\
 return e.title || e.placeholder || e.innerText || e.className; })
"""

#: What has the focus: [its place, whether it shows that it has the focus].
FOCUSED = """
() => {
  const e = document.activeElement, s = getComputedStyle(e);
  return [e.dataset.place, s.outlineStyle !== 'none'\
 && parseFloat(s.outlineWidth) > 1 || s.boxShadow !== 'none'];
}
"""


def watch(bench):
    bench.evaluate(WATCH)


def answer_time(bench, act, quiet):
    """Milliseconds from what a person does until the board shows the whole answer.

    The answer is whole once the board has been quiet for `quiet` milliseconds.
    """
    bench.page.evaluate("window.mmlibWatch.began = window.mmlibWatch.last = null")
    act()
    return bench.page.evaluate(SETTLED, quiet)


def contrasts(bench):
    return bench.evaluate(CONTRASTS)


def unreachable(bench):
    """Press Tab from the first control on, and list the controls that fall short.

    The first list has those that never get the focus, the second those that do not show
    it.
    """
    page = bench.page
    names = bench.evaluate(CONTROLS)
    bench.locator("[data-place='0']").focus()
    reached = set()
    unseen = set()
    for _ in range(3 * len(names)):
        place, seen = page.evaluate(FOCUSED)
        if place is None or not bench.evaluate(
            "root => root.contains(document.activeElement)"
        ):
            if len(reached) == len(names):
                break
        else:
            reached.add(int(place))
            if not seen:
                unseen.add(int(place))
        page.keyboard.press("Tab")
    return [n for i, n in enumerate(names) if i not in reached], [
        n for i, n in enumerate(names) if i in unseen
    ]


#: Roles of what a person works with or looks at.
ROLES = "button|checkbox|combobox|img|radio|slider|spinbutton|switch|tab|textbox"


def spoken(bench):
    """The roles of controls and pictures, and the names that a screen reader says."""
    lines = bench.aria_snapshot().splitlines()
    found = [re.match(rf'\s*- ({ROLES})\b(?: "(.*?)")?', line) for line in lines]
    return [(line[1], line[2] or "") for line in found if line]
