/*
 * Explorables, part 3 of 5: what a reader can turn. A control has a name, reads its value from the state and writes
 * it there; the frame calls `show` after every change. Native elements throughout, so that keyboard, touch and
 * screen readers find what they know.
 */
(() => {
  "use strict";

  const play = window.softLookup;
  let made = 0;

  /** An element with attributes, text or children. */
  function make(tag, attributes = {}, ...children) {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) {
      if (value !== undefined && value !== false) element.setAttribute(name, value === true ? "" : value);
    }
    element.append(...children);
    return element;
  }

  const follow = (spec) => ({
    read: spec.read || ((state) => state[spec.name]),
    write: spec.write || ((state, value) => (state[spec.name] = value)),
  });

  /** What a field shows: as few digits as say it, so that 0.5 is not 0.5000. */
  const short = (value, digits) => String(Number(value.toFixed(digits)));

  /*
   * A slider with a number beside it. `from` and `to` end the slider, `least` and `most` what may be typed (the same
   * where not given), `step` is one press of an arrow key; `log` makes equal ways equal factors, `step` then being
   * one of the exponent of 10. `whole` admits whole numbers only, `figures` as many significant ones on the slider;
   * the field takes what is typed. `short` stands where there is no room for `label`.
   */
  function range(spec, change) {
    const { name, label, from, to, step, log = false, whole = false, figures = 17, digits = 4, role } = spec;
    const { least = from, most = to } = spec;
    const { read, write } = follow(spec);
    const id = `sl-play-${(made += 1)}`;
    const place = log ? Math.log10 : (value) => value;
    const slider = make("input", {
      type: "range", id, min: place(from), max: place(to), step: whole && !log ? Math.max(step, 1) : step,
      "aria-label": spec.short ? label : undefined,
    });
    const field = make("input", {
      type: "number", min: least, max: most, step: whole ? 1 : "any", inputmode: whole ? "numeric" : "decimal",
      "aria-label": `${label}, as a number`, "aria-describedby": `${id}-wrong`, autocomplete: "off",
    });
    const wrong = make("span", { class: "sl-play-wrong", id: `${id}-wrong`, role: "status" });
    const caption = make("label", { for: id, class: role ? `sl-${role}` : undefined }, spec.short || label);
    const element = make("div", { class: "sl-play-range", "data-control": name }, caption, slider, field, wrong);

    slider.addEventListener("input", () => {
      const at = Number(slider.value);
      const value = log ? 10 ** at : at;
      const rounded = whole ? Math.round(value) : Number(value.toPrecision(figures));
      change((state) => write(state, Math.min(Math.max(rounded, least), most)));
    });
    field.addEventListener("input", () => {
      const value = Number(field.value);
      const fits = field.value !== "" && value >= least && value <= most && (!whole || Number.isInteger(value));
      field.setAttribute("aria-invalid", String(!fits));
      wrong.textContent = fits ? "" : `expected a ${whole ? "whole " : ""}number from ${least} to ${most}`;
      if (fits) change((state) => write(state, value));
    });
    field.addEventListener("blur", () => change(() => {}));

    function show(state) {
      const value = read(state);
      slider.value = place(Math.min(Math.max(value, from), to)); // log 0 has no place on a slider
      slider.setAttribute("aria-valuetext", short(value, digits));
      if (document.activeElement === field && field.value !== "" && Number(field.value) === value) return;
      field.value = short(value, digits);
      field.removeAttribute("aria-invalid");
      wrong.textContent = "";
    }
    return { element, show };
  }

  /** A list to choose from; `options` are values, or pairs of a value and its words. */
  function choice(spec, change) {
    const { read, write } = follow(spec);
    const id = `sl-play-${(made += 1)}`;
    const pairs = spec.options.map((option) => (Array.isArray(option) ? option : [option, String(option)]));
    const select = make("select", { id }, ...pairs.map(([, words], i) => make("option", { value: i }, words)));
    const caption = make("label", { for: id, class: spec.role ? `sl-${spec.role}` : undefined }, spec.label);
    const element = make("div", { class: "sl-play-choice", "data-control": spec.name }, caption, select);
    select.addEventListener("change", () => change((state) => write(state, pairs[Number(select.value)][0])));
    const show = (state) => (select.value = pairs.findIndex(([value]) => value === read(state)));
    return { element, show };
  }

  /** A button that does something to the state; `ready(state)` says when it may be pressed. */
  function button(spec, change) {
    const element = make("button", { type: "button", "data-control": spec.name }, spec.label);
    element.addEventListener("click", () => {
      if (element.getAttribute("aria-disabled") !== "true") change(spec.act);
    });
    // Not `disabled`: that would take the focus away from under a reader's finger.
    const show = (state) => element.setAttribute("aria-disabled", String(spec.ready ? !spec.ready(state) : false));
    return { element, show };
  }

  /** Several controls under one heading. */
  function group(spec, controls) {
    const legend = make("legend", { class: spec.role ? `sl-${spec.role}` : undefined }, "");
    const element = make("fieldset", { class: "sl-play-group" }, legend, ...controls.map((one) => one.element));
    const words = typeof spec.label === "function" ? spec.label : () => spec.label;
    function show(state) {
      legend.textContent = words(state);
      controls.forEach((one) => one.show(state));
    }
    return { element, show };
  }

  play.make = make;
  play.controls = { range, choice, button, group };
})();
