// The page: puts its parts together, and is what they ask to do something.

import { say, copy, setAttribute, tell } from "./elements.js";
import { listen } from "./keyboard.js";
import { Notices } from "./notices.js";
import { Panels } from "./panels.js";
import { HeaderView, RowView } from "./rows.js";
import { Scrolling } from "./scrolling.js";
import { Refusal, Server } from "./server.js";
import { Toolbar } from "./toolbar.js";
import { Verifier } from "./verify.js";
import { FormWindow } from "./window.js";

const scroller = document.getElementById("form");

class Screen {
  #stream = null;
  #preview = null;
  #gone = null;
  #isLost = false;

  constructor(query) {
    this.query = query;
    this.server = new Server({
      response: query.get("response"), language: query.get("language"), layout: query.get("layout") ?? "compact",
    });
    const makeView = (item) => (item.type === "header" ? new HeaderView(item, this) : new RowView(item, this));
    const scrolling = new Scrolling(
      scroller, document.getElementById("area"), document.getElementById("sheet"), () => this.window.scrolled());
    this.toolbar = new Toolbar(this);
    this.notices = new Notices(this);
    this.panels = new Panels(this);
    this.window = new FormWindow(
      this.server, scrolling, makeView, (page) => this.#told(page), (refusal) => this.#refused(refusal));
    if (query.has("verify")) this.verifier = new Verifier(this.window, makeView);
    this.window.at = query.has("at") ? Number(query.get("at")) : null;
    listen(this);
    scroller.addEventListener("input", (event) => this.#comeBack(event.target), true);
    document.addEventListener("visibilitychange", () => this.#follow());
    addEventListener("pagehide", () => this.#flush());
    this.#follow();
    this.window.ask();
  }

  get at() { return this.window.at; }
  get isReadOnly() { return this.window.page?.readOnly ?? true; }

  // What comes from the server

  #follow() {
    if (document.hidden) {
      this.#flush();
      this.#stream?.close();
      this.#stream = null;
      return;
    }
    if (this.#stream) return;
    this.#stream = this.server.follow({
      open: () => this.#lost(false),
      error: () => this.#lost(true),
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
    });
  }

  /** Keeps what is being typed, since the page may be about to go. */
  #flush() {
    for (const view of this.window.views.values()) view.control?.flush?.();
  }

  /** A stream that is opened anew at once, as after a first form, is no loss. */
  #lost(isLost) {
    if (!isLost) {
      clearTimeout(this.lossTimer);
      this.lossTimer = undefined;
    }
    if (this.#isLost === isLost || this.lossTimer !== undefined) return;
    const tell = () => {
      this.lossTimer = undefined;
      this.#isLost = isLost;
      this.#notice();
    };
    if (isLost) this.lossTimer = setTimeout(tell, 1500);
    else tell();
  }

  /** Takes what a preview says of its file; a window that is not asked for anew says the same. */
  #previewed(preview) {
    this.#preview = preview;
    if (this.#gone?.what === "file" && !preview?.gone) this.#gone = null;
    if (this.window.page) this.window.page.preview = preview;
    this.#notice();
  }

  #notice() { this.notices.update(this.window.page, this.#preview, this.#preview?.gone ?? this.#gone?.reason, this.#isLost); }

  #told(page) {
    this.#preview = page.preview;
    this.toolbar.update(page);
    this.panels.update(page);
    this.#notice();
    this.verifier?.check();
  }

  #refused(refusal) {
    if (refusal.answer?.preview) {
      this.#previewed(refusal.answer.preview);
    } else if (refusal.status === 404 && this.at !== null) {
      tell(refusal.message);
      this.travel(null);
    } else {
      tell(refusal.message);
    }
  }

  // What parts of the page ask for

  /** Asks; gives nothing where that is refused, which is told. */
  async ask(path, parameters) {
    try {
      return await this.server.get(path, parameters);
    } catch (refusal) {
      if (!(refusal instanceof Refusal)) throw refusal;
      tell(refusal.message);
      return null;
    }
  }

  /** Does an action, and waits until it shows; throws where it is refused. */
  async attempt(action) {
    const { stamp } = await this.server.act(action);
    await this.window.reached(stamp);
  }

  /** Does an action; where it is refused, says why. */
  async act(action, { isQuiet = false } = {}) {
    try {
      await this.attempt(action);
      return true;
    } catch (refusal) {
      if (!(refusal instanceof Refusal)) throw refusal;
      if (!isQuiet) tell(refusal.message);
      return false;
    }
  }

  tell(text) { tell(text); }

  async undo(direction) {
    const name = this.window.page?.[direction];
    if (!name || this.isReadOnly) return;
    if (await this.act({ action: direction })) say(direction === "undo" ? `Undid: ${name}` : `Did again: ${name}`);
  }

  /** Shows a revision; the newest one or `null` is now. */
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
    const address = new URL("/", location.href);
    address.searchParams.set("response", page.response);
    address.searchParams.set("at", page.at ?? page.revision);
    for (const name of ["language", "layout"]) if (this.query.has(name)) address.searchParams.set(name, this.query.get(name));
    return address.href;
  }

  async copyActions() {
    try {
      await copy(await this.server.text("/script", { through: this.at }), "The actions");
    } catch (refusal) {
      tell(refusal.message);
    }
  }

  /** Opens the page in another layout or language. */
  choose(choices) {
    const address = new URL(location.href);
    for (const [name, value] of Object.entries(choices)) {
      if (value === "") address.searchParams.delete(name);
      else address.searchParams.set(name, value);
    }
    location.assign(address);
  }

  togglePanels(isOpen = document.body.dataset.panels !== "open") {
    document.body.dataset.panels = isOpen ? "open" : "";
    setAttribute(this.toolbar.about, "aria-expanded", String(isOpen));
    if (isOpen) this.panels.tabs[this.panels.shown].focus();
    else this.toolbar.about.focus();
  }

  /** Opens what hides a cell, and goes there. */
  async reveal(cell) {
    const isShown = this.window.page.items.some((item) => item.cell === cell);
    if (!isShown && !this.isReadOnly && !await this.act({ action: "reveal", cell })) return;
    this.togglePanelsIfNarrow();
    await this.goTo(cell);
  }

  togglePanelsIfNarrow() {
    if (document.body.dataset.panels === "open") this.togglePanels(false);
  }

  async goTo(cell) {
    await this.window.ask({ cell, from: this.window.scrolling.view / 3 });
    [...this.window.views.values()].find((view) => view.item.cell === cell)?.focus();
  }

  // The keyboard

  viewOf(target) {
    const node = target.closest?.("#area [data-key]");
    return node ? this.window.views.get(node.dataset.key) : undefined;
  }

  /** Goes to the row or header before or after one. */
  async step(view, direction) {
    const { items } = this.window.page;
    const index = items.findIndex((item) => item.key === view.item.key);
    if (index < 0) {
      await this.goTo(view.item.cell);
      return;
    }
    let next = index + direction;
    // A header without a button has nothing to do.
    while (items[next]?.type === "header" && !items[next].foldable) next += direction;
    const key = items[next]?.key;
    if (key === undefined) return;
    this.window.views.get(key).focus();
    this.window.bringIntoView(key);
  }

  async goToEnd(isLast) {
    const { scrolling } = this.window;
    await this.window.ask({ y: isLast ? scrolling.height : 0, goes: true });
    const { items } = this.window.page;
    const rows = items.filter((item) => item.type === "row");
    const key = (isLast ? rows[rows.length - 1] : rows[0])?.key;
    if (key === undefined) return;
    this.window.views.get(key).focus();
    this.window.bringIntoView(key);
  }

  /** Opens or closes; says whether there was anything to. */
  disclose(view, opens) {
    const { item } = view;
    const isOpen = item.type === "header" ? !item.folded : item.expanded ?? false;
    if (!(item.foldable || item.expandable) || isOpen === opens || this.isReadOnly) return false;
    this.act(item.type === "header" ? item.tap : { action: "tap", cell: item.cell });
    return true;
  }

  /** Options of one question are buttons of one group. */
  name(item) { return `options-of-${item.parent ?? item.cell}`; }

  /** Whoever types in a row that is scrolled away is brought back to it. */
  #comeBack(target) {
    const view = this.viewOf(target);
    if (view?.isParked) this.goTo(view.item.cell);
  }
}

new Screen(new URLSearchParams(location.search));
