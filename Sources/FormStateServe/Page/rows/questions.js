// What different persons said at the same time, each on a device of its own: all of it is shown, and a person chooses.

import { button, element } from "../elements.js";
import { t, tongue } from "../strings/strings.js";

/** Who said something, and when. */
function sourceOf({ author, time }) {
  const when = new Date(time).toLocaleString(tongue, { dateStyle: "medium", timeStyle: "short" });
  return [author, when].filter(Boolean).join(", ");
}

/**
 * The controls to choose what was said; `name` says of what, `none` stands for no answer, and `id` begins the
 * identifiers.
 */
function questionNode(asks, { name, none, id, disabled }, context) {
  const { identity, cell, alternatives } = asks;
  const lines = alternatives.map((said, offset) => {
    const words = element("span", { id: `${id}-${offset}` },
      element("span", { class: "reading" }, said.text ?? none),
      element("span", { class: "source" }, ` ${sourceOf(said)}${offset === 0 ? ` · ${t.showsNow}` : ""}`));
    const take = () => context.act({ action: "settle", ...(cell ? { cell } : {}), take: offset + 1 }, { seen: identity });
    return element("li", {}, words, button(t.chooseThis, take, { "aria-describedby": `${id}-${offset}`, disabled }));
  });
  return element("div", { class: "conflict question", role: "group", "aria-label": name }, element("p", {}, name), element("ul", {}, ...lines));
}

/** A place for a question, which draws it again only if it has changed. */
export class QuestionPlace {
  #drawn = "";
  #node = null;

  /** The node for a question; null for none. */
  node(asks, words, context) {
    const drawn = asks ? JSON.stringify([asks, words]) : "";
    if (drawn === this.#drawn) return this.#node;
    this.#drawn = drawn;
    const fresh = asks ? questionNode(asks, words, context) : null;
    this.#node = fresh;
    return fresh;
  }
}
