// A question that asks for an order: the options in the order of the answer, then those that are not in it yet.

import { button, element, identifier, say, setAttribute } from "../elements.js";
import { t } from "../strings/strings.js";
import { chosenIn } from "./options.js";

/** A list in which a person puts the options in order, one after the other, and moves them. Its Control provides the rest. */
export class Ranking {
  #shown = "";
  /** The places have no state besides their elements. */
  inputs = [];

  /** `choose` is called with the values in their order. */
  constructor(id, _item, choose) {
    this.id = id;
    this.choose = choose;
    this.ranked = element("ol", { class: "ranked" });
    this.rest = element("ul", { class: "unranked" });
    this.node = element("fieldset", { id, class: "options ranking" }, this.ranked, this.rest);
  }

  show(item, titleId) {
    setAttribute(this.node, "aria-labelledby", titleId);
    this.titles = new Map(item.options.map(({ value, title }) => [value, title || value]));
    this.order = chosenIn(item.value);
    const wanted = JSON.stringify([this.order, [...this.titles]]);
    if (wanted === this.#shown) return;
    this.#shown = wanted;
    const focused = this.node.contains(document.activeElement) ? document.activeElement.id : null;
    this.#draw();
    if (focused !== null) this.#focusAgain(focused);
  }

  #draw() {
    const rest = [...this.titles.keys()].filter((value) => !this.order.includes(value));
    this.ranked.replaceChildren(...this.order.map((value, index) => this.#place(value, index)));
    this.rest.replaceChildren(...rest.map((value) => element("li", {}, this.#button("add", value, this.#titleOf(value), t.add))));
    this.ranked.hidden = this.order.length === 0;
    this.rest.hidden = rest.length === 0;
  }

  /** A place in the order, with the buttons to move its option up and down and to take it out. */
  #place(value, index) {
    const title = this.#titleOf(value);
    return element(
      "li", {}, element("span", { class: "number" }, `${index + 1}.`), element("span", { class: "placed" }, title),
      this.#button("up", value, "↑", t.moveUp, index === 0), this.#button("down", value, "↓", t.moveDown, index === this.order.length - 1),
      this.#button("out", value, "✕", t.remove));
  }

  #button(act, value, words, label, isDisabled = false) {
    return button(words, () => this.#do(act, value), {
      id: identifier(`${this.id}-${act}-`, value), class: act === "add" ? "choose" : "sign", "aria-label": t.about(label, this.#titleOf(value)),
      title: act === "add" ? null : label, disabled: isDisabled,
    });
  }

  #titleOf(value) { return this.titles.get(value) ?? value; }

  #do(act, value) {
    const order = this.order.filter((each) => each !== value);
    const to = { add: order.length, up: this.order.indexOf(value) - 1, down: this.order.indexOf(value) + 1 }[act];
    if (to !== undefined) {
      order.splice(to, 0, value);
      say(t.ranked(this.#titleOf(value), to + 1, order.length));
    }
    this.choose(order);
  }

  /** Focuses the same button after a change; one that is gone or disabled is replaced by the nearest of the question. */
  #focusAgain(id) {
    const same = /** @type {HTMLButtonElement | null} */ (document.getElementById(id));
    const next = same?.disabled ? [...same.parentNode.children].find((each) => each.matches("button:enabled")) : same ?? this.focusable;
    /** @type {HTMLElement | null} */ (next)?.focus({ preventScroll: true });
  }

  /** The first option to put in order, or else the first button. */
  get focusable() { return this.rest.querySelector("button") ?? this.node.querySelector("button:enabled"); }
}
