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
    const time = new Date(entry.at);
    const when = Number.isNaN(time.getTime()) ? "" : time.toLocaleString(tongue, { dateStyle: "medium", timeStyle: "short" });
    const changes = [...shownIn(entry), ...(entry.furtherChanges ? [t.andMore(entry.furtherChanges)] : [])];
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

/** The changes that a person sees. */
function shownIn({ sentences }) { return sentences.filter(({ hidden }) => !hidden).map(({ text }) => text); }

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
    if (answer.address === undefined) return element("li", {}, element("p", { class: "entry fault" }, element("span", { class: "did" }, words)));
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
    const entries = answer.entries.map(({ revision, sentences }) => ({ revision, kept: sentences.filter(({ hidden }) => hidden) }))
      .filter(({ kept }) => kept.length > 0);
    this.keptTitle.hidden = entries.length === 0;
    this.kept.replaceChildren(...entries.map(({ revision, kept }) => element(
      "li", {}, element("span", { class: "detail" }, t.revisionNumber(revision)), element("ul", {}, ...kept.map(({ text }) => element("li", {}, text))))));
  }
}
