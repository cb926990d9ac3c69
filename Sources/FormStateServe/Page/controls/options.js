// The options of a question, drawn with the question: as buttons beside or below each other, or as a menu.

import { element, identifier, setAttribute } from "../elements.js";
import { t } from "../strings/strings.js";
import { mediaOf, mediaPath } from "./stored.js";

/** From this number of options on, a question is answered in a searchable dialog. */
const many = 12;
/** The same for a question that asks for an order, whose options are all put in it. */
const manyToRank = 100;
/** The appearances that draw options in columns of natural width. */
const inColumns = ["compact", "horizontal", "horizontal-compact", "columns", "columns-pack", "columns-flex", "likert", "label", "list-nolabel", "list"];

/** The words of an item's appearance. */
function wordsOf(item) { return (item.appearance ?? "").split(" "); }

/** The control of a question with options: “buttons”, “menu”, “ranking” or “search”. */
export function wayToChoose(item) {
  if (item.ranked) return "ranking";
  const words = wordsOf(item);
  const count = item.options?.length ?? 0;
  if (["search", "autocomplete"].some((word) => words.includes(word))) return "search";
  if (words.includes("minimal")) return item.multiple || count >= many ? "search" : "menu";
  const isSpread = words.some((word) => inColumns.includes(word) || /^columns-\d+$/.test(word));
  return count < many || isSpread ? "buttons" : "search";
}

/** The class and the number of columns for an appearance. */
function layout(item) {
  const words = wordsOf(item);
  const columns = words.map((word) => word.match(/^(?:columns|compact)-(\d{1,2})$/)?.[1]).find(Boolean);
  if (words.includes("likert")) return { name: "likert", columns: item.options.length };
  if (columns) return { name: "columned", columns: Math.max(1, Number(columns)) };
  return { name: words.some((word) => inColumns.includes(word)) ? "spread" : "listed", columns: 1 };
}

/**
 * The choices of questions that choose from a list: queried for each drawn question whenever the response has changed,
 * so short lists are drawn with their question, whatever conditions they have.
 */
export class Offers {
  #known = new Map();

  constructor(context) {
    this.context = context;
  }

  /** An item with its choices, if they are few; otherwise unchanged. */
  over(item, page) {
    if (item.control !== "list" || !item.measure || page.at !== null) return item;
    const known = this.#known.get(item.address);
    if (known?.revision !== page.revision) this.#ask(item.address, page.revision, item.ranked ? manyToRank : many);
    return known?.options ? { ...item, options: known.options } : item;
  }

  async #ask(cell, revision, limit) {
    const options = this.#known.get(cell)?.options ?? null;
    this.#known.set(cell, { revision, options });
    const answer = await this.context.server.get("/choices", { cell, limit }).catch(() => null);
    if (!answer || this.#known.get(cell).revision !== revision) return;
    const isLittle = answer.count > 0 && answer.count < limit;
    this.#known.set(cell, { revision, options: isLittle ? answer.choices : null });
    if (isLittle || options) this.context.refresh(new Set([cell]));
  }
}

/** The values of an answer. */
export function chosenIn(value) { return Array.isArray(value) ? value : value === null || value === undefined ? [] : [value]; }

/** The text of the chosen options. */
export function titlesOfChosen(item) {
  const titles = new Map((item.options ?? []).map((option) => [option.value, option.title || option.value]));
  return chosenIn(item.value).filter((value) => titles.has(value)).map((value) => titles.get(value)).join(", ");
}

/** The action that chooses values of a question, and the text of its answer. */
export function choosing(item, values) {
  if (values.length === 0) return [{ action: "clear", cell: item.address }, {}];
  const value = item.multiple ? values : values[0];
  return [{ action: "set", cell: item.address, value }, { text: titlesOfChosen({ ...item, value }) }];
}

/**
 * Radio buttons or checkboxes in a group that is named like the question. Its Control provides the rest.
 */
export class OptionButtons {
  #shown = "";
  inputs = [];

  /** `choose` is called with the chosen values. */
  constructor(id, item, choose, stored) {
    this.id = id;
    this.choose = choose;
    this.stored = stored;
    this.node = element("fieldset", { id, class: "options", role: item.multiple ? null : "radiogroup" });
  }

  show(item, titleId) {
    this.item = item;
    setAttribute(this.node, "aria-labelledby", titleId);
    // The existing pictures are known later.
    const files = item.options.flatMap((option) => (option.media ?? []).map(({ name }) => this.stored.size(mediaPath(name), item.address) ?? null));
    const wanted = JSON.stringify([files, item.options.map(({ value, title, media }) => [value, title, media]), item.appearance, item.multiple]);
    if (wanted !== this.#shown) {
      this.#shown = wanted;
      this.#draw(item);
    }
    const chosen = chosenIn(item.value);
    for (const input of this.inputs) input.checked = chosen.includes(input.value);
  }

  #draw(item) {
    const { name, columns } = layout(item);
    const focused = this.inputs.find((input) => input === document.activeElement)?.value;
    this.node.className = `options ${name}`;
    this.node.style.setProperty("--columns", String(columns));
    this.inputs = item.options.map(({ value }) => element("input", {
      type: item.multiple ? "checkbox" : "radio", name: this.id, value, id: identifier(`${this.id}-`, value),
      onchange: () => this.choose(this.inputs.filter((each) => each.checked).map((each) => each.value)),
    }));
    this.node.replaceChildren(...item.options.map((option, index) => element(
      "label", { class: "option" }, this.inputs[index],
      element("span", {}, mediaOf({ ...option, address: item.address }, option.title, this.stored), option.title || option.value))));
    this.inputs.find((input) => input.value === focused)?.focus({ preventScroll: true });
  }

  /** The focusable element: the chosen button, or else the first. */
  get focusable() { return this.inputs.find((input) => input.checked) ?? this.inputs[0] ?? null; }
}

/** A native menu. */
export class OptionMenu {
  #shown = "";
  inputs = [];

  constructor(id, _item, choose) {
    this.node = element("select", { id, onchange: () => choose(this.node.value === "" ? [] : [this.node.value]) });
  }

  show(item) {
    const wanted = JSON.stringify(item.options.map(({ value, title }) => [value, title]));
    if (wanted !== this.#shown) {
      this.#shown = wanted;
      this.node.replaceChildren(
        element("option", { value: "" }, t.choose),
        ...item.options.map(({ value, title }) => element("option", { value }, title || value)));
    }
    this.node.value = chosenIn(item.value)[0] ?? "";
  }

  get focusable() { return this.node; }
}
