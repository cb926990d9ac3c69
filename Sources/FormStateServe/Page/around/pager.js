// Below a form that is shown one page at a time: progress, back and next.

import { button, element, say, setAttribute } from "../elements.js";
import { t } from "../strings/strings.js";

export class Pager {
  #warned = null;

  constructor(context) {
    this.context = context;
    this.node = document.getElementById("pager");
    this.back = button(t.back, () => this.#turn(this.page.previous), { id: "back" });
    this.next = button(t.next, () => this.#next(), { id: "next", class: "main" });
    this.progress = element("progress", { id: "progress", "aria-labelledby": "page-number" });
    this.number = element("span", { id: "page-number", class: "detail" });
    this.note = element("p", { class: "fault", role: "status" });
    this.node.append(this.note, element("div", { class: "turns" }, this.back,
      element("div", { class: "far" }, this.number, this.progress), this.next));
  }

  /** Sets the visible page of the form; null if all of it is visible. */
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

  /** Continues, unless answers are missing or wrong here; then lists them first, and continues the next time. */
  async #next() {
    const { key } = this.page;
    const faults = this.context.isReadOnly ? [] : await this.#faults(key);
    if (this.page?.key !== key) return;
    if (this.isFinal) {
      await this.context.complete();
      return;
    }
    if (faults.length === 0 || this.#warned === key) {
      await this.#turn(this.page.next);
      return;
    }
    this.#warn(key, t.pageGaps(faults.length));
    await this.#showFaults(faults);
  }

  /** Turns to a page of the form. */
  async #turn(key) {
    await this.show(key);
    const { pageKey } = this.context.window;
    const address = new URL(location.href);
    address.searchParams.set("page", pageKey);
    history.pushState({ page: pageKey }, "", address);
  }

  /** Shows a page of the form from its top, and announces it. */
  async show(key) {
    const { window } = this.context;
    this.context.flush();
    await window.showPage(key);
    const first = window.page.items.find((item) => item.type === "row");
    if (first) window.views.get(first.key)?.focus();
    if (this.page) say(`${this.number.textContent}${this.page.title === "" ? "" : `: ${this.page.title}`}`);
  }

  /** The errors of a page of the form, once its input is saved. */
  async #faults(key) {
    this.context.flush();
    await this.context.outbox.settled(2000);
    // An answer may have changed the page.
    await this.context.window.ask();
    const answer = await this.context.ask("/answers", { limit: 0, page: key });
    return answer?.faults.filter((fault) => fault.severity === "error") ?? [];
  }

  /** Shows errors at their rows, and goes to the first. */
  async #showFaults(faults) {
    const cells = faults.map((fault) => fault.address).filter((address) => address !== undefined);
    for (const cell of cells) this.context.gaps.leave(cell);
    if (cells.length > 0) await this.context.reveal(cells[0]);
  }
}
