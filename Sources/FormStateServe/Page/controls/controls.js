// The controls for answers: native controls, one class for each kind of input.

import { button, element, isComposing, setAttribute } from "../elements.js";
import { asTyped } from "../rows/conflicts.js";
import { t } from "../strings/strings.js";
import { captionOf, directionOfFigures } from "../words.js";
import { ChoiceDialog } from "./choices.js";
import { plainNumber, writtenNumber } from "./numbers.js";
import { OptionButtons, OptionMenu, choosing, titlesOfChosen, wayToChoose } from "./options.js";
import { Ranking } from "./ranking.js";

const draftDelay = 400;
/** The classes that draw options, by the way to choose. */
const ways = { menu: OptionMenu, buttons: OptionButtons, ranking: Ranking };
/** The typed controls, by their names. */
export const typed = {
  text: { type: "text" }, longText: { tag: "textarea" },
  integer: { type: "text", inputmode: "numeric" }, decimal: { type: "text", inputmode: "decimal" },
  date: { type: "date", pattern: /^\d{4}-\d\d-\d\d$/ }, time: { type: "time", pattern: /^\d\d:\d\d(:\d\d)?$/ },
  dateTime: { type: "datetime-local", pattern: /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?$/ },
};
/** The classes of all other controls; other modules add theirs. */
export const kinds = { switch: () => SwitchControl, slider: () => SliderControl, option: () => OptionControl, list: () => ListControl, repeat: () => AddControl };
/** The keyboard of a phone, by the appearance of a text. */
const keyboards = { numbers: "numeric", phone: "tel", email: "email", url: "url" };

/** The control of an item: `signature` distinguishes controls that cannot become each other, `make` makes it. */
export function makeControl(item, row) {
  // A question that cannot be typed has no field.
  if (item.control in typed && item.readOnly) return {};
  if (item.control in typed) return { signature: item.control, make: () => new (kinds[item.control]?.() ?? TextControl)(item, row) };
  if (item.control === "repeat" && !item.add) return {};
  // Separate rows show the options of an expanded question.
  if (item.control === "options" && (!item.measure || item.expanded)) return {};
  const way = item.options && ["options", "list"].includes(item.control) ? wayToChoose(item) : null;
  if (item.control === "options" || (way !== null && way !== "search")) {
    const made = way === "search" ? () => new ListControl(item, row) : () => new OptionsControl(item, row, way);
    return { signature: `options ${way} ${item.multiple ?? false}`, make: made };
  }
  const found = kinds[item.control]?.();
  if (!found) return {};
  return { signature: `${item.control} ${item.multiple ?? false}`, make: () => new found(item, row) };
}

/** The base of all controls; an item is shown with its unsaved input. */
export class Control {
  isDirty = false;
  labels = true;
  /** @type {any} the focusable element. */
  main = null;

  /** Shows the content of an item. */
  show(_item) {}

  /** Whether it represents the whole question, which has nothing to expand and no answer to show beside it. */
  get isWhole() { return /^(options|list) /.test(this.signature); }
  /** The focusable element. */
  get focusable() { return this.main; }

  constructor(item, row) {
    this.row = row;
    this.signature = makeControl(item, row).signature;
    this.id = `${row.id}-control`;
  }

  update(item, page, described) {
    this.item = item;
    setAttribute(this.main, "disabled", page.readOnly || page.completed || item.readOnly || false);
    setAttribute(this.main, "aria-describedby", described);
    setAttribute(this.main, "aria-required", item.required ? "true" : null);
    setAttribute(this.main, "aria-invalid", item.faults?.length || item.problem ? "true" : null);
    // A button that expands the row is not a label.
    if (item.expandable) setAttribute(this.main, "aria-label", captionOf(item));
    if (!this.isDirty) this.show(this.item);
  }

  /** The value that the person sees in the cell, so nothing unseen is replaced. This page's own values do not count. */
  get seenNow() { return this.row.context.outbox.has(this.item.address) ? undefined : asTyped(this.row.item.value); }

  /** Sends an action; until it is acknowledged, the outbox determines what shows. */
  act(action, more) {
    this.isDirty = false;
    this.row.context.act(action, more);
  }
}

/** A text, or another typed value: kept as a draft during typing, entered on leaving. */
export class TextControl extends Control {
  isText = true;

  constructor(item, row) {
    super(item, row);
    const { tag = "input", pattern, ...attributes } = typed[item.control];
    this.pattern = pattern;
    this.main = element(tag, { id: this.id, autocomplete: "off", ...attributes });
    const words = (item.appearance ?? "").split(" ");
    const keyboard = words.map((word) => keyboards[word]).find(Boolean);
    if (keyboard && item.control === "text") this.main.inputMode = keyboard;
    if (words.includes("masked") && item.control === "text") this.main.type = "password";
    if (tag === "textarea") this.main.rows = 2;
    this.unit = element("span", { class: "unit", "aria-hidden": "true" });
    this.node = element("div", { class: "control typed" }, this.main, this.unit);
    this.main.addEventListener("input", () => this.#typed());
    this.main.addEventListener("change", () => {
      if (!this.#isFocused || (this.pattern && Date.now() - this.lastKey > 1000)) this.leave();
    });
    this.main.addEventListener("blur", () => { if (this.main.isConnected) this.leave(); });
    this.main.addEventListener("keydown", (event) => this.#key(event));
  }

  lastKey = 0;

  /** Whether a person is in it; the browser and its extensions fill in fields that nobody enters or leaves. */
  get #isFocused() { return document.activeElement === this.main; }

  get state() { return `${this.main.type} ${this.main.value} ${this.main.disabled} ${this.unit.textContent}`; }
  /** The content of the control, in the server's format. */
  get text() {
    const { value } = this.main;
    if (isNumber(this.item)) return plainNumber(value);
    if (this.item.control !== "dateTime" || this.main.type === "text" || value === "") return value;
    return (value.length === 16 ? `${value}:00` : value) + this.#offset(value);
  }

  #offset(value) {
    const given = typeof this.item.value === "string" && this.item.value.match(/(Z|[+-]\d\d:\d\d)$/);
    if (given) return given[0];
    const minutes = -new Date(value).getTimezoneOffset();
    const two = (number) => String(Math.floor(Math.abs(number))).padStart(2, "0");
    return `${minutes < 0 ? "-" : "+"}${two(minutes / 60)}:${two(minutes % 60)}`;
  }

  /** The editable form of a value. */
  plain(value) {
    if (value === null || value === undefined) return "";
    if (isNumber(this.item)) return String(value);
    return this.item.control === "dateTime" ? String(value).replace(/(\.\d+)?(Z|[+-]\d\d:\d\d)$/, "") : String(value);
  }

  show(item) {
    const plain = this.plain(item.draft ?? item.value);
    const text = isNumber(item) ? writtenNumber(plain) : plain;
    // An invalid date is shown as typed, by a control that can.
    if (this.pattern) this.main.type = text === "" || this.pattern.test(text) ? typed[item.control].type : "text";
    if (this.main.value !== text) this.main.value = text;
    setAttribute(this.main, "dir", directionOfFigures(text || this.main.placeholder));
    // A moment differs between time zones.
    const unit = item.unit ?? (item.control === "dateTime" && /T/.test(text) ? this.#offset(text) : "");
    if (this.unit.textContent !== unit) this.unit.textContent = unit;
    if (this.main.tagName === "TEXTAREA") this.#grow();
  }

  #grow() {
    this.main.style.height = "auto";
    if (this.main.scrollHeight > 0) this.main.style.height = `${this.main.scrollHeight + 2}px`;
  }

  update(item, page, described) {
    super.update(item, page, described);
    const held = asTyped(this.row.item.value);
    if (!this.isDirty || this.seen === undefined || held === this.seen) return;
    if (held === this.text) this.row.context.conflicts.settle(item.address);
    else this.row.context.conflicts.note(item.address, held);
    this.seen = held;
  }

  #typed() {
    if (!this.isDirty) this.seen = this.seenNow;
    this.isDirty = true;
    if (this.main.tagName === "TEXTAREA") this.#grow();
    clearTimeout(this.timer);
    this.timer = setTimeout(() => { if (this.#isFocused) this.#keep(); else this.leave(); }, draftDelay);
  }

  /** Keeps the input at once: the page may be about to close. */
  flush() {
    clearTimeout(this.timer);
    this.#keep();
  }

  #keep() {
    const { text } = this;
    if (!this.isDirty || text === this.kept) return;
    this.kept = text;
    const isValue = text === "" || text === this.plain(this.row.item.value);
    this.row.context.act({ action: "draft", cell: this.item.address, value: isValue ? null : text }, { isQuiet: true });
  }

  /** The value to enter for a text; null if it is invalid, and stays a draft. */
  asValue(text) { return text; }

  #key(event) {
    // Enter and Escape end the composition of a character, and nothing else.
    if (isComposing(event)) return;
    this.lastKey = Date.now();
    if (event.key === "Enter" && this.main.tagName !== "TEXTAREA") this.leave();
    if (event.key === "Escape" && (this.isDirty || this.item.draft !== undefined)) {
      this.#end();
      this.act({ action: "draft", cell: this.item.address, value: null });
    }
  }

  #end() {
    clearTimeout(this.timer);
    this.isDirty = false;
    this.kept = undefined;
  }

  /** Enters the input; a refused value stays a draft, with the reason beside it. */
  leave() {
    // A draft from an earlier visit is entered as well.
    if (!this.isDirty && this.item.draft === undefined) return;
    const { text, item: { address: cell } } = this;
    const seen = this.isDirty ? this.seen : this.seenNow;
    // A conflict must be decided by the person, and an invalid value corrected; until then it is a draft.
    const value = text === "" ? "" : this.asValue(text);
    if (value === null || this.row.context.conflicts.has(cell)) {
      this.flush();
      this.isDirty = false;
      return;
    }
    this.#end();
    this.row.context.act(
      text === "" ? { action: "clear", cell } : { action: "set", cell, value }, { isTyped: text !== "", seen });
  }
}

function isNumber({ control }) { return control === "integer" || control === "decimal"; }

class SwitchControl extends Control {
  constructor(item, row) {
    super(item, row);
    this.main = element("input", { type: "checkbox", role: "switch", id: this.id });
    this.words = element("span", { class: "unit", "aria-hidden": "true" });
    this.node = element("div", { class: "control" }, this.words, this.main);
    this.main.addEventListener("change", () => this.act({ action: "set", cell: this.item.address, value: this.main.checked }, { seen: this.seenNow }));
  }

  get state() { return `${this.main.checked} ${this.main.disabled} ${this.words.textContent}`; }

  show(item) {
    this.main.checked = item.value === true;
    const words = item.value === null ? t.noAnswer : item.switchTitles ? item.readable : "";
    if (this.words.textContent !== words) this.words.textContent = words;
  }
}

class SliderControl extends Control {
  constructor(item, row) {
    super(item, row);
    this.main = element("input", { type: "range", id: this.id });
    this.output = element("output", { for: this.id });
    this.node = element("div", { class: "control sliding" }, this.main, this.output);
    this.main.addEventListener("input", () => {
      this.isDirty = true;
      this.#say(this.main.value + (this.item.unit ? ` ${this.item.unit}` : ""));
    });
    this.main.addEventListener("change", () => this.act({ action: "set", cell: this.item.address, value: Number(this.main.value) }, { seen: this.seenNow }));
  }

  get state() { return `${this.main.value} ${this.main.disabled} ${this.output.textContent}`; }

  show(item) {
    const { min = 0, max = 10 } = item.range ?? {};
    setAttribute(this.main, "min", min);
    setAttribute(this.main, "max", max);
    setAttribute(this.main, "step", item.step ?? (Number.isInteger(min) && Number.isInteger(max) && max - min > 1 ? 1 : "any"));
    this.main.value = String(item.value ?? min);
    this.#say(item.value === null ? "–" : item.readable);
  }

  #say(text) {
    if (this.output.textContent !== text) this.output.textContent = text;
    setAttribute(this.main, "aria-valuetext", text === "–" ? t.noAnswer : text);
  }
}

/** One option of a question: a radio button among its siblings, or a checkbox where several may be chosen. */
class OptionControl extends Control {
  constructor(item, row) {
    super(item, row);
    this.main = element("input", { type: item.multiple ? "checkbox" : "radio", id: this.id, name: `${row.context.name(item)}` });
    this.node = element("div", { class: "control choosing" }, this.main);
    this.main.addEventListener("change", () => {
      const { address: cell, parent, multiple } = this.item;
      this.act({ action: "choose", cell }, { parent, wanted: multiple ? this.main.checked : undefined });
    });
  }

  get state() { return `${this.main.checked} ${this.main.disabled}`; }
  show(item) { this.main.checked = item.chosen ?? false; }
}

/** The options of a question that draws them itself. */
class OptionsControl extends Control {
  labels = false;

  constructor(item, row, way) {
    super(item, row);
    const choose = (values) => {
      const [action, more] = choosing({ ...this.row.item, options: this.item.options }, values);
      this.act(action, { ...more, seen: this.seenNow });
    };
    this.options = new ways[way](this.id, item, choose, row.context.stored);
    this.labels = way === "menu";
    this.main = this.options.node;
    this.none = button(t.clear, () => {
      choose([]);
      this.focusable?.focus();
    }, { class: "link none" });
    this.node = element("div", { class: `control choosing-${way}` }, this.main, this.none);
  }

  get state() { return `${this.main.value} ${this.options.inputs.map((input) => input.checked)} ${this.main.disabled}`; }
  get focusable() { return this.options.focusable; }

  update(item, page, described) {
    super.update(item, page, described);
    const isGroup = this.main.getAttribute("role") === null && this.main.tagName === "FIELDSET";
    if (isGroup) setAttribute(this.main, "aria-required", null);
    setAttribute(this.none, "aria-label", t.about(t.clear, captionOf(item)));
    this.none.hidden = item.multiple || this.main.tagName === "SELECT" || this.main.disabled || item.required || item.value === null;
  }

  show(item) { this.options.show(item, `${this.row.id}-title`); }
}

/** Choices from a long list: a button that opens a searchable dialog. */
class ListControl extends Control {
  labels = false;

  constructor(item, row) {
    super(item, row);
    this.main = button("", () => new ChoiceDialog(row.context, this.row.item).open(this.main), {
      id: this.id, class: "choose", "aria-haspopup": "dialog", "aria-labelledby": `${row.id}-title ${this.id}`,
    });
    this.node = element("div", { class: "control" }, this.main);
  }

  get state() { return `${this.main.textContent} ${this.main.disabled}`; }

  update(item, page, described) {
    super.update(item, page, described);
    setAttribute(this.main, "aria-required", null);
    setAttribute(this.main, "aria-labelledby", `${this.row.id}-title ${this.id}`);
  }

  show(item) {
    const text = (item.control === "options" ? titlesOfChosen(item) : item.readable) || t.choose;
    if (this.main.textContent !== text) this.main.textContent = text;
  }
}

/** The end of a repeat: a button that adds an instance. */
class AddControl extends Control {
  labels = false;

  constructor(item, row) {
    super(item, row);
    this.main = button(t.add, () => this.#add(), { id: this.id, class: "add" });
    this.node = element("div", { class: "control" }, this.main);
  }

  get state() { return `${this.main.disabled}`; }

  /** Adds an instance; if the existing ones are hidden, shows them. */
  async #add() {
    const { context } = this.row;
    const { add, address: cell, expandable, expanded } = this.item;
    if (await context.act(add) && expandable && !expanded) context.act({ action: "expand", cell });
  }

  update(item, page, described) {
    super.update(item, page, described);
    for (const name of ["aria-required", "aria-invalid", "aria-labelledby"]) setAttribute(this.main, name, null);
    setAttribute(this.main, "aria-label", t.about(t.add, captionOf(item)));
  }

  show() {}
}
