// Below a form that is shown a page at a time: how far one is, back and next.

import { button, element, say, setAttribute } from "../elements.js";
import { t } from "../strings/strings.js";

export class Pager {
  #warned = null;

  constructor(context) {
    this.context = context;
    this.node = document.getElementById("pager");
    this.back = button(t.back, () => context.turn(this.page.previous), { id: "back" });
    this.next = button(t.next, () => this.#next(), { id: "next", class: "main" });
    this.progress = element("progress", { id: "progress", "aria-labelledby": "page-number" });
    this.number = element("span", { id: "page-number", class: "detail" });
    this.note = element("p", { class: "fault", role: "status" });
    this.node.append(this.note, element("div", { class: "turns" }, this.back,
      element("div", { class: "far" }, this.number, this.progress), this.next));
  }

  /** Takes the page of the form that shows; null where all of it does. */
  update({ page, readOnly, completed }) {
    const isOther = this.page?.key !== page?.key;
    this.page = page;
    this.isFinal = page && page.next === null;
    this.node.hidden = !page || page.count < 2;
    if (!page) return;
    const words = t.page(page.number + 1, page.count);
    if (this.number.textContent !== words) this.number.textContent = words;
    setAttribute(this.progress, "max", page.count);
    setAttribute(this.progress, "value", page.number + 1);
    setAttribute(this.back, "disabled", page.previous === null);
    setAttribute(this.next, "disabled", this.isFinal && (readOnly || completed));
    this.next.textContent = this.isFinal ? t.complete : t.next;
    if (isOther) this.#warn(null, "");
  }

  #warn(key, words) {
    this.#warned = key;
    if (this.note.textContent !== words) this.note.textContent = words;
  }

  /** Goes on, unless answers are missing or wrong here; then says so first, and goes on the next time. */
  async #next() {
    const { key } = this.page;
    const faults = this.context.isReadOnly ? [] : await this.context.faultsOfPage(key);
    if (this.page?.key !== key) return;
    if (this.isFinal) {
      await this.context.complete();
      return;
    }
    if (faults.length === 0 || this.#warned === key) {
      await this.context.turn(this.page.next);
      return;
    }
    this.#warn(key, t.pageGaps(faults.length));
    this.context.showFaults(faults);
  }

  /** Says which page shows now. */
  tell() { if (this.page) say(`${this.number.textContent}${this.page.title === "" ? "" : `: ${this.page.title}`}`); }
}
