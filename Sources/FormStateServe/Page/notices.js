// What stands above the form: what is not saved yet, that it is the past, that a file has faults, that something has gone.

import { button, element, say } from "./elements.js";
import { t } from "./strings/strings.js";

export class Notices {
  #shown = "";
  #kept = [];
  #unsaved = 0;
  /** @type {[any?, any?, any?, any?]} */
  #last = [];

  constructor(context) {
    this.context = context;
    this.node = element("div", { id: "lines" });
    document.getElementById("notices").prepend(this.node);
  }

  /** Says something until somebody has read it. */
  keep(text) {
    this.#kept.push(text);
    say(text);
    this.update(...this.#last);
  }

  /**
   * Shows what there is to say of a page; `preview` is what a preview says of its file, `line` how it stands with the line to the
   * program.
   * @param {any} line
   */
  update(page, preview, gone, line = {}) {
    this.#last = [page, preview, gone, line];
    const gaps = this.context.gaps.node();
    const wanted = JSON.stringify([page?.at, page?.last, page?.completed, page?.readOnly, preview, gone, line, this.#kept, gaps?.outerHTML]);
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
      this.context.download("csv", t.downloadTable), this.context.download("submission", t.downloadSubmission),
      page.readOnly ? null : button(t.reopen, () => this.context.act({ action: "reopen" })));
  }

  #past(page) {
    return element(
      "p", { class: "notice past" }, t.past(page.at, page.last),
      button(t.backToNow, () => this.context.travel(null), { id: "now" }));
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
