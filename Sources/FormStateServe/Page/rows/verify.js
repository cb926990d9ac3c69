// With `?verify`: after every event the page is compared with a fresh window.

import { element } from "../elements.js";
import { t } from "../strings/strings.js";
import { runs } from "./drawing.js";

export class Verifier {
  #isChecking = false;
  #again = false;
  #failures = 0;

  constructor(window, makeView) {
    this.window = window;
    this.makeView = makeView;
    this.note = element("p", { id: "verify", class: "detail" }, t.verifying);
    document.getElementById("notices").append(this.note);
    document.documentElement.dataset.verified = "0";
    addEventListener("verify", () => this.check());
  }

  /** Compares as soon as nothing is pending. */
  async check() {
    if (this.#isChecking) {
      this.#again = true;
      return;
    }
    this.#isChecking = true;
    do {
      this.#again = false;
      await this.#compare();
    } while (this.#again);
    this.#isChecking = false;
  }

  async #compare() {
    const { page, at, pageKey } = this.window;
    // While an answer about another revision is pending, there is nothing to compare.
    if (!page || page.at !== at) return;
    const fresh = await this.window.server.get("/rows", { y: page.y, h: page.h, at, page: pageKey }).catch(() => null);
    if (!fresh || fresh.stamp !== page.stamp || this.window.page !== page || this.window.at !== at || this.window.awaitsHeights) return;
    const { dataset } = document.documentElement;
    const difference = this.#difference(page, fresh);
    if (difference === null) {
      dataset.verified = String(Number(dataset.verified) + 1);
      return;
    }
    this.#failures += 1;
    dataset.differs = difference;
    this.note.textContent = t.differs(this.#failures, difference);
    this.note.classList.add("fault");
    console.error(this.note.textContent);
  }

  /** The first difference, in words; `null` without one. */
  #difference(page, fresh) {
    for (const name of ["top", "height", "revision", "undo", "redo", "completed"]) {
      if (JSON.stringify(page[name]) !== JSON.stringify(fresh[name])) return `${name} is ${page[name]}, not ${fresh[name]}`;
    }
    if (JSON.stringify(page.sections) !== JSON.stringify(fresh.sections)) return "sections";
    if (page.items.length !== fresh.items.length) return `${page.items.length} items, not ${fresh.items.length}`;
    for (const [index, item] of fresh.items.entries()) {
      if (JSON.stringify(page.items[index]) !== JSON.stringify(item)) return `item ${index}, ${item.key}`;
    }
    return this.#drawnDifference(fresh);
  }

  #drawnDifference(fresh) {
    const nodes = [...this.window.scrolling.sheet.querySelectorAll("[data-key]")];
    const all = runs(fresh.items, fresh.sections).flatMap((run) => [
      ...(run.header ? [{ item: run.header }] : []),
      ...run.rows.map((row) => ({ ...row, place: { number: row.number + 1, size: run.size } })),
    ]);
    if (nodes.length !== all.length) return `${nodes.length} rows are drawn, not ${all.length}`;
    for (const [index, { item, place }] of all.entries()) {
      const drawn = this.window.views.get(item.key);
      if (!drawn || drawn.node !== nodes[index]) return `row ${index} is not ${item.key}`;
      if (drawn.isBeingTyped || drawn.node.contains(document.activeElement)) continue;
      const view = this.makeView(item);
      view.update(item, fresh, place);
      if (!this.#plain(drawn.node).isEqualNode(this.#plain(view.node)) || drawn.state !== view.state) {
        console.error(drawn.node.outerHTML, drawn.state, view.node.outerHTML, view.state);
        return `the drawing of ${item.key}`;
      }
    }
    return null;
  }

  /** Without the parts outside of an item: the former focus, and the grown height of a text. */
  #plain(node) {
    const plain = node.cloneNode(true);
    plain.removeAttribute("tabindex");
    for (const text of plain.querySelectorAll("textarea")) text.removeAttribute("style");
    return plain;
  }
}
