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
      const cell = context.viewOf(target)?.item.address;
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
    const view = cell && [...window.views.values()].find((each) => each.item.address === cell);
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
