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
      if (!cells || cells.has(view.item.address) || cells.has(view.item.parent)) view.refresh?.();
    }
  }

  /** Reports an action that was not done; keeps the input, as a draft or where it can be read. */
  #notTaken({ action, isTyped, isRest, failed, text }, refusal) {
    const item = this.window.page?.items.find((each) => each.address === action.cell);
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
    const isShown = this.window.page.items.some((item) => item.address === cell);
    if (!isShown && !this.isReadOnly && !await this.act({ action: "reveal", cell })) return;
    if (document.body.dataset.panels === "open" && matchMedia(coveringPanels).matches) this.togglePanels(false);
    await this.goTo(cell);
  }

  async goTo(cell) {
    await this.window.ask({ cell, from: this.window.scrolling.view / 3 });
    this.#viewOf(cell)?.focus();
  }

  #viewOf(cell) { return [...this.window.views.values()].find((view) => view.item.address === cell); }

  // The keyboard

  viewOf(target) {
    const node = target.closest?.("#area [data-key]");
    return node ? this.window.views.get(node.dataset.key) : undefined;
  }

  /** Options of one question are buttons of one group. */
  name(item) { return `options-of-${item.parent ?? item.address}`; }

  /** Returns to a row in which a person types after it was scrolled away. */
  #comeBack(target) {
    const view = this.viewOf(target);
    if (view?.isParked) this.goTo(view.item.address);
  }
}
