// swift-format-ignore-file
// Written by Scripts/embed; change the files that it holds.

#if CommandLine
/// Files as text.
enum EmbeddedFiles {
  /// By their names.
  static let texts: [String: String] = [
    "around/notices.js": #"""
// The notices above the form: unsaved answers, a past revision, faults of a file, something that has disappeared.

import { button, element, say, showMessage } from "../elements.js";
import { Refusal } from "../line/server.js";
import { t } from "../strings/strings.js";

export class Notices {
  #shown = "";
  #kept = [];
  #unsaved = 0;
  /** The first set-aside answers, the number of further ones, and their revision. */
  #aside = { of: "", answers: [], more: 0 };
  #isAsking = false;
  /** @type {[any?, any?, any?, any?]} */
  #last = [];

  constructor(context) {
    this.context = context;
    this.node = element("div", { id: "lines" });
    document.getElementById("notices").prepend(this.node);
  }

  /** Shows a notice until it is dismissed. */
  keep(text) {
    this.#kept.push(text);
    say(text);
    this.update(...this.#last);
  }

  /**
   * Shows the notices of a page; `preview` is a preview's report on its file, `line` the state of the connection to
   * the program.
   * @param {any} line
   */
  update(page, preview, gone, line = {}) {
    this.#last = [page, preview, gone, line];
    if (preview) this.#lookAside();
    const gaps = this.context.gaps.node();
    const wanted = JSON.stringify([page?.at, page?.last, page?.completed, page?.readOnly, preview, gone, line, this.#kept, this.#aside, gaps?.outerHTML]);
    if (wanted === this.#shown) return;
    this.#shown = wanted;
    const unsaved = line.unsaved > 0 ? this.#unsavedWords(line) : "";
    if (unsaved !== "" && this.#unsaved === 0) say(unsaved);
    this.#unsaved = line.unsaved;
    const lines = [
      line.isStrange && element("p", { class: "notice fault" }, t.strange),
      line.isLost && !line.isStrange && element("p", { class: "notice fault" }, t.lost),
      unsaved && element("p", { class: "notice fault", id: "unsaved" }, unsaved),
      ...this.#kept.map((text) => this.#keptLine(text)),
      gone && element("p", { class: "notice fault" }, gone),
      preview && this.#preview(preview),
      page && page.at === null && this.#setAside(page),
      gaps,
      page && page.at === null && page.completed && this.#done(page),
      page && page.at !== null && this.#past(page),
    ];
    this.node.replaceChildren(...lines.filter(Boolean));
  }

  #unsavedWords({ unsaved, reason }) {
    return reason ? `${t.unsaved(unsaved)} ${t.programSays(reason)}` : t.unsaved(unsaved);
  }

  #keptLine(text) {
    return element("p", { class: "notice fault" }, `${text} `, button(t.close, () => {
      this.#kept = this.#kept.filter((other) => other !== text);
      this.update(...this.#last);
    }));
  }

  #done(page) {
    return element(
      "p", { class: "notice past", id: "done" }, t.done,
      ...this.context.downloads(page),
      page.readOnly ? null : button(t.reopen, () => this.context.act({ action: "reopen" })));
  }

  #past(page) {
    return element(
      "p", { class: "notice past" }, t.past(page.at, page.last),
      button(t.backToNow, () => this.context.travel(null), { id: "now" }));
  }

  /** Queries the set-aside answers whenever they may have changed: a renamed question is a different question. */
  async #lookAside() {
    const [page] = this.#last;
    const of = `${page?.version}/${page?.last}`;
    if (!page || page.at !== null || this.#isAsking || this.#aside.of === of) return;
    this.#isAsking = true;
    let { answers, more } = this.#aside;
    try {
      ({ answers, more } = await this.context.server.get("/set-aside"));
    } catch (refusal) {
      if (!(refusal instanceof Refusal)) throw refusal;
    }
    this.#isAsking = false;
    if (answers.length > this.#aside.answers.length) say(this.#asideWords(answers[answers.length - 1]));
    this.#aside = { of, answers, more };
    this.update(...this.#last);
  }

  #asideWords({ title, cell, texts }) {
    const answer = texts.map((text) => `“${text.slice(0, 1000)}”`).join(", ");
    return t.setAside(cell, title, answer);
  }

  #setAside(page) {
    const { answers, more } = this.#aside;
    if (answers.length === 0) return null;
    return element(
      "div", { class: "notice", id: "set-aside" },
      element("ul", {}, ...answers.map((answer) => element(
        "li", {}, this.#asideWords(answer), " ", ...(page.readOnly || page.completed ? [] : this.#moves(answer))))),
      more > 0 ? element("p", {}, t.andMore(more)) : null);
  }

  /** The controls to move a set-aside answer: a button for the likely question, and a choice of the others. */
  #moves({ cell, places }) {
    const likely = places.find((place) => place.likely);
    const others = places.filter((place) => place !== likely);
    if (places.length === 0) return [element("span", {}, t.comesBack)];
    const move = (to) => this.#move(cell, to);
    const words = likely ? t.moveToAnother : t.moveToOne;
    const select = others.length === 0 ? null : element(
      "select", { "aria-label": words }, element("option", { value: "" }, `${words} …`),
      ...others.map((place) => element("option", { value: place.cell }, place.title)));
    select?.addEventListener("change", () => select.value && move(select.value));
    return [likely && button(t.moveTo(likely.title), () => move(likely.cell)), select].filter(Boolean);
  }

  async #move(cell, to) {
    try {
      await this.context.server.post("/set-aside/map", { [cell]: to });
    } catch (refusal) {
      if (!(refusal instanceof Refusal)) throw refusal;
      showMessage(refusal.message);
      this.#aside.of = "";
      this.update(...this.#last);
    }
  }

  #preview(preview) {
    const { faults, notes, said, file, version } = preview;
    if (faults.length === 0 && notes.length === 0 && !said) return null;
    const lines = (all) => element("ul", {}, ...all.map((each) => element("li", {}, each.text)));
    return element(
      "div", { class: faults.length > 0 ? "notice fault" : "notice", id: "preview", role: faults.length > 0 ? "alert" : null },
      faults.length > 0 ? element("p", {}, t.cannotBeShown(file, version)) : null,
      faults.length > 0 ? lines(faults) : null,
      said ? element("p", {}, said) : null,
      notes.length > 0
        ? element("details", {}, element("summary", {}, t.mended(notes.length)), lines(notes))
        : null);
  }
}

"""#,
    "around/pager.js": #"""
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
    const cells = faults.map((fault) => fault.address).filter((address) => address !== null);
    for (const cell of cells) this.context.gaps.leave(cell);
    if (cells.length > 0) await this.context.reveal(cells[0]);
  }
}

"""#,
    "around/panels.js": #"""
// Beside the form: the history, the answers, and a search for cells.

import { button, copy, element, identifier, setAttribute } from "../elements.js";
import { t, tongue } from "../strings/strings.js";
import { directionOfFigures, soFar } from "../words.js";

const largeForm = 100_000;
/** How many found cells are listed at a time. */
const part = 50;

/** The panels, one at a time, as tabs. */
export class Panels {
  constructor(context) {
    this.context = context;
    this.panels = [new HistoryPanel(context), new AnswersPanel(context), new FindPanel(context), new TechnicalPanel(context)];
    this.tabs = this.panels.map((panel, index) => button(panel.name, () => this.show(index), {
      role: "tab", id: `tab-${index}`, "aria-controls": `panel-${index}`,
    }));
    this.list = element("div", { role: "tablist", "aria-label": t.aboutForm }, ...this.tabs);
    this.close = button(t.backToForm, () => context.togglePanels(false), { class: "back" });
    const nodes = this.panels.map((panel, index) => element(
      "section", { role: "tabpanel", id: `panel-${index}`, "aria-labelledby": `tab-${index}`, tabindex: "0" }, panel.node));
    this.nodes = nodes;
    document.getElementById("panels").append(this.close, this.list, ...nodes);
    this.list.addEventListener("keydown", (event) => {
      const move = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
      if (!move) return;
      event.preventDefault();
      this.show((this.shown + move + this.tabs.length) % this.tabs.length);
      this.tabs[this.shown].focus();
    });
    this.show(0);
  }

  show(index) {
    this.shown = index;
    for (const [each, tab] of this.tabs.entries()) {
      setAttribute(tab, "aria-selected", String(each === index));
      tab.tabIndex = each === index ? 0 : -1;
      this.nodes[each].hidden = each !== index;
    }
    if (this.page) this.panels[index].update(this.page, true);
  }

  update(page) {
    this.page = page;
    this.panels[this.shown].update(page, false);
  }
}

/** Queries again whenever the revision has changed, one query at a time. */
class Panel {
  #read = null;
  #isReading = false;

  async refresh(key, read) {
    if (this.#read === key) return;
    this.#read = key;
    if (this.#isReading) return;
    this.#isReading = true;
    let now;
    do {
      now = this.#read;
      await read();
    } while (now !== this.#read);
    this.#isReading = false;
  }
}

/** The revisions: a slider, and the history in words. */
class HistoryPanel extends Panel {
  name = t.history;

  constructor(context) {
    super();
    this.context = context;
    this.slider = element("input", { type: "range", id: "revision", step: "1" });
    this.label = element("output", { for: "revision" });
    this.list = element("ol", { class: "history", "aria-label": t.whatWasDone });
    this.more = button(t.showEarlier, () => this.#load(this.before), { hidden: true });
    this.node = element(
      "div", {}, element("label", { for: "revision" }, t.revision), this.slider, this.label,
      element("div", { class: "ends" }, button(t.copyLink, () => copy(context.link(), t.theLink))),
      this.list, this.more);
    this.slider.addEventListener("input", () => {
      this.#say(Number(this.slider.value));
      if (this.page.cells < largeForm) this.#go();
    });
    this.slider.addEventListener("change", () => this.#go());
  }

  update(page) {
    this.page = page;
    const shown = page.at ?? page.revision;
    setAttribute(this.slider, "min", page.first);
    setAttribute(this.slider, "max", page.last);
    setAttribute(this.slider, "disabled", page.first === page.last);
    if (!this.isGoing) this.slider.value = String(shown);
    this.#say(Number(this.slider.value));
    for (const node of this.list.children) setAttribute(node.firstChild, "aria-current", Number(node.dataset.revision) === shown ? "true" : null);
    this.refresh(page.last, () => this.#load(null));
  }

  async #go() {
    this.wanted = Number(this.slider.value);
    if (this.isGoing) return;
    this.isGoing = true;
    let gone;
    do {
      gone = this.wanted;
      await this.context.travel(gone);
    } while (gone !== this.wanted);
    this.isGoing = false;
  }

  #say(revision) {
    const text = t.revisionOf(revision, this.page.last);
    if (this.label.textContent !== text) this.label.textContent = text;
    setAttribute(this.slider, "aria-valuetext", text);
  }

  async #load(before) {
    const answer = await this.context.ask("/history", { before, limit: 50 });
    if (!answer) return;
    const rows = answer.entries.map((entry) => this.#row(entry));
    if (before === null) this.list.replaceChildren(...rows);
    else this.list.append(...rows);
    this.before = answer.before;
    this.more.hidden = answer.before === null;
    if (this.page) this.update(this.page);
  }

  #row(entry) {
    const time = new Date(entry.time);
    const when = Number.isNaN(time.getTime()) ? "" : time.toLocaleString(tongue, { dateStyle: "medium", timeStyle: "short" });
    const changes = [...entry.changes, ...(entry.more > 0 ? [t.andMore(entry.more)] : [])];
    const row = element(
      "li", {},
      button("", () => this.context.travel(entry.revision), { class: "entry" }),
      changes.length > 0 ? element("ul", {}, ...changes.map((change) => element("li", {}, change))) : null);
    row.firstChild.append(
      element("span", { class: "did" }, entry.did),
      element("span", { class: "detail" }, [t.revisionNumber(entry.revision), entry.author, when, entry.note].filter(Boolean).join(" · ")));
    row.dataset.revision = entry.revision;
    return row;
  }
}

/** The answers, preceded by their faults. */
class AnswersPanel extends Panel {
  name = t.answers;

  constructor(context) {
    super();
    this.context = context;
    this.summary = element("p", { class: "detail" });
    this.faults = element("ul", { class: "list faulty", "aria-label": t.whatIsWrong });
    this.answers = element("div");
    this.more = button(t.showMore, () => this.#load(this.next), { hidden: true });
    this.node = element("div", {}, this.summary, this.faults, this.answers, this.more);
  }

  update(page) {
    this.refresh(`${page.at} ${page.revision} ${page.version} ${page.language}`, () => this.#load());
  }

  /** Lists answers: the first ones, or those from a position on. */
  async #load(from = null) {
    const answer = await this.context.ask("/answers", { at: this.context.at, from });
    if (!answer || (from !== null && from !== this.next)) return;
    this.next = answer.next;
    this.more.hidden = answer.next === null;
    if (from === null) {
      this.listed = [];
      const progress = t.progress(answer.faultCount, answer.given, answer.count);
      this.summary.textContent = progress + (soFar(answer, Math.min(answer.visited, answer.faultsVisited)));
      this.faults.replaceChildren(...answer.faults.map((fault) => this.#go(fault, fault.message, fault.severity)));
      this.faults.hidden = answer.faults.length === 0;
    }
    this.listed.push(...answer.answers.filter((each) => !each.hidden));
    const sections = new Map();
    for (const each of this.listed) sections.set(each.section, [...(sections.get(each.section) ?? []), each]);
    this.answers.replaceChildren(...[...sections].flatMap(([title, all]) => {
      const id = identifier("answers-", title || "section");
      return [
        element("h3", { id }, title || t.section),
        element("ul", { class: "list", "aria-labelledby": id }, ...all.map((each) => this.#go(each, each.readable || "–", each.draft ? "draft" : ""))),
      ];
    }));
  }

  #go(answer, words, kind) {
    // Faults of the response as a whole lead to no row.
    if (answer.address === null) return element("li", {}, element("p", { class: "entry fault" }, element("span", { class: "did" }, words)));
    return element("li", {}, button("", () => this.context.reveal(answer.address), { class: `entry ${kind === "error" ? "fault" : ""}` }))
      .firstChild.appendChild(element("span", { class: "detail" }, answer.question)).parentNode
      .appendChild(element("span", { class: "did", dir: directionOfFigures(words) }, words)).parentNode.parentNode;
  }
}

/** Finds cells, and explains why one is hidden. */
class FindPanel extends Panel {
  name = t.find;
  /** Counts searches: an answer to an earlier one shows nothing. */
  turn = 0;

  constructor(context) {
    super();
    this.context = context;
    this.input = element("input", { type: "search", id: "find", autocomplete: "off" });
    this.count = element("p", { class: "detail", role: "status" });
    this.list = element("ul", { class: "list", "aria-label": t.cellsFound });
    this.more = button(t.showMore, () => this.#search(this.sought, this.next), { hidden: true });
    this.node = element("div", {}, element("label", { for: "find" }, t.findCell), this.input, this.count, this.list, this.more);
    this.input.addEventListener("input", () => {
      clearTimeout(this.timer);
      this.timer = setTimeout(() => this.#find(), 150);
    });
  }

  update(page, isShown) {
    if (isShown || this.stamp !== page.stamp) this.#find();
    this.stamp = page.stamp;
  }

  #find() {
    const text = this.input.value.trim();
    this.sought = text;
    this.turn += 1;
    if (text === "") {
      this.more.hidden = true;
      this.count.textContent = t.howToFind;
      this.list.replaceChildren();
      return;
    }
    this.#search(text, null);
  }

  /** Searches a large form part by part until there is something to read, and says how far it is. */
  async #search(text, from) {
    this.turn += 1;
    const { turn } = this;
    const most = (from === null ? 0 : this.list.children.length) + part;
    this.more.hidden = true;
    do {
      const answer = await this.context.ask("/find", { text, from });
      if (!answer || turn !== this.turn) return;
      const rows = answer.cells.map((cell) => this.#row(cell));
      if (from === null) this.list.replaceChildren(...rows);
      else this.list.append(...rows);
      from = answer.next;
      const words = t.cells(this.list.children.length);
      this.count.textContent = words + soFar(answer, answer.visited);
    } while (from !== null && this.list.children.length < most);
    this.next = from;
    this.more.hidden = from === null;
  }

  #row(cell) {
    const reasons = element("div", { role: "status" });
    const head = element("div", { class: "found" }, element("span", { class: "did" }, cell.name), element("span", { class: "detail" }, cell.section));
    const does = cell.shows
      ? button(t.goThere, () => this.context.reveal(cell.cell), { "aria-label": t.goTo(cell.name) })
      : button(t.why, () => this.#explain(cell, reasons), { "aria-label": t.whyNot(cell.name) });
    return element("li", {}, head, does, reasons);
  }

  async #explain(cell, into) {
    const answer = await this.context.ask("/explain", { cell: cell.cell });
    if (!answer) return;
    const words = answer.reasons.length > 0 ? answer.reasons.map((reason) => reason.text) : [t.itShows];
    into.replaceChildren(element("ul", {}, ...words.map((text) => element("li", {}, text))));
    if (answer.revealable && !answer.visible && !this.context.isReadOnly) {
      into.append(button(t.showIt, () => this.context.reveal(cell.cell), { "aria-label": t.show(cell.name) }));
    }
  }
}

/** Tools for authors of the form or an app for it. */
class TechnicalPanel extends Panel {
  name = t.technical;

  constructor(context) {
    super();
    this.context = context;
    this.heights = element("select", { id: "heights", onchange: () => context.choose({ layout: this.heights.value }) },
      element("option", { value: "compact" }, t.compact), element("option", { value: "app" }, t.asInApp));
    this.verifies = element("input", { type: "checkbox", id: "verifies", onchange: () => context.choose({ verify: this.verifies.checked ? "on" : "" }) });
    this.verifies.checked = context.verifies;
    this.facts = element("p", { class: "detail" });
    this.keptTitle = element("h3", { id: "kept-by-rules", hidden: true }, t.keptByRules);
    this.kept = element("ol", { class: "history", "aria-labelledby": "kept-by-rules" });
    this.node = element("div", { class: "technical" },
      element("div", {}, element("label", { for: "heights" }, t.heights), this.heights),
      element("div", {}, element("label", { for: "verifies" }, t.compare), this.verifies),
      button(t.copyActions, () => context.copyActions()), this.facts, this.keptTitle, this.kept);
  }

  update(page) {
    this.heights.value = page.layout;
    this.facts.textContent = t.facts({ ...page, revision: page.at ?? page.revision });
    this.refresh(page.last, () => this.#load());
  }

  /** The contents that no person enters or sees, as rules have set them lately. */
  async #load() {
    const answer = await this.context.ask("/history", { limit: 50 });
    if (!answer) return;
    const entries = answer.entries.filter(({ kept }) => kept.length > 0);
    this.keptTitle.hidden = entries.length === 0;
    this.kept.replaceChildren(...entries.map(({ revision, kept }) => element(
      "li", {}, element("span", { class: "detail" }, t.revisionNumber(revision)), element("ul", {}, ...kept.map((change) => element("li", {}, change))))));
  }
}

"""#,
    "around/toolbar.js": #"""
// The bar above the form: undo and redo with their names, completing, and a menu for the whole form.

import { button, element, setAttribute } from "../elements.js";
import { directionOf, tagOf } from "../languages.js";
import { t } from "../strings/strings.js";

export class Toolbar {
  constructor(context) {
    this.context = context;
    this.undo = button("↶", () => context.undo("undo"), { class: "sign", id: "undo" });
    this.redo = button("↷", () => context.undo("redo"), { class: "sign", id: "redo" });
    this.complete = button(t.complete, () => context.complete(), { id: "complete", class: "main" });
    this.menu = element("details", { id: "menu" }, element("summary", {}, t.more), element("div", { class: "menu" }));
    this.about = button(t.details, () => context.togglePanels(), { id: "details", "aria-expanded": "false", "aria-controls": "panels" });
    this.saveState = document.getElementById("save-state");
    document.getElementById("tools").append(this.undo, this.redo, this.complete, this.about, this.menu);
    this.menu.addEventListener("toggle", () => { if (this.menu.open) this.#fill(); });
    this.menu.addEventListener("keydown", (event) => { if (event.key === "Escape") this.#close(true); });
    document.addEventListener("pointerdown", (event) => { if (!this.menu.contains(event.target)) this.#close(); });
  }

  update(page) {
    this.page = page;
    this.#name(this.undo, t.undo, page.undo);
    this.#name(this.redo, t.redo, page.redo);
    this.complete.hidden = page.readOnly || page.completed;
    const title = page.formTitle || t.form;
    document.getElementById("title").textContent = title;
    for (const id of ["title", "form"]) setAttribute(document.getElementById(id), "lang", tagOf(page.language));
    setAttribute(document.getElementById("form"), "dir", page.language ? directionOf(page.language) : null);
    document.title = `${title} – FormState`;
    const marks = [page.response, t.version(page.version), page.completed && t.completed, page.readOnly && page.at === null && t.readOnly];
    document.getElementById("about").textContent = marks.filter(Boolean).join(" · ");
  }

  /** Shows the state of the answers; null if nothing can be answered. */
  showSaveState(saveState) {
    const words = { saved: t.allSaved, saving: t.saving, unsaved: t.notSaved }[saveState] ?? "";
    if (this.saveState.textContent !== words) this.saveState.textContent = words;
    setAttribute(this.saveState, "class", saveState === "unsaved" ? "late" : null);
  }

  #name(node, words, name) {
    const label = words(name);
    setAttribute(node, "aria-label", label);
    setAttribute(node, "title", label);
    setAttribute(node, "disabled", !name || this.page.readOnly);
  }

  /** Focuses the button that opens the panels, or the menu that holds it. */
  focusAbout() { (this.about.offsetParent === null ? this.menu.querySelector("summary") : this.about).focus(); }

  #close(isFocused = false) {
    if (!this.menu.open) return;
    this.menu.open = false;
    if (isFocused) this.menu.firstChild.focus();
  }

  #fill() {
    const { page, context } = this;
    const items = [
      !page.readOnly && this.#item(t.openAll, () => context.act({ action: "expandAll" })),
      !page.readOnly && this.#item(t.closeAll, () => context.act({ action: "collapseAll" })),
      !page.readOnly && page.completed && this.#item(t.reopen, () => context.act({ action: "reopen" })),
      this.#item(t.printForm, () => context.choose({ print: "form" })),
      this.#item(t.printAnswers, () => context.choose({ print: "answers" })),
      ...context.downloads(page),
      this.#item(page.page ? t.allAtOnce : t.onePage, () => context.choose({ pages: page.page ? "off" : "on", page: "" })),
      page.preview === null && this.#item(t.allResponses, () => context.leave("?list")),
      page.languages.length > 0 && this.#choice(
        t.language, [["", t.ownLanguage], ...page.languages.map((name) => [name, name])], page.language ?? "",
        (language) => context.choose({ language })),
      this.#item(t.details, () => context.togglePanels(true), "narrow"),
    ];
    this.menu.lastChild.replaceChildren(...items.filter(Boolean));
  }

  #item(words, does, style = null) {
    return button(words, () => {
      this.#close(true);
      does();
    }, { class: style });
  }

  #choice(name, choices, chosen, does) {
    const select = element("select", {}, ...choices.map(([value, words]) => element("option", { value }, words)));
    select.value = chosen;
    select.addEventListener("change", () => {
      this.#close(true);
      does(select.value);
    });
    return element("label", {}, name, select);
  }
}

"""#,
    "controls/choices.js": #"""
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
    this.seen = context.outbox.has(item.cell) ? undefined : asTyped(item.value);
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
    const answer = await this.context.ask("/choices", { cell: this.item.cell, containing: this.input.value, from, limit: part });
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
    const { cell, value, multiple, ranked } = this.item;
    const before = chosenIn(value);
    const now = [...this.chosen];
    const isSame = ranked ? (each, index) => before[index] === each : (each) => before.includes(each);
    if (now.length === before.length && now.every(isSame)) return;
    const text = now.map((each) => this.titles.get(each) ?? each).join(", ");
    this.context.act(now.length === 0 ? { action: "clear", cell } : { action: "set", cell, value: multiple ? now : now[0] }, { text, seen: this.seen });
  }
}

"""#,
    "controls/controls.js": #"""
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
  get seenNow() { return this.row.context.outbox.has(this.item.cell) ? undefined : asTyped(this.row.item.value); }

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
    if (held === this.text) this.row.context.conflicts.settle(item.cell);
    else this.row.context.conflicts.note(item.cell, held);
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
    this.row.context.act({ action: "draft", cell: this.item.cell, value: isValue ? null : text }, { isQuiet: true });
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
      this.act({ action: "draft", cell: this.item.cell, value: null });
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
    const { text, item: { cell } } = this;
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
    this.main.addEventListener("change", () => this.act({ action: "set", cell: this.item.cell, value: this.main.checked }, { seen: this.seenNow }));
  }

  get state() { return `${this.main.checked} ${this.main.disabled} ${this.words.textContent}`; }

  show(item) {
    this.main.checked = item.value === true;
    const words = item.value === null ? t.noAnswer : item.switchTitles ? item.text : "";
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
    this.main.addEventListener("change", () => this.act({ action: "set", cell: this.item.cell, value: Number(this.main.value) }, { seen: this.seenNow }));
  }

  get state() { return `${this.main.value} ${this.main.disabled} ${this.output.textContent}`; }

  show(item) {
    const { min = 0, max = 10 } = item.range ?? {};
    setAttribute(this.main, "min", min);
    setAttribute(this.main, "max", max);
    setAttribute(this.main, "step", item.step ?? (Number.isInteger(min) && Number.isInteger(max) && max - min > 1 ? 1 : "any"));
    this.main.value = String(item.value ?? min);
    this.#say(item.value === null ? "–" : item.text);
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
      const { cell, parent, multiple } = this.item;
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
    const text = (item.control === "options" ? titlesOfChosen(item) : item.text) || t.choose;
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
    const { add, cell, expandable, expanded } = this.item;
    if (await context.act(add) && expandable && !expanded) context.act({ action: "expand", cell });
  }

  update(item, page, described) {
    super.update(item, page, described);
    for (const name of ["aria-required", "aria-invalid", "aria-labelledby"]) setAttribute(this.main, name, null);
    setAttribute(this.main, "aria-label", t.about(t.add, captionOf(item)));
  }

  show() {}
}

"""#,
    "controls/files.js": #"""
// Files as answers: picked or drawn, uploaded one after another, shown and replaced.

import { button, element, say, setAttribute, setChildren } from "../elements.js";
import { Refusal } from "../line/server.js";
import { t } from "../strings/strings.js";
import { captionOf } from "../words.js";
import { Control, kinds } from "./controls.js";
import { DrawingDialog } from "./signature.js";
import { kindOf, readableSize } from "./stored.js";

/** The program's size limit of a file in bytes. */
const largestFile = 32 << 20;
/** The names of files stored by the program. */
const keptName = /-[0-9a-f]{32}(\.[a-z0-9]{1,8})?$/;

/** The pending and failed uploads: one file for each cell. */
export class Uploads {
  #all = new Map();
  #last = Promise.resolve();

  /** `changed` is called with a cell whose upload has changed. */
  constructor(context, changed) {
    this.context = context;
    this.changed = changed;
  }

  of(cell) { return this.#all.get(cell); }
  get #waiting() { return [...this.#all.values()].filter((upload) => upload.isSending || upload.mayRetry); }
  /** Whether closing the page would lose nothing. */
  get isEmpty() { return this.#waiting.length === 0; }
  /** “saved”, “saving” or “unsaved”. */
  get saveState() { return this.isEmpty ? "saved" : this.#waiting.some((upload) => !upload.isSending) ? "unsaved" : "saving"; }

  /** Uploads a file, and sets the cell to its name. */
  send(cell, file) {
    this.#all.get(cell)?.abort.abort();
    const upload = { cell, file, abort: new AbortController(), isSending: true, isLost: false, mayRetry: false, problem: "" };
    this.#all.set(cell, upload);
    if (file.size > largestFile) {
      this.#fail(upload, t.tooLarge(file.name, readableSize(file.size), `${largestFile >> 20} MB`), false);
    } else {
      say(t.sending(file.name));
      this.changed(cell);
      this.#last = this.#last.then(() => this.#deliver(upload));
    }
  }

  retry(cell) { this.send(cell, this.#all.get(cell).file); }

  /** Repeats uploads that were lost with the connection, now that it is back. */
  resume() {
    for (const { cell, isLost } of this.#all.values()) if (isLost) this.retry(cell);
  }

  /** Cancels an upload, or dismisses a failed one. */
  drop(cell) {
    this.#all.get(cell)?.abort.abort();
    this.#all.delete(cell);
    this.changed(cell);
  }

  async #deliver(upload) {
    const { cell, file } = upload;
    if (this.#all.get(cell) !== upload) return;
    try {
      const name = file.name.slice(-200);
      const { value } = await this.context.server.send("/attachments", file, { cell, name }, upload.abort);
      if (this.#all.get(cell) !== upload) return;
      this.#all.delete(cell);
      await this.context.stored.note(addressOf(value), file.size);
      this.context.act({ action: "set", cell, value });
      this.changed(cell);
    } catch (refusal) {
      if (!(refusal instanceof Refusal)) throw refusal;
      if (this.#all.get(cell) !== upload) return;
      const mayRetry = refusal.status >= 500 || [0, 401, 403, 408].includes(refusal.status);
      upload.isLost = refusal.isLoss;
      const reason = /[.?]$/.test(refusal.message) ? refusal.message : `${refusal.message}.`;
      this.#fail(upload, `“${file.name}” was not sent: ${reason}`, mayRetry);
    }
  }

  #fail(upload, problem, mayRetry) {
    Object.assign(upload, { isSending: false, problem, mayRetry });
    say(problem);
    this.changed(upload.cell);
  }
}

/** The original name of the file, as far as it is part of the stored name. */
function givenName(name) { return name.replace(keptName, "$1"); }

function addressOf(name) { return `/attachments/${encodeURIComponent(name)}`; }

/** A file: the current one, and buttons to pick, draw, replace and clear it. */
class FileControl extends Control {
  labels = false;
  #shown = "";

  constructor(item, row) {
    super(item, row);
    this.main = button("", () => this.input.click(), { id: this.id, class: "pick" });
    // The native control looks different in each browser, and shows “no file” even if there is one.
    this.input = element("input", { type: "file", class: "hidden", tabindex: "-1", "aria-hidden": "true" });
    this.input.addEventListener("change", () => {
      const [file] = this.input.files;
      this.input.value = "";
      if (file) this.#send(file);
    });
    this.draw = button("", () => this.#draw(), { id: `${this.id}-draw`, class: "draw" });
    this.preview = element("div", { class: "filed" });
    this.buttons = element("div", { class: "picking" });
    this.node = element("div", { class: "control filing" }, this.preview, this.buttons);
  }

  get state() { return `${this.main.disabled}`; }

  #send(file) { this.row.context.uploads.send(this.item.cell, file); }

  #draw() {
    const { subtitle, title } = this.item;
    const name = title || subtitle ? captionOf(this.item) : this.#isSignature ? t.signature : t.drawing;
    new DrawingDialog(name, this.#isSignature, (file) => this.#send(file)).open(this.draw);
  }

  get #isSignature() { return this.item.draws === "signature"; }

  update(item, page, described) {
    super.update(item, page, described);
    for (const name of ["aria-required", "aria-invalid"]) setAttribute(this.main, name, null);
    setAttribute(this.main, "aria-labelledby", `${this.row.id}-title ${this.id}`);
    setAttribute(this.draw, "aria-labelledby", `${this.row.id}-title ${this.id}-draw`);
    setAttribute(this.input, "accept", item.accept);
    setAttribute(this.input, "capture", item.camera);
    const { disabled } = this.main;
    const upload = disabled ? undefined : this.row.context.uploads.of(item.cell);
    this.#name(item);
    this.#showPreview(item, upload, disabled);
    setChildren(this.buttons, disabled ? [] : [...(item.draws ? [this.draw] : []), this.main, this.input]);
  }

  #name(item) {
    const isEmpty = item.value === null;
    const words = !isEmpty ? t.replace : item.camera ? t.takePhoto : t.chooseFile;
    if (this.main.textContent !== words) this.main.textContent = words;
    const drawing = this.#isSignature ? t.sign : t.draw;
    if (this.draw.textContent !== drawing) this.draw.textContent = drawing;
  }

  /** Shows the current file and the upload; unchanged parts keep their nodes, so a film keeps playing. */
  #showPreview(item, upload, disabled) {
    const { stored } = this.row.context;
    const path = item.value !== null && keptName.test(item.value) ? addressOf(item.value) : null;
    const size = path ? stored.size(path, item.cell) : undefined;
    const shown = JSON.stringify([item.value, String(size), upload?.isSending, upload?.problem, upload?.mayRetry, disabled]);
    if (shown === this.#shown) return;
    this.#shown = shown;
    const hadFocus = this.preview.contains(document.activeElement);
    setChildren(this.preview, [
      ...(upload ? [this.#underWay(upload)] : []),
      ...(item.value === null ? (disabled ? [element("span", { class: "detail" }, t.noFile)] : []) : this.#file(item, path, size, disabled)),
    ]);
    if (hadFocus && !disabled) this.main.focus({ preventScroll: true });
  }

  #underWay({ cell, file, isSending, problem, mayRetry }) {
    const { uploads } = this.row.context;
    if (isSending) {
      return element("p", { class: "sending" }, `${t.sending(file.name)} … `, button(t.cancel, () => uploads.drop(cell), { class: "link" }));
    }
    return element("p", { class: "fault" }, `${problem} `,
      mayRetry ? button(t.tryAgain, () => uploads.retry(cell), { class: "link" }) : "", " ",
      button(t.discard, () => uploads.drop(cell), { class: "link" }));
  }

  #file(item, path, size, disabled) {
    const name = path ? givenName(item.value) : String(item.value);
    const clear = disabled ? [] : [button(t.clear, () => this.act({ action: "clear", cell: item.cell }), { class: "link", "aria-label": t.about(t.clear, name) })];
    const about = typeof size === "number" ? readableSize(size) : size === null ? t.fileMissing : "";
    const { stored } = this.row.context;
    const isThere = typeof size === "number";
    const link = isThere ? element("a", { href: stored.address(path), target: "_blank", rel: "noopener", title: item.value }, name) : name;
    const kind = isThere ? kindOf(name) : null;
    return [
      ...(kind ? [stored.drawn(path, kind, name)] : []),
      element("p", { class: "detail" }, link, about && ` · ${about}`, " ", ...clear),
    ];
  }
}

kinds.file = () => FileControl;

"""#,
    "controls/numbers.js": #"""
// Numbers in the notation of a language: typed and shown so, and sent plainly.

import { formTongue } from "../strings/strings.js";

/** The zeros of digits besides 0 to 9: Arabic, Persian, Devanagari, Bengali, Thai, Burmese. */
const zeros = [0x660, 0x6f0, 0x966, 0x9e6, 0xe50, 0x1040];

/** The signs before the fraction and between the thousands. */
function signs() {
  const parts = new Intl.NumberFormat(formTongue, { useGrouping: true }).formatToParts(1234567.8);
  const sign = (type) => parts.find((part) => part.type === type)?.value;
  return { decimal: sign("decimal") ?? ".", group: sign("group") ?? "" };
}

function digit(sign) {
  const code = sign.codePointAt(0);
  const zero = zeros.find((each) => code >= each && code < each + 10);
  return zero === undefined ? sign : String(code - zero);
}

/** A number in the format of the server; an invalid one stays as typed. */
export function plainNumber(text) {
  const { decimal, group } = signs();
  const typed = text.trim().replace(/\p{Nd}/gu, digit).replace(/^[−–]/, "-");
  const isGroup = (sign) => sign === group || (/\s/.test(group) && /[\s\u00a0\u202f]/.test(sign)) || sign === "’" || sign === "'";
  // Thousands are groups of three digits; a separator elsewhere has another meaning.
  const found = typed.match(/^(-?)(\d{1,3}(?:(\D)\d{3})(?:\3\d{3})*|\d+)(?:(\D)(\d+))?$/u);
  if (!found) return text;
  const [, minus, whole, between, point, fraction] = found;
  if (between !== undefined && !isGroup(between)) {
    // In “1.234” the point may be the language's decimal separator.
    const isFraction = point === undefined && whole.split(between).length === 2 && isPoint(between, decimal);
    return isFraction ? minus + whole.replace(between, ".") : text;
  }
  if (point !== undefined && !isPoint(point, decimal)) return text;
  return minus + whole.replace(/\D/g, "") + (fraction === undefined ? "" : `.${fraction}`);
}

/** Whether a character is a decimal separator: the language's, or the point. */
function isPoint(sign, decimal) { return sign === decimal || sign === "٫" || sign === "."; }

/** A number from the server in the notation of the language; without thousands separators, so it can be edited. */
export function writtenNumber(text) {
  return /^-?\d+\.\d+$/.test(text) ? text.replace(".", signs().decimal) : text;
}

"""#,
    "controls/options.js": #"""
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
    const known = this.#known.get(item.cell);
    if (known?.revision !== page.revision) this.#ask(item.cell, page.revision, item.ranked ? manyToRank : many);
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
  if (values.length === 0) return [{ action: "clear", cell: item.cell }, {}];
  const value = item.multiple ? values : values[0];
  return [{ action: "set", cell: item.cell, value }, { text: titlesOfChosen({ ...item, value }) }];
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
    const files = item.options.flatMap((option) => (option.media ?? []).map(({ name }) => this.stored.size(mediaPath(name), item.cell) ?? null));
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
      element("span", {}, mediaOf({ ...option, cell: item.cell }, option.title, this.stored), option.title || option.value))));
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

"""#,
    "controls/places.js": #"""
// A place on the earth: typed as latitude and longitude, or located by the browser.

import { button, element, say, setAttribute } from "../elements.js";
import { t } from "../strings/strings.js";
import { TextControl, kinds, typed } from "./controls.js";

/** The browser's time limit for locating, in milliseconds. */
const timeLimit = 30_000;
/** Pending and failed locating, by cell: a sentence, or “finding”. */
const searches = new Map();

typed.place = { type: "text", placeholder: "52.5 13.4" };
kinds.place = () => PlaceControl;

/** The numbers of a text, or null if they are not a place. The program reports why (RowMembers). */
function numbersIn(text) {
  const parts = text.split(/[\s,;]+/).filter(Boolean);
  const numbers = parts.map(Number);
  const isPlace = parts.length >= 2 && parts.length <= 4 && parts.every((part) => /^[+-]?(\d+\.?\d*|\.\d+)$/.test(part))
    && Math.abs(numbers[0]) <= 90 && Math.abs(numbers[1]) <= 180 && (numbers[3] ?? 0) >= 0;
  return isPlace ? numbers : null;
}

/** A number without an exponent, and without needless digits. */
function written(number, digits) {
  return (number ?? 0).toFixed(digits).replace(/\.?0+$/, "").replace(/^-0$/, "0");
}

/** A place in the notation of XForms: latitude, longitude, altitude, accuracy. */
function value([latitude, longitude, altitude, accuracy]) {
  return [written(latitude, 7), written(longitude, 7), written(altitude, 1), written(accuracy, 1)].join(" ");
}

class PlaceControl extends TextControl {
  constructor(item, row) {
    super(item, row);
    this.find = button("", () => this.#find(), { id: `${this.id}-find` });
    this.note = element("span", { class: "fault" });
    this.node.classList.add("placing");
    this.node.append(this.find, this.note);
  }

  get state() { return `${super.state} ${this.find.disabled}`; }

  /** The first two numbers of an answer; other input stays unchanged. */
  plain(held) {
    const text = super.plain(held);
    const numbers = text === this.item?.draft ? null : numbersIn(text);
    return numbers ? `${written(numbers[0], 7)} ${written(numbers[1], 7)}` : text;
  }

  asValue(text) {
    // Altitude and accuracy from the browser stay unless another place was typed.
    if (text === this.plain(this.row.item.value)) return this.row.item.value;
    const numbers = numbersIn(text);
    return numbers && value(numbers);
  }

  update(item, page, described) {
    super.update(item, page, described);
    const isFinding = searches.get(item.cell) === "finding";
    const words = isFinding ? t.looking : t.useThisPlace;
    if (this.find.textContent !== words) this.find.textContent = words;
    setAttribute(this.find, "aria-labelledby", `${this.row.id}-title ${this.id}-find`);
    this.find.hidden = this.main.disabled;
    this.find.disabled = isFinding;
    const problem = isFinding || this.main.disabled ? "" : searches.get(item.cell) ?? "";
    if (this.note.textContent !== problem) this.note.textContent = problem;
  }

  show(item) {
    super.show(item);
    const accuracy = numbersIn(super.plain(item.value))?.[3] ?? 0;
    const words = item.draft === undefined && accuracy > 0 ? `± ${Math.max(1, Math.round(accuracy))} m` : "";
    if (this.unit.textContent !== words) this.unit.textContent = words;
  }

  #find() {
    const { context } = this.row;
    const { cell } = this.item;
    const note = (what) => {
      if (what === null) searches.delete(cell);
      else searches.set(cell, what);
      if (what !== null && what !== "finding") say(what);
      context.refresh(new Set([cell]));
    };
    if (!navigator.geolocation) {
      note(t.knowsNoPlace);
      return;
    }
    note("finding");
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        note(null);
        this.act({ action: "set", cell, value: value([coords.latitude, coords.longitude, coords.altitude, coords.accuracy]) });
      },
      (refused) => note(({ 1: t.placeRefused, 3: t.placeTooSlow })[refused.code] ?? t.placeUnknown), { enableHighAccuracy: true, timeout: timeLimit, maximumAge: 0 });
  }
}

"""#,
    "controls/ranking.js": #"""
// A question that asks for an order: the options in the order of the answer, then those that are not in it yet.

import { button, element, identifier, say, setAttribute } from "../elements.js";
import { t } from "../strings/strings.js";
import { chosenIn } from "./options.js";

/** A list in which a person puts the options in order, one after the other, and moves them. Its Control provides the rest. */
export class Ranking {
  #shown = "";
  /** The places have no state besides their elements. */
  inputs = [];

  /** `choose` is called with the values in their order. */
  constructor(id, _item, choose) {
    this.id = id;
    this.choose = choose;
    this.ranked = element("ol", { class: "ranked" });
    this.rest = element("ul", { class: "unranked" });
    this.node = element("fieldset", { id, class: "options ranking" }, this.ranked, this.rest);
  }

  show(item, titleId) {
    setAttribute(this.node, "aria-labelledby", titleId);
    this.titles = new Map(item.options.map(({ value, title }) => [value, title || value]));
    this.order = chosenIn(item.value);
    const wanted = JSON.stringify([this.order, [...this.titles]]);
    if (wanted === this.#shown) return;
    this.#shown = wanted;
    const focused = this.node.contains(document.activeElement) ? document.activeElement.id : null;
    this.#draw();
    if (focused !== null) this.#focusAgain(focused);
  }

  #draw() {
    const rest = [...this.titles.keys()].filter((value) => !this.order.includes(value));
    this.ranked.replaceChildren(...this.order.map((value, index) => this.#place(value, index)));
    this.rest.replaceChildren(...rest.map((value) => element("li", {}, this.#button("add", value, this.#titleOf(value), t.add))));
    this.ranked.hidden = this.order.length === 0;
    this.rest.hidden = rest.length === 0;
  }

  /** A place in the order, with the buttons to move its option up and down and to take it out. */
  #place(value, index) {
    const title = this.#titleOf(value);
    return element(
      "li", {}, element("span", { class: "number" }, `${index + 1}.`), element("span", { class: "placed" }, title),
      this.#button("up", value, "↑", t.moveUp, index === 0), this.#button("down", value, "↓", t.moveDown, index === this.order.length - 1),
      this.#button("out", value, "✕", t.remove));
  }

  #button(act, value, words, label, isDisabled = false) {
    return button(words, () => this.#do(act, value), {
      id: identifier(`${this.id}-${act}-`, value), class: act === "add" ? "choose" : "sign", "aria-label": t.about(label, this.#titleOf(value)),
      title: act === "add" ? null : label, disabled: isDisabled,
    });
  }

  #titleOf(value) { return this.titles.get(value) ?? value; }

  #do(act, value) {
    const order = this.order.filter((each) => each !== value);
    const to = { add: order.length, up: this.order.indexOf(value) - 1, down: this.order.indexOf(value) + 1 }[act];
    if (to !== undefined) {
      order.splice(to, 0, value);
      say(t.ranked(this.#titleOf(value), to + 1, order.length));
    }
    this.choose(order);
  }

  /** Focuses the same button after a change; one that is gone or disabled is replaced by the nearest of the question. */
  #focusAgain(id) {
    const same = /** @type {HTMLButtonElement | null} */ (document.getElementById(id));
    const next = same?.disabled ? [...same.parentNode.children].find((each) => each.matches("button:enabled")) : same ?? this.focusable;
    /** @type {HTMLElement | null} */ (next)?.focus({ preventScroll: true });
  }

  /** The first option to put in order, or else the first button. */
  get focusable() { return this.rest.querySelector("button") ?? this.node.querySelector("button:enabled"); }
}

"""#,
    "controls/signature.js": #"""
// A signature or a drawing: a dialog to draw with a pen, a finger or the mouse.

import { button, element, openDialog, showMessage } from "../elements.js";
import { t } from "../strings/strings.js";

/** The width and height of a drawing, in pixels. */
const sizes = { signature: [800, 320], drawing: [800, 600] };

export class DrawingDialog {
  #isEmpty = true;
  #last = null;

  /** `name` is the title of the question; `done` is called with the drawing, as a file. */
  constructor(name, isSignature, done) {
    this.kind = isSignature ? "signature" : "drawing";
    this.done = done;
    const [width, height] = sizes[this.kind];
    this.canvas = /** @type {HTMLCanvasElement} */ (element("canvas", { width, height, role: "img", "aria-label": t.about(t.whatIsDrawn, name) }));
    this.pen = this.canvas.getContext("2d");
    this.dialog = /** @type {HTMLDialogElement} */ (element(
      "dialog", { class: "sheet drawing", "aria-label": name },
      element("h2", {}, name), this.canvas,
      element("div", { class: "ends" },
        button(t.cancel, () => this.dialog.close()), button(t.clear, () => this.#clear()),
        button(t.finish, () => this.#end(), { class: "main" }))));
    this.#clear();
    this.canvas.addEventListener("pointerdown", (event) => this.#begin(event));
    this.canvas.addEventListener("pointermove", (event) => this.#move(event));
    for (const name of ["pointerup", "pointercancel"]) this.canvas.addEventListener(name, () => { this.#last = null; });
  }

  open(opener) { openDialog(this.dialog, opener); }

  /** An empty sheet, white in every colour scheme. */
  #clear() {
    this.pen.fillStyle = "#ffffff";
    this.pen.fillRect(0, 0, this.canvas.width, this.canvas.height);
    this.#isEmpty = true;
  }

  #place(event) {
    const box = this.canvas.getBoundingClientRect();
    return {
      x: (event.clientX - box.left) * this.canvas.width / box.width, y: (event.clientY - box.top) * this.canvas.height / box.height,
    };
  }

  #begin(event) {
    if (event.button !== 0) return;
    event.preventDefault();
    this.canvas.setPointerCapture(event.pointerId);
    this.#last = { pointer: event.pointerId, ...this.#place(event) };
    this.#line(this.#last);
  }

  #move(event) {
    if (this.#last?.pointer !== event.pointerId) return;
    for (const each of event.getCoalescedEvents?.() ?? [event]) this.#line(this.#place(each));
    this.#line(this.#place(event));
  }

  #line(place) {
    const { pen } = this;
    pen.strokeStyle = "#101014";
    pen.lineWidth = 4;
    pen.lineCap = "round";
    pen.beginPath();
    pen.moveTo(this.#last.x, this.#last.y);
    pen.lineTo(place.x, place.y);
    pen.stroke();
    this.#last = { ...this.#last, ...place };
    this.#isEmpty = false;
  }

  #end() {
    if (this.#isEmpty) {
      showMessage(t.nothingDrawn);
      return;
    }
    this.canvas.toBlob((picture) => {
      this.dialog.close();
      if (picture) this.done(new File([picture], `${this.kind}.png`, { type: "image/png" }));
      else showMessage(t.cannotKeepDrawing);
    }, "image/png");
  }
}

"""#,
    "controls/stored.js": #"""
// Stored files and how they are drawn: pictures, sounds, films, and the names of all others.

import { element } from "../elements.js";
import { t } from "../strings/strings.js";

/** The files that browsers draw, by extension; the program sends all others as downloads. */
const kindsByEnding = {
  image: ["avif", "bmp", "gif", "jpeg", "jpg", "png", "webp"],
  audio: ["aac", "flac", "m4a", "mp3", "oga", "ogg", "opus", "wav", "weba"],
  video: ["3gp", "m4v", "mov", "mp4", "ogv", "webm"],
};

/** How a file is drawn: “image”, “audio”, “video”, or null. */
export function kindOf(name) {
  const ending = name.includes(".") ? name.split(".").pop().toLowerCase() : "";
  return Object.keys(kindsByEnding).find((kind) => kindsByEnding[kind].includes(ending)) ?? null;
}

/** A number of bytes in readable form. */
export function readableSize(bytes) {
  if (bytes < 1000) return t.bytes(bytes);
  return bytes < 1_000_000 ? `${Math.round(bytes / 1000)} KB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/** The existing files and their sizes: queried once for each. */
export class StoredFiles {
  #sizes = new Map();
  #addresses = new Map();
  #asked = new Set();

  /** `changed` is called with a cell whose files are now known. */
  constructor(server, changed) {
    this.server = server;
    this.changed = changed;
  }

  /** Records a size without a query. */
  async note(path, size) {
    this.#addresses.set(path, await this.server.ticketed(path));
    this.#sizes.set(path, size);
  }

  /** The address of an existing file for a link or an element. */
  address(path) { return this.#addresses.get(path); }

  /** Forgets all addresses, which end with the program's run; the files are queried again as they are drawn. */
  forget() { this.#sizes.clear(); }

  /** The size of a cell's file; null if it is missing, undefined while that is unknown. */
  size(path, cell) {
    if (!this.#sizes.has(path)) this.#ask(path, cell);
    return this.#sizes.get(path);
  }

  async #ask(path, cell) {
    if (this.#asked.has(path)) return;
    this.#asked.add(path);
    const size = await this.server.size(path).catch(() => undefined);
    this.#asked.delete(path);
    if (size === undefined) return;
    await this.note(path, size);
    this.changed(cell);
  }

  /** A file's element; `kind` is its type, `words` its description. */
  drawn(path, kind, words) {
    const address = this.address(path);
    if (kind === "image") return element("img", { src: address, alt: words });
    return element(kind, { src: address, controls: true, preload: "metadata", "aria-label": words });
  }
}

/** The address of a picture or a sound of a label. */
export function mediaPath(name) { return `/media/${encodeURIComponent(name)}`; }

/** The pictures and sounds of a row's label; null without any. */
export function mediaOf(item, words, stored) {
  if (!item.media) return null;
  return element("div", { class: "media" }, ...item.media.map(({ kind, name }) => {
    const path = mediaPath(name);
    const isThere = typeof stored.size(path, item.cell) === "number";
    return isThere ? stored.drawn(path, kind, words) : element("span", { class: "detail" }, name);
  }));
}

"""#,
    "elements.js": #"""
// Elements of the page. All text becomes text nodes, so nothing of a form is ever markup.

import { t } from "./strings/strings.js";

/** An element with attributes; null, undefined and false are omitted, and names that begin with "on" are listeners. */
export function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else made.setAttribute(name, value === true ? "" : String(value));
  }
  made.append(...children.filter((child) => child !== null && child !== undefined && child !== ""));
  return made;
}

/** A button; its text describes its action, or its label if it shows only a sign. */
export function button(words, onclick, attributes = {}) {
  return element("button", { type: "button", onclick, ...attributes }, words);
}

/** Opens a dialog, which is removed when it is closed and returns the focus to the element that opened it. */
export function openDialog(dialog, opener) {
  dialog.addEventListener("close", () => {
    dialog.remove();
    // A row may have been redrawn meanwhile.
    document.getElementById(opener.id)?.focus();
  });
  document.body.append(dialog);
  dialog.showModal();
}

/** Sets an attribute, or removes it without a value; does not touch a correct one. */
export function setAttribute(node, name, value) {
  if (value === undefined || value === null || value === false) {
    if (node.hasAttribute(name)) node.removeAttribute(name);
    return;
  }
  const text = value === true ? "" : String(value);
  if (node.getAttribute(name) !== text) node.setAttribute(name, text);
}

/** Sets the children of a node, and moves only misplaced ones. */
export function setChildren(node, children) {
  let next = node.firstChild;
  for (const child of children) {
    if (child === next) next = next.nextSibling;
    else put(child, node, next);
  }
  while (next) {
    const after = next.nextSibling;
    next.remove();
    next = after;
  }
}

/** Puts a node before another; the focus in it is kept if the browser can move nodes at all. */
export function put(child, node, next = null) {
  if (child.isConnected && node.isConnected && node.moveBefore) node.moveBefore(child, next);
  else node.insertBefore(child, next);
}

/** An identifier for a key, which may contain anything. */
export function identifier(prefix, key) {
  return prefix + encodeURIComponent(key).replace(/[^A-Za-z0-9]/g, (sign) => "_" + sign.charCodeAt(0).toString(16));
}

/** Whether a key belongs to an input method, which composes a character; Safari reports the last key only by its number. */
export function isComposing(event) { return event.isComposing || event.keyCode === 229; }

/** Announces something to screen readers. */
export function say(text) {
  document.getElementById("said").textContent = text;
}

let toastTimer;

/** Shows and announces a sentence for a while. */
export function showMessage(text) {
  const toast = document.getElementById("toast");
  toast.textContent = text;
  makeWay();
  clearTimeout(toastTimer);
  toastTimer = setTimeout(() => toast.replaceChildren(), 6000);
}

/** Moves the sentence to the upper edge if it covers what has the focus at the lower one. */
function makeWay() {
  const toast = document.getElementById("toast");
  toast.classList.remove("above");
  const [one, two] = [toast, document.activeElement].map((each) => each.getBoundingClientRect());
  const covers = one.bottom > two.top && two.bottom > one.top && one.right > two.left && two.right > one.left;
  toast.classList.toggle("above", covers && document.activeElement !== document.body);
}

document.addEventListener("focusin", makeWay);

/** Whether animations are allowed on the page. */
export function mayMove() {
  return !matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** Copies a text, and reports it. */
export async function copy(text, what) {
  try {
    await navigator.clipboard.writeText(text);
    showMessage(t.copied(what));
  } catch {
    showMessage(t.notCopied(what));
  }
}

"""#,
    "form.css": #"""
/* The form */

#columns { display: flex; flex: 1; min-height: 0; }
#middle { display: flex; flex: 1; flex-direction: column; min-width: 0; }
#pager { border-top: 1px solid var(--line); display: grid; gap: 6px; margin: 0 auto; max-width: 720px; padding: 8px 20px 12px; width: 100%; }
#pager p:empty { display: none; }
.turns { align-items: center; display: flex; gap: 16px; justify-content: space-between; }
.turns button { min-height: 44px; min-width: 96px; }
.far { display: grid; flex: 1; gap: 4px; max-width: 220px; text-align: center; }
progress { accent-color: var(--accent); width: 100%; }
#form { flex: 1; min-width: 0; overflow-anchor: none; overflow-x: hidden; overflow-y: auto; padding: 0 20px; outline-offset: -3px; }
#form, [role="tabpanel"], .choices, .notice { scrollbar-color: var(--soft) transparent; scrollbar-width: thin; }
#area { margin: 0 auto; max-width: 680px; position: relative; }
#sheet { inset-inline-start: 0; position: absolute; inset-inline-end: 0; top: 0; will-change: transform; }

.header {
  align-items: flex-end;
  color: var(--soft);
  display: flex;
  font-size: 14px;
  font-weight: 600;
  overflow: hidden;
  padding-block: 0 6px; padding-inline: 16px 4px;
}

.header.untitled { visibility: hidden; }
.header button { background: none; border: 0; display: block; font-weight: 600; min-height: 24px; padding-block: 2px; padding-inline: 0 26px; position: relative; text-align: start; }
.header button:hover:enabled { background: none; color: var(--accent); }
.header span, .header button { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }

.fold::after, .row .title[aria-expanded]::before {
  border: solid currentColor;
  border-width: 0 2px 2px 0;
  content: "";
  height: 8px;
  position: absolute;
  inset-inline-end: 8px;
  top: 50%;
  transform: translateY(-70%) rotate(45deg);
  width: 8px;
}

[aria-expanded="false"].fold::after, .row .title[aria-expanded="false"]::before { transform: translateY(-50%) rotate(-45deg); }
[dir="rtl"] [aria-expanded="false"].fold::after, [dir="rtl"] .row .title[aria-expanded="false"]::before { transform: translateY(-50%) rotate(135deg); }
.rows { background: var(--card); border-radius: 13px; }

.row {
  --indent: calc(16px + min(var(--level), 6) * 18px);
  align-content: center;
  display: grid;
  min-height: 44px;
  overflow: hidden;
  padding-block: 0; padding-inline: var(--indent) 16px;
  position: relative;
}

.row.fixed { min-height: 0; }
.row + .row::before { background: var(--line); content: ""; height: 1px; inset-inline-start: var(--indent); position: absolute; inset-inline-end: 0; top: 0; }
.row.begins { background: linear-gradient(var(--tint), transparent 60px); }
.row:first-child { border-radius: 13px 13px 0 0; }
.row:last-child { border-radius: 0 0 13px 13px; }
.row:only-child { border-radius: 13px; }

.line { align-items: center; display: flex; position: relative; gap: 6px 16px; justify-content: space-between; min-height: 44px; }
.fixed { align-content: stretch; }
.fixed .line { min-height: 0; }
.words { display: grid; flex: 1 1 0; min-width: 30%; padding: 5px 0; overflow-wrap: anywhere; }
.is-none .words, .is-label .words { min-width: 0; }
.title { background: none; border: 0; border-radius: 0; display: block; min-height: 0; padding: 0; text-align: start; }

button.title {
  display: flex;
  flex-wrap: wrap;
  gap: 0 16px;
  justify-content: space-between;
  padding-inline-end: 28px;
}

button.title:hover:enabled { background: none; }
button.title::after { content: ""; inset: 0 -16px; position: absolute; }
.row .title[aria-expanded]::before { color: var(--soft); inset-inline-end: 2px; }
button.title:focus-visible { outline: 0; }
button.title:focus-visible::after { border-radius: 11px; outline: 2px solid var(--accent); outline-offset: -3px; }
.row:has(button.title:hover:enabled) { background: var(--tint); }
.row .instance, .row .control, .row .faults { position: relative; z-index: 1; }
.row .faults { pointer-events: none; }
.reading { color: var(--soft); margin-inline-start: auto; text-align: end; }
span.title .reading { float: inline-end; margin-inline-start: 16px; }
.quiet .title { color: var(--soft); font-size: 15px; }
.open > .line .title { font-weight: 600; }
.open > .line .reading { font-weight: 400; }
.title, .detail { white-space: pre-line; }
.title a { position: relative; z-index: 1; }
.stacked .line { align-content: center; align-items: stretch; flex-direction: column; gap: 0; justify-content: center; }
.stacked .words { flex: none; padding-bottom: 0; }
.stacked .control { flex: none; justify-content: flex-start; }
.growing .title { -webkit-box-orient: vertical; -webkit-line-clamp: var(--lines, none); display: -webkit-box; overflow: hidden; padding-inline-end: 28px; white-space: pre-line; }

.control { align-items: center; display: flex; flex: 1 1 50%; gap: 10px; justify-content: flex-end; min-width: 0; padding: 5px 0; }
.is-switch .control, .is-option .control, .is-repeat .control { flex: 0 0 auto; }
.is-option .line { flex-direction: row-reverse; justify-content: flex-end; gap: 12px; }
.is-option .title { cursor: pointer; }
.is-option .title::after { content: ""; inset: 0 -16px; position: absolute; }
.unit, output { color: var(--soft); }
.unit:empty { display: none; }
.link { background: none; border: 0; min-height: 24px; padding: 2px 0; text-align: start; text-decoration: underline; }
.conflict { background: var(--past); border-radius: 10px; display: flex; flex-wrap: wrap; gap: 8px; margin: 4px 0; padding: 8px 12px; }
.conflict p { flex: 1 1 12em; }
#save-state { color: var(--soft); font-size: 13px; margin-inline-start: 4px; white-space: nowrap; }
#save-state.late { color: var(--warning); }
/* Beside the control, where it moves no row. */
.unsaved { color: var(--warning); flex: none; font-size: 12px; line-height: 1.15; text-align: end; width: 5.6em; }
.line:has(.control) > .words > button.title { padding-inline-end: 0; }
.line:has(> .words > button.title):has(.control) { padding-inline-end: 24px; }
output { min-width: 44px; text-align: end; font-variant-numeric: tabular-nums; }

.typed input, .typed textarea, #find, dialog input[type="search"] {
  background: var(--field);
  border: 1px solid var(--edge);
  border-radius: 9px;
  min-height: 34px;
  min-width: 0;
  padding: 4px 10px;
  width: 100%;
}

[dir="rtl"] .typed input[dir="ltr"] { text-align: end; }
.typed textarea { display: block; max-height: 40vh; overflow-y: auto; resize: none; }
.reading { max-height: 40vh; overflow-y: auto; overflow-wrap: anywhere; }
.typed input:disabled, .typed textarea:disabled { background: none; border-color: transparent; padding: 4px 0; text-align: end; -webkit-text-fill-color: var(--soft); color: var(--soft); }
.faulty .typed :is(input, textarea) { border-color: var(--fault); }
input[type="radio"], input[type="checkbox"]:not([role]) { accent-color: var(--accent); flex: none; height: 20px; margin: 0; width: 20px; }
input[type="range"] { accent-color: var(--accent); flex: 1; min-width: 60px; }

input[role="switch"] {
  appearance: none;
  background: var(--soft);
  border-radius: 15px;
  cursor: pointer;
  flex: none;
  height: 28px;
  margin: 0;
  position: relative;
  transition: background .15s;
  width: 48px;
}

input[role="switch"]::after {
  background: #fff;
  border-radius: 50%;
  content: "";
  height: 22px;
  inset-inline-start: 3px;
  position: absolute;
  top: 3px;
  transition: inset-inline-start .15s;
  width: 22px;
}

input[role="switch"]:checked { background: var(--on); }
input[role="switch"]:checked::after { inset-inline-start: 23px; }
input[role="switch"]:disabled { opacity: .5; }
/* Options that are drawn with their question */

.options { border: 0; display: grid; flex: 1; gap: 2px 16px; margin: 0; min-width: 0; padding: 0; }
.option { align-items: center; border-radius: 9px; cursor: pointer; display: flex; gap: 12px; min-height: 36px; overflow-wrap: anywhere; padding: 2px 0; }
.option:hover:has(:enabled) { background: var(--tint); }
.options.spread { grid-template-columns: repeat(auto-fill, minmax(min(100%, 9em), 1fr)); }
.options.columned { grid-template-columns: repeat(var(--columns), minmax(0, 1fr)); }
.options.likert { grid-template-columns: repeat(var(--columns), minmax(0, 1fr)); gap: 2px; }
.likert .option { flex-direction: column; font-size: 14px; justify-content: flex-start; text-align: center; }
.ranking ol, .ranking ul { display: grid; gap: 6px; min-width: 0; }
.ranking li { align-items: center; display: flex; gap: 6px; min-width: 0; }
.ranking .number { flex: none; font-variant-numeric: tabular-nums; min-width: 1.6em; }
.ranking .placed { flex: 1; min-width: 0; overflow-wrap: anywhere; }
.ranking .choose { flex: 1; overflow-wrap: anywhere; white-space: normal; }
.ranking .choose::before { color: var(--accent); content: "+ "; }
.control:has(> .options) { align-items: flex-end; }
.none { color: var(--soft); flex: none; font-size: 13px; }
.control > select { max-width: 100%; text-overflow: ellipsis; }

.choose { border-color: var(--edge); overflow: hidden; text-align: start; text-overflow: ellipsis; }
.add { color: var(--accent); }

.faults { display: grid; font-size: 14px; gap: 2px; padding: 0 0 8px; }
.fault, .problem { color: var(--fault); }
.warning { color: var(--warning); }
.draft { color: var(--soft); }
.fixed .faults { font-size: 12px; max-height: 1.4em; overflow: hidden; padding: 0; }
.instance { align-items: center; color: var(--soft); display: flex; font-size: 13px; gap: 6px; padding-top: 6px; }
.instance > span { flex: 1; }
.instance .sign { min-height: 28px; min-width: 32px; padding: 2px 6px; }

@media (max-width: 520px) {
  .typed input, .typed textarea, #find, dialog input[type="search"] { min-height: 40px; }
  .option, dialog .choices label, .ranking button { min-height: 44px; }
  .stacked-if-narrow .line { align-content: center; align-items: stretch; flex-direction: column; gap: 0; justify-content: center; }
  .stacked-if-narrow .words { flex: none; padding-bottom: 0; }
  .stacked-if-narrow .control { flex: none; justify-content: flex-start; }
  #form { padding: 0 12px; }
  .options.columned { grid-template-columns: repeat(min(var(--columns), 2), minmax(0, 1fr)); }
  .options.likert { grid-template-columns: 1fr; }
  .likert .option { flex-direction: row; font-size: inherit; text-align: start; }
  .is-longText .line, .is-slider .line { align-items: stretch; flex-direction: column; gap: 0; padding-bottom: 4px; }
  .is-longText .words, .is-slider .words { flex: none; padding-bottom: 0; }
}

"""#,
    "icon.svg": #"""
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#0a5bd3"/><path d="M8 10h9M8 16h16M12 22h12" stroke="#fff" stroke-width="3" stroke-linecap="round"/><path d="m21 8 3 3 3-3" fill="none" stroke="#fff" stroke-width="2.4" stroke-linecap="round" stroke-linejoin="round"/></svg>

"""#,
    "languages.js": #"""
// The language of a form, as browsers and screen readers expect it.

/** Right-to-left languages. */
const rightToLeft = new Set(["ar", "arc", "ckb", "dv", "fa", "ha", "he", "ks", "ku", "nqo", "pa", "prs", "ps", "sd", "syr", "ug", "ur", "yi"]);
/** The scripts of those languages. */
const script = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

/** The tag of a form's language: “Français (fr)” or “fr”; null if its name has none. */
export function tagOf(language) {
  const found = language?.match(/^(?:.*\()?([a-z]{2,3}(?:-[A-Za-z0-9]{2,8})*)\)?$/)?.[1];
  return found ?? null;
}

/** “rtl” or “ltr”: the direction of a language, by its tag or else by its name. */
export function directionOf(language) {
  const tag = tagOf(language);
  if (tag !== null) {
    // Punjabi, Hausa and Kurdish are, if they are written in Arabic script.
    const [code, ...rest] = tag.split("-");
    if (["pa", "ha", "ku"].includes(code)) return rest.includes("Arab") ? "rtl" : "ltr";
    return rightToLeft.has(code) && !rest.includes("Latn") ? "rtl" : "ltr";
  }
  return script.test(language ?? "") ? "rtl" : "ltr";
}

"""#,
    "line/access.js": #"""
// The access of this page. Its browser keeps a key that no script can read out, with which page and program prove to each
// other that they know each other. Everything else is only in the memory of the page, and ends with the program's run: a
// program of another user that takes this port later finds nothing that it could use or read.

const encoder = new TextEncoder();
const ivLength = 12;
/** Two programs behind one proxy differ in their paths. */
const name = new URL(".", location.href).pathname;

function hex(buffer) { return Array.from(new Uint8Array(buffer), (byte) => byte.toString(16).padStart(2, "0")).join(""); }

function bytes(text) { return new Uint8Array((text.match(/../g) ?? []).map((digits) => parseInt(digits, 16))); }

function signing(words) {
  return crypto.subtle.importKey("raw", encoder.encode(words), { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
}

async function digest(key, words) { return hex(await crypto.subtle.sign("HMAC", key, encoder.encode(words.join("\n")))); }

/** Does something with the keys in this browser. */
function withKeys(mode, act) {
  return new Promise((done, failed) => {
    const opening = indexedDB.open("formstate", 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore("keys");
    opening.onerror = () => failed(opening.error);
    opening.onsuccess = () => {
      const database = opening.result;
      const transaction = database.transaction("keys", mode);
      const asked = act(transaction.objectStore("keys"));
      transaction.oncomplete = () => {
        database.close();
        done(asked.result);
      };
      transaction.onabort = () => failed(transaction.error);
    };
  });
}

class Access {
  /** The current run of the program. */
  run = "";
  /** What each request has in its header. */
  token = "";
  /** What the page shows if its address names no response: “response” or “list”. */
  start = "response";
  #key = null;
  #tickets = null;
  #places = null;
  #seal = null;

  /** Takes what the program gives a page with access. */
  async take({ key, run, token, seal, start }) {
    if (key !== undefined) await this.#keep(key);
    const [tickets, places] = [await signing(token), await signing(seal)];
    this.#seal = await crypto.subtle.importKey("raw", bytes(seal), "AES-GCM", false, ["encrypt", "decrypt"]);
    [this.#tickets, this.#places] = [tickets, places];
    Object.assign(this, { run, token, start });
  }

  async #keep(words) {
    this.#key = await signing(words);
    // Where nothing can be kept, a reload needs the printed address again.
    await withKeys("readwrite", (keys) => keys.put(this.#key, name)).catch(() => {});
  }

  /** Finds the key of this browser; returns whether there is one. */
  async recall() {
    this.#key ??= await withKeys("readonly", (keys) => keys.get(name)).catch(() => null);
    return this.#key instanceof CryptoKey;
  }

  /** A random name of this browser, by which the program tells apart where people stand; null where nothing can be kept. */
  async device() {
    try {
      const kept = await withKeys("readonly", (keys) => keys.get(`${name} device`));
      if (typeof kept === "string") return kept;
      const fresh = crypto.randomUUID();
      await withKeys("readwrite", (keys) => keys.put(fresh, `${name} device`));
      return fresh;
    } catch {
      return null;
    }
  }

  /** A proof by a side, “server” or “page”, that it has the key. */
  proof(side, nonce, run) { return digest(this.#key, [side, nonce, run]); }

  /** The permission to read an address without a header, as links and pictures do. */
  ticket(words) { return digest(this.#tickets, ["ticket", ...words]); }

  /** The name of stored data of the served file, which does not reveal the file. */
  async place(...parts) { return `formstate ${await digest(this.#places, ["place", ...parts])}`; }

  async sealed(text) {
    const iv = crypto.getRandomValues(new Uint8Array(ivLength));
    return hex(iv) + hex(await crypto.subtle.encrypt({ name: "AES-GCM", iv }, this.#seal, encoder.encode(text)));
  }

  async unsealed(text) {
    const data = bytes(text);
    const iv = data.slice(0, ivLength);
    return new TextDecoder().decode(await crypto.subtle.decrypt({ name: "AES-GCM", iv }, this.#seal, data.slice(ivLength)));
  }
}

export const access = new Access();

"""#,
    "line/entering.js": #"""
// How a page gets access: by the secret of the printed address, or by the key that this browser got for it.

import { access } from "./access.js";
import { Refusal, root, silent, soon, timeLimit } from "./server.js";

/** The secret in the address, after the `#`, which browsers send to nobody; null without one. */
export function secret() { return new URLSearchParams(location.hash.slice(1)).get("secret"); }

/** Gets access; throws if it is refused. */
export async function enter() {
  const given = secret();
  let refused = null;
  if (given !== null) {
    try {
      return await exchange(given);
    } catch (refusal) {
      if (!(refusal instanceof Refusal) || !refusal.isShutOut) throw refusal;
      refused = refusal;
    } finally {
      // Neither the history nor a copied address keeps it.
      if (refused || access.token !== "") history.replaceState(history.state, "", location.pathname + location.search);
    }
  }
  const found = await comeBack();
  if (found === "known") return;
  if (found === "lost") throw silent();
  // A user whom a proxy names needs no secret.
  try {
    await exchange("");
  } catch (refusal) {
    throw refused ?? refusal;
  }
}

/** Makes the program prove that it is the one that gave this browser its key, then proves the same for this page. */
export async function comeBack() {
  if (!await access.recall()) return "strange";
  const nonce = crypto.randomUUID();
  const address = `${root}/return?${new URLSearchParams({ nonce })}`;
  try {
    const answer = await fetch(address, { redirect: "error", signal: soon(timeLimit) });
    // A proxy answers so if the program behind it does not.
    if (answer.status >= 500) return "lost";
    const { run, proof } = await answer.json().catch(() => ({}));
    if (!answer.ok || proof !== await access.proof("server", nonce, run)) return "strange";
    const headers = { "X-FormState": await access.proof("page", nonce, run) };
    const back = await fetch(address, { method: "POST", headers, redirect: "error", signal: soon(timeLimit) });
    if (!back.ok) return "strange";
    await access.take(await back.json());
    return "known";
  } catch {
    return "lost";
  }
}

async function exchange(words) {
  let answer, given;
  try {
    answer = await fetch(`${root}/enter`, { method: "POST", headers: { "X-FormState": words }, redirect: "error", signal: soon(timeLimit) });
    given = await answer.json();
  } catch {
    if (!answer || answer.ok || answer.status >= 500) throw silent();
    given = {};
  }
  if (!answer.ok) throw new Refusal(answer.status, given);
  await access.take(given);
}

"""#,
    "line/line.js": #"""
// The connection to the program: a stream of events that reopens by itself, once the program has proven to be the same
// as before.

import { comeBack } from "./entering.js";

const patience = 500;
/** How many windows of a browser keep a stream: browsers allow few connections to one host, and all windows share them. */
const mostStreams = 3;
/** The polling interval of a window without a stream, in milliseconds. */
const pollInterval = 1500;

/**
 * `state` is “open”; “opening” after a break, until more is known; “lost” while there is no answer; “strange” while
 * another program answers. Only an open line accepts actions.
 */
export class Line {
  state = "open";
  #stream = null;
  #isWanted = false;
  #isReturning = false;
  #opened = 0;
  #run;
  /** Releases the slot that lets this window keep its stream; null without one. */
  #release = null;

  /** `listeners` by the names of events; `stateChanged` is called whenever the state has changed, and before the first event of each stream. */
  constructor(server, listeners, stateChanged) {
    this.server = server;
    this.#run = server.run;
    this.listeners = listeners;
    this.stateChanged = stateChanged;
  }

  get isOpen() { return this.state === "open"; }
  /** Whether the connection is known to be broken. */
  get isBroken() { return this.state === "lost" || this.state === "strange"; }

  /** Follows from now on, or releases the connection while the page is hidden. */
  want(isWanted) {
    this.#isWanted = isWanted;
    if (!isWanted) {
      this.#close();
    } else if (!this.#stream && !this.#isReturning) {
      // The page has just come from the program; later another program may have taken its place.
      if (this.#opened === 0) this.#open();
      else this.#comeBack();
    }
  }

  /** A request did not arrive. */
  lost() {
    this.#close();
    if (this.#isWanted) this.#comeBack();
  }

  #close() {
    this.#stream?.close();
    this.#stream = null;
    this.#giveSlotBack();
    if (this.isOpen) this.#set("opening");
  }

  #giveSlotBack() {
    this.#release?.();
    this.#release = null;
  }

  /** Takes one of the slots of this browser, if one is free. */
  async #takeSlot() {
    for (let slot = 0; slot < mostStreams && this.#release === null; slot += 1) {
      await new Promise((taken) => {
        navigator.locks.request(`formstate-stream-${slot}`, { ifAvailable: true }, (lock) => {
          if (!lock) return taken();
          return new Promise((release) => {
            this.#release = release;
            taken();
          });
        });
      });
    }
  }

  /** Once a window without a slot has the full state, it releases the stream and polls again later. */
  async #yield(stream) {
    if (this.#release === null) await this.#takeSlot();
    if (this.#stream !== stream) {
      // It was closed meanwhile; the slot is for others.
      if (this.#stream === null) this.#giveSlotBack();
      return;
    }
    if (this.#release !== null) return;
    stream.close();
    await pause(pollInterval);
    if (this.#stream === stream && this.#isWanted) this.#open();
  }

  #open() {
    this.#opened = Date.now();
    const stream = this.server.follow({
      ...this.listeners,
      welcome: ({ run }) => {
        const isAnother = run !== this.#run;
        this.#run = run;
        if (isAnother || !this.isOpen) this.#set("open", isAnother);
      },
      state: (state) => {
        this.listeners.state(state);
        this.#yield(stream);
      },
      error: () => { if (this.#stream === stream) this.lost(); },
    });
    this.#stream = stream;
  }

  async #comeBack() {
    if (this.#isReturning) return;
    this.#isReturning = true;
    if (Date.now() - this.#opened < patience) await pause();
    while (this.#isWanted) {
      const found = await comeBack();
      if (found === "known") break;
      this.#set(found);
      await pause();
    }
    this.#isReturning = false;
    if (this.#isWanted) this.#open();
  }

  #set(state, isAnother = false) {
    this.state = state;
    this.stateChanged(isAnother);
  }
}

function pause(milliseconds = patience) { return new Promise((done) => setTimeout(done, milliseconds)); }

"""#,
    "line/outbox.js": #"""
// Unacknowledged actions of the page. Values wait until they are acknowledged, across restarts and reloads; all other
// actions are sent only while the program answers.

import { t } from "../strings/strings.js";
import { access } from "./access.js";
import { Refusal } from "./server.js";

/** After how many milliseconds an unacknowledged answer is marked. */
const lateness = 1000;
const patience = 2000;
/** The actions that set a value, each with the earlier ones that it replaces. */
const overtaken = { set: ["set", "clear", "draft"], clear: ["set", "clear", "draft"], draft: ["draft"], choose: ["choose"] };

export class Outbox {
  #entries = [];
  #place = null;
  #isSending = false;
  /** @type {Promise<void> | null} */
  #storing = null;
  #isStale = false;

  /**
   * `changed` is called with entries whose display has changed; `refused` with an entry and the reason; `shown`
   * returns a promise for the display of a stamp.
   */
  constructor(server, { changed, refused, shown }) {
    this.server = server;
    this.changed = changed;
    this.refused = refused;
    this.shown = shown;
  }

  // Waiting actions

  get #waiting() { return this.#entries.filter((entry) => !entry.isDone); }
  /** Whether every value is acknowledged. */
  get isEmpty() { return !this.#waiting.some(isValue); }
  /** The number of cells whose answers have waited for long. */
  get lateCount() { return new Set(this.#waiting.filter((entry) => this.#isLate(entry)).map((entry) => entry.action.cell)).size; }
  /** Why the program refuses requests, if it gives a reason. */
  get reason() { return this.#waiting.find((entry) => entry.reason)?.reason; }
  /** “saved”, “saving” or “unsaved”: the state of all answers. */
  get saveState() { return this.isEmpty ? "saved" : this.lateCount > 0 ? "unsaved" : "saving"; }
  /** Whether an answer to a cell was sent, or waits to be sent, and does not show yet. */
  has(cell) { return this.#entries.some((entry) => entry.action.cell === cell && entry.action.action !== "draft"); }

  isLate(cell) { return this.#waiting.some((entry) => entry.action.cell === cell && this.#isLate(entry)); }
  // By a flag and not by the clock, so the display changes only when it is redrawn.
  #isLate(entry) { return isValue(entry) && (this.server.line.isBroken || entry.hasWaited === true); }

  /** An item with its waiting values applied. */
  over(item) {
    return this.#entries.filter((entry) => concerns(entry, item)).reduce((shown, entry) => laidOver(shown, entry), item);
  }

  /** Waits until all is acknowledged, or for a while. */
  async settled(milliseconds) {
    const end = Date.now() + milliseconds;
    while (!this.isEmpty && Date.now() < end) await pause(20);
  }

  // Actions

  /**
   * Sends an action after earlier ones, and returns the response. `more` determines the display until then: `parent`,
   * the question of an option; `wanted`, whether one of several options is chosen; `text`, the readable value; whether
   * it `isTyped`; whether it `isRest`, the rest of a refused typed value; and `seen`, the cell's value when typing
   * began.
   */
  act(action, more = {}) {
    const entry = { id: crypto.randomUUID(), action, tried: null, ...more };
    if (!isValue(entry) && this.server.line.isBroken) return Promise.reject(notDone());
    const answer = new Promise((done, failed) => Object.assign(entry, { done, failed }));
    this.#supersede(entry);
    this.#entries.push(entry);
    this.#send();
    this.#note(entry);
    this.#markLater(entry);
    return answer;
  }

  #markLater(entry) {
    setTimeout(() => {
      entry.hasWaited = true;
      if (!entry.isDone) this.changed([entry]);
    }, lateness);
  }

  /** Removes unsent actions that a newer answer to the same question replaces. */
  #supersede(entry) {
    const needless = overtaken[entry.action.action] ?? [];
    for (const old of this.#waiting) {
      const isPending = !old.tried || old.isStuck;
      if (!isPending || old.action.cell !== entry.action.cell || !needless.includes(old.action.action)) continue;
      entry.checks = entry.wanted !== undefined;
      if (entry.action.action !== "draft") entry.seen ??= old.seen;
      this.#drop(old);
      old.done?.(shows);
    }
  }

  /** The line has changed: sends waiting actions, or drops those that must not be done later. */
  lineChanged() {
    if (this.server.line.isBroken) {
      for (const entry of this.#waiting) if (!isValue(entry) && !entry.tried) this.#fail(entry, notDone());
    }
    this.changed(this.#waiting);
    this.#send();
  }

  // Sending

  async #send() {
    if (this.#isSending) return;
    this.#isSending = true;
    let entry;
    while (this.server.line.isOpen && (entry = this.#waiting.find((each) => !each.isStuck))) {
      try {
        this.#acknowledge(entry, await this.#deliver(entry));
      } catch (refusal) {
        if (!(refusal instanceof Refusal)) throw refusal;
        await this.#undelivered(entry, refusal);
      }
    }
    this.#isSending = false;
  }

  /** Sends an entry; one that may have been done before a restart only if repeating it does no harm. */
  async #deliver(entry) {
    if (entry.tried && entry.tried !== this.server.run) {
      if (!isValue(entry)) throw new Refusal(409, { error: t.startedAgain }, { isUnsure: true });
      if (entry.wanted !== undefined) entry.checks = true;
    }
    if (entry.checks && await this.#isChosen(entry) === entry.wanted) return shows;
    entry.tried = this.server.run;
    const sending = this.server.post("/act", entry.action, { id: entry.id }, entry.seen);
    this.#store();
    return sending;
  }

  async #isChosen(entry) {
    const { items } = await this.server.get("/rows", { cell: entry.action.cell, h: 1 });
    return items.find((item) => item.cell === entry.action.cell)?.chosen ?? false;
  }

  #acknowledge(entry, answer) {
    entry.isDone = true;
    this.#note(entry);
    entry.done?.(answer);
    this.shown(answer.stamp).then(() => {
      this.#drop(entry);
      this.changed([entry]);
    });
  }

  async #undelivered(entry, refusal) {
    if (refusal.isLoss) {
      this.server.line.lost();
    } else if (isValue(entry) && refusal.status === 413) {
      // It stays in its field; the others continue.
      Object.assign(entry, { isStuck: true, hasWaited: true, reason: refusal.message });
      this.#note(entry);
    } else if (isValue(entry) && (refusal.status >= 500 || refusal.status === 403)) {
      // The file cannot be written at the moment, which does not concern the input.
      entry.reason = refusal.message;
      this.changed([entry]);
      await pause(patience);
    } else {
      this.#fail(entry, refusal);
    }
  }

  #fail(entry, refusal) {
    this.#drop(entry);
    this.refused(entry, refusal);
    this.#note(entry);
    entry.failed?.(refusal);
  }

  #drop(entry) { this.#entries = this.#entries.filter((other) => other !== entry); }

  #note(entry) {
    this.#store();
    this.changed([entry]);
  }

  // Storage

  /** Sends what other pages of this response leave, now that it is known: those before a reload, and closed tabs. */
  async begin(form, response) {
    const all = await access.place(form, response);
    this.#place = `${all} ${crypto.randomUUID()}`;
    // The lock ends with this page.
    navigator.locks.request(this.#place, () => new Promise(() => {}));
    this.#store();
    for (const name of Object.keys(localStorage)) {
      if (name.startsWith(all) && name !== this.#place) navigator.locks.request(name, () => this.#adopt(name));
    }
  }

  /** Takes over the entries of a page that is gone. */
  async #adopt(name) {
    const kept = localStorage.getItem(name);
    if (kept === null) return;
    // Unreadable entries were not stored by a page of this file.
    const entries = JSON.parse(await access.unsealed(kept).catch(() => "[]"));
    this.#entries = [...entries, ...this.#entries];
    await this.#store();
    localStorage.removeItem(name);
    this.changed(entries);
    for (const entry of entries) this.#markLater(entry);
    this.#send();
  }

  /** Stores waiting actions in the browser; one writer at a time, the newest state wins. */
  #store() {
    this.#isStale = true;
    if (this.#place !== null) this.#storing ??= this.#write();
    return this.#storing;
  }

  async #write() {
    // The caller first keeps the promise.
    await null;
    while (this.#isStale) {
      this.#isStale = false;
      const kept = this.#waiting.filter(isValue).map(({ isDone, done, failed, reason, isStuck, ...kept }) => kept);
      try {
        if (kept.length === 0) localStorage.removeItem(this.#place);
        else localStorage.setItem(this.#place, await access.sealed(JSON.stringify(kept)));
      } catch {
        // There is no room for more; it still waits here.
      }
    }
    this.#storing = null;
  }
}

/** The response if nothing had to be done: whatever is drawn next shows it. */
const shows = { stamp: 1 };

function isValue(entry) { return entry.action.action in overtaken; }

function notDone() {
  return new Refusal(0, { error: t.notDone });
}

function concerns({ action, parent, wanted }, item) {
  const isOfOptions = action.action === "choose" && wanted === undefined && parent !== undefined && item.parent === parent;
  return item.type === "row" && (action.cell === item.cell || isOfOptions);
}

function laidOver(item, { action, wanted, text }) {
  const { draft, problem, ...rest } = withoutFault(item, "draft");
  switch (action.action) {
    // The missing answer is no longer missing.
    case "set": return { ...withoutFault(rest, "required"), value: action.value, text: text ?? reading(item, action.value) };
    case "clear": return { ...rest, value: null, text: "" };
    case "draft": return action.value === null ? rest : { ...rest, draft: action.value };
    case "choose": return { ...item, chosen: wanted ?? action.cell === item.cell };
    default: return item;
  }
}

/**
 * An item without its faults of a kind.
 * @param {any} item
 */
function withoutFault({ faults, ...rest }, kind) {
  const left = faults?.filter((fault) => fault.kind !== kind) ?? [];
  return { ...rest, faults: left.length > 0 ? left : undefined };
}

/** The readable form of a value until the program provides it. */
function reading(item, value) {
  if (typeof value === "boolean") return (value ? item.switchTitles?.on : item.switchTitles?.off) ?? "";
  return item.unit ? `${value} ${item.unit}` : String(value);
}

function pause(milliseconds) { return new Promise((done) => setTimeout(done, milliseconds)); }

"""#,
    "line/server.js": #"""
// Requests to the program that serves the page, and its events.

import { t, tongueOfBrowser } from "../strings/strings.js";
import { access } from "./access.js";

/** A refused query or action; the message is that of the command line. */
export class Refusal extends Error {
  constructor(status, answer, { isUnsure = false } = {}) {
    super(answer.error ?? t.answered(status));
    this.status = status;
    this.answer = answer;
    /** Whether it may have been done nevertheless. */
    this.isUnsure = isUnsure;
  }

  /** Whether this page or person has no access: by the program, or by a proxy before it. */
  get isShutOut() { return this.answer.letIn === false || this.status === 401; }
  /** Whether there was no answer, or one from a program that does not know this page: it may be sent again later. */
  get isLoss() { return this.status === 0 || this.isShutOut; }
}

/** The time limit for an answer, in milliseconds. Beyond it the program hangs, and requests are sent again later. */
export const timeLimit = 15_000;
/** The same for long requests. */
const longTimeLimit = 300_000;
/** The path before those of the program, as behind a proxy. */
export const root = new URL(".", location.href).pathname.slice(0, -1);
/** The program's size limit of an action in bytes. */
const largestBody = 1 << 20;

/** A signal that aborts after so many milliseconds. */
export function soon(milliseconds, control = new AbortController()) {
  setTimeout(() => control.abort(), milliseconds);
  return control.signal;
}

export function silent() {
  return new Refusal(0, { error: t.silent });
}

export class Server {
  /** The name of this window among those of the form. */
  #client = crypto.randomUUID();
  /** The connection (Line), which also tells others whether the program answers. */
  line = null;

  /** The model of the form: response, layout, language. */
  constructor(choices) {
    this.choices = choices;
  }

  /** The current run of the program. */
  get run() { return access.run; }

  address(path, parameters = {}) {
    const query = new URLSearchParams();
    for (const [name, value] of Object.entries({ ...this.choices, words: tongueOfBrowser(), ...parameters })) {
      if (value !== null && value !== undefined && value !== "") query.set(name, value);
    }
    return `${root}${path}?${query}`;
  }

  /** An address that a link or an element of this page may read, which sends no header. */
  async ticketed(path, parameters = {}) {
    const address = new URL(this.address(path, parameters), location.href);
    const words = [...address.searchParams].map(([name, value]) => `${name}=${value}`);
    address.searchParams.append("ticket", await access.ticket([decodeURIComponent(path), ...words]));
    return address.href;
  }

  /** Queries, and returns the answer; `isOwn` if the server remembers this window's view. */
  async get(path, parameters = {}, isOwn = false) {
    const client = isOwn ? { client: this.#client } : {};
    return this.#answer(await this.#fetch(this.address(path, { ...parameters, ...client })));
  }

  async text(path, parameters = {}) {
    const response = await this.#fetch(this.address(path, parameters), {}, longTimeLimit);
    if (!response.ok) await this.#answer(response);
    return response.text();
  }

  /** Sends; `seen` is the value that the person saw in the cell, if it is to be compared. */
  async post(path, body, parameters = {}, seen = undefined) {
    const text = JSON.stringify(body) + (seen === undefined ? "" : `\n${JSON.stringify({ seen })}`);
    if (new Blob([text]).size > largestBody) throw new Refusal(413, { error: t.tooLong });
    return this.#answer(await this.#fetch(this.address(path, { client: this.#client, ...parameters }), {
      method: "POST", headers: { "Content-Type": "application/json" }, body: text,
      // This lets it arrive even if the page is closed; browsers limit that to 64 KB.
      keepalive: text.length < 16_000,
    }));
  }

  /** Uploads a file, unless `control` aborts that. */
  async send(path, file, parameters, control) {
    return this.#answer(await this.#fetch(this.address(path, parameters), {
      method: "POST", headers: { "Content-Type": "application/octet-stream" }, body: file,
    }, longTimeLimit, control));
  }

  /** The size at a path in bytes; null for none. */
  async size(path) {
    const response = await this.#fetch(this.address(path), { method: "HEAD" });
    if (response.ok) return Number(response.headers.get("Content-Length"));
    if (response.status === 404) return null;
    throw new Refusal(response.status, {});
  }

  /** Follows events until it is closed; `listeners` by the names of events, and “error” at the end. */
  follow(listeners) {
    const control = new AbortController();
    const address = this.address("/events", { client: this.#client });
    readEvents(address, control, listeners).catch(() => {}).then(() => { if (!control.signal.aborted) listeners.error(); });
    return { close: () => control.abort() };
  }

  async #fetch(address, options = {}, limit = timeLimit, control = undefined) {
    // Nothing is sent to a program that has not proven to be the same as before.
    if (this.line?.state === "strange") throw new Refusal(0, { error: t.another });
    if (this.line?.isBroken) throw silent();
    try {
      const headers = { "X-FormState": access.token, ...options.headers };
      return await fetch(address, { ...options, headers, redirect: "error", signal: soon(limit, control) });
    } catch {
      throw silent();
    }
  }

  async #answer(response) {
    // If the answer is cut off, its content is unknown.
    const answer = await response.json().catch(() => {
      if (response.ok) throw new Refusal(0, { error: t.brokeOff });
      return {};
    });
    if (!response.ok) throw new Refusal(response.status, answer);
    return answer;
  }
}

/** Reads Server-Sent Events until they end. `EventSource` sends no header, and would need the token in the address. */
async function readEvents(address, control, listeners) {
  const response = await fetch(address, { headers: { "X-FormState": access.token }, redirect: "error", signal: control.signal });
  if (!response.ok) return;
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const events = (rest + decoder.decode(value, { stream: true })).split("\n\n");
    rest = events.pop();
    for (const event of events) {
      if (control.signal.aborted) return;
      hear(event, listeners);
    }
  }
}

/** Passes an event on; a comment is none. */
function hear(event, listeners) {
  const fields = Object.fromEntries(event.split("\n").map((line) => line.split(/: (.*)/s, 2)));
  if (fields.event === undefined) return;
  try {
    listeners[fields.event]?.(JSON.parse(fields.data));
  } catch (problem) {
    // It is the page's fault, and not that of the connection.
    reportError(problem);
  }
}

"""#,
    "list.css": #"""
/* The list of responses */

[data-shows="list"] :is(#tools, #panels, #about, #save-state) { display: none; }
#listing { display: grid; gap: 12px; margin: 12px auto 40px; max-width: 680px; }
.starting, .seeks { align-items: center; display: flex; flex-wrap: wrap; gap: 8px 12px; }
[hidden] { display: none !important; }
:is(.starting, .seeks) input { background: var(--card); border: 1px solid var(--edge); border-radius: 9px; flex: 1 1 10em; min-height: 36px; padding: 4px 10px; }
.response { border-radius: 13px; color: inherit; display: grid; min-height: 44px; padding: 8px 16px; text-decoration: none; }
.response:hover { background: var(--tint); }
.response .did { font-weight: 600; overflow-wrap: anywhere; }
.response.completed .did::after { color: var(--on); content: " ✓"; }
.responses li + li { border-top: 1px solid var(--line); }

"""#,
    "list.js": #"""
// The forms and responses of the file: opens responses, and begins new ones.

import { button, element, showMessage } from "./elements.js";
import { comeBack } from "./line/entering.js";
import { Refusal, Server } from "./line/server.js";
import { t, tongue } from "./strings/strings.js";

/** The number of responses per query. */
const part = 50;
/** The polling interval of the list, in milliseconds. */
const pause = 3000;

/** The address of a response, relative to the page. */
export function addressOf(form, response) { return `?${new URLSearchParams({ form, response })}`; }

export class ListScreen {
  #shown = "";
  #count = part;
  #isReading = false;
  #isStale = false;

  constructor(query) {
    this.server = new Server({});
    this.form = query.get("form") ?? "";
    this.title = document.getElementById("title");
    this.title.textContent = t.responses;
    document.title = `${t.responses} – FormState`;
    this.search = element("input", { type: "search", id: "search", autocomplete: "off" });
    this.forms = element("select", { id: "forms", "aria-label": t.form });
    this.status = element("p", { class: "detail", role: "status" });
    this.list = element("ul", { class: "rows responses", "aria-label": t.responses });
    this.more = button(t.showMore, () => {
      this.#count += part;
      this.#read();
    }, { hidden: true });
    this.name = element("input", { id: "new-name", autocomplete: "off", maxlength: "200", required: true });
    this.of = element("select", { "aria-label": t.formOfNew });
    this.begins = element("form", { class: "starting" }, element("label", { for: "new-name" }, t.newResponse), this.name, this.of,
      element("button", { type: "submit", class: "main" }, t.begin));
    this.begins.addEventListener("submit", (event) => this.#begin(event));
    document.getElementById("form").replaceChildren(element("div", { id: "listing" },
      this.begins, element("div", { class: "seeks" }, element("label", { for: "search" }, t.search), this.search, this.forms),
      this.status, this.list, this.more));
    this.search.addEventListener("input", () => {
      clearTimeout(this.timer);
      this.timer = setTimeout(() => this.#read(), 150);
    });
    this.forms.addEventListener("change", () => {
      this.form = this.forms.value;
      this.#read();
    });
    document.addEventListener("visibilitychange", () => { if (!document.hidden) this.#read(); });
    setInterval(() => { if (!document.hidden) this.#read(); }, pause);
    this.#read();
  }

  /** Queries the list; one query at a time, the last one wins. */
  async #read() {
    this.#isStale = true;
    if (this.#isReading) return;
    this.#isReading = true;
    while (this.#isStale) {
      this.#isStale = false;
      try {
        this.#show(await this.server.get("/responses", { form: this.form, text: this.search.value.trim(), limit: this.#count }));
      } catch (refusal) {
        if (!(refusal instanceof Refusal)) throw refusal;
        this.#shown = "";
        // A restarted program admits a page that proves to be the same as before; the next poll shows the list.
        if (refusal.isShutOut) await comeBack();
        this.status.textContent = refusal.isLoss ? t.noAnswerFromProgram : refusal.message;
      }
    }
    this.#isReading = false;
  }

  #show(answer) {
    const wanted = JSON.stringify(answer);
    if (wanted === this.#shown) return;
    this.#shown = wanted;
    const { forms, responses, count } = answer;
    const named = forms.map(({ form, title }) => [form, title || form]);
    const titles = new Map(named);
    fill(this.forms, [["", t.allForms], ...named], this.form);
    this.forms.hidden = forms.length < 2;
    fill(this.of, named, this.of.value || this.form || forms[0]?.form);
    this.of.hidden = forms.length < 2;
    this.begins.hidden = answer.readOnly || forms.length === 0;
    if (this.name.value === "") this.name.value = suggested(responses);
    this.status.textContent = t.responseCount(count);
    const focused = /** @type {HTMLElement | null} */ (document.activeElement)?.dataset.response;
    this.list.replaceChildren(...responses.map((response) => row(response, forms.length > 1 ? titles.get(response.form) : "")));
    if (focused) /** @type {HTMLElement | undefined} */ ([...this.list.querySelectorAll("a")].find((link) => link.dataset.response === focused))?.focus();
    this.more.hidden = responses.length >= count;
  }

  async #begin(event) {
    event.preventDefault();
    const name = this.name.value.trim();
    try {
      const { form, response } = await this.server.post("/begin", {}, { form: this.of.value, response: name });
      location.assign(addressOf(form, response));
    } catch (refusal) {
      if (!(refusal instanceof Refusal)) throw refusal;
      showMessage(refusal.message);
      this.name.focus();
    }
  }
}

/** Sets the choices of a menu, unless they are the same. */
function fill(select, choices, chosen) {
  const wanted = JSON.stringify(choices);
  if (select.dataset.choices !== wanted) {
    select.dataset.choices = wanted;
    select.replaceChildren(...choices.map(([value, words]) => element("option", { value }, words)));
  }
  select.value = chosen ?? "";
}

/** A name for the next response: the day, with a number if necessary. */
function suggested(responses) {
  const day = new Date().toLocaleDateString("sv");
  const taken = new Set(responses.map(({ response }) => response));
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? day : `${day}-${number}`;
    if (!taken.has(name)) return name;
  }
}

function row({ form, response, completed, faults, updated }, title) {
  const time = updated === null ? null : new Date(updated);
  const marks = [
    title, completed ? t.completedResponse : t.gapsOfResponse(faults),
    time === null ? t.notBegun : time.toLocaleString(tongue, { dateStyle: "medium", timeStyle: "short" }),
  ];
  const link = element("a", { href: addressOf(form, response), class: completed ? "response completed" : "response" },
    element("span", { class: "did" }, response), element("span", { class: "detail" }, marks.filter(Boolean).join(" · ")));
  link.dataset.response = JSON.stringify([form, response]);
  return element("li", {}, link);
}

"""#,
    "media.css": #"""
/* Files, pictures and sounds, places, and what is drawn. */

.filing { align-items: flex-end; flex-direction: column; gap: 6px; }
.stacked .filing { align-items: flex-start; }
.filed { display: grid; gap: 4px; justify-items: end; max-width: 100%; }
.stacked .filed { justify-items: start; }
.filed:empty { display: none; }
/* As high before it is loaded as afterwards, so that nothing moves. */
.filed img { background: var(--field); border-radius: 9px; height: 160px; max-width: 100%; object-fit: scale-down; }
.filed video, .media video { background: #000; border-radius: 9px; height: 200px; max-width: 100%; }
.filed audio, .media audio { height: 40px; max-width: 100%; width: 300px; }
.filed p { overflow-wrap: anywhere; text-align: end; }
.stacked .filed p { text-align: start; }
.picking { display: flex; flex-wrap: wrap; gap: 8px; justify-content: flex-end; }
.picking:empty { display: none; }
.sending { color: var(--soft); }
.fixed .filing { align-items: center; flex-direction: row; }
.fixed .filed { display: flex; align-items: center; gap: 8px; overflow: hidden; }
.fixed .filed img, .fixed .filed video { height: 36px; }
.fixed .filed p { display: -webkit-box; overflow: hidden; -webkit-box-orient: vertical; -webkit-line-clamp: 2; }

.media { display: grid; gap: 4px; justify-items: start; padding-block: 4px; position: relative; z-index: 1; }
.media img { border-radius: 9px; height: 160px; max-width: 100%; object-fit: scale-down; object-position: left; }
.row:not(.is-option) > .line:has(.media) { align-content: center; align-items: stretch; flex-direction: column; gap: 0; justify-content: center; }
.line:has(.media) > .words { flex: none; }
.row:not(.is-option) > .line:has(.media) > .control { flex: none; justify-content: flex-start; }
.fixed .media { display: none; }
.option > span { display: grid; gap: 4px; }

.placing { flex-wrap: wrap; }
.placing input { flex: 1 1 9em; width: auto; }
.placing .fault { flex-basis: 100%; font-size: 14px; }
.placing .fault:empty { display: none; }

dialog.drawing { max-width: 860px; }
.drawing canvas { border: 1px solid var(--edge); border-radius: 9px; cursor: crosshair; max-height: 60vh; max-width: 100%; touch-action: none; }

@media (max-width: 520px) {
  .is-file .line:has(.filed:not(:empty)) { align-items: stretch; flex-direction: column; gap: 0; }
  .is-file .line:has(.filed:not(:empty)) > * { flex: none; }
  .picking button, .placing button, .filed .link { min-height: 44px; }
}

"""#,
    "page.html": #"""
<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>FormState</title>
<link rel="icon" href="icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="screen.css">
<link rel="stylesheet" href="form.css">
<link rel="stylesheet" href="media.css">
<link rel="stylesheet" href="list.css">
<link rel="stylesheet" href="paper.css">
<script type="module" src="start.js"></script>
</head>
<body>
<a class="skip" href="#form">To the form</a>
<header id="bar">
  <div id="name">
    <h1 id="title">…</h1>
    <p><span id="about"></span> <span id="save-state"></span></p>
  </div>
  <div id="tools" role="toolbar" aria-label="What can be done"></div>
</header>
<section id="notices" aria-label="Notices"></section>
<div id="columns">
  <div id="middle">
    <main id="form" tabindex="-1" aria-labelledby="title">
      <div id="area"><ul id="parked"></ul><div id="sheet"></div></div>
    </main>
    <nav id="pager" aria-label="Pages" hidden></nav>
  </div>
  <aside id="panels" aria-label="About the form"></aside>
</div>
<div id="said" role="status"></div>
<div id="toast" role="status"></div>
</body>
</html>

"""#,
    "paper.css": #"""
/* What is printed */

[data-shows="print"] :is(#panels, #about, #save-state, #pager) { display: none; }
#paper { background: var(--card); margin: 0 auto 40px; max-width: 760px; padding: 32px 40px; }
#paper h1 { font-size: 24px; }
#paper h2 { border-bottom: 2px solid var(--line); font-size: 18px; margin: 24px 0 8px; }
#paper h3 { margin: 12px 0 4px; }
#paper :is(h2, h3) { break-after: avoid; }
.printed { break-inside: avoid; display: grid; gap: 2px; padding: 6px 0; white-space: pre-line; overflow-wrap: anywhere; }
.asks { color: var(--soft); font-size: 14px; }
.blank { border-bottom: 1px solid var(--soft); height: 24px; }

@media print {
  :root { color-scheme: light; --card: #fff; --ground: #fff; --text: #000; --soft: #444; --line: #bbb; }
  html, body { height: auto; overflow: visible; }
  body, #columns, #middle, #form { display: block; overflow: visible; }
  #bar, #notices, #toast, .skip { display: none; }
  #paper { margin: 0; max-width: none; padding: 0; }
}

"""#,
    "print.js": #"""
// A response on paper: all questions, or the answered ones, one below the other.

import { chosenIn } from "./controls/options.js";
import { button, element, showMessage } from "./elements.js";
import { directionOf, tagOf } from "./languages.js";
import { Refusal, Server } from "./line/server.js";
import { speak, t, tongue } from "./strings/strings.js";
import { directionOfFigures, marked } from "./words.js";

/** The number of answers per query. */
const part = 1000;

export class PrintScreen {
  constructor(query) {
    this.query = query;
    this.isBlank = query.get("print") === "form";
    this.server = new Server({
      form: query.get("form"), response: query.get("response"), language: query.get("language"), layout: "compact",
    });
    this.at = query.get("at");
    document.getElementById("form").replaceChildren(this.sheet = element("div", { id: "paper" }));
    document.getElementById("tools").replaceChildren(
      button(t.print, () => print(), { class: "main" }), button(t.backToForm, () => this.#goBack()));
    this.#read().catch((refusal) => {
      if (!(refusal instanceof Refusal)) throw refusal;
      showMessage(refusal.message);
    });
  }

  #goBack() {
    const address = new URL(location.href);
    address.searchParams.delete("print");
    location.assign(address);
  }

  async #read() {
    const head = await this.server.get("/rows", { h: 1, at: this.at });
    const all = [];
    let from = null;
    do {
      const answer = await this.server.get("/answers", { at: this.at ?? head.revision, from, limit: part, options: "on" });
      all.push(...answer.answers);
      from = answer.next;
    } while (from !== null);
    speak(head.language);
    this.#draw(head, all.filter((each) => !each.hidden && (this.isBlank || each.value !== null)));
  }

  #draw(head, answers) {
    const title = head.formTitle || t.form;
    document.title = `${title} – ${head.response}`;
    document.getElementById("title").textContent = title;
    const facts = [head.response, t.revisionInText(head.at ?? head.revision), head.completed && t.completed, new Date().toLocaleString(tongue)];
    this.sheet.lang = tagOf(head.language) ?? "";
    this.sheet.dir = directionOf(head.language);
    const nodes = [element("h1", {}, title), element("p", { class: "detail", lang: tongue, dir: directionOf(tongue) }, facts.filter(Boolean).join(" · "))];
    let section, instance, numbers;
    for (const each of answers) {
      if (each.section !== section) {
        section = each.section;
        [instance, numbers] = [0, new Map()];
        if (each.sectionTitle !== "") nodes.push(element("h2", {}, ...marked(each.sectionTitle)));
      }
      if (each.instance !== instance) {
        instance = each.instance;
        if (instance !== 0 && !numbers.has(instance)) numbers.set(instance, numbers.size + 1);
        if (instance !== 0) nodes.push(element("h3", {}, t.numbered(numbers.get(instance))));
      }
      nodes.push(this.#question(each));
    }
    if (answers.length === 0) nodes.push(element("p", {}, t.nothingAnswered));
    this.sheet.replaceChildren(...nodes);
    document.documentElement.dataset.printed = String(answers.length);
  }

  #question(answer) {
    const words = element("p", { class: "asks" }, ...marked(answer.question));
    const isChoice = this.isBlank && answer.options.length > 0;
    return element("div", { class: "printed" }, words, isChoice ? this.#options(answer) : this.#answer(answer));
  }

  #answer({ readable, value }) {
    return value === null ? element("p", { class: "blank" }) : element("p", { class: "says", dir: directionOfFigures(readable) }, readable);
  }

  /** All options with a mark at the chosen ones, as on paper. */
  #options({ options, value }) {
    const chosen = chosenIn(value);
    return element("ul", { class: "says" }, ...options.map((option) =>
      element("li", {}, `${chosen.includes(option.value) ? "☒" : "☐"} ${option.title || option.value}`)));
  }
}

"""#,
    "rows/conflicts.js": #"""
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

"""#,
    "rows/drawing.js": #"""
// Turns items into elements: sections with a heading and a list, matched by key, so unchanged parts keep their node,
// focus and caret.

import { element, identifier, put, setAttribute, setChildren } from "../elements.js";

/** The items grouped by section: `{ key, title, header, rows }`, rows with their number in it. */
export function runs(items, sections) {
  const result = [];
  const open = (section, header) => {
    result.push({ key: section.key, title: section.title, size: section.rows, next: section.first, header, rows: [] });
  };
  const bySection = new Map(sections.map((section) => [section.key, section]));
  for (const item of items) {
    if (item.type === "header") open(bySection.get(item.section), item);
    else if (result.length === 0) open(sections[0], null);
    const run = result[result.length - 1];
    if (item.type !== "header") run.rows.push({ item, number: run.next++ });
  }
  return result;
}

/** Draws the items of a window; returns the new views. */
export function drawItems(window, isScrolled) {
  const { page, views } = window;
  const sheet = window.scrolling.sheet;
  const focus = focused(views);
  const keys = new Set(page.items.map((item) => item.key));
  if (focus && isScrolled && !keys.has(focus.view.item.key)) park(focus.view);
  const fresh = [];
  const viewOf = (item) => {
    let view = views.get(item.key);
    if (!view) {
      view = window.makeView(item);
      views.set(item.key, view);
      fresh.push(view);
    }
    view.isParked = false;
    return view;
  };
  const all = runs(page.items, page.sections).map((run) => ({ run, ...sectionNode(sheet, run) }));
  setChildren(sheet, all.map((section) => section.node));
  for (const { run, node, list } of all) {
    const header = run.header && viewOf(run.header);
    header?.update(run.header, page);
    setChildren(node, [...(header ? [header.node] : []), ...(run.rows.length > 0 ? [list] : [])]);
    setChildren(list, run.rows.map(({ item, number }) => {
      const row = viewOf(item);
      row.update(item, page, { number: number + 1, size: run.size });
      return row.node;
    }));
  }
  for (const [key, old] of views) {
    if (keys.has(key) || (old.isParked && old.node.contains(document.activeElement))) continue;
    window.forget(old);
    old.node.remove();
    views.delete(key);
  }
  if (focus) restore(focus, window);
  return fresh;
}

/** The node of a section; an existing one is kept. */
function sectionNode(sheet, run) {
  const id = identifier("section-", run.key);
  let node = sheet.querySelector(`:scope > #${id}`);
  let list = node?.querySelector(":scope > ul");
  if (!node) {
    list = element("ul", { class: "rows" });
    node = element("section", { id, class: "section" }, list);
  }
  list ??= element("ul", { class: "rows" });
  setAttribute(list, "aria-label", run.title === "" ? null : run.title);
  return { node, list };
}

/** Keeps the focused row when it is scrolled away, without a position among the others. */
function park(view) {
  view.isParked = true;
  put(view.node, document.getElementById("parked"));
}

function focused(views) {
  const active = document.activeElement;
  const node = /** @type {HTMLElement | null} */ (active?.closest("#area [data-key]"));
  const view = node && views.get(node.dataset.key);
  if (!view) return null;
  const others = /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("#sheet [data-key]"));
  const keys = [...others].map((other) => other.dataset.key);
  return { active, view, above: keys.slice(0, Math.max(0, keys.indexOf(node.dataset.key))).reverse() };
}

/** Restores the focus that drawing took: to the same element, or to the replacement of a removed row. */
function restore({ active, view, above }, window) {
  if (document.activeElement === active) return;
  if (active.isConnected && !active.disabled) {
    active.focus({ preventScroll: true });
    return;
  }
  const parent = window.page.items.find((other) => other.cell !== undefined && other.cell === view.item.parent);
  const stand = window.views.get(view.item.key) ?? (parent && window.views.get(parent.key))
    ?? window.views.get(above.find((key) => window.views.has(key)));
  stand?.focus();
}

"""#,
    "rows/gaps.js": #"""
// Missing answers: not shown before the person had a chance to answer, and listed when the response cannot be
// completed.

import { button, element } from "../elements.js";
import { t } from "../strings/strings.js";
import { soFar } from "../words.js";

/** The kinds of faults about missing answers; all others are about given answers. */
const missing = new Set(["required", "tooFew"]);
/** The maximum number of listed questions. */
const mostListed = 20;

export class Gaps {
  #left = new Set();
  #hasTried = false;
  #faults = [];
  #soFar = "";

  /** `changed` is called with the cells whose faults show now, or with null for all. */
  constructor(context, changed) {
    this.context = context;
    this.changed = changed;
  }

  /** The visible faults of an item. */
  shown(item, page) {
    if (!item.faults || this.#hasTried || page.readOnly || page.completed || this.#left.has(item.cell)) return item.faults;
    const others = item.faults.filter((fault) => !missing.has(fault.kind));
    return others.length > 0 ? others : undefined;
  }

  /** The person has left a cell. */
  leave(cell) {
    if (this.#left.has(cell)) return;
    this.#left.add(cell);
    this.changed(new Set([cell]));
  }

  /** The person tried to complete the response; these faults prevent it. */
  tried({ faults, ...answer }) {
    this.#hasTried = true;
    this.#soFar = soFar(answer, answer.faultsVisited);
    this.#faults = faults.filter((fault) => fault.severity === "error");
    this.changed(null);
  }

  /** Nothing prevents it any more. */
  forget() { this.#faults = []; }

  get count() { return this.#faults.length; }
  /** The cell of the first of them; undefined for none. */
  get first() { return this.#faults.find((fault) => fault.address !== null)?.address; }

  /** The list of faults that prevent completing; null if none are known. */
  node() {
    if (this.#faults.length === 0) return null;
    const rest = this.#faults.length - mostListed;
    return element("div", { class: "notice fault", id: "gaps", role: "group", "aria-label": t.whatIsMissing },
      element("p", {}, t.gaps(this.#faults.length) + this.#soFar),
      element("ul", {}, ...this.#faults.slice(0, mostListed).map((fault) => element("li", {}, this.#line(fault))),
        rest > 0 ? element("li", {}, t.andMore(rest)) : null));
  }

  #line(fault) {
    const message = fault.message;
    const words = fault.question ? `${fault.question}: ${message}` : message;
    return fault.address === null ? words : button(words, () => this.context.reveal(fault.address), { class: "link" });
  }
}

"""#,
    "rows/keyboard.js": #"""
// The keyboard: Tab moves through controls as usual, arrows through rows, left and right collapse and expand.

import { isComposing } from "../elements.js";

/** Whether a key belongs to the focused control, such as an arrow to a slider. */
function isTakenByControl(target, key) {
  const vertical = key === "ArrowUp" || key === "ArrowDown";
  if (target.tagName === "TEXTAREA" || target.tagName === "SELECT" || target.closest("dialog")) return true;
  if (target.tagName !== "INPUT") return false;
  if (target.type === "radio" && target.closest("fieldset")) return true;
  if (["checkbox", "radio"].includes(target.type)) return false;
  return vertical ? !["text", "search"].includes(target.type) : true;
}

function isTyping(target) {
  return target.tagName === "TEXTAREA" || (target.tagName === "INPUT" && !["checkbox", "radio", "range"].includes(target.type));
}

export function listen(context) {
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.altKey || isComposing(event)) return;
    const command = event.ctrlKey || event.metaKey;
    const view = context.viewOf(event.target);
    if (command && event.key.toLowerCase() === "z") {
      // A text field has its own undo.
      if (/** @type {Element} */ (event.target).closest("dialog") || (isTyping(event.target) && (!view || view.isBeingTyped))) return;
      event.preventDefault();
      context.undo(event.shiftKey ? "redo" : "undo");
      return;
    }
    if (command && (event.key === "Home" || event.key === "End") && !isTyping(event.target)) {
      event.preventDefault();
      goToEnd(context.window, event.key === "End");
      return;
    }
    if (command || event.shiftKey || !view || isTakenByControl(event.target, event.key)) return;
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      step(context, view, event.key === "ArrowDown" ? 1 : -1);
    } else if (event.key === "ArrowLeft" || event.key === "ArrowRight") {
      if (disclose(context, view, event.key === "ArrowRight")) event.preventDefault();
    }
  });
}

/** Goes to the row or header before or after one. */
async function step(context, view, direction) {
  const { window } = context;
  const { items } = window.page;
  const index = items.findIndex((item) => item.key === view.item.key);
  if (index < 0) {
    await context.goTo(view.item.cell);
    return;
  }
  let next = index + direction;
  // A header without a button has nothing to do.
  while (items[next]?.type === "header" && window.views.get(items[next].key).main.tagName !== "BUTTON") next += direction;
  focus(window, items[next]?.key);
}

async function goToEnd(window, isLast) {
  await window.ask({ y: isLast ? window.scrolling.height : 0, goes: true });
  const rows = window.page.items.filter((item) => item.type === "row");
  focus(window, (isLast ? rows[rows.length - 1] : rows[0])?.key);
}

function focus(window, key) {
  if (key === undefined) return;
  window.views.get(key).focus();
  window.bringIntoView(key);
}

/** Expands or collapses; returns whether there was anything to. */
function disclose(context, view, opens) {
  const { item } = view;
  const isOpen = item.type === "header" ? !item.folded : item.expanded ?? false;
  if (!(item.foldable || item.expandable) || isOpen === opens || context.isReadOnly) return false;
  context.act(item.type === "header" ? item.tap : { action: "tap", cell: item.cell });
  return true;
}

"""#,
    "rows/place.js": #"""
// Where the person stands: told to the program when the view has rested for a moment, and shown again by the next page of
// this browser, after a reload or when the program or the browser was killed.

import { access } from "../line/access.js";

/** How long the view rests before its place is told, in milliseconds. */
const rest = 400;

export class Place {
  /** The name of this browser for the program; null if the page does not begin at a place. */
  #device = null;
  /** The cell that has the focus, or had it last. */
  #cell = null;
  /** The place that the program has, as text. */
  #kept = null;
  #hasBegun = false;
  #timer;

  constructor(context) {
    this.context = context;
    document.addEventListener("focusin", ({ target }) => {
      const cell = context.viewOf(target)?.item.cell;
      if (cell === undefined) return;
      this.#cell = cell;
      this.moved();
    });
    document.addEventListener("visibilitychange", () => { if (document.hidden) this.#tell(); });
    addEventListener("pagehide", () => this.#tell());
  }

  /** Shows the form where the person stood, unless the address leads to a revision, or to another page of the form. */
  async begin() {
    const { window } = this.context;
    this.#device = await access.device();
    await window.ask(window.at === null ? this.start ?? {} : {});
    const cell = window.page?.place?.cell;
    const view = cell && [...window.views.values()].find((each) => each.item.cell === cell);
    // Nobody is called away from what they have begun meanwhile.
    if (view && !this.context.viewOf(document.activeElement)) view.focus();
    this.#kept = this.#place;
    this.#hasBegun = true;
  }

  /** The place that a window begins at; undefined where the browser has no name. */
  get start() { return this.#device === null ? undefined : { device: this.#device }; }

  /** Tells the place once nothing has moved for a while. */
  moved() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#tell(), rest);
  }

  get #place() { return JSON.stringify({ cell: this.#cell, first: this.context.window.firstCell }); }

  /** Tells the place, if the program does not have it. A page that is closed sends it all the same. */
  async #tell() {
    clearTimeout(this.#timer);
    const { window, server } = this.context;
    if (!this.#hasBegun || this.#device === null || this.context.isReadOnly || window.at !== null) return;
    // A program that has ended takes nothing, and the next one at this port does not know the page yet.
    if (!server.line?.isOpen) return;
    const place = this.#place;
    if (place === this.#kept) return;
    this.#kept = place;
    // A response that has not begun has no place; the next change tries again.
    const answer = await server.post("/place", JSON.parse(place), { device: this.#device }).catch(() => null);
    if (!answer?.kept && this.#kept === place) this.#kept = null;
  }
}

"""#,
    "rows/rows.js": #"""
// Draws rows and headers.

import { makeControl } from "../controls/controls.js";
import { titlesOfChosen } from "../controls/options.js";
import "../controls/places.js";
import { mediaOf } from "../controls/stored.js";
import { button, element, identifier, setAttribute, setChildren } from "../elements.js";
import { t } from "../strings/strings.js";
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
      context.gaps.leave(this.item.parent ?? this.item.cell);
    });
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
    const conflict = this.#conflict(item.cell);
    setChildren(node, [
      ...(item.instance ? [this.#instance(item, page)] : []), this.line, ...(conflict ? [conflict] : []),
      ...(this.faults.firstChild ? [this.faults] : []),
    ]);
  }

  #classes(item, words) {
    const classes = ["row", `is-${item.control}`];
    if (item.readOnly && item.control !== "label" && (item.calculated || item.value !== null)) classes.push("quiet");
    if (item.expandable) classes.push(item.expanded ? "open" : "closed");
    if (item.level > 0) classes.push("inner");
    if (item.inline) classes.push("growing");
    if (item.instance) classes.push("begins");
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
    const answer = isCaptioned ? (item.unanswered ? "" : item.title || item.text) : !this.control && item.text !== item.title ? item.text : "";
    return { caption, hint, answer };
  }

  #updateControl(item, page) {
    const control = makeControl(item, this);
    if (control.signature !== this.control?.signature) this.control = control.make?.() ?? null;
    const isLate = this.context.outbox.isLate(item.cell);
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
    const { position, count, remove, up, down } = item.instance;
    const name = captionOf(item);
    const act = (sign, label, action) => button(sign, () => this.context.act(action), {
      class: "sign", "aria-label": t.about(label, name), title: label, disabled: page.readOnly || page.completed,
    });
    const fresh = element(
      "div", { class: "instance", role: "group", "aria-label": t.instance(name, position + 1, count) },
      element("span", {}, t.place(position + 1, count)),
      up && act("↑", t.moveUp, up), down && act("↓", t.moveDown, down), remove && act("✕", t.remove, remove));
    if (this.instance?.outerHTML === fresh.outerHTML && this.instanceActions === JSON.stringify(item.instance)) return this.instance;
    const active = /** @type {HTMLElement | null} */ (document.activeElement);
    const focusedLabel = this.instance?.contains(active) ? active.title : null;
    this.instance?.replaceWith(fresh);
    this.instance = fresh;
    this.instanceActions = JSON.stringify(item.instance);
    if (focusedLabel) (fresh.querySelector(`[title="${focusedLabel}"]`) ?? fresh.querySelector("button"))?.focus({ preventScroll: true });
    return fresh;
  }

  tap() { return this.context.act({ action: "tap", cell: this.item.cell }); }

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

"""#,
    "rows/scrolling.js": #"""
// The scroll position of the form. Browsers limit elements to some 33 million pixels, and a million rows are taller;
// the scrolling area is therefore bounded, and beyond that the bar is a ratio while wheel, keys and fingers move by
// real pixels.

const tallestArea = 8_000_000;

export class Scrolling {
  #expected = 0;
  #isDraggingBar = false;
  #height = 0;
  /** The form's offset at the upper edge of the view. */
  offset = 0;

  /** `moved` is called whenever the person has scrolled. */
  constructor(scroller, area, sheet, moved) {
    this.scroller = scroller;
    this.area = area;
    this.sheet = sheet;
    scroller.addEventListener("scroll", () => { if (this.#follow()) moved(); }, { passive: true });
    scroller.addEventListener("pointerdown", (event) => {
      this.#isDraggingBar = event.target === scroller && event.offsetX >= scroller.clientWidth;
    });
    addEventListener("pointerup", () => { this.#isDraggingBar = false; });
    scroller.addEventListener("scrollend", () => this.#show());
  }

  get view() { return this.scroller.clientHeight; }
  get height() { return this.#height; }
  get #isScaled() { return this.#height > tallestArea; }
  /** The number of the form's pixels per pixel of the bar. */
  get #ratio() {
    return this.#isScaled ? (this.#height - this.view) / (tallestArea - this.view) : 1;
  }

  /** Sets the height of the form, and the position of the view in it. */
  set(height, offset) {
    this.#height = height;
    const shown = `${Math.min(height, tallestArea)}px`;
    if (this.area.style.height !== shown) this.area.style.height = shown;
    this.offset = Math.max(0, Math.min(offset, height - this.view));
    this.#show();
  }

  /** Positions the rows, of which the first begins at `top`. */
  place(top) {
    this.top = top;
    this.sheet.style.transform = `translateY(${this.scroller.scrollTop + top - this.offset}px)`;
  }

  /** Moves the bar to the position of the view. */
  #show() {
    const scrollTop = this.offset / this.#ratio;
    if (Math.abs(this.scroller.scrollTop - scrollTop) >= 1) this.scroller.scrollTop = scrollTop;
    this.#expected = this.scroller.scrollTop;
    if (this.top !== undefined) this.place(this.top);
  }

  /** Reads the person's scrolling; returns whether there was any. */
  #follow() {
    const moved = this.scroller.scrollTop - this.#expected;
    if (Math.abs(moved) < 0.5) return false;
    this.#expected = this.scroller.scrollTop;
    const isStep = this.#isScaled && !this.#isDraggingBar && Math.abs(moved) <= 2 * this.view;
    const wanted = isStep ? this.offset + moved : this.#expected * this.#ratio;
    this.offset = Math.max(0, Math.min(wanted, this.#height - this.view));
    if (this.top !== undefined) this.place(this.top);
    return true;
  }
}

"""#,
    "rows/verify.js": #"""
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

"""#,
    "rows/window.js": #"""
// The drawn part of the form: items between two offsets, as the server has them.

import { mayMove } from "../elements.js";
import { Refusal } from "../line/server.js";
import { speak } from "../strings/strings.js";
import { drawItems } from "./drawing.js";

/** The items of a window after the steps of a change. */
export function applied(items, steps) {
  const result = [...items];
  for (const step of steps) {
    if ("remove" in step) result.splice(step.remove, step.count);
    else if ("insert" in step) result.splice(step.insert, 0, ...step.items);
    else if ("update" in step) result[step.update] = step.item;
  }
  return result;
}

export class FormWindow {
  /** The last answer to `/rows`, advanced by events; null before the first one. */
  page = null;
  /** The views of drawn items, by key. */
  views = new Map();
  /** The shown past revision; null for the current one. */
  at = null;
  /** The only visible page of the form; null for all of it. */
  pageKey = null;
  #wanted = null;
  #asking = null;
  #missed = 0;
  #hasState = false;
  #waiting = [];
  #heights = new Map();
  #posted = new Map();
  #pastPosts = 0;
  #observer;
  /** The cell to which a person was led, which stays in its place until they move on: `{ cell, from }`. */
  #goal = null;
  #viewHeight = 0;

  /** `makeView` draws an item; `pageChanged` is called with the page whenever it changes. */
  constructor(server, scrolling, makeView, pageChanged, refused) {
    this.server = server;
    this.scrolling = scrolling;
    this.makeView = makeView;
    this.pageChanged = pageChanged;
    this.refused = refused;
    this.#observer = new ResizeObserver((entries) => this.#measure(entries));
    new ResizeObserver(() => this.#resized()).observe(scrolling.scroller);
    for (const moving of ["wheel", "touchstart", "pointerdown", "keydown"]) {
      addEventListener(moving, () => { this.#goal = null; }, { capture: true, passive: true });
    }
  }

  // Queries

  /** Queries the window at a place, or around the view; one query at a time, the last place wins. */
  ask(place = {}) {
    this.#wanted = place;
    if (place.cell || place.goes) this.#goal = place.cell ? place : null;
    this.#asking ??= this.#askOn().finally(() => { this.#asking = null; });
    return this.#asking;
  }

  async #askOn() {
    while (this.#wanted) {
      const place = this.#wanted;
      this.#wanted = null;
      this.#missed = 0;
      const { at, pageKey } = this;
      const view = this.scrolling.view;
      const question = this.#question(place, view);
      try {
        const page = await this.server.get("/rows", { ...question, h: 3 * view, at, page: pageKey }, true);
        if (at !== this.at || pageKey !== this.pageKey) {
          this.#wanted ??= place;
          continue;
        }
        this.#take(page, place);
        // Only events received meanwhile count: a restarted program counts from the beginning.
        if (page.stamp < this.#missed) this.#wanted ??= {};
      } catch (refusal) {
        if (!(refusal instanceof Refusal)) throw refusal;
        if (refusal.status === 404 && (place.cell ?? question.cell)) this.#wanted ??= { y: this.page?.y ?? 0 };
        else this.refused(refusal);
      }
    }
  }

  /** The query: where the person of a browser stood, a cell to go to, an offset, or the view, anchored at its first row. */
  #question(place, view) {
    if (place.device) return { device: place.device, dy: -view };
    if (place.cell) return { cell: place.cell, dy: -1.5 * view };
    if (place.y !== undefined) return { y: Math.max(0, place.y) };
    const anchor = this.scrolling.offset > 0 && !place.isScrolled ? this.#anchor() : null;
    if (anchor?.cell) return { cell: anchor.cell, dy: -view - anchor.below };
    return { y: Math.max(0, this.scrolling.offset - view) };
  }

  /** Whether the view and its surroundings are drawn; queries more if not. */
  scrolled() {
    const page = this.page;
    if (!page || this.scrolling.view === 0) return;
    const { offset, view } = this.scrolling;
    const above = offset - page.y >= view / 2 || page.y <= 0;
    const below = page.y + page.h - offset - view >= view / 2 || page.y + page.h >= page.height - 0.5;
    if (!above || !below) this.ask({ isScrolled: true });
  }

  /** Shows another revision; null for the current one. */
  show(revision) {
    this.at = revision;
    this.#posted.clear();
    return this.ask();
  }

  /**
   * Shows a page of the form from its top, or from another place; the first one for an unknown key.
   * @param {{ y?: number, goes?: boolean, device?: string }} place
   */
  showPage(key, place = { y: 0, goes: true }) {
    this.pageKey = key;
    return this.ask(place);
  }

  /** The cell of the first row that is seen whole, or of one that fills the view; null without rows. */
  get firstCell() {
    const { offset, view } = this.scrolling;
    let y = this.page?.top ?? 0;
    let first = null;
    for (const item of this.page?.items ?? []) {
      if (y - offset >= view) break;
      if (item.cell !== undefined) first = item.cell;
      if (y - offset >= -0.5 && item.cell !== undefined) break;
      y += this.#heightOf(item);
    }
    return first;
  }

  /** The drawn items are outdated, whatever their stamp. */
  outdate() { if (this.page) this.page.stamp = 0; }

  /** Resolves when the drawn items are as new as a stamp, or after a while. */
  reached(stamp) {
    if (!this.page || this.at !== null || this.page.stamp >= stamp) return Promise.resolve();
    return new Promise((done) => {
      this.#waiting.push({ stamp, done });
      setTimeout(done, 2000);
    });
  }

  /** Scrolls just far enough to see an item whole. */
  bringIntoView(key) {
    const item = this.page.items.find((each) => each.key === key);
    if (!item) return;
    const y = this.#offsetOf((each) => each === item, this.scrolling.offset, 0);
    this.#include(y, y + this.#heightOf(item));
  }

  /** Scrolls just far enough to see what is between two offsets, or its beginning. */
  #include(top, bottom) {
    const { offset, view } = this.scrolling;
    if (top < offset || bottom - top > view) this.#scrollTo(top - 8);
    else if (bottom > offset + view) this.#scrollTo(bottom - view + 8);
    this.scrolled();
  }

  /** After a notice has appeared, or the screen was turned: what had the focus in view stays there. */
  #resized() {
    const { scroller, offset, view } = this.scrolling;
    const before = this.#viewHeight;
    this.#viewHeight = view;
    if (!this.page || before === 0 || before === view) {
      this.scrolled();
      return;
    }
    const goal = this.#goalAnchor();
    const active = document.activeElement;
    if (goal) {
      this.#scrollTo(this.#offsetOf((item) => item.key === goal.key, offset, goal.below));
    } else if (this.scrolling.sheet.contains(active)) {
      const box = active.getBoundingClientRect();
      const top = box.top - scroller.getBoundingClientRect().top;
      if (top >= 0 && top < before) this.#include(offset + top, offset + top + box.height);
    }
    this.scrolled();
  }

  // Events

  #take(page, place) {
    const anchor = place.cell || place.device || place.isScrolled || place.goes ? null : this.#anchor();
    speak(page.language);
    this.page = page;
    this.pageKey = page.page?.key ?? null;
    // A past revision that another window has requested meanwhile is rebuilt, without the reported heights.
    if (this.at !== null) this.#posted.clear();
    this.#draw(place.isScrolled || place.goes || place.cell !== undefined || place.device !== undefined);
    if (place.device) this.#goal = this.#placeGoal(page.place);
    let offset = place.device ? 0 : this.scrolling.offset;
    const goal = this.#goalAnchor();
    if (place.goes) offset = place.y;
    else if (goal) offset = this.#offsetOf((item) => item.key === goal.key, offset, goal.below);
    else if (anchor && offset > 0) offset = this.#offsetOf((item) => item.key === anchor.key, offset, anchor.below);
    this.#settle(offset);
  }

  /** Handles a change from the server. */
  change(event) {
    this.#missed = event.stamp;
    const page = this.page;
    if (!page || event.stamp <= page.stamp || this.#asking) return;
    if (this.at !== null) {
      const { stamp, first, last } = event;
      this.page = { ...page, stamp, first, last };
      this.pageChanged(this.page);
      return;
    }
    if (!event.window || event.window.base !== page.stamp) {
      this.ask();
      return;
    }
    const anchor = this.#anchor();
    const { window, ...head } = event;
    const moved = window.y - page.y;
    this.page = {
      ...page, ...head, y: window.y, h: window.h, top: window.top, height: window.height, page: window.page, sections: window.sections,
      items: applied(page.items, window.steps),
    };
    this.pageKey = window.page?.key ?? null;
    this.#draw(false, event.cause !== "measured");
    const offset = this.scrolling.offset;
    const goal = this.#goalAnchor();
    if (goal) this.#settle(this.#offsetOf((item) => item.key === goal.key, offset, goal.below));
    else this.#settle(
      offset > 0 && anchor ? this.#offsetOf((item) => item.key === anchor.key, offset + moved, anchor.below) : offset);
  }

  /** Handles the full state, sent when a stream begins, or when events were missed. */
  state(state) {
    this.#missed = state.stamp;
    // A restarted program counts from the beginning as well, so an equal stamp means nothing then.
    if (!this.#asking && (this.#hasState || this.page?.stamp !== state.stamp)) this.ask();
    this.#hasState = true;
  }

  // Drawing

  #draw(isScrolled, moves = false) {
    const fresh = drawItems(this, isScrolled);
    for (const view of fresh) {
      if (view.item.measure) this.#observer.observe(view.node);
      if (moves && mayMove()) {
        view.node.animate([{ opacity: 0, transform: "translateY(-6px)" }, {}], { duration: 160, easing: "ease-out" });
      }
    }
    this.#sendHeights();
  }

  /** Stops measuring a removed node. */
  forget(view) {
    this.#observer.unobserve(view.node);
    this.#heights.delete(view.item.key);
  }

  #settle(offset) {
    this.scrolling.place(this.page.top);
    this.#scrollTo(offset);
    this.pageChanged(this.page);
    const { stamp } = this.page;
    const reached = this.#waiting.filter((wait) => wait.stamp <= stamp);
    this.#waiting = this.#waiting.filter((wait) => wait.stamp > stamp);
    for (const wait of reached) wait.done();
    queueMicrotask(() => this.scrolled());
  }

  /** Begins the view at an offset; the form is as high as the drawn rows make it. */
  #scrollTo(offset) {
    const unreported = this.page.items.reduce((sum, item) => sum + this.#heightOf(item) - item.h, 0);
    this.scrolling.set(this.page.height + unreported, offset);
  }

  /** What stays in place whatever happens above it: the row with the focus, or else the first that is seen whole. */
  #anchor() {
    if (!this.page) return null;
    const { offset, view } = this.scrolling;
    let y = this.page.top;
    let first = null;
    for (const item of this.page.items) {
      const below = y - offset;
      const found = { key: item.key, cell: item.cell, below };
      if (below >= -0.5) first ??= found;
      if (below >= -0.5 && below < view && this.views.get(item.key)?.node.contains(document.activeElement)) return found;
      y += this.#heightOf(item);
    }
    return first;
  }

  /** Where the person stood: the first row at the upper edge, below the headers just above it. */
  #placeGoal(place) {
    const cell = place?.first ?? place?.cell;
    const index = this.page.items.findIndex((item) => item.cell === cell);
    if (!cell || index < 0) return null;
    let from = 0;
    for (let above = index - 1; this.page.items[above]?.type === "header"; above -= 1) from += this.#heightOf(this.page.items[above]);
    return { cell, from };
  }

  /** The row to which a person was led, at a place where its control is in view as well; null without one. */
  #goalAnchor() {
    const item = this.#goal && this.page.items.find(({ cell }) => cell === this.#goal.cell);
    const row = item && this.views.get(item.key);
    if (!row?.node.isConnected) return null;
    const [outer, main] = [row.node, row.main].map((node) => node.getBoundingClientRect());
    const room = this.scrolling.view - (main.bottom - outer.top) - 8;
    return { key: item.key, below: Math.min(this.#goal.from ?? 100, row.main === row.node ? Math.max(0, room) : room) };
  }

  /** The height of an item as it is drawn, which the server may not know yet. */
  #heightOf(item) {
    const row = this.views.get(item.key);
    return row?.node.isConnected && !row.isParked ? this.#rounded(row.node.getBoundingClientRect().height) : item.h;
  }

  /** The beginning of a view with an item at a distance below its edge; `otherwise` without that item. */
  #offsetOf(isMeant, otherwise, below) {
    let y = this.page.top;
    for (const item of this.page.items) {
      if (isMeant(item)) return y - below;
      y += this.#heightOf(item);
    }
    return otherwise;
  }

  // Heights

  #measure(entries) {
    for (const entry of entries) {
      const view = this.views.get(entry.target.dataset.key);
      if (view && !view.isParked) this.#heights.set(view.item.key, this.#rounded(entry.target.getBoundingClientRect().height));
    }
    this.#sendHeights();
  }

  /** Reports heights that differ from the server's: each once, since another window may have any width. */
  #sendHeights() {
    const heights = [];
    for (const item of this.page?.items ?? []) {
      const height = this.#heights.get(item.key);
      if (!item.measure || !height || height === item.h || this.#posted.get(item.key) === height) continue;
      this.#posted.set(item.key, height);
      heights.push({ key: item.key, h: height });
    }
    if (heights.length === 0) return;
    if (this.#posted.size > 10000) this.#posted.clear();
    if (this.at === null) this.server.post("/heights", { heights }).catch(() => {});
    else this.#sendPastHeights(heights);
  }

  /** Whether the server may have heights of a past revision that this window has not received. */
  get awaitsHeights() { return this.#pastPosts > 0; }

  /** Reports heights at a past revision, which has no events, and queries the result. */
  async #sendPastHeights(heights) {
    const at = this.at;
    this.#pastPosts += 1;
    const { taken } = await this.server.post("/heights", { heights }).catch(() => ({ taken: 0 }));
    if (taken > 0 && at === this.at) await this.ask();
    this.#pastPosts -= 1;
    this.pageChanged(this.page);
  }

  #rounded(height) { return Math.round(height * 64) / 64; }
}

"""#,
    "screen.css": #"""
:root {
  color-scheme: light dark;
  --ground: #f2f2f6;
  --card: #ffffff;
  --raised: #ffffff;
  --text: #17171a;
  --soft: #5a5a63;
  --line: #dedee4;
  --edge: #7c7c87;
  --field: #f5f5f9;
  --accent: #0a55c4;
  --tint: #e7effc;
  --on: #1b7d3c;
  --fault: #b3160c;
  --fault-ground: #fdecea;
  --warning: #7a4b00;
  --past: #fff4d6;
  --shadow: 0 1px 2px rgb(0 0 0 / 6%), 0 8px 24px rgb(0 0 0 / 10%);
}

@media (prefers-color-scheme: dark) {
  :root {
    --ground: #0e0e11;
    --card: #1b1b20;
    --raised: #26262c;
    --text: #f3f3f6;
    --soft: #a9a9b4;
    --line: #34343c;
    --edge: #8c8c98;
    --field: #26262d;
    --accent: #7fb2ff;
    --tint: #1d2c45;
    --on: #35b561;
    --fault: #ff9a90;
    --fault-ground: #3a1a18;
    --warning: #f0c060;
    --past: #3a3118;
    --shadow: 0 1px 2px rgb(0 0 0 / 40%), 0 8px 24px rgb(0 0 0 / 50%);
  }
}

* { box-sizing: border-box; }

html, body { height: 100%; margin: 0; }

body {
  background: var(--ground);
  color: var(--text);
  display: flex;
  flex-direction: column;
  font: 16px/1.35 system-ui, -apple-system, "Segoe UI", Roboto, "DejaVu Sans", sans-serif;
  overflow: hidden;
}

h1, h2, h3, p, ul, ol { margin: 0; padding: 0; }
ul, ol { list-style: none; }

button, input, textarea, select, summary { color: inherit; font: inherit; }

button, select {
  background: var(--card);
  border: 1px solid var(--line);
  border-radius: 9px;
  cursor: pointer;
  min-height: 34px;
  padding: 4px 12px;
}

select { border-color: var(--edge); }
button:hover:enabled { background: var(--tint); }
button:disabled, input:disabled, textarea:disabled, select:disabled { cursor: default; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
:disabled { opacity: 1; }

.hidden, #parked {
  clip-path: inset(50%);
  height: 1px;
  overflow: hidden;
  position: absolute;
  white-space: nowrap;
  width: 1px;
}

.skip {
  background: var(--accent);
  border-radius: 0 0 9px 9px;
  color: var(--card);
  inset-inline-start: 16px;
  padding: 8px 16px;
  position: absolute;
  top: -60px;
  z-index: 9;
}

.skip:focus { top: 0; }

/* The bar */

#bar {
  align-items: center;
  display: flex;
  gap: 16px;
  justify-content: space-between;
  padding: 12px 20px 10px;
}

#name { min-width: 0; }
#title { font-size: 22px; letter-spacing: -.01em; line-height: 1.2; overflow: hidden; text-overflow: ellipsis; }
#about, .detail, .note { color: var(--soft); font-size: 13px; }
#tools { display: flex; flex: none; gap: 8px; position: relative; }
.sign { min-width: 38px; padding: 4px 8px; }
#complete { white-space: nowrap; }
#undo, #redo { font-size: 19px; line-height: 1; }
#tools button:disabled { background: none; color: var(--soft); opacity: .55; }
summary { border: 1px solid var(--line); background: var(--card); border-radius: 9px; cursor: pointer; list-style: none; padding: 5px 12px; }
summary::-webkit-details-marker { display: none; }

.menu {
  background: var(--raised);
  border: 1px solid var(--line);
  border-radius: 13px;
  box-shadow: var(--shadow);
  display: grid;
  gap: 2px;
  min-width: 240px;
  padding: 8px;
  position: absolute;
  inset-inline-end: 0;
  top: 44px;
  z-index: 8;
}

.menu .link { padding: 5px 12px; color: inherit; text-decoration: none; }
.menu .link:hover { background: var(--tint); border-radius: 9px; }
.menu button { background: none; border: 0; text-align: start; }
.menu label { align-items: center; display: flex; gap: 12px; justify-content: space-between; padding: 4px 12px; }

/* Notices: all of them take a third of the screen at most. */

#notices { flex: none; max-height: 33vh; overflow-y: auto; scrollbar-width: thin; }
#lines { display: grid; gap: 8px; margin: 0 auto; max-width: 1120px; padding: 0 20px; }
#lines > :last-child { margin-bottom: 10px; }
.notice { background: var(--card); border: 1px solid var(--line); border-radius: 13px; padding: 10px 16px; }
.notice.past { align-items: center; background: var(--past); display: flex; flex-wrap: wrap; gap: 6px; }
.notice.fault { background: var(--fault-ground); border-color: var(--fault); }
.notice ul { display: grid; gap: 4px; margin-top: 6px; padding-inline-start: 18px; list-style: disc; }
.notice summary { background: none; border: 0; padding: 2px 0; text-decoration: underline; }
#gaps .link { -webkit-box-orient: vertical; -webkit-line-clamp: 2; display: -webkit-box; overflow: hidden; }
#verify { background: var(--fault-ground); bottom: 4px; inset-inline-start: 8px; padding: 4px 8px; position: fixed; z-index: 7; }
#verify:not(.fault) { clip-path: inset(50%); }

/* The panels */

#panels { border-inline-start: 1px solid var(--line); display: none; flex: 0 0 380px; flex-direction: column; gap: 12px; min-height: 0; padding: 0 20px 20px; }
#panels .back { display: none; }
[data-panels="open"] #panels { display: flex; }
.menu .narrow { display: none; }
[role="tablist"] { background: var(--line); border-radius: 11px; display: flex; gap: 2px; padding: 2px; }
[role="tab"] { background: none; border: 0; border-radius: 9px; flex: 1; min-height: 30px; padding: 2px 8px; }
[role="tab"][aria-selected="true"] { background: var(--raised); font-weight: 600; }
[role="tabpanel"] { flex: 1; min-height: 0; outline-offset: 2px; overflow-y: auto; padding: 2px 4px; }
[role="tabpanel"] > div { display: grid; gap: 10px; }
#revision { width: 100%; margin: 0; }
#revision + output { text-align: start; }
.ends { display: flex; flex-wrap: wrap; gap: 8px; justify-content: space-between; }
.history, .list, .choices { display: grid; gap: 1px; }
.history > li, .list > li { background: var(--card); border-radius: 9px; padding: 4px 6px; }
.entry { background: none; border: 0; display: grid; gap: 1px; min-height: 0; padding: 4px 6px; text-align: start; width: 100%; overflow-wrap: anywhere; }
.entry[aria-current] { background: var(--tint); }
.history ul { border-inline-start: 2px solid var(--line); color: var(--soft); font-size: 14px; margin: 0 6px 4px; padding-inline-start: 10px; overflow-wrap: anywhere; }
.entry.fault .did { color: var(--fault); }
.technical > div { align-items: center; display: flex; gap: 12px; justify-content: space-between; }
.found { display: grid; padding: 4px 6px; }
.list ul { color: var(--soft); font-size: 14px; list-style: disc; padding: 4px 6px 4px 24px; }
h3 { color: var(--soft); font-size: 14px; margin-top: 6px; }

/* Dialogs and what is said */

dialog { background: var(--ground); border: 0; border-radius: 17px; box-shadow: var(--shadow); color: inherit; max-height: 84vh; max-width: 480px; padding: 20px; width: calc(100% - 24px); }
dialog[open] { display: flex; flex-direction: column; gap: 12px; }
dialog::backdrop { background: rgb(0 0 0 / 40%); }
dialog h2 { font-size: 18px; }
dialog .choices { background: var(--card); border-radius: 13px; min-height: 88px; overflow-y: auto; }
dialog .choices label { align-items: center; cursor: pointer; display: flex; gap: 12px; min-height: 44px; padding: 4px 16px; }
dialog .choices label:hover { background: var(--tint); }
dialog [type="search"] { background: var(--card); }
.main { background: var(--accent); border-color: var(--accent); color: var(--card); font-weight: 600; }
.main:hover:enabled { background: var(--accent); filter: brightness(1.1); }

#said { clip-path: inset(50%); height: 1px; overflow: hidden; position: absolute; width: 1px; }
#toast { background: var(--text); pointer-events: none; border-radius: 13px; bottom: 20px; color: var(--ground); left: 50%; max-width: calc(100% - 32px); padding: 10px 18px; position: fixed; transform: translateX(-50%); z-index: 9; }
#toast:empty { padding: 0; }
/* Where it would cover what has the focus. */
#toast.above { bottom: auto; top: 20px; }

@media (max-width: 900px) {
  #panels { background: var(--ground); border: 0; inset: 0; padding: 12px 16px; position: fixed; z-index: 6; }
  #panels .back { align-self: flex-start; display: block; }
}

@media (max-width: 520px) {
  #bar { align-items: stretch; flex-direction: column; gap: 4px; padding: 8px 12px; }
  #name { align-items: baseline; display: flex; gap: 12px; justify-content: space-between; }
  #name p { flex: none; }
  #title { font-size: 19px; white-space: nowrap; }
  #about { display: none; }
  #tools { flex-wrap: wrap; gap: 8px; }
  #complete { flex: 1 0 auto; }
  #details { display: none; }
  .menu .narrow { display: block; }
  #tools button, summary, .instance .sign, .menu button, select, .add, .choose, [role="tab"], .ends button, .notice button { min-height: 44px; }
  #tools button, .instance .sign { min-width: 44px; }
  summary { padding-block: 10px; }
  .link { min-height: 44px; }
  #tools button, summary { padding-inline-start: 8px; padding-inline-end: 8px; }
  #lines { padding: 0 12px; }
}

@media (prefers-reduced-motion: reduce) {
  *, *::before, *::after { transition: none !important; }
}

"""#,
    "screen.js": #"""
// The page: connects its parts, and performs their requests.

import { Notices } from "./around/notices.js";
import { Pager } from "./around/pager.js";
import { Panels } from "./around/panels.js";
import { Toolbar } from "./around/toolbar.js";
import { Uploads } from "./controls/files.js";
import { Offers } from "./controls/options.js";
import { StoredFiles } from "./controls/stored.js";
import { element, say, copy, setAttribute, showMessage } from "./elements.js";
import { Line } from "./line/line.js";
import { Outbox } from "./line/outbox.js";
import { Refusal, Server } from "./line/server.js";
import { Conflicts, asTyped } from "./rows/conflicts.js";
import { Gaps } from "./rows/gaps.js";
import { listen } from "./rows/keyboard.js";
import { Place } from "./rows/place.js";
import { HeaderView, RowView } from "./rows/rows.js";
import { Scrolling } from "./rows/scrolling.js";
import { Verifier } from "./rows/verify.js";
import { FormWindow } from "./rows/window.js";
import { t } from "./strings/strings.js";
import { captionOf } from "./words.js";

/** Names the first page of a form, whatever its key. */
const firstPage = "/";

/** Where open panels cover the form (screen.css). */
const coveringPanels = "(max-width: 900px)";

const scroller = document.getElementById("form");

export class Screen {
  #preview = null;
  #gone = null;
  #isLost = false;
  #hasBegun = false;
  #gapsAt = null;

  constructor(query) {
    this.query = query;
    this.server = new Server({
      form: query.get("form"), response: query.get("response"), language: query.get("language"), layout: query.get("layout") ?? "compact",
    });
    const makeView = (item) => (item.type === "header" ? new HeaderView(item, this) : new RowView(item, this));
    const scrolling = new Scrolling(
      scroller, document.getElementById("area"), document.getElementById("sheet"), () => this.#scrolled());
    this.server.line = new Line(this.server, this.#listeners(), (isAnother) => this.#lineChanged(isAnother));
    this.outbox = new Outbox(this.server, {
      changed: (entries) => this.#waits(entries),
      refused: (entry, refusal) => this.#notTaken(entry, refusal),
      shown: (stamp) => this.window.reached(stamp),
    });
    this.stored = new StoredFiles(this.server, (cell) => this.refresh(new Set([cell])));
    this.uploads = new Uploads(this, (cell) => {
      this.refresh(new Set([cell]));
      this.#notice();
    });
    this.offers = new Offers(this);
    this.conflicts = new Conflicts(this, (cell) => {
      this.refresh(new Set([cell]));
      this.#notice();
    });
    this.gaps = new Gaps(this, (cells) => this.refresh(cells));
    this.notices = new Notices(this);
    this.window = new FormWindow(
      this.server, scrolling, makeView, (page) => this.#pageChanged(page), (refusal) => this.#refused(refusal));
    if (this.verifies) this.verifier = new Verifier(this.window, makeView);
    this.window.pageKey = query.get("pages") === "on" ? query.get("page") ?? firstPage : null;
    addEventListener("popstate", (event) => { if (event.state?.page) this.pager?.show(event.state.page); });
    this.window.at = query.has("at") ? Number(query.get("at")) : null;
    this.place = new Place(this);
    listen(this);
    scroller.addEventListener("input", (event) => this.#comeBack(event.target), true);
    document.addEventListener("visibilitychange", () => this.#follow());
    addEventListener("pagehide", () => this.flush());
    addEventListener("beforeunload", (event) => {
      this.flush();
      if (!this.outbox.isEmpty || !this.uploads.isEmpty) event.preventDefault();
    });
    this.#follow();
    this.place.begin();
  }

  #scrolled() {
    this.window.scrolled();
    this.place.moved();
  }

  get at() { return this.window.at; }
  /** Whether the page is compared with a fresh window after each change. */
  get verifies() { return this.query.has("verify"); }
  get isReadOnly() { return this.window.page?.readOnly ?? true; }

  // Events from the server

  /** Follows while the page is visible, or something waits to be sent. */
  #follow() {
    if (document.hidden) this.flush();
    this.server.line.want(!document.hidden || !this.outbox.isEmpty || !this.uploads.isEmpty);
  }

  #listeners() {
    return {
      state: (state) => {
        this.#gone = null;
        this.#previewed(state.preview);
        this.window.state(state);
      },
      change: (event) => this.window.change(event),
      faults: (preview) => this.#previewed(preview),
      gone: (gone) => {
        this.#gone = gone;
        this.#notice();
      },
    };
  }

  #lineChanged(isAnother) {
    if (isAnother) {
      // Its stamps start over, and so do the addresses of files.
      this.window.outdate();
      this.stored.forget();
    }
    if (!document.hidden) this.#lost(!this.server.line.isOpen);
    this.outbox.lineChanged();
    if (this.server.line.isOpen) this.uploads.resume();
    this.#notice();
  }

  // Unsaved input

  /** Shows the changes of waiting entries. */
  #waits(entries) {
    this.refresh(new Set(entries.flatMap(({ action, parent }) => [action.cell, parent ?? action.cell])));
    this.#notice();
    if (document.hidden) this.#follow();
  }

  /** Redraws the rows of some cells, or all with null. */
  refresh(cells) {
    for (const view of this.window.views.values()) {
      if (!cells || cells.has(view.item.cell) || cells.has(view.item.parent)) view.refresh?.();
    }
  }

  /** Reports an action that was not done; keeps the input, as a draft or where it can be read. */
  #notTaken({ action, isTyped, isRest, failed, text }, refusal) {
    const item = this.window.page?.items.find((each) => each.cell === action.cell);
    const name = item ? captionOf(item) : action.cell;
    if (refusal.answer.changed === asTyped(action.value)) {
      // Someone else has given the same answer.
      if (isTyped) this.act({ action: "draft", cell: action.cell, value: null }, { isQuiet: true });
    } else if (refusal.answer.changed !== undefined) {
      const isInField = isTyped || this.#viewOf(action.cell)?.control?.isText;
      this.conflicts.note(action.cell, refusal.answer.changed, isInField ? null : { action, text });
      if (isTyped) this.act({ action: "draft", cell: action.cell, value: action.value }, { isQuiet: true, isRest: true });
    } else if (refusal.isUnsure) {
      this.notices.keep(t.uncertain(name ?? null));
    } else if (isTyped) {
      this.act({ action: "draft", cell: action.cell, value: action.value }, { isQuiet: true, isRest: true });
    } else if (isRest) {
      this.notices.keep(t.notKept(name, action.value.slice(0, 1000)));
    } else if (!failed) {
      // It was done before the page was reloaded, so there is no other report.
      this.notices.keep(t.notTaken(name, refusal.message));
    }
  }

  /** Keeps the current input, since the page may be about to close. */
  flush() {
    for (const view of this.window.views.values()) view.control?.flush?.();
  }

  /** A stream that reopens at once, as after a first form, is not a loss. */
  #lost(isLost) {
    if (!isLost) {
      clearTimeout(this.lossTimer);
      this.lossTimer = undefined;
    }
    if (this.#isLost === isLost || this.lossTimer !== undefined) return;
    const show = () => {
      this.lossTimer = undefined;
      this.#isLost = isLost;
      this.#notice();
    };
    if (isLost) this.lossTimer = setTimeout(show, 1500);
    else show();
  }

  /** Handles a preview's report on its file; it also applies to windows that are not queried again. */
  #previewed(preview) {
    this.#preview = preview;
    if (this.#gone?.what === "file" && !preview?.gone) this.#gone = null;
    if (this.window.page) this.window.page.preview = preview;
    this.#notice();
  }

  #notice() {
    this.notices.update(this.window.page, this.#preview, this.#preview?.gone ?? this.#gone?.reason, {
      isLost: this.#isLost, isStrange: this.server.line.state === "strange", unsaved: this.outbox.lateCount, reason: this.outbox.reason,
      // Links of notices end with the program's run.
      run: this.server.run,
    });
    // A missing answer may no longer be missing.
    if (this.window.page && this.#gapsAt !== this.window.page.revision && this.gaps.count > 0) this.#lookForGaps();
    const saveStates = [this.outbox.saveState, this.uploads.saveState, this.conflicts.isEmpty ? "saved" : "unsaved"];
    const saveState = ["unsaved", "saving"].find((each) => saveStates.includes(each)) ?? "saved";
    this.toolbar?.showSaveState(this.isReadOnly ? null : saveState);
  }

  /** Finds the faults that prevent completing, and shows them. */
  async #lookForGaps() {
    this.#gapsAt = this.window.page.revision;
    const answer = await this.ask("/answers", { limit: 0 });
    if (!answer) return;
    this.gaps.tried(answer);
    this.#notice();
  }

  #pageChanged(page) {
    this.#preview = page.preview;
    if (!this.#hasBegun) {
      this.#hasBegun = true;
      this.#furnish();
      this.outbox.begin(page.form, page.response);
      if (page.inPages && !this.query.has("pages")) {
        this.window.showPage(this.query.get("page") ?? firstPage, this.at === null ? this.place.start : undefined);
        return;
      }
    }
    this.pager.update(page);
    this.toolbar.update(page);
    this.panels.update(page);
    this.#notice();
    this.place.moved();
    this.verifier?.check();
  }

  /** Makes the parts around the form, once the language is known. */
  #furnish() {
    for (const [id, words] of [["tools", t.whatCanBeDone], ["notices", t.notices], ["panels", t.aboutForm], ["pager", t.pages]]) {
      setAttribute(document.getElementById(id), "aria-label", words);
    }
    document.querySelector(".skip").textContent = t.toTheForm;
    this.toolbar = new Toolbar(this);
    this.panels = new Panels(this);
    this.pager = new Pager(this);
  }

  #refused(refusal) {
    if (refusal.isShutOut) {
      this.server.line.lost();
    } else if (refusal.answer?.preview) {
      this.#previewed(refusal.answer.preview);
    } else if (refusal.status === 404 && this.at !== null) {
      showMessage(refusal.message);
      this.travel(null);
    } else {
      showMessage(refusal.message);
    }
  }

  // Requests of the page's parts

  /** Queries; returns nothing if that is refused, which is reported. */
  async ask(path, parameters) {
    try {
      return await this.server.get(path, parameters);
    } catch (refusal) {
      if (!(refusal instanceof Refusal)) throw refusal;
      showMessage(refusal.message);
      return null;
    }
  }

  /** Sends an action, and waits until it shows; throws if it is refused. `more` determines the display until then (Outbox.act). */
  async attempt(action, more = {}) {
    const { stamp } = await this.outbox.act(action, more);
    await this.window.reached(stamp);
  }

  /**
   * Sends an action; reports a refusal unless it `isQuiet`.
   * @param {any} options also what shows until then (Outbox.act)
   */
  async act(action, options = {}) {
    const { isQuiet = false, ...more } = options;
    try {
      await this.attempt(action, more);
      return true;
    } catch (refusal) {
      if (!(refusal instanceof Refusal)) throw refusal;
      if (!isQuiet && !refusal.isUnsure && refusal.answer.changed === undefined) showMessage(refusal.message);
      return false;
    }
  }

  showMessage(text) { showMessage(text); }

  /** Completes the response; if answers are missing or wrong, lists them and goes to the first. */
  async complete() {
    this.flush();
    if (!this.uploads.isEmpty) {
      showMessage(t.fileFirst);
      return;
    }
    await this.outbox.settled(2000);
    try {
      await this.attempt({ action: "complete" });
      this.gaps.forget();
    } catch (refusal) {
      if (!(refusal instanceof Refusal)) throw refusal;
      if (refusal.status === 422) await this.#lookForGaps();
      if (this.gaps.count === 0) showMessage(refusal.message);
      else say(refusal.message);
      if (this.gaps.first) await this.reveal(this.gaps.first);
    }
    this.#notice();
  }

  async undo(direction) {
    const name = this.window.page?.[direction];
    if (!name || this.isReadOnly) return;
    if (await this.act({ action: direction })) say(direction === "undo" ? t.undid(name) : t.redid(name));
  }

  /** Shows a revision; `null` or the newest one is the current state. */
  async travel(revision) {
    const at = revision === null || revision === this.window.page?.last ? null : revision;
    if (at === this.at) return;
    await this.window.show(at);
    const address = new URL(location.href);
    if (at === null) address.searchParams.delete("at");
    else address.searchParams.set("at", at);
    history.replaceState(null, "", address);
  }

  link() {
    const { page } = this.window;
    const address = new URL(".", location.href);
    address.searchParams.set("form", page.form);
    address.searchParams.set("response", page.response);
    address.searchParams.set("at", page.at ?? page.revision);
    for (const name of ["language", "layout", "pages"]) if (this.query.has(name)) address.searchParams.set(name, this.query.get(name));
    return address.href;
  }

  /** The links that download the answers of a page. */
  downloads(page) {
    return [
      this.#download("csv", t.downloadTable + (page.inClear ? ` – ${t.inClear}` : "")),
      this.#download("submission", t.downloadSubmission),
    ];
  }

  #download(format, words) {
    const link = element("a", { download: "", class: "link" }, words);
    this.server.ticketed("/export", { format }).then((address) => { link.href = address; });
    return link;
  }

  async copyActions() {
    try {
      await copy(await this.server.text("/script", { through: this.at }), t.theActions);
    } catch (refusal) {
      showMessage(refusal.message);
    }
  }

  /** Goes to another page of the program, once the input is kept. */
  async leave(address) {
    this.flush();
    await this.outbox.settled(1000);
    location.assign(address);
  }

  /** Opens the page in another layout or language. */
  async choose(choices) {
    const address = new URL(location.href);
    for (const [name, value] of Object.entries(choices)) {
      if (value === "") address.searchParams.delete(name);
      else address.searchParams.set(name, value);
    }
    await this.leave(address.href);
  }

  togglePanels(isOpen = document.body.dataset.panels !== "open") {
    document.body.dataset.panels = isOpen ? "open" : "";
    setAttribute(this.toolbar.about, "aria-expanded", String(isOpen));
    if (isOpen) this.panels.tabs[this.panels.shown].focus();
    else this.toolbar.focusAbout();
  }

  /** Expands what hides a cell, and goes there. */
  async reveal(cell) {
    const isShown = this.window.page.items.some((item) => item.cell === cell);
    if (!isShown && !this.isReadOnly && !await this.act({ action: "reveal", cell })) return;
    if (document.body.dataset.panels === "open" && matchMedia(coveringPanels).matches) this.togglePanels(false);
    await this.goTo(cell);
  }

  async goTo(cell) {
    await this.window.ask({ cell, from: this.window.scrolling.view / 3 });
    this.#viewOf(cell)?.focus();
  }

  #viewOf(cell) { return [...this.window.views.values()].find((view) => view.item.cell === cell); }

  // The keyboard

  viewOf(target) {
    const node = target.closest?.("#area [data-key]");
    return node ? this.window.views.get(node.dataset.key) : undefined;
  }

  /** Options of one question are buttons of one group. */
  name(item) { return `options-of-${item.parent ?? item.cell}`; }

  /** Returns to a row in which a person types after it was scrolled away. */
  #comeBack(target) {
    const view = this.viewOf(target);
    if (view?.isParked) this.goTo(view.item.cell);
  }
}

"""#,
    "start.js": #"""
// The beginning of the page: a response, on the screen or on paper, or the list of responses.

import { element } from "./elements.js";
import { access } from "./line/access.js";
import { enter, secret } from "./line/entering.js";
import { Refusal } from "./line/server.js";
import { ListScreen } from "./list.js";
import { PrintScreen } from "./print.js";
import { Screen } from "./screen.js";
import { speak } from "./strings/strings.js";

/** How long a page waits for a program that does not answer, in milliseconds. */
const patience = 1000;

const query = new URLSearchParams(location.search);
speak(query.get("language"));
// An address that differs only in its secret does not load the page again.
addEventListener("hashchange", () => { if (secret() !== null) location.reload(); });
begin();

async function begin() {
  try {
    await enter();
  } catch (refusal) {
    if (!(refusal instanceof Refusal)) throw refusal;
    document.getElementById("title").textContent = document.title;
    const words = `${refusal.message[0].toUpperCase()}${refusal.message.slice(1)}${/[.?]$/.test(refusal.message) ? "" : "."}`;
    document.getElementById("form").replaceChildren(element("p", { class: "notice fault", role: "alert" }, words));
    if (refusal.status === 0 || refusal.status >= 500) setTimeout(begin, patience);
    return;
  }
  const isList = query.has("list") || (access.start === "list" && !query.has("response"));
  document.body.dataset.shows = query.has("print") ? "print" : isList ? "list" : "form";
  if (query.has("print")) new PrintScreen(query);
  else if (isList) new ListScreen(query);
  else new Screen(query);
}

"""#,
    "strings/arabic.js": #"""
// The page's texts in Arabic.

const rules = new Intl.PluralRules("ar");
/** The form for a count; `forms` has one for each plural category of the language. */
const counted = (count, forms) => forms[rules.select(count)] ?? forms.other;
/** A text of another direction, or a number with signs, isolated from the direction of the text around it. */
const apart = (text) => `\u2068${text}\u2069`;

const missing = (count) => counted(count, {
  one: "إجابة واحدة ناقصة أو غير صحيحة", two: "إجابتان ناقصتان أو غير صحيحتين", few: `${count} إجابات ناقصة أو غير صحيحة`,
  many: `${count} إجابة ناقصة أو غير صحيحة`, other: `${count} إجابة ناقصة أو غير صحيحة`,
});
const answers = (count) => counted(count, {
  one: "إجابة واحدة", two: "إجابتان", few: `${count} إجابات`, many: `${count} إجابة`, other: `${count} إجابة`,
});
const problems = (count) => counted(count, {
  one: "مشكلة واحدة", two: "مشكلتان", few: `${count} مشكلات`, many: `${count} مشكلة`, other: `${count} مشكلة`,
});
const fields = (count) => counted(count, {
  one: "حقل واحد", two: "حقلان", few: `${count} حقول`, many: `${count} حقلًا`, other: `${count} حقل`,
});

/** @type {Partial<typeof import("./english.js").english>} */
export const arabic = {
  form: "الاستمارة",
  toTheForm: "الانتقال إلى الاستمارة",
  whatCanBeDone: "الإجراءات المتاحة",
  undo: (name) => (name ? `تراجع عن: ${apart(name)}` : "تراجع"),
  redo: (name) => (name ? `إعادة: ${apart(name)}` : "إعادة"),
  undid: (name) => `تم التراجع عن: ${apart(name)}`,
  redid: (name) => `تمت إعادة: ${apart(name)}`,
  complete: "إكمال",
  reopen: "إعادة فتح",
  more: "المزيد",
  details: "التفاصيل",
  openAll: "توسيع الكل",
  closeAll: "طي الكل",
  printForm: "طباعة الاستمارة",
  printAnswers: "طباعة الإجابات",
  onePage: "صفحة تلو أخرى",
  allAtOnce: "الكل في صفحة واحدة",
  allResponses: "كل السجلات",
  language: "اللغة",
  ownLanguage: "لغة الاستمارة",
  version: (number) => `الإصدار ${number}`,
  completed: "مكتمل",
  readOnly: "للقراءة فقط",
  allSaved: "تم حفظ الكل",
  saving: "جارٍ الحفظ…",
  notSaved: "غير محفوظ",

  notices: "التنبيهات",
  close: "إغلاق",
  strange: "يستجيب الآن على هذا العنوان شيء آخر: ملف آخر أو برنامج آخر. لا يُرسَل إليه أي شيء. للمتابعة في علامة التبويب هذه، يُرجى فتح "
    + "العنوان الذي عرضه formstate.",
  lost: "انقطع الاتصال؛ تعيد الصفحة المحاولة تلقائيًا.",
  unsaved: (count) => `لم تُحفظ ${answers(count)} بعد. الإرسال مستمر؛ يُرجى ترك هذه الصفحة مفتوحة.`,
  programSays: (reason) => `يفيد البرنامج: ${apart(reason)}.`,
  done: "تم: اكتملت هذه الاستمارة، وتبقى إجاباتها كما هي.",
  downloadTable: "الإجابات كجدول (CSV)",
  downloadSubmission: "الإجابات كإرسال (XML)",
  inClear: "بلا تشفير، مع أن هذا النموذج يطلبه",
  past: (revision, last) => `النسخة ${revision} من ${last} · `,
  backToNow: "العودة إلى الوضع الحالي",
  cannotBeShown: (file, version) => `لا يمكن عرض «${apart(file)}» كما هو${version === null ? "" : `؛ المعروض هو الإصدار ${version}`}.`,
  mended: (count) => `تم إصلاح ${counted(count, {
    one: "موضع واحد", two: "موضعين", few: `${count} مواضع`, many: `${count} موضعًا`, other: `${count} موضع`,
  })}`,
  uncertain: (name) => `أُعيد تشغيل البرنامج أثناء تنفيذ إجراء${name === null ? "" : ` في «${apart(name)}»`}؛ يُرجى التحقق من تنفيذه، `
    + "وتكراره إن لم يُنفَّذ.",
  notKept: (name, text) => `تعذّر الاحتفاظ بما كُتب في «${apart(name)}»: «${apart(text)}»`,
  notTaken: (name, reason) => `لم تُقبل الإجابة عن «${apart(name)}»: ${apart(reason)}`,
  startedAgain: "أُعيد تشغيل البرنامج في هذه الأثناء",
  notDone: "لا يستجيب برنامج هذه الصفحة، لذا لم يُنفَّذ الإجراء؛ يُرجى تكراره عندما يستجيب",
  silent: "لا يستجيب برنامج هذه الصفحة؛ هل لا يزال قيد التشغيل؟",
  brokeOff: "انقطعت استجابة البرنامج",
  another: "يستجيب على هذا العنوان شيء آخر",
  tooLong: `هذه الإجابة أطول من ${apart("1 MB")}؛ يُرجى اختصارها`,
  answered: (status) => `استجاب الخادم بالرمز ${status}`,
  copied: (what) => `تم نسخ ${what}`,
  notCopied: (what) => `تعذّر نسخ ${what}؛ المتصفح لا يسمح بذلك`,
  theLink: "الرابط",
  theActions: "الإجراءات",

  whatIsMissing: "ما ينقص",
  gaps: (count) => `${missing(count)}؛ بعد تصحيح ذلك يمكن إكمال الاستمارة.`,
  andMore: (count) => counted(count, {
    one: "وواحد آخر", two: "واثنان آخران", few: `و${count} أخرى`, many: `و${count} أخرى`, other: `و${count} أخرى`,
  }),

  pages: "الصفحات",
  back: "السابق",
  next: "التالي",
  page: (number, count) => `الصفحة ${number} من ${count}`,
  pageGaps: (count) => `في هذه الصفحة ${missing(count)}. زر «التالي» يتابع رغم ذلك.`,

  section: "قسم",
  level: (number) => `، المستوى ${number}`,
  required: "إلزامي",
  calculated: "محسوب",
  notSavedYet: "لم يُحفظ بعد",
  notTakenYet: (problem) => `لم يُقبل بعد: ${apart(problem)}`,
  place: (number, count) => `${number} من ${count}`,
  instance: (name, number, count) => `${apart(name)}، ${number} من ${count}`,
  about: (action, name) => `${action}: ${apart(name)}`,
  moveUp: "نقل لأعلى",
  moveDown: "نقل لأسفل",
  remove: "إزالة",
  add: "إضافة",
  clear: "مسح",
  noAnswer: "بلا إجابة",
  choose: "اختيار…",
  text: "نص",
  number: "رقم",
  date: "تاريخ",
  time: "وقت",
  dateAndTime: "تاريخ ووقت",
  on: "مفعّل",
  amount: "مستوى",
  file: "ملف",
  choice: "اختيار",
  group: "جزء",

  search: "بحث",
  showMore: "عرض المزيد",
  finish: "تم",
  choices: (count) => counted(count, {
    one: "خيار واحد", two: "خياران", few: `${count} خيارات`, many: `${count} خيارًا`, other: `${count} خيار`,
  }),
  chosen: (count) => `تم تحديد ${counted(count, {
    one: "خيار واحد", two: "خيارين", few: `${count} خيارات`, many: `${count} خيارًا`, other: `${count} خيار`,
  })}`,
  ranked: (title, place, count) => `${title}: المرتبة ${place} من ${count}`,

  twoAnswers: "إجابتان",
  changed: "غيّر شخص آخر هذه الإجابة في هذه الأثناء. يُرجى اختيار الإجابة التي تبقى.",
  theyCleared: "في هذه الأثناء مسح شخص آخر هذه الإجابة.",
  theyAnswered: (answer) => `في هذه الأثناء أجاب شخص آخر: «${apart(answer)}».`,
  yoursWas: (answer) => `كانت إجابتك «${apart(answer)}».`,
  keepMine: "الاحتفاظ بإجابتي",
  takeTheirs: "اعتماد الإجابة الأخرى",
  leaveEmpty: "تركها فارغة",

  aboutForm: "حول الاستمارة",
  backToForm: "العودة إلى الاستمارة",
  history: "التغييرات",
  revision: "النسخة",
  revisionOf: (number, last) => `النسخة ${number} من ${last}`,
  revisionNumber: (number) => `النسخة ${number}`,
  whatWasDone: "ما تم إجراؤه، الأحدث أولًا",
  showEarlier: "عرض الأقدم",
  copyLink: "نسخ الرابط",
  answers: "الإجابات",
  whatIsWrong: "ما يجب تصحيحه",
  progress: (faults, given, count) =>
    `${faults === 0 ? "لا شيء ناقص أو غير صحيح" : problems(faults)} · تمت الإجابة عن ${given} من ${count}`,
  find: "بحث",
  findCell: "البحث عن حقل",
  cellsFound: "الحقول التي عُثر عليها",
  howToFind: "بمفتاحه أو بكلماته، سواء أكان ظاهرًا أم لا.",
  soFar: (percent) => `في أول ${percent}٪ من الاستمارة`,
  cells: fields,
  goThere: "الانتقال إليه",
  goTo: (name) => `الانتقال إلى ${apart(name)}`,
  why: "لماذا لا يظهر؟",
  whyNot: (name) => `لماذا لا يظهر الحقل «${apart(name)}»؟`,
  itShows: "إنه ظاهر.",
  showIt: "إظهار",
  show: (name) => `إظهار ${apart(name)}`,
  technical: "تقني",
  heights: "الارتفاعات",
  compact: "مضغوطة",
  asInApp: "كما في التطبيق",
  compare: "مقارنة كل تغيير بصفحة جديدة",
  copyActions: "نسخ كإجراءات",
  keptByRules: "ما تحفظه القواعد",
  facts: ({ form, response, version, revision, cells }) =>
    `${apart(form)} · ${apart(response)} · الإصدار ${version} · النسخة ${revision} · ${fields(cells)}`,
  verifying: "جارٍ التحقق",
  differs: (count, difference) => `تختلف الصفحة عن نافذة جديدة (${count}): ${apart(difference)}`,

  print: "طباعة",
  revisionInText: (number) => `النسخة ${number}`,
  numbered: (number) => `رقم ${number}`,
  nothingAnswered: "لم تتم الإجابة عن أي سؤال بعد.",

  responses: "السجلات",
  newResponse: "سجل جديد",
  formOfNew: "استمارة السجل الجديد",
  begin: "بدء",
  allForms: "كل الاستمارات",
  noAnswerFromProgram: "لا يستجيب البرنامج؛ تعيد الصفحة المحاولة تلقائيًا.",
  responseCount: (count) => counted(count, {
    one: "سجل واحد", two: "سجلان", few: `${count} سجلات`, many: `${count} سجلًا`, other: `${count} سجل`,
  }),
  completedResponse: "مكتمل",
  gapsOfResponse: (count) => (count === 0 ? "لا شيء ناقص" : missing(count)),
  notBegun: "لم يبدأ",

  position: "المكان",
  fileFirst: "لم يُحفظ أحد الملفات بعد؛ يُرجى إكمال الاستمارة بعد ذلك",
  tooLarge: (name, size, limit) => `حجم «${apart(name)}» هو ${apart(size)} والحد الأقصى للملف ${apart(limit)}؛ يُرجى اختيار ملف أصغر.`,
  sending: (name) => `جارٍ إرسال «${apart(name)}»`,
  signature: "التوقيع",
  drawing: "الرسم",
  replace: "استبدال…",
  takePhoto: "التقاط صورة…",
  chooseFile: "اختيار ملف…",
  sign: "توقيع…",
  draw: "رسم…",
  noFile: "لا يوجد ملف",
  fileMissing: "الملف غير موجود هنا",
  cancel: "إلغاء",
  tryAgain: "إعادة المحاولة",
  discard: "تجاهل",
  bytes: (count) => `${count} بايت`,
  looking: "جارٍ البحث…",
  useThisPlace: "استخدام هذا المكان",
  knowsNoPlace: "لا يعرف هذا المتصفح مكانه؛ يُرجى كتابة المكان.",
  placeRefused: "لا يفصح المتصفح عن المكان؛ يُرجى السماح له بذلك أو كتابة المكان.",
  placeUnknown: "لا يستطيع المتصفح تحديد المكان الآن؛ يُرجى إعادة المحاولة أو كتابة المكان.",
  placeTooSlow: "لم يحدد المتصفح المكان خلال 30 ثانية؛ يُرجى إعادة المحاولة أو كتابة المكان.",
  whatIsDrawn: "المرسوم",
  nothingDrawn: "لم يُرسم شيء بعد",
  cannotKeepDrawing: "لا يستطيع المتصفح حفظ الرسم؛ يُرجى اختيار ملف بدلًا منه",

  setAside: (cell, title, answer) => `لم يعد في الاستمارة السؤال «${apart(cell)}»، فوُضعت إجابة «${apart(title)}» جانبًا: ${apart(answer)}.`,
  comesBack: "تعود عندما يكون في الاستمارة سؤال لها.",
  moveToAnother: "نقلها إلى سؤال آخر",
  moveToOne: "نقلها إلى سؤال",
  moveTo: (title) => `نقلها إلى «${apart(title)}»`,
};

"""#,
    "strings/english.js": #"""
// The page's texts in English. Other tables have the same members; a missing one falls back to this table.

const missing = (count) => (count === 1 ? "One answer is missing or wrong" : `${count} answers are missing or wrong`);

export const english = {
  // The bar and its menu
  form: "Form",
  toTheForm: "To the form",
  whatCanBeDone: "What can be done",
  undo: (name) => (name ? `Undo ${name}` : "Undo"),
  redo: (name) => (name ? `Redo ${name}` : "Redo"),
  undid: (name) => `Undid: ${name}`,
  redid: (name) => `Redid: ${name}`,
  complete: "Complete",
  reopen: "Reopen",
  more: "More",
  details: "Details",
  openAll: "Open all",
  closeAll: "Close all",
  printForm: "Print the form",
  printAnswers: "Print the answers",
  onePage: "One page at a time",
  allAtOnce: "All on one page",
  allResponses: "All responses",
  language: "Language",
  ownLanguage: "The form’s own",
  version: (number) => `version ${number}`,
  completed: "completed",
  readOnly: "read only",
  allSaved: "All saved",
  saving: "Saving …",
  notSaved: "Not saved",

  // Notices
  notices: "Notices",
  close: "Close",
  strange: "Another file or program now answers at this address. Nothing is sent to it. To continue, open the "
    + "address that formstate printed in this tab.",
  lost: "The connection is lost; the page reconnects by itself.",
  unsaved: (count) => (count === 1
    ? "1 answer is not saved yet. This page keeps sending it; leave it open."
    : `${count} answers are not saved yet. This page keeps sending them; leave it open.`),
  programSays: (reason) => `The program says: ${reason}.`,
  done: "Done: this form is completed, and its answers cannot be changed.",
  downloadTable: "Answers as a table (CSV)",
  downloadSubmission: "Answers as a submission (XML)",
  inClear: "in clear, although this form asks for encryption",
  past: (revision, last) => `Revision ${revision} of ${last} · `,
  backToNow: "Back to now",
  cannotBeShown: (file, version) => `“${file}” has faults and cannot be shown${version === null ? "" : `; this is version ${version}`}.`,
  mended: (count) => (count === 1 ? "1 irregularity was repaired" : `${count} irregularities were repaired`),
  uncertain: (name) => `The program was restarted during an action${name === null ? "" : ` at “${name}”`}; check whether it was done, `
    + "and repeat it if not.",
  notKept: (name, text) => `The text typed at “${name}” could not be stored: “${text}”`,
  notTaken: (name, reason) => `The answer to “${name}” was refused: ${reason}`,
  startedAgain: "The program was restarted meanwhile",
  notDone: "The program that serves this page does not answer, so this was not done; try again when it does",
  silent: "The program that serves this page does not answer; is it still running?",
  brokeOff: "The program's answer was cut off",
  another: "Another program answers at this address",
  tooLong: "this answer is longer than 1 MB; shorten it",
  answered: (status) => `The server answered ${status}`,
  copied: (what) => `${what} copied`,
  notCopied: (what) => `${what} could not be copied; the browser does not allow it`,
  theLink: "The link",
  theActions: "The actions",

  // What is missing
  whatIsMissing: "What is missing",
  gaps: (count) => `${missing(count)}; then the form can be completed.`,
  andMore: (count) => `and ${count} more`,

  // Pages of the form
  pages: "Pages",
  back: "Back",
  next: "Next",
  page: (number, count) => `Page ${number} of ${count}`,
  pageGaps: (count) => `${missing(count)} on this page. “Next” continues without ${count === 1 ? "it" : "them"}.`,

  // Rows
  section: "Section",
  level: (number) => `, level ${number}`,
  required: "Required",
  calculated: "Calculated",
  notSavedYet: "Not saved yet",
  notTakenYet: (problem) => `Not accepted yet: ${problem}`,
  place: (number, count) => `${number} of ${count}`,
  instance: (name, number, count) => `${name}, ${number} of ${count}`,
  about: (action, name) => `${action}: ${name}`,
  moveUp: "Move up",
  moveDown: "Move down",
  remove: "Remove",
  add: "Add",
  clear: "Clear",
  noAnswer: "No answer",
  choose: "Choose …",
  text: "Text",
  number: "Number",
  date: "Date",
  time: "Time",
  dateAndTime: "Date and time",
  on: "On",
  amount: "Level",
  file: "File",
  choice: "Choice",
  group: "Part",

  // Choosing
  search: "Search",
  showMore: "Show more",
  finish: "Done",
  choices: (count) => (count === 1 ? "1 choice" : `${count} choices`),
  chosen: (count) => `${count} chosen`,
  ranked: (title, place, count) => `${title}: place ${place} of ${count}`,

  // Two answers
  twoAnswers: "Two answers",
  changed: "Someone else has changed this answer. Choose which one to keep.",
  theyCleared: "Someone else has cleared this answer.",
  theyAnswered: (answer) => `Someone else has answered “${answer}”.`,
  yoursWas: (answer) => `Your answer was “${answer}”.`,
  keepMine: "Keep mine",
  takeTheirs: "Take theirs",
  leaveEmpty: "Leave it empty",

  // Beside the form
  aboutForm: "About the form",
  backToForm: "Back to the form",
  history: "History",
  revision: "Revision",
  revisionOf: (number, last) => `Revision ${number} of ${last}`,
  revisionNumber: (number) => `Revision ${number}`,
  whatWasDone: "History, newest first",
  showEarlier: "Show earlier",
  copyLink: "Copy link",
  answers: "Answers",
  whatIsWrong: "What is wrong",
  progress: (faults, given, count) =>
    `${faults === 0 ? "Nothing is missing or wrong" : faults === 1 ? "1 fault" : `${faults} faults`} · ${given} of ${count} answered`,
  find: "Find",
  findCell: "Find a cell",
  cellsFound: "Cells found",
  howToFind: "Search by key or text, including hidden cells.",
  soFar: (percent) => `in the first ${percent} % of the form`,
  cells: (count) => (count === 1 ? "1 cell" : `${count} cells`),
  goThere: "Go there",
  goTo: (name) => `Go to ${name}`,
  why: "Why does it not show?",
  whyNot: (name) => `Why does ${name} not show?`,
  itShows: "It shows.",
  showIt: "Show it",
  show: (name) => `Show ${name}`,
  technical: "Technical",
  heights: "Heights",
  compact: "Compact",
  asInApp: "As in the app",
  compare: "Compare each change with a fresh page",
  copyActions: "Copy as actions",
  keptByRules: "Kept by rules",
  facts: ({ form, response, version, revision, cells }) => `${form} · ${response} · version ${version} · revision ${revision} · ${cells} cells`,
  verifying: "Verifying",
  differs: (count, difference) => `The page differs from a fresh window (${count}): ${difference}`,

  // On paper
  print: "Print",
  revisionInText: (number) => `revision ${number}`,
  numbered: (number) => `No. ${number}`,
  nothingAnswered: "There are no answers yet.",

  // The list of responses
  responses: "Responses",
  newResponse: "New response",
  formOfNew: "Form of the new response",
  begin: "Begin",
  allForms: "All forms",
  noAnswerFromProgram: "The program does not answer; the page tries again by itself.",
  responseCount: (count) => (count === 1 ? "1 response" : `${count} responses`),
  completedResponse: "Completed",
  gapsOfResponse: (count) => (count === 0 ? "Nothing is missing" : missing(count)),
  notBegun: "Not begun",

  // Files, places and signatures
  position: "Place",
  fileFirst: "A file is not saved yet; complete the form when it is",
  tooLarge: (name, size, limit) => `“${name}” has ${size}, but the limit is ${limit}; choose a smaller file.`,
  sending: (name) => `Sending “${name}”`,
  signature: "Signature",
  drawing: "Drawing",
  replace: "Replace …",
  takePhoto: "Take a photo …",
  chooseFile: "Choose a file …",
  sign: "Sign …",
  draw: "Draw …",
  noFile: "No file",
  fileMissing: "The file is missing",
  cancel: "Cancel",
  tryAgain: "Try again",
  discard: "Discard",
  bytes: (count) => `${count} bytes`,
  looking: "Looking …",
  useThisPlace: "Use this place",
  knowsNoPlace: "This browser cannot locate this device; type the place.",
  placeRefused: "The browser may not locate this device; allow it to, or type the place.",
  placeUnknown: "The browser cannot locate this device now; try again, or type the place.",
  placeTooSlow: "The browser did not locate this device within 30 seconds; try again, or type the place.",
  whatIsDrawn: "The drawing",
  nothingDrawn: "Nothing is drawn yet",
  cannotKeepDrawing: "The browser cannot save the drawing; choose a file instead",

  // Answers to questions that the form has no more
  setAside: (cell, title, answer) => `The form has no question “${cell}” any more, so the answer to “${title}” was set aside: ${answer}.`,
  comesBack: "It returns when the form has a question for it again.",
  moveToAnother: "Move it to another question",
  moveToOne: "Move it to a question",
  moveTo: (title) => `Move it to “${title}”`,
};

"""#,
    "strings/french.js": #"""
// The page's texts in French.

const missing = (count) => (count === 1 ? "Une réponse est manquante ou erronée" : `${count} réponses sont manquantes ou erronées`);
const fields = (count) => (count < 2 ? `${count} champ` : `${count} champs`);

/** @type {Partial<typeof import("./english.js").english>} */
export const french = {
  form: "Formulaire",
  toTheForm: "Aller au formulaire",
  whatCanBeDone: "Actions possibles",
  undo: (name) => (name ? `Annuler : ${name}` : "Annuler"),
  redo: (name) => (name ? `Rétablir : ${name}` : "Rétablir"),
  undid: (name) => `Annulé : ${name}`,
  redid: (name) => `Rétabli : ${name}`,
  complete: "Terminer",
  reopen: "Rouvrir",
  more: "Plus",
  details: "Détails",
  openAll: "Tout déplier",
  closeAll: "Tout replier",
  printForm: "Imprimer le formulaire",
  printAnswers: "Imprimer les réponses",
  onePage: "Page par page",
  allAtOnce: "Tout sur une page",
  allResponses: "Toutes les fiches",
  language: "Langue",
  ownLanguage: "Celle du formulaire",
  version: (number) => `version ${number}`,
  completed: "terminée",
  readOnly: "lecture seule",
  allSaved: "Tout est enregistré",
  saving: "Enregistrement…",
  notSaved: "Non enregistré",

  notices: "Messages",
  close: "Fermer",
  strange: "Autre chose répond désormais à cette adresse : un autre fichier ou un autre programme. Rien ne lui est envoyé. "
    + "Pour continuer, ouvrez dans cet onglet l’adresse que formstate a affichée.",
  lost: "La connexion est interrompue ; la page réessaie d’elle-même.",
  unsaved: (count) => (count === 1
    ? "1 réponse n’est pas encore enregistrée. L’envoi continue ; laissez cette page ouverte."
    : `${count} réponses ne sont pas encore enregistrées. L’envoi continue ; laissez cette page ouverte.`),
  programSays: (reason) => `Le programme signale : ${reason}.`,
  done: "C’est fait : ce formulaire est terminé et ses réponses restent telles quelles.",
  downloadTable: "Réponses sous forme de tableau (CSV)",
  downloadSubmission: "Réponses sous forme d’envoi (XML)",
  inClear: "en clair, bien que ce formulaire demande un chiffrement",
  past: (revision, last) => `Révision ${revision} sur ${last} · `,
  backToNow: "Revenir à l’état actuel",
  cannotBeShown: (file, version) =>
    `« ${file} » ne peut pas être affiché tel quel${version === null ? "" : ` ; la version affichée est la ${version}`}.`,
  mended: (count) => (count === 1 ? "1 élément a été corrigé" : `${count} éléments ont été corrigés`),
  uncertain: (name) => `Le programme a redémarré pendant une opération${name === null ? "" : ` sur « ${name} »`} ; vérifiez si elle a été `
    + "effectuée et, sinon, recommencez.",
  notKept: (name, text) => `La saisie pour « ${name} » n’a pas pu être conservée : « ${text} »`,
  notTaken: (name, reason) => `La réponse à « ${name} » n’a pas été acceptée : ${reason}`,
  startedAgain: "Le programme a redémarré entre-temps",
  notDone: "Le programme de cette page ne répond pas, rien n’a donc été fait ; recommencez dès qu’il répondra",
  silent: "Le programme de cette page ne répond pas ; est-il toujours en marche ?",
  brokeOff: "La réponse du programme a été interrompue",
  another: "Autre chose répond à cette adresse",
  tooLong: "cette réponse dépasse 1 MB ; raccourcissez-la",
  answered: (status) => `Le serveur a répondu ${status}`,
  copied: (what) => `Copié dans le presse-papiers : ${what}`,
  notCopied: (what) => `Impossible de copier ${what} ; le navigateur ne l’autorise pas`,
  theLink: "le lien",
  theActions: "les actions",

  whatIsMissing: "Ce qui manque",
  gaps: (count) => `${missing(count)} ; le formulaire pourra ensuite être terminé.`,
  andMore: (count) => (count === 1 ? "et 1 autre" : `et ${count} autres`),

  pages: "Pages",
  back: "Précédent",
  next: "Suivant",
  page: (number, count) => `Page ${number} sur ${count}`,
  pageGaps: (count) => `${missing(count)} sur cette page. « Suivant » continue malgré tout.`,

  section: "Section",
  level: (number) => `, niveau ${number}`,
  required: "Obligatoire",
  calculated: "Calculé",
  notSavedYet: "Pas encore enregistré",
  notTakenYet: (problem) => `Pas encore accepté : ${problem}`,
  place: (number, count) => `${number} sur ${count}`,
  instance: (name, number, count) => `${name}, ${number} sur ${count}`,
  about: (action, name) => `${action} : ${name}`,
  moveUp: "Monter",
  moveDown: "Descendre",
  remove: "Supprimer",
  add: "Ajouter",
  clear: "Effacer",
  noAnswer: "Sans réponse",
  choose: "Choisir…",
  text: "Texte",
  number: "Nombre",
  date: "Date",
  time: "Heure",
  dateAndTime: "Date et heure",
  on: "Activé",
  amount: "Niveau",
  file: "Fichier",
  choice: "Choix",
  group: "Partie",

  search: "Rechercher",
  showMore: "Afficher plus",
  finish: "Valider",
  choices: (count) => `${count} choix`,
  chosen: (count) => (count < 2 ? `${count} choix sélectionné` : `${count} choix sélectionnés`),
  ranked: (title, place, count) => `${title} : place ${place} sur ${count}`,

  twoAnswers: "Deux réponses",
  changed: "Quelqu’un d’autre a modifié cette réponse entre-temps. Choisissez celle à conserver.",
  theyCleared: "Entre-temps, quelqu’un d’autre a effacé cette réponse.",
  theyAnswered: (answer) => `Entre-temps, quelqu’un d’autre a répondu « ${answer} ».`,
  yoursWas: (answer) => `Votre réponse était « ${answer} ».`,
  keepMine: "Garder la mienne",
  takeTheirs: "Prendre l’autre",
  leaveEmpty: "Laisser vide",

  aboutForm: "À propos du formulaire",
  backToForm: "Retour au formulaire",
  history: "Historique",
  revision: "Révision",
  revisionOf: (number, last) => `Révision ${number} sur ${last}`,
  revisionNumber: (number) => `Révision ${number}`,
  whatWasDone: "Ce qui a été fait, du plus récent au plus ancien",
  showEarlier: "Afficher plus ancien",
  copyLink: "Copier le lien",
  answers: "Réponses",
  whatIsWrong: "Ce qui ne va pas",
  progress: (faults, given, count) =>
    `${faults === 0 ? "Rien ne manque, rien n’est erroné" : faults === 1 ? "1 problème" : `${faults} problèmes`} · réponses : ${given} sur ${count}`,
  find: "Rechercher",
  findCell: "Rechercher un champ",
  cellsFound: "Champs trouvés",
  howToFind: "Par sa clé ou ses mots, qu’il soit affiché ou non.",
  soFar: (percent) => `dans les premiers ${percent} % du formulaire`,
  cells: fields,
  goThere: "Y aller",
  goTo: (name) => `Aller à ${name}`,
  why: "Pourquoi n’est-il pas affiché ?",
  whyNot: (name) => `Pourquoi le champ « ${name} » n’est-il pas affiché ?`,
  itShows: "Il est affiché.",
  showIt: "Afficher",
  show: (name) => `Afficher ${name}`,
  technical: "Technique",
  heights: "Hauteurs",
  compact: "Compactes",
  asInApp: "Comme dans l’application",
  compare: "Comparer chaque modification à une page neuve",
  copyActions: "Copier sous forme d’actions",
  keptByRules: "Ce que les règles conservent",
  facts: ({ form, response, version, revision, cells }) => `${form} · ${response} · version ${version} · révision ${revision} · ${fields(cells)}`,
  verifying: "Vérification en cours",
  differs: (count, difference) => `La page diffère d’une fenêtre neuve (${count}) : ${difference}`,

  print: "Imprimer",
  revisionInText: (number) => `révision ${number}`,
  numbered: (number) => `N° ${number}`,
  nothingAnswered: "Aucune réponse pour l’instant.",

  responses: "Fiches",
  newResponse: "Nouvelle fiche",
  formOfNew: "Formulaire de la nouvelle fiche",
  begin: "Commencer",
  allForms: "Tous les formulaires",
  noAnswerFromProgram: "Le programme ne répond pas ; la page réessaie d’elle-même.",
  responseCount: (count) => (count < 2 ? `${count} fiche` : `${count} fiches`),
  completedResponse: "Terminée",
  gapsOfResponse: (count) => (count === 0 ? "Rien ne manque" : missing(count)),
  notBegun: "Non commencée",

  position: "Lieu",
  fileFirst: "Un fichier n’est pas encore enregistré ; terminez le formulaire ensuite",
  tooLarge: (name, size, limit) => `« ${name} » fait ${size}, et un fichier peut faire ${limit} ; choisissez-en un plus petit.`,
  sending: (name) => `Envoi de « ${name} »`,
  signature: "Signature",
  drawing: "Dessin",
  replace: "Remplacer…",
  takePhoto: "Prendre une photo…",
  chooseFile: "Choisir un fichier…",
  sign: "Signer…",
  draw: "Dessiner…",
  noFile: "Aucun fichier",
  fileMissing: "Le fichier n’est pas ici",
  cancel: "Annuler",
  tryAgain: "Réessayer",
  discard: "Abandonner",
  bytes: (count) => `${count} octets`,
  looking: "Recherche…",
  useThisPlace: "Utiliser ce lieu",
  knowsNoPlace: "Ce navigateur ne sait pas où il est ; saisissez le lieu.",
  placeRefused: "Le navigateur ne communique pas le lieu ; autorisez-le, ou saisissez le lieu.",
  placeUnknown: "Le navigateur ne peut pas déterminer le lieu maintenant ; réessayez, ou saisissez le lieu.",
  placeTooSlow: "Le navigateur n’a pas trouvé le lieu en 30 secondes ; réessayez, ou saisissez le lieu.",
  whatIsDrawn: "Ce qui est dessiné",
  nothingDrawn: "Rien n’est encore dessiné",
  cannotKeepDrawing: "Le navigateur ne peut pas garder le dessin ; choisissez plutôt un fichier",

  setAside: (cell, title, answer) => `Le formulaire n’a plus de question « ${cell} » ; la réponse à « ${title} » a été mise de côté : ${answer}.`,
  comesBack: "Elle revient dès que le formulaire a une question pour elle.",
  moveToAnother: "La déplacer vers une autre question",
  moveToOne: "La déplacer vers une question",
  moveTo: (title) => `La déplacer vers « ${title} »`,
};

"""#,
    "strings/german.js": #"""
// The page's texts in German.

const missing = (count) => (count === 1 ? "Eine Antwort fehlt oder ist falsch" : `${count} Antworten fehlen oder sind falsch`);

/** @type {Partial<typeof import("./english.js").english>} */
export const german = {
  form: "Formular",
  toTheForm: "Zum Formular",
  whatCanBeDone: "Was man tun kann",
  undo: (name) => (name ? `Rückgängig: ${name}` : "Rückgängig"),
  redo: (name) => (name ? `Wiederholen: ${name}` : "Wiederholen"),
  undid: (name) => `Rückgängig gemacht: ${name}`,
  redid: (name) => `Wiederholt: ${name}`,
  complete: "Abschließen",
  reopen: "Wieder öffnen",
  more: "Mehr",
  details: "Details",
  openAll: "Alles aufklappen",
  closeAll: "Alles zuklappen",
  printForm: "Formular drucken",
  printAnswers: "Antworten drucken",
  onePage: "Seite für Seite",
  allAtOnce: "Alles auf einer Seite",
  allResponses: "Alle Ausfüllungen",
  language: "Sprache",
  ownLanguage: "Sprache des Formulars",
  version: (number) => `Version ${number}`,
  completed: "abgeschlossen",
  readOnly: "nur lesen",
  allSaved: "Alles gespeichert",
  saving: "Wird gespeichert …",
  notSaved: "Nicht gespeichert",

  notices: "Hinweise",
  close: "Schließen",
  strange: "Unter dieser Adresse antwortet jetzt etwas anderes: eine andere Datei oder ein anderes Programm. Dorthin wird nichts gesendet. "
    + "Öffnen Sie in diesem Tab die Adresse, die formstate ausgegeben hat.",
  lost: "Die Verbindung ist unterbrochen; die Seite versucht es von selbst wieder.",
  unsaved: (count) => (count === 1
    ? "1 Antwort ist noch nicht gespeichert. Die Seite sendet sie weiter; lassen Sie sie offen."
    : `${count} Antworten sind noch nicht gespeichert. Die Seite sendet sie weiter; lassen Sie sie offen.`),
  programSays: (reason) => `Das Programm meldet: ${reason}.`,
  done: "Fertig: Das Formular ist abgeschlossen, die Antworten bleiben, wie sie sind.",
  downloadTable: "Antworten als Tabelle (CSV)",
  downloadSubmission: "Antworten als Einsendung (XML)",
  inClear: "unverschlüsselt, obwohl dieses Formular Verschlüsselung verlangt",
  past: (revision, last) => `Stand ${revision} von ${last} · `,
  backToNow: "Zurück zu jetzt",
  cannotBeShown: (file, version) => `„${file}“ kann so nicht gezeigt werden${version === null ? "" : `; zu sehen ist Version ${version}`}.`,
  mended: (count) => (count === 1 ? "1 Stelle wurde berichtigt" : `${count} Stellen wurden berichtigt`),
  uncertain: (name) => `Das Programm wurde neu gestartet, während etwas getan wurde${name === null ? "" : ` („${name}“)`}; sehen Sie nach, ob es `
    + "geschehen ist, und wiederholen Sie es sonst.",
  notKept: (name, text) => `Die Eingabe bei „${name}“ konnte nicht behalten werden: „${text}“`,
  notTaken: (name, reason) => `Die Antwort auf „${name}“ wurde nicht angenommen: ${reason}`,
  startedAgain: "Das Programm wurde inzwischen neu gestartet",
  notDone: "Das Programm zu dieser Seite antwortet nicht; es wurde nichts getan. Wiederholen Sie es, sobald es antwortet",
  silent: "Das Programm zu dieser Seite antwortet nicht; läuft es noch?",
  brokeOff: "Die Antwort des Programms brach ab",
  another: "Unter dieser Adresse antwortet etwas anderes",
  tooLong: "diese Antwort ist länger als 1 MB; kürzen Sie sie",
  answered: (status) => `Der Server antwortete ${status}`,
  copied: (what) => `${what} kopiert`,
  notCopied: (what) => `${what} konnte nicht kopiert werden; der Browser erlaubt es nicht`,
  theLink: "Link",
  theActions: "Aktionen",

  whatIsMissing: "Was fehlt",
  gaps: (count) => `${missing(count)}; danach kann das Formular abgeschlossen werden.`,
  andMore: (count) => `und ${count} weitere`,

  pages: "Seiten",
  back: "Zurück",
  next: "Weiter",
  page: (number, count) => `Seite ${number} von ${count}`,
  pageGaps: (count) => `Auf dieser Seite: ${missing(count)}. „Weiter“ fährt trotzdem fort.`,

  section: "Abschnitt",
  level: (number) => `, Ebene ${number}`,
  required: "Pflichtfeld",
  calculated: "Berechnet",
  notSavedYet: "Noch nicht gespeichert",
  notTakenYet: (problem) => `Noch nicht angenommen: ${problem}`,
  place: (number, count) => `${number} von ${count}`,
  instance: (name, number, count) => `${name}, ${number} von ${count}`,
  about: (action, name) => `${action}: ${name}`,
  moveUp: "Nach oben",
  moveDown: "Nach unten",
  remove: "Entfernen",
  add: "Hinzufügen",
  clear: "Leeren",
  noAnswer: "Keine Antwort",
  choose: "Auswählen …",
  text: "Text",
  number: "Zahl",
  date: "Datum",
  time: "Uhrzeit",
  dateAndTime: "Datum und Uhrzeit",
  on: "An",
  amount: "Stufe",
  file: "Datei",
  choice: "Auswahl",
  group: "Teil",

  search: "Suchen",
  showMore: "Mehr zeigen",
  finish: "Fertig",
  choices: (count) => (count === 1 ? "1 Möglichkeit" : `${count} Möglichkeiten`),
  chosen: (count) => `${count} gewählt`,
  ranked: (title, place, count) => `${title}: Platz ${place} von ${count}`,

  twoAnswers: "Zwei Antworten",
  changed: "Jemand anderes hat diese Antwort inzwischen geändert. Wählen Sie, welche bleibt.",
  theyCleared: "Inzwischen hat jemand anderes diese Antwort geleert.",
  theyAnswered: (answer) => `Inzwischen hat jemand anderes „${answer}“ geantwortet.`,
  yoursWas: (answer) => `Ihre Antwort war „${answer}“.`,
  keepMine: "Meine behalten",
  takeTheirs: "Die andere übernehmen",
  leaveEmpty: "Leer lassen",

  aboutForm: "Zum Formular",
  backToForm: "Zurück zum Formular",
  history: "Verlauf",
  revision: "Stand",
  revisionOf: (number, last) => `Stand ${number} von ${last}`,
  revisionNumber: (number) => `Stand ${number}`,
  whatWasDone: "Was getan wurde, das Neueste zuerst",
  showEarlier: "Früheres zeigen",
  copyLink: "Link kopieren",
  answers: "Antworten",
  whatIsWrong: "Was nicht stimmt",
  progress: (faults, given, count) =>
    `${faults === 0 ? "Nichts fehlt, nichts ist falsch" : faults === 1 ? "1 Fehler" : `${faults} Fehler`} · ${given} von ${count} beantwortet`,
  find: "Finden",
  findCell: "Eine Zelle finden",
  cellsFound: "Gefundene Zellen",
  howToFind: "Nach Schlüssel oder Wörtern, ob sie zu sehen ist oder nicht.",
  soFar: (percent) => `in den ersten ${percent} % des Formulars`,
  cells: (count) => (count === 1 ? "1 Zelle" : `${count} Zellen`),
  goThere: "Hingehen",
  goTo: (name) => `Zu ${name}`,
  why: "Warum ist sie nicht zu sehen?",
  whyNot: (name) => `Warum ist ${name} nicht zu sehen?`,
  itShows: "Sie ist zu sehen.",
  showIt: "Zeigen",
  show: (name) => `${name} zeigen`,
  technical: "Technik",
  heights: "Höhen",
  compact: "Kompakt",
  asInApp: "Wie in der App",
  compare: "Jede Änderung mit einer frischen Seite vergleichen",
  copyActions: "Als Aktionen kopieren",
  keptByRules: "Was Regeln festhalten",
  facts: ({ form, response, version, revision, cells }) => `${form} · ${response} · Version ${version} · Stand ${revision} · ${cells} Zellen`,
  verifying: "Wird geprüft",
  differs: (count, difference) => `Die Seite weicht von einem frischen Fenster ab (${count}): ${difference}`,

  print: "Drucken",
  revisionInText: (number) => `Stand ${number}`,
  numbered: (number) => `Nr. ${number}`,
  nothingAnswered: "Noch ist nichts beantwortet.",

  responses: "Ausfüllungen",
  newResponse: "Neue Ausfüllung",
  formOfNew: "Formular der neuen Ausfüllung",
  begin: "Beginnen",
  allForms: "Alle Formulare",
  noAnswerFromProgram: "Das Programm antwortet nicht; die Seite versucht es von selbst wieder.",
  responseCount: (count) => (count === 1 ? "1 Ausfüllung" : `${count} Ausfüllungen`),
  completedResponse: "Abgeschlossen",
  gapsOfResponse: (count) => (count === 0 ? "Nichts fehlt" : missing(count)),
  notBegun: "Nicht begonnen",

  position: "Ort",
  fileFirst: "Eine Datei ist noch nicht gespeichert; schließen Sie das Formular danach ab",
  tooLarge: (name, size, limit) => `„${name}“ hat ${size}, und eine Datei darf ${limit} haben; wählen Sie eine kleinere.`,
  sending: (name) => `„${name}“ wird gesendet`,
  signature: "Unterschrift",
  drawing: "Zeichnung",
  replace: "Ersetzen …",
  takePhoto: "Foto aufnehmen …",
  chooseFile: "Datei wählen …",
  sign: "Unterschreiben …",
  draw: "Zeichnen …",
  noFile: "Keine Datei",
  fileMissing: "Die Datei ist nicht hier",
  cancel: "Abbrechen",
  tryAgain: "Noch einmal",
  discard: "Verwerfen",
  bytes: (count) => `${count} Byte`,
  looking: "Wird gesucht …",
  useThisPlace: "Diesen Ort nehmen",
  knowsNoPlace: "Dieser Browser weiß nicht, wo er ist; tippen Sie den Ort ein.",
  placeRefused: "Der Browser verrät den Ort nicht; erlauben Sie es ihm, oder tippen Sie den Ort ein.",
  placeUnknown: "Der Browser kann den Ort gerade nicht bestimmen; versuchen Sie es noch einmal, oder tippen Sie ihn ein.",
  placeTooSlow: "Der Browser hat den Ort in 30 Sekunden nicht gefunden; versuchen Sie es noch einmal, oder tippen Sie ihn ein.",
  whatIsDrawn: "Was gezeichnet ist",
  nothingDrawn: "Es ist noch nichts gezeichnet",
  cannotKeepDrawing: "Der Browser kann die Zeichnung nicht behalten; wählen Sie stattdessen eine Datei",

  setAside: (cell, title, answer) => `Das Formular hat keine Frage „${cell}“ mehr; die Antwort auf „${title}“ wurde beiseitegelegt: ${answer}.`,
  comesBack: "Sie kommt zurück, sobald das Formular eine Frage dafür hat.",
  moveToAnother: "Zu einer anderen Frage verschieben",
  moveToOne: "Zu einer Frage verschieben",
  moveTo: (title) => `Zu „${title}“ verschieben`,
};

"""#,
    "strings/spanish.js": #"""
// The page's texts in Spanish.

const missing = (count) => (count === 1 ? "Una respuesta falta o es incorrecta" : `${count} respuestas faltan o son incorrectas`);
const fields = (count) => (count === 1 ? "1 campo" : `${count} campos`);

/** @type {Partial<typeof import("./english.js").english>} */
export const spanish = {
  form: "Formulario",
  toTheForm: "Ir al formulario",
  whatCanBeDone: "Acciones disponibles",
  undo: (name) => (name ? `Deshacer: ${name}` : "Deshacer"),
  redo: (name) => (name ? `Rehacer: ${name}` : "Rehacer"),
  undid: (name) => `Deshecho: ${name}`,
  redid: (name) => `Rehecho: ${name}`,
  complete: "Finalizar",
  reopen: "Reabrir",
  more: "Más",
  details: "Detalles",
  openAll: "Desplegar todo",
  closeAll: "Plegar todo",
  printForm: "Imprimir el formulario",
  printAnswers: "Imprimir las respuestas",
  onePage: "Página por página",
  allAtOnce: "Todo en una página",
  allResponses: "Todos los registros",
  language: "Idioma",
  ownLanguage: "El del formulario",
  version: (number) => `versión ${number}`,
  completed: "finalizado",
  readOnly: "solo lectura",
  allSaved: "Todo guardado",
  saving: "Guardando…",
  notSaved: "Sin guardar",

  notices: "Avisos",
  close: "Cerrar",
  strange: "En esta dirección responde ahora otra cosa: otro archivo u otro programa. No se le envía nada. Para continuar, abra en esta "
    + "pestaña la dirección que mostró formstate.",
  lost: "Se perdió la conexión; la página vuelve a intentarlo por sí sola.",
  unsaved: (count) => (count === 1
    ? "1 respuesta aún no está guardada. El envío continúa; deje abierta esta página."
    : `${count} respuestas aún no están guardadas. El envío continúa; deje abierta esta página.`),
  programSays: (reason) => `El programa indica: ${reason}.`,
  done: "Listo: este formulario está finalizado y sus respuestas quedan como están.",
  downloadTable: "Respuestas como tabla (CSV)",
  downloadSubmission: "Respuestas como envío (XML)",
  inClear: "sin cifrar, aunque este formulario pide cifrado",
  past: (revision, last) => `Revisión ${revision} de ${last} · `,
  backToNow: "Volver al estado actual",
  cannotBeShown: (file, version) => `«${file}» no se puede mostrar tal como está${version === null ? "" : `; se muestra la versión ${version}`}.`,
  mended: (count) => (count === 1 ? "Se corrigió 1 elemento" : `Se corrigieron ${count} elementos`),
  uncertain: (name) => `El programa se reinició mientras se hacía algo${name === null ? "" : ` en «${name}»`}; compruebe si se hizo y, si no, `
    + "repítalo.",
  notKept: (name, text) => `No se pudo conservar lo escrito en «${name}»: «${text}»`,
  notTaken: (name, reason) => `No se aceptó la respuesta a «${name}»: ${reason}`,
  startedAgain: "Entretanto se reinició el programa",
  notDone: "El programa de esta página no responde, así que no se hizo nada; repítalo cuando responda",
  silent: "El programa de esta página no responde; ¿sigue en marcha?",
  brokeOff: "La respuesta del programa se interrumpió",
  another: "En esta dirección responde otra cosa",
  tooLong: "esta respuesta supera 1 MB; acórtela",
  answered: (status) => `El servidor respondió ${status}`,
  copied: (what) => `Copiado al portapapeles: ${what}`,
  notCopied: (what) => `No fue posible copiar ${what}; el navegador no lo permite`,
  theLink: "el enlace",
  theActions: "las acciones",

  whatIsMissing: "Qué falta",
  gaps: (count) => `${missing(count)}; después se podrá finalizar el formulario.`,
  andMore: (count) => `y ${count} más`,

  pages: "Páginas",
  back: "Atrás",
  next: "Siguiente",
  page: (number, count) => `Página ${number} de ${count}`,
  pageGaps: (count) => `${missing(count)} en esta página. «Siguiente» continúa de todos modos.`,

  section: "Sección",
  level: (number) => `, nivel ${number}`,
  required: "Obligatorio",
  calculated: "Calculado",
  notSavedYet: "Aún sin guardar",
  notTakenYet: (problem) => `Aún no aceptado: ${problem}`,
  place: (number, count) => `${number} de ${count}`,
  instance: (name, number, count) => `${name}, ${number} de ${count}`,
  about: (action, name) => `${action}: ${name}`,
  moveUp: "Subir",
  moveDown: "Bajar",
  remove: "Eliminar",
  add: "Añadir",
  clear: "Borrar",
  noAnswer: "Sin respuesta",
  choose: "Elegir…",
  text: "Texto",
  number: "Número",
  date: "Fecha",
  time: "Hora",
  dateAndTime: "Fecha y hora",
  on: "Activado",
  amount: "Nivel",
  file: "Archivo",
  choice: "Selección",
  group: "Parte",

  search: "Buscar",
  showMore: "Mostrar más",
  finish: "Listo",
  choices: (count) => (count === 1 ? "1 opción" : `${count} opciones`),
  chosen: (count) => (count === 1 ? "1 opción elegida" : `${count} opciones elegidas`),
  ranked: (title, place, count) => `${title}: puesto ${place} de ${count}`,

  twoAnswers: "Dos respuestas",
  changed: "Entretanto otra persona cambió esta respuesta. Elija cuál se conserva.",
  theyCleared: "Entretanto otra persona borró esta respuesta.",
  theyAnswered: (answer) => `Entretanto otra persona respondió «${answer}».`,
  yoursWas: (answer) => `Su respuesta era «${answer}».`,
  keepMine: "Conservar la mía",
  takeTheirs: "Usar la otra",
  leaveEmpty: "Dejarla vacía",

  aboutForm: "Acerca del formulario",
  backToForm: "Volver al formulario",
  history: "Historial",
  revision: "Revisión",
  revisionOf: (number, last) => `Revisión ${number} de ${last}`,
  revisionNumber: (number) => `Revisión ${number}`,
  whatWasDone: "Lo que se hizo, lo más reciente primero",
  showEarlier: "Mostrar anteriores",
  copyLink: "Copiar el enlace",
  answers: "Respuestas",
  whatIsWrong: "Qué está mal",
  progress: (faults, given, count) =>
    `${faults === 0 ? "No falta nada ni hay errores" : faults === 1 ? "1 problema" : `${faults} problemas`} · ${given} de ${count} con respuesta`,
  find: "Buscar",
  findCell: "Buscar un campo",
  cellsFound: "Campos encontrados",
  howToFind: "Por su clave o sus palabras, se muestre o no.",
  soFar: (percent) => `en el primer ${percent} % del formulario`,
  cells: fields,
  goThere: "Ir allí",
  goTo: (name) => `Ir a ${name}`,
  why: "¿Por qué no se muestra?",
  whyNot: (name) => `¿Por qué no se muestra ${name}?`,
  itShows: "Se muestra.",
  showIt: "Mostrar",
  show: (name) => `Mostrar ${name}`,
  technical: "Técnica",
  heights: "Alturas",
  compact: "Compactas",
  asInApp: "Como en la aplicación",
  compare: "Comparar cada cambio con una página nueva",
  copyActions: "Copiar como acciones",
  keptByRules: "Lo que guardan las reglas",
  facts: ({ form, response, version, revision, cells }) => `${form} · ${response} · versión ${version} · revisión ${revision} · ${fields(cells)}`,
  verifying: "Comprobando",
  differs: (count, difference) => `La página difiere de una ventana nueva (${count}): ${difference}`,

  print: "Imprimir",
  revisionInText: (number) => `revisión ${number}`,
  numbered: (number) => `N.º ${number}`,
  nothingAnswered: "Aún no hay ninguna respuesta.",

  responses: "Registros",
  newResponse: "Nuevo registro",
  formOfNew: "Formulario del nuevo registro",
  begin: "Comenzar",
  allForms: "Todos los formularios",
  noAnswerFromProgram: "El programa no responde; la página vuelve a intentarlo por sí sola.",
  responseCount: (count) => (count === 1 ? "1 registro" : `${count} registros`),
  completedResponse: "Finalizado",
  gapsOfResponse: (count) => (count === 0 ? "No falta nada" : missing(count)),
  notBegun: "Sin comenzar",

  position: "Lugar",
  fileFirst: "Un archivo aún no está guardado; finalice el formulario después",
  tooLarge: (name, size, limit) => `«${name}» ocupa ${size} y un archivo puede ocupar ${limit}; elija uno más pequeño.`,
  sending: (name) => `Enviando «${name}»`,
  signature: "Firma",
  drawing: "Dibujo",
  replace: "Reemplazar…",
  takePhoto: "Tomar una foto…",
  chooseFile: "Elegir un archivo…",
  sign: "Firmar…",
  draw: "Dibujar…",
  noFile: "Ningún archivo",
  fileMissing: "El archivo no está aquí",
  cancel: "Cancelar",
  tryAgain: "Reintentar",
  discard: "Descartar",
  bytes: (count) => `${count} bytes`,
  looking: "Buscando…",
  useThisPlace: "Usar este lugar",
  knowsNoPlace: "Este navegador no sabe dónde está; escriba el lugar.",
  placeRefused: "El navegador no indica el lugar; permítaselo o escriba el lugar.",
  placeUnknown: "El navegador no puede determinar el lugar ahora; reintente o escriba el lugar.",
  placeTooSlow: "El navegador no encontró el lugar en 30 segundos; reintente o escriba el lugar.",
  whatIsDrawn: "Lo dibujado",
  nothingDrawn: "Todavía no hay nada dibujado",
  cannotKeepDrawing: "El navegador no puede guardar el dibujo; elija un archivo en su lugar",

  setAside: (cell, title, answer) => `El formulario ya no tiene la pregunta «${cell}»; la respuesta a «${title}» se apartó: ${answer}.`,
  comesBack: "Vuelve cuando el formulario tenga una pregunta para ella.",
  moveToAnother: "Moverla a otra pregunta",
  moveToOne: "Moverla a una pregunta",
  moveTo: (title) => `Moverla a «${title}»`,
};

"""#,
    "strings/strings.js": #"""
// The page's texts: in the language of the response if there is a table for it, otherwise in one of the browser's
// languages.

import { directionOf, tagOf } from "../languages.js";
import { arabic } from "./arabic.js";
import { english } from "./english.js";
import { french } from "./french.js";
import { german } from "./german.js";
import { spanish } from "./spanish.js";

/** @type {Record<string, Partial<typeof english>>} */
const tables = { en: english, de: german, fr: french, es: spanish, ar: arabic };

/** The texts of the page. */
export let t = english;
/** Their language, as a tag. */
export let tongue = "en";
/** The tag of the language of the response; that of the page if it has none. */
export let formTongue = "en";

/** The first of the browser's languages that has a table. */
export function tongueOfBrowser() {
  return [...navigator.languages, "en"].map((tag) => tag.split("-")[0].toLowerCase()).find((tag) => tag in tables);
}

/** Sets the language of the response, as named by the form; null without one. */
export function speak(language) {
  const wanted = [tagOf(language), ...navigator.languages, "en"].filter((tag) => tag !== null);
  tongue = wanted.map((tag) => tag.split("-")[0].toLowerCase()).find((tag) => tag in tables) ?? "en";
  formTongue = tagOf(language) ?? tongue;
  t = { ...english, ...tables[tongue] };
  document.documentElement.lang = tongue;
  document.documentElement.dir = directionOf(tongue);
}

"""#,
    "words.js": #"""
// Texts of a form with the marks of forms for the field: emphasis, headings and links, as elements and never as
// markup.

import { element } from "./elements.js";
import { t } from "./strings/strings.js";

/** The text of a cell without a title: often the only one below the row with the question. */
const wordsByControl = () => ({
  text: t.text, longText: t.text, integer: t.number, decimal: t.number, date: t.date, time: t.time, dateTime: t.dateAndTime,
  switch: t.on, slider: t.amount, file: t.file, place: t.position, list: t.choice, options: t.choice,
  none: t.group, repeat: t.group, option: t.choice,
});

/** Whether the title of a row shows its answer, and its subtitle the question. */
export function showsCaption(item) { return item.captioned && item.control !== "label" && !item.inline; }

/** The question of a row. */
export function captionOf(item) {
  if (showsCaption(item)) return item.subtitle;
  return item.asked ?? (item.title || item.subtitle || (item.within ? `${item.within} …` : wordsByControl()[item.control] ?? ""));
}

/** The direction of a text that has none of its own, such as a number or a place: as it is written everywhere. */
export function directionOfFigures(text) { return /\d/.test(text) && !/\p{L}/u.test(text) ? "ltr" : null; }

const marks = new RegExp([
  /(?<strong>\*\*|__)(?=\S)(?<bold>.+?)(?<=\S)\k<strong>/, /(?<![\p{L}\p{N}])(?<mark>[*_])(?=\S)(?<italic>.+?)(?<=\S)\k<mark>(?![\p{L}\p{N}])/,
  /\[(?<words>[^\]\n]+)\]\((?<address>https?:\/\/[^)\s]+)\)/,
].map((each) => each.source).join("|"), "u");
/** The maximum nesting of marks. */
const deepest = 4;

/**
 * The nodes of a text; line breaks stay characters, which the style keeps. In a button, links are words (`hasLinks`).
 */
export function marked(text, hasLinks = true) {
  // Most texts have none.
  if (!/[*_[#]/.test(text)) return [text];
  return text.split("\n").flatMap((line, index) => [...(index > 0 ? ["\n"] : []), ...markedLine(line, hasLinks)]);
}

function markedLine(line, hasLinks) {
  const heading = line.match(/^#{1,6}\s+(.*)$/);
  return heading ? [element("strong", {}, ...inline(heading[1], hasLinks, 0))] : inline(line, hasLinks, 0);
}

function inline(text, hasLinks, depth) {
  const found = depth < deepest ? text.match(marks) : null;
  if (!found) return text === "" ? [] : [text];
  const { bold, italic, words, address } = found.groups;
  const node = bold !== undefined ? element("strong", {}, ...inline(bold, hasLinks, depth + 1))
    : italic !== undefined ? element("em", {}, ...inline(italic, hasLinks, depth + 1))
      : hasLinks ? element("a", { href: address, target: "_blank", rel: "noopener noreferrer" }, words) : words;
  const end = found.index + found[0].length;
  return [...(found.index > 0 ? [text.slice(0, found.index)] : []), node, ...inline(text.slice(end), hasLinks, depth)];
}

/**
 * Which part of a large form was looked at, in brackets; nothing if all of it.
 * @param {any} answer
 */
export function soFar({ of }, visited) { return visited < of ? ` (${t.soFar(Math.max(1, Math.floor(100 * visited / of)))})` : ""; }

"""#,
  ]
}
#endif
