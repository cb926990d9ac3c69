// Answers that somebody else has changed while a person was typing another one: both are shown, and the person chooses.

import { button, element, say } from "./elements.js";

export class Conflicts {
  #theirs = new Map();

  /** `changed` is called with a cell whose conflict has come or gone. */
  constructor(context, changed) {
    this.context = context;
    this.changed = changed;
  }

  get isEmpty() { return this.#theirs.size === 0; }
  has(cell) { return this.#theirs.has(cell); }
  /** What somebody else has answered, as it is typed; undefined where there is nothing to choose. */
  theirs(cell) { return this.#theirs.get(cell); }

  /** Notes that a cell holds something else by now, as it is typed; empty for nothing. */
  note(cell, theirs) {
    if (this.#theirs.get(cell) === theirs) return;
    this.#theirs.set(cell, theirs);
    say("Somebody else has changed this answer meanwhile. Choose which one stays.");
    this.changed(cell);
  }

  /** What lets one choose; `mine` gives what was typed. */
  node(cell, mine) {
    const theirs = this.#theirs.get(cell);
    const words = theirs === "" ? "Meanwhile somebody else has cleared this answer." : `Meanwhile somebody else has answered “${theirs}”.`;
    return element("div", { class: "conflict", role: "group", "aria-label": "Two answers" },
      element("p", {}, words),
      button("Keep mine", () => this.#keep(cell, mine(), theirs)),
      button(theirs === "" ? "Leave it empty" : "Take theirs", () => this.#take(cell)));
  }

  #keep(cell, mine, theirs) {
    this.settle(cell);
    const action = mine === "" ? { action: "clear", cell } : { action: "set", cell, value: mine };
    this.context.act(action, { isTyped: mine !== "", seen: theirs });
  }

  #take(cell) {
    this.settle(cell);
    this.context.act({ action: "draft", cell, value: null });
  }

  settle(cell) {
    if (this.#theirs.delete(cell)) this.changed(cell);
  }
}
