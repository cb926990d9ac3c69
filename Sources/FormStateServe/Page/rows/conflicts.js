// Answers that someone else has changed while a person was typing another one: both are shown, and the person chooses.

import { button, element, say } from "../elements.js";
import { t } from "../strings/strings.js";

/** An editable value, several as a list; empty for none. */
export function asTyped(value) {
  if (value === null || value === undefined) return "";
  return Array.isArray(value) ? JSON.stringify(value) : String(value);
}

export class Conflicts {
  #theirs = new Map();
  /** The person's choices, by cell, outside of fields: the arguments of another attempt. */
  #chosen = new Map();

  /** `changed` is called with a cell whose conflict has begun or ended. */
  constructor(context, changed) {
    this.context = context;
    this.changed = changed;
  }

  get isEmpty() { return this.#theirs.size === 0; }
  has(cell) { return this.#theirs.has(cell); }
  /** The answer by someone else, as typed; undefined without a conflict. */
  theirs(cell) { return this.#theirs.get(cell); }

  /**
   * Records a cell's new value, as typed; empty for none. `mine` is the refused action, with its readable value, if no
   * field keeps it.
   */
  note(cell, theirs, mine = null) {
    if (mine) this.#chosen.set(cell, mine);
    if (this.#theirs.get(cell) === theirs) return;
    this.#theirs.set(cell, theirs);
    say(t.changed);
    this.changed(cell);
  }

  /** The controls to choose; `mine` returns the person's input, `reading` the readable form of a value. */
  node(cell, mine, reading) {
    const theirs = this.#theirs.get(cell);
    const own = this.#chosen.get(cell);
    const words = [
      theirs === "" ? t.theyCleared : t.theyAnswered(reading(theirs)),
      own?.action.value !== undefined && t.yoursWas(own.text ?? reading(asTyped(own.action.value))),
    ].filter(Boolean).join(" ");
    return element("div", { class: "conflict", role: "group", "aria-label": t.twoAnswers },
      element("p", {}, words),
      button(t.keepMine, () => this.#keep(cell, mine(), theirs)),
      button(theirs === "" ? t.leaveEmpty : t.takeTheirs, () => this.#take(cell)));
  }

  #keep(cell, mine, theirs) {
    const own = this.#chosen.get(cell);
    this.settle(cell);
    if (own) {
      this.context.act(own.action, { text: own.text, seen: theirs });
      return;
    }
    const action = mine === "" ? { action: "clear", cell } : { action: "set", cell, value: mine };
    this.context.act(action, { isTyped: mine !== "", seen: theirs });
  }

  #take(cell) {
    const hasDraft = !this.#chosen.has(cell);
    this.settle(cell);
    if (hasDraft) this.context.act({ action: "draft", cell, value: null });
  }

  settle(cell) {
    this.#chosen.delete(cell);
    if (this.#theirs.delete(cell)) this.changed(cell);
  }
}
