"""Somebody who turns the controls of an explorable, and reads what it shows."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playwright.sync_api import Locator, Page, Route

from support.visiting import Site, Visitor

TOLERANCE = 1e-9
"""How far a number in the browser may be from the one in Python, relative to the larger of it and 1."""

SCRIPTS = Path(__file__).parents[2] / "docs" / "assets" / "js" / "play"

EMPTY = "assets/favicon.svg"
"""An address that costs nothing to open, where a page is spoilt before it is."""

TURN = """(root, settings) => {
  for (const [name, value] of settings) {
    const control = root.querySelector(`[data-control="${name}"]`);
    if (!control) throw new Error(`no control ${name}`);
    const [field, select] = [control.querySelector("input[type=number]"), control.querySelector("select")];
    if (field) {
      field.value = String(value);
      field.dispatchEvent(new Event("input", { bubbles: true }));
    } else if (select) {
      select.selectedIndex = [...select.options].findIndex((option) => option.text === String(value));
      select.dispatchEvent(new Event("change", { bubbles: true }));
    } else for (let i = 0; i < value; i += 1) control.click();
  }
  const shown = [...root.querySelectorAll("[data-reading][data-value]")];
  return Object.fromEntries(shown.map((one) => [one.dataset.reading, Number(one.dataset.value)]));
}"""


@dataclass
class Play:
    """An explorable on an open page."""

    page: Page
    name: str

    @property
    def root(self) -> Locator:
        """The element that holds controls and readings."""
        return self.page.locator(f'.sl-play[data-play="{self.name}"]')

    @property
    def whose(self) -> str | None:
        """Whose numbers it says that it shows: ``book`` or ``yours``."""
        return self.root.get_attribute("data-whose")

    @property
    def told(self) -> str:
        """The sentence that is told aloud when it changes."""
        return self.root.locator(".sl-play-told").inner_text()

    def control(self, name: str) -> Locator:
        """Give a control by its name."""
        return self.root.locator(f'[data-control="{name}"]')

    def shown(self, reading: str) -> str:
        """Give a reading as it is printed."""
        return self.root.locator(f'[data-reading="{reading}"]').inner_text()

    def turn(self, settings: Mapping[str, Any] | None = None) -> dict[str, float]:
        """Set controls in this order, and give all readings in full digits.

        A number goes into a control's field, words choose from a list, a button is pressed as often as said.
        """
        found: dict[str, float] = self.root.evaluate(TURN, list((settings or {}).items()))
        return found


def open_play(
    site: Site,
    visitor: Visitor,
    path: str,
    name: str,
    *,
    slipped: tuple[str, str] | None = None,
    **more: Any,  # noqa: ANN401  (as `Visitor.open`)
) -> Play:
    """Open a page with an explorable, which must stand there and have said nothing wrong.

    With ``slipped``, what is right in its script and what shall stand there instead, the page is opened so.
    """
    visit = visitor.open(site, EMPTY if slipped else path, **more)
    if slipped:
        visit.page.route(*slip(f"{name}.js", *slipped))
        visit.page.goto(site.address + path)
    play = Play(visit.page, name)
    assert play.root.count() == 1
    assert visit.page.locator("p.sl-play-ask").count(), "no paragraph asks the reader to try it"
    assert slipped or visit.troubles == []
    return play


def find_faults(play: Play) -> dict[str, Any]:
    """Give targets that a thumb misses, by how much the page is too wide, and what lies beyond its edge."""
    found: dict[str, Any] = play.root.evaluate(
        """root => ({
          small: [...root.querySelectorAll("input, select, button")]
            .filter(e => e.getBoundingClientRect().height < 44).map(e => e.outerHTML),
          wide: document.documentElement.scrollWidth - innerWidth,
          beyond: [...root.querySelectorAll("*")].filter(e => e.getBoundingClientRect().right > innerWidth)
            .map(e => e.outerHTML.slice(0, 80)),
        })"""
    )
    return found


def compare(found: Mapping[str, float], expected: Mapping[str, float]) -> dict[str, tuple[float, float]]:
    """Give what differs by more than the tolerance or stands on one side alone: both numbers, by name."""
    nothing = float("nan")
    pairs = {
        name: (found.get(name, nothing), float(expected.get(name, nothing))) for name in {*found, *expected}
    }
    return {name: pair for name, pair in pairs.items() if not is_near(*pair)}


def is_near(found: float, expected: float) -> bool:
    """Tell whether two numbers agree; infinite ones must be equal, and NaN agrees with nothing."""
    return found == expected or abs(found - expected) <= TOLERANCE * max(1.0, abs(expected))


def slip(script: str, right: str, wrong: str) -> tuple[str, Callable[[Route], None]]:
    """Give the address and the answer with which a page gets a script with one slip in it."""
    text = (SCRIPTS / script).read_text("utf-8")
    assert text.count(right) == 1, f"{right!r} stands {text.count(right)} times in {script}"
    body = text.replace(right, wrong)
    return f"**/play/{script}", lambda route: route.fulfill(body=body, content_type="text/javascript")
