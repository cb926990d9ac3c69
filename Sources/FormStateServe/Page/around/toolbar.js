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
