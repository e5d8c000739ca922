/*
 * Explorables, part 5 of 5: the frame around one. It stands where the start values stand, may take the place of the
 * figure before them on the screen (never in print), and says at all times whose numbers are shown: the book's, which
 * the build checked, or the reader's own, which nobody did. State lives in memory only. How one is made: numbers.js.
 */
(() => {
  "use strict";

  const play = window.softLookup;
  const { make } = play;
  const QUIET = 400; // milliseconds of rest before a change is told aloud

  const WORDS = {
    book: "As the book has it. Change something.",
    yours: "Yours, not the book\u2019s: worked out in your browser, checked by no build.",
    reset: "Back to the book\u2019s values",
  };

  const copy = (state) => JSON.parse(JSON.stringify(state));

  function mount(script, spec) {
    const data = JSON.parse(script.textContent);
    const book = spec.start(data);
    const looks = new Set(spec.looks || []);
    const same = (state) =>
      Object.keys(book).every((key) => looks.has(key) || JSON.stringify(state[key]) === JSON.stringify(book[key]));
    let state = copy(book);
    let due = 0;

    const change = (act) => {
      act(state);
      render();
    };
    const kit = { make, ...play.sheet };
    for (const kind of ["range", "choice", "button"]) kit[kind] = (one) => play.controls[kind](one, change);
    kit.group = play.controls.group;

    const back = kit.button({
      name: "reset", label: WORDS.reset, ready: (now) => !same(now),
      act: () => (state = copy(book)),
    });
    const controls = [...spec.controls(kit, data), back];
    const parts = spec.sheet(kit, data);
    const note = make("p", { class: "sl-play-whose" });
    const told = make("p", { class: "sl-play-told", role: "status", "aria-live": "polite" });
    const element = make(
      "div",
      { class: "sl-play", role: "group", "aria-label": spec.title, "data-play": script.dataset.play },
      make("div", { class: "sl-play-controls" }, ...controls.map((one) => one.element)),
      note,
      make("div", { class: "sl-play-sheets" }, ...parts.map((one) => one.element)),
      told,
    );
    const original = spec.reckon(data, book);

    function render() {
      const result = spec.reckon(data, state);
      controls.forEach((one) => one.show(state));
      parts.forEach((one) => one.show(result, state, original));
      element.dataset.whose = same(state) ? "book" : "yours";
      note.textContent = WORDS[element.dataset.whose];
      clearTimeout(due);
      const tell = () => (told.textContent = spec.tell(result, state, original));
      if (told.textContent) due = setTimeout(tell, QUIET);
      else tell();
    }

    render();
    script.after(element);
    if (spec.replaces) findStill(script).classList.add("sl-play-still");
  }

  /** The figure that the explorable stands for: the last one before its start values. */
  function findStill(script) {
    const before = [...document.querySelectorAll("svg.sl-figure")].filter(
      (figure) => figure.compareDocumentPosition(script) & Node.DOCUMENT_POSITION_FOLLOWING,
    );
    return before[before.length - 1];
  }

  play.explorables = {};

  /** Make an explorable known, and bring it to life wherever the page has start values for it. */
  play.define = (name, spec) => {
    play.explorables[name] = spec;
    document.querySelectorAll(`script[data-play="${name}"]`).forEach((script) => mount(script, spec));
  };
})();
