// The notices above the form: unsaved answers, a past revision, faults of a file, something that has disappeared.

import { button, element, say, showMessage } from "../elements.js";
import { QuestionPlace } from "../rows/questions.js";
import { Refusal } from "../line/server.js";
import { t } from "../strings/strings.js";

export class Notices {
  #shown = "";
  #kept = [];
  #unsaved = 0;
  /** The first set-aside answers, the number of further ones, and their revision. */
  #aside = { of: "", answers: [], more: 0 };
  #isAsking = false;
  #question = new QuestionPlace();
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
    const wanted = JSON.stringify([page?.at, page?.last, page?.completed, page?.readOnly, page?.asks, preview, gone, line, this.#kept, this.#aside, gaps?.outerHTML]);
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
      page && page.at === null && this.#asked(page),
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

  /** Whether the response is completed, if persons said different things of it. */
  #asked({ asks, readOnly }) {
    return this.#question.node(
      asks, { name: t.completedAndAnswered, none: t.noAnswer, id: "asked", disabled: readOnly }, this.context);
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
