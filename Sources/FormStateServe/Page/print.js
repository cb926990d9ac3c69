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
