// What stands above the form: that it is the past, that a file has faults, that something has gone.

import { button, element } from "./elements.js";

export class Notices {
  #shown = "";

  constructor(context) {
    this.context = context;
    this.node = element("div", { id: "lines" });
    document.getElementById("notices").prepend(this.node);
  }

  /** Shows what there is to say of a page; `preview` is what a preview says of its file. */
  update(page, preview, gone, isLost) {
    const wanted = JSON.stringify([page?.at, page?.last, page?.completed, preview, gone, isLost]);
    if (wanted === this.#shown) return;
    this.#shown = wanted;
    const lines = [
      isLost && element("p", { class: "notice fault" }, "The connection is lost; the page tries again by itself."),
      gone && element("p", { class: "notice fault" }, gone),
      preview && this.#preview(preview),
      page && page.at !== null && this.#past(page),
    ];
    this.node.replaceChildren(...lines.filter(Boolean));
  }

  #past(page) {
    return element(
      "p", { class: "notice past" }, `Revision ${page.at} of ${page.last} · `,
      button("Back to now", () => this.context.travel(null), { id: "now" }));
  }

  #preview(preview) {
    const { faults, notes, said, file, version } = preview;
    if (faults.length === 0 && notes.length === 0 && !said) return null;
    const lines = (all) => element("ul", {}, ...all.map((each) => element("li", {}, each.text)));
    const shows = version === null ? "" : `; what shows is version ${version}`;
    return element(
      "div", { class: faults.length > 0 ? "notice fault" : "notice", id: "preview", role: faults.length > 0 ? "alert" : null },
      faults.length > 0 ? element("p", {}, `“${file}” cannot be shown as it is${shows}.`) : null,
      faults.length > 0 ? lines(faults) : null,
      said ? element("p", {}, said) : null,
      notes.length > 0
        ? element("details", {}, element("summary", {}, notes.length === 1 ? "1 thing was mended" : `${notes.length} things were mended`), lines(notes))
        : null);
  }
}
