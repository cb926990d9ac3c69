// Draws rows and headers.

import { makeControl } from "../controls/controls.js";
import { titlesOfChosen } from "../controls/options.js";
import "../controls/places.js";
import { mediaOf } from "../controls/stored.js";
import { button, element, identifier, setAttribute, setChildren } from "../elements.js";
import { t } from "../strings/strings.js";
import { QuestionPlace } from "./questions.js";
import { captionOf, directionOfFigures, marked, showsCaption } from "../words.js";

/** Controls below a long label. */
const stacked = new Set(["text", "longText", "file", "integer", "decimal", "date", "time", "dateTime", "list", "slider", "place"]);
/** Controls below every label. */
const alwaysStacked = new Set(["options"]);
/** The number of characters of a label that leave room for a control beside it, on a wide screen and on a narrow one. */
const longLabel = 28;
const shortLabel = 14;

/** When a control is below its label: always, on narrow screens, or never (null). */
function stacking({ caption, hint }) {
  if (hint !== "" || caption.length > longLabel || caption.includes("\n")) return "stacked";
  return caption.length > shortLabel ? "stacked-if-narrow" : null;
}

/** The readable form of someone else's value. */
function readingOf(item, text) {
  if (item.switchTitles) return (text === "true" ? item.switchTitles.on : item.switchTitles.off) ?? text;
  if (!item.options) return text;
  return titlesOfChosen({ ...item, value: item.multiple ? JSON.parse(text) : text }) || text;
}

/** Sets the text of a node, unless it is the same. */
function replaceWords(node, children) {
  const fresh = element("span", {}, ...children);
  if (node.innerHTML !== fresh.innerHTML) node.replaceChildren(...fresh.childNodes);
}

/** A section's header: a heading, with a button if the section can be folded. */
export class HeaderView {
  constructor(item, context) {
    this.context = context;
    this.node = element("h2", { class: "header" });
    this.node.dataset.key = item.key;
  }

  update(item, page) {
    this.item = item;
    this.node.style.height = `${item.h}px`;
    const words = item.title === "" ? [item.folded ? t.section : element("span", { class: "hidden" }, t.section)] : marked(item.title, false);
    // Without a title there is nothing to fold away, except to show it again.
    const folds = item.foldable && (item.title !== "" || item.folded);
    if (folds) {
      if (this.title?.tagName !== "BUTTON") {
        this.title = button("", () => this.context.act(this.item.tap), { class: "fold" });
      }
      setAttribute(this.title, "aria-expanded", String(!item.folded));
      setAttribute(this.title, "disabled", page.readOnly);
    } else if (this.title?.tagName !== "SPAN") {
      this.title = element("span");
    }
    replaceWords(this.title, words);
    setAttribute(this.node, "class", item.title === "" && !folds ? "header untitled" : "header");
    setChildren(this.node, [this.title]);
  }

  get main() { return this.title.tagName === "BUTTON" ? this.title : this.node; }
  focus() { this.main.focus({ preventScroll: true }); }
  get isBeingTyped() { return false; }
  get state() { return ""; }
}

/** A row: the texts of the cell, its control, and its faults. */
export class RowView {
  /** Whether it is scrolled away and kept for its input. */
  isParked = false;

  constructor(item, context) {
    this.context = context;
    this.id = identifier("r-", item.key);
    this.node = element("li", { class: "row" });
    this.node.dataset.key = item.key;
    this.line = element("div", { class: "line" });
    this.words = element("div", { class: "words" });
    this.faults = element("div", { class: "faults", id: `${this.id}-faults` });
    this.note = element("span", { class: "note", id: `${this.id}-note` });
    this.node.addEventListener("focusout", (event) => {
      // A row that stands for its options is left when it was not opened to answer.
      const asks = this.control?.main ?? (this.item.expanded ? null : this.title);
      if (this.node.contains(event.relatedTarget) || !asks?.contains(event.target)) return;
      context.gaps.leave(this.item.parent ?? this.item.address);
    });
    this.question = new QuestionPlace();
    this.questionOfInstance = new QuestionPlace();
    this.unsaved = element("span", { class: "unsaved", id: `${this.id}-unsaved` }, t.notSavedYet);
  }

  /** Redraws the same item with its current unsaved input. */
  refresh() { this.update(this.item, this.page, this.place); }

  get isBeingTyped() { return this.control?.isDirty ?? false; }
  /** The control's state besides its elements. */
  get state() { return this.control?.state ?? ""; }

  update(item, page, place) {
    this.item = item;
    this.page = page;
    this.place = place;
    const { node } = this;
    const seen = { ...this.context.offers.over(item, page), faults: this.#faultsOf(item, page) };
    node.style.setProperty("--level", item.level);
    if (item.measure) node.style.removeProperty("height");
    else node.style.height = `${item.h}px`;
    setAttribute(node, "aria-setsize", place?.size);
    setAttribute(node, "aria-posinset", place?.number);
    const shown = this.context.outbox.over(seen);
    this.#updateControl(shown, page);
    const words = this.#wordsOf(item);
    setAttribute(node, "class", this.#classes(seen, words));
    this.#updateWords(item, page, words, shown);
    this.#updateFaults(shown);
    setChildren(this.line, [this.words, ...(this.control ? [this.control.node] : [])]);
    const disabled = page.readOnly || page.completed;
    const asked = this.question.node(
      item.asks, { name: t.differentAnswers, none: t.noAnswer, id: `${this.id}-asked`, disabled }, this.context);
    const askedOfInstance = this.questionOfInstance.node(
      item.begins?.asks, { name: t.removedAndAnswered, none: t.removed, id: `${this.id}-stays`, disabled }, this.context);
    setChildren(node, [
      item.begins && this.#instance(item, page), askedOfInstance, this.line, this.#conflict(item.address), asked,
      this.faults.firstChild && this.faults,
    ].filter(Boolean));
  }

  #classes(item, words) {
    const classes = ["row", `is-${item.control}`];
    if (item.readOnly && item.control !== "label" && (item.calculated || item.value !== null)) classes.push("quiet");
    if (item.expandable) classes.push(item.expanded ? "open" : "closed");
    if (item.level > 0) classes.push("inner");
    if (item.inline) classes.push("growing");
    if (item.begins) classes.push("begins");
    if (!item.measure) classes.push("fixed");
    if (item.faults?.some((fault) => fault.severity !== "warning")) classes.push("faulty");
    if (this.isParked) classes.push("parked");
    const kind = this.control?.signature.split(" ")[0];
    const place = !item.measure ? null : alwaysStacked.has(kind) ? "stacked" : stacked.has(kind) ? stacking(words) : null;
    if (place) classes.push(place);
    return classes.join(" ");
  }

  /** The question, its hint, and the answer if no control shows it. */
  #wordsOf(item) {
    const isCaptioned = showsCaption(item);
    const caption = captionOf(item);
    const isWhole = this.control?.isWhole ?? false;
    const rest = isCaptioned ? item.asked ?? item.title : item.subtitle;
    const hint = (isCaptioned && !item.unanswered && !isWhole) || rest === caption ? "" : rest;
    if (isWhole) return { caption, hint, answer: "" };
    const { readable = "" } = item;
    const answer = isCaptioned ? (item.unanswered ? "" : item.title || readable) : !this.control && readable !== item.title ? readable : "";
    return { caption, hint, answer };
  }

  #updateControl(item, page) {
    const control = makeControl(item, this);
    if (control.signature !== this.control?.signature) this.control = control.make?.() ?? null;
    const isLate = this.context.outbox.isLate(item.address);
    this.control?.update(item, page, `${this.#describedBy(item)}${isLate ? ` ${this.id}-unsaved` : ""}`);
    if (!isLate) this.unsaved.remove();
    else if (this.control && this.unsaved.parentNode !== this.control.node) this.control.node.append(this.unsaved);
  }

  /** What describes an answer besides its question: whether it is required, and what is wrong with it. */
  #describedBy(item) { return `${this.id}-note${item.faults || item.problem ? ` ${this.id}-faults` : ""}`; }

  /** A cell with a caption shows its answer beside it; otherwise its title is its only text. */
  #updateWords(item, page, { caption, hint, answer }, shown) {
    const folds = item.expandable && item.control !== "option" && !this.control?.isWhole;
    const tag = folds ? "BUTTON" : this.control?.labels ? "LABEL" : "SPAN";
    if (this.title?.tagName !== tag) {
      this.title = tag === "BUTTON" ? button("", () => this.tap()) : element(tag.toLowerCase());
      this.title.classList.add("title");
      this.title.id = `${this.id}-title`;
    }
    if (tag === "BUTTON") {
      setAttribute(this.title, "aria-expanded", String(item.expanded ?? false));
      setAttribute(this.title, "disabled", page.readOnly);
      setAttribute(this.title, "aria-describedby", this.control ? null : this.#describedBy(shown));
      setAttribute(this.title, "aria-invalid", !this.control && shown.faults ? "true" : null);
    }
    if (tag === "LABEL") setAttribute(this.title, "for", `${this.id}-control`);
    const words = marked(caption, tag !== "BUTTON");
    // In a button each of several nodes would be a separate column.
    const children = words.length > 1 ? [element("span", {}, ...words)] : words;
    if (item.level > 0) children.push(element("span", { class: "hidden" }, t.level(item.level + 1)));
    if (answer !== "") children.push(element("span", { class: "hidden" }, ": "), element("span", { class: "reading", dir: directionOfFigures(answer) }, answer));
    if (item.lineLimit && !item.expanded) this.title.style.setProperty("--lines", item.lineLimit);
    else setAttribute(this.title, "style", null);
    replaceWords(this.title, children);
    const notes = [item.required && t.required, item.readOnly && item.calculated && t.calculated];
    replaceWords(this.note, [notes.filter(Boolean).join(" · ")]);
    const detail = hint === "" ? null : element("span", { class: "detail" }, ...marked(hint));
    this.detail = detail && this.detail?.outerHTML === detail.outerHTML ? this.detail : detail;
    const media = mediaOf(item, caption, this.context.stored);
    this.media = media && this.media?.outerHTML === media.outerHTML ? this.media : media;
    setChildren(this.words, [this.title, ...(this.media ? [this.media] : []), ...(this.detail ? [this.detail] : []), ...(this.note.textContent ? [this.note] : [])]);
  }

  /** The visible faults of an item: a draft is none while it is typed, and a stated problem says more. */
  #faultsOf(item, page) {
    const shown = this.context.gaps.shown(item, page);
    const left = shown?.filter(({ kind }) => kind !== "draft" || !(this.isBeingTyped || item.problem));
    return left?.length > 0 ? left : undefined;
  }

  #updateFaults(item) {
    const lines = [];
    if (item.problem) lines.push(element("p", { class: "problem" }, t.notTakenYet(item.problem)));
    for (const fault of item.faults ?? []) {
      lines.push(element("p", { class: fault.severity === "warning" ? "warning" : "fault" }, fault.message));
    }
    replaceWords(this.faults, lines);
  }

  /** The controls to choose between two answers; null without a conflict. */
  #conflict(cell) {
    const { conflicts } = this.context;
    const theirs = conflicts.theirs(cell);
    if (theirs === undefined) return null;
    if (this.conflict?.theirs !== theirs) {
      this.conflict = { theirs, node: conflicts.node(cell, () => this.control?.text ?? "", (value) => readingOf(this.item, value)) };
    }
    return this.conflict.node;
  }

  /** The actions on the instance that begins with this row. */
  #instance(item, page) {
    const { position, count, remove, up, down } = item.begins;
    const name = captionOf(item);
    const act = (sign, label, action) => button(sign, () => this.context.act(action), {
      class: "sign", "aria-label": t.about(label, name), title: label, disabled: page.readOnly || page.completed,
    });
    const fresh = element(
      "div", { class: "instance", role: "group", "aria-label": t.instance(name, position + 1, count) },
      element("span", {}, t.place(position + 1, count)),
      up && act("↑", t.moveUp, up), down && act("↓", t.moveDown, down), remove && act("✕", t.remove, remove));
    if (this.instance?.outerHTML === fresh.outerHTML && this.instanceActions === JSON.stringify(item.begins)) return this.instance;
    const active = /** @type {HTMLElement | null} */ (document.activeElement);
    const focusedLabel = this.instance?.contains(active) ? active.title : null;
    this.instance?.replaceWith(fresh);
    this.instance = fresh;
    this.instanceActions = JSON.stringify(item.begins);
    if (focusedLabel) (fresh.querySelector(`[title="${focusedLabel}"]`) ?? fresh.querySelector("button"))?.focus({ preventScroll: true });
    return fresh;
  }

  tap() { return this.context.act({ action: "tap", cell: this.item.address }); }

  /** The element that represents the row in keyboard navigation. */
  get main() {
    const candidates = [this.title?.tagName === "BUTTON" ? this.title : null, this.control?.focusable];
    return candidates.find((candidate) => candidate && !candidate.matches(":disabled")) ?? this.node;
  }

  focus() {
    const { main } = this;
    if (main === this.node) this.node.tabIndex = -1;
    main.focus({ preventScroll: true });
  }
}
