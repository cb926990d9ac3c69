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
