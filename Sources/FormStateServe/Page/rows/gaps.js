// Missing answers: not shown before the person had a chance to answer, and listed when the response cannot be
// completed.

import { button, element } from "../elements.js";
import { t } from "../strings/strings.js";
import { soFar } from "../words.js";

/** The kinds of faults about missing answers; all others are about given answers. */
const missing = new Set(["required", "tooFew"]);
/** The maximum number of listed questions. */
const mostListed = 20;

export class Gaps {
  #left = new Set();
  #hasTried = false;
  #faults = [];
  #soFar = "";

  /** `changed` is called with the cells whose faults show now, or with null for all. */
  constructor(context, changed) {
    this.context = context;
    this.changed = changed;
  }

  /** The visible faults of an item. */
  shown(item, page) {
    if (!item.faults || this.#hasTried || page.readOnly || page.completed || this.#left.has(item.address)) return item.faults;
    const others = item.faults.filter((fault) => !missing.has(fault.fault));
    return others.length > 0 ? others : undefined;
  }

  /** The person has left a cell. */
  leave(cell) {
    if (this.#left.has(cell)) return;
    this.#left.add(cell);
    this.changed(new Set([cell]));
  }

  /** The person tried to complete the response; these faults prevent it. */
  tried({ faults, ...answer }) {
    this.#hasTried = true;
    this.#soFar = soFar(answer, answer.faultsVisited);
    this.#faults = faults.filter((fault) => fault.severity === "error");
    this.changed(null);
  }

  /** Nothing prevents it any more. */
  forget() { this.#faults = []; }

  get count() { return this.#faults.length; }
  /** The cell of the first of them; undefined for none. */
  get first() { return this.#faults.find((fault) => fault.address !== undefined)?.address; }

  /** The list of faults that prevent completing; null if none are known. */
  node() {
    if (this.#faults.length === 0) return null;
    const rest = this.#faults.length - mostListed;
    return element("div", { class: "notice fault", id: "gaps", role: "group", "aria-label": t.whatIsMissing },
      element("p", {}, t.gaps(this.#faults.length) + this.#soFar),
      element("ul", {}, ...this.#faults.slice(0, mostListed).map((fault) => element("li", {}, this.#line(fault))),
        rest > 0 ? element("li", {}, t.andMore(rest)) : null));
  }

  #line(fault) {
    const message = fault.message;
    const words = fault.question ? `${fault.question}: ${message}` : message;
    return fault.address === undefined ? words : button(words, () => this.context.reveal(fault.address), { class: "link" });
  }
}
