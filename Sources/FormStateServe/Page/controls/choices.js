// Choices from a long list: a dialog to search and page through them.

import { button, element, openDialog, say } from "../elements.js";
import { asTyped } from "../rows/conflicts.js";
import { t } from "../strings/strings.js";
import { captionOf } from "../words.js";
import { chosenIn } from "./options.js";

const part = 50;

export class ChoiceDialog {
  #search = 0;

  constructor(context, item) {
    this.context = context;
    this.item = context.outbox.over(item);
    this.titles = new Map();
    this.seen = context.outbox.has(item.address) ? undefined : asTyped(item.value);
    this.chosen = new Set(chosenIn(this.item.value));
    const name = captionOf(item);
    this.input = element("input", { type: "search", "aria-label": t.about(t.search, name), placeholder: t.search, autocomplete: "off" });
    this.list = element("ul", { class: "choices", "aria-label": name });
    this.count = element("p", { class: "detail", role: "status" });
    this.more = button(t.showMore, () => this.#load(this.list.children.length), { hidden: true });
    this.dialog = element(
      "dialog", { class: "sheet", "aria-label": name },
      element("h2", {}, name), this.input, this.count, this.list, this.more,
      element("div", { class: "ends" },
        button(t.noAnswer, () => this.#end([])), button(item.multiple ? t.finish : t.close, () => this.#close(), { class: "main" })));
    this.input.addEventListener("input", () => {
      clearTimeout(this.timer);
      this.timer = setTimeout(() => this.#load(0), 120);
    });
    this.dialog.addEventListener("click", (event) => { if (event.target === this.dialog) this.#close(); });
  }

  async open(opener) {
    openDialog(this.dialog, opener);
    await this.#load(0);
  }

  async #load(from) {
    const search = ++this.#search;
    const answer = await this.context.ask("/choices", { cell: this.item.address, containing: this.input.value, from, limit: part });
    if (!answer || search !== this.#search) return;
    if (from === 0) this.list.replaceChildren();
    for (const choice of answer.choices) {
      this.titles.set(choice.value, choice.title);
      this.list.append(this.#row(choice));
    }
    this.more.hidden = this.list.children.length >= answer.count;
    this.count.textContent = t.choices(answer.count);
  }

  #row(choice) {
    const input = element("input", { type: this.item.multiple ? "checkbox" : "radio", name: "choice" });
    input.checked = this.chosen.has(choice.value);
    input.addEventListener("change", () => this.#choose(choice.value, input.checked));
    // A chosen radio button does not change, and is still an answer.
    if (!this.item.multiple) input.addEventListener("click", (event) => { if (event.detail > 0) this.#end([choice.value]); });
    if (!this.item.multiple) input.addEventListener("keydown", (event) => { if (event.key === "Enter") this.#end([choice.value]); });
    return element("li", {}, element("label", {}, input, element("span", {}, choice.title)));
  }

  #choose(value, isChosen) {
    if (!this.item.multiple) {
      this.chosen = new Set([value]);
      return;
    }
    if (isChosen) this.chosen.add(value);
    else this.chosen.delete(value);
    say(t.chosen(this.chosen.size));
  }

  #end(values) {
    this.chosen = new Set(values);
    this.#close();
  }

  /** Closes, and enters a changed choice. */
  #close() {
    if (!this.dialog.open) return;
    this.dialog.close();
    const { address: cell, value, multiple, ranked } = this.item;
    const before = chosenIn(value);
    const now = [...this.chosen];
    const isSame = ranked ? (each, index) => before[index] === each : (each) => before.includes(each);
    if (now.length === before.length && now.every(isSame)) return;
    const text = now.map((each) => this.titles.get(each) ?? each).join(", ");
    this.context.act(now.length === 0 ? { action: "clear", cell } : { action: "set", cell, value: multiple ? now : now[0] }, { text, seen: this.seen });
  }
}
