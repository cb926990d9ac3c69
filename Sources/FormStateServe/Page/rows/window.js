// The drawn part of the form: items between two offsets, as the server has them.

import { mayMove } from "../elements.js";
import { Refusal } from "../line/server.js";
import { speak } from "../strings/strings.js";
import { drawItems } from "./drawing.js";

/** The items of a window after the steps of a change. */
export function applied(items, steps) {
  const result = [...items];
  for (const step of steps) {
    if ("remove" in step) result.splice(step.remove, step.count);
    else if ("insert" in step) result.splice(step.insert, 0, ...step.items);
    else if ("update" in step) result[step.update] = step.item;
  }
  return result;
}

export class FormWindow {
  /** The last answer to `/rows`, advanced by events; null before the first one. */
  page = null;
  /** The views of drawn items, by key. */
  views = new Map();
  /** The shown past revision; null for the current one. */
  at = null;
  /** The only visible page of the form; null for all of it. */
  pageKey = null;
  #wanted = null;
  #asking = null;
  #missed = 0;
  #hasState = false;
  #waiting = [];
  #heights = new Map();
  #posted = new Map();
  #pastPosts = 0;
  #observer;
  /** The cell to which a person was led, which stays in its place until they move on: `{ cell, from }`. */
  #goal = null;
  #viewHeight = 0;

  /** `makeView` draws an item; `pageChanged` is called with the page whenever it changes. */
  constructor(server, scrolling, makeView, pageChanged, refused) {
    this.server = server;
    this.scrolling = scrolling;
    this.makeView = makeView;
    this.pageChanged = pageChanged;
    this.refused = refused;
    this.#observer = new ResizeObserver((entries) => this.#measure(entries));
    new ResizeObserver(() => this.#resized()).observe(scrolling.scroller);
    for (const moving of ["wheel", "touchstart", "pointerdown", "keydown"]) {
      addEventListener(moving, () => { this.#goal = null; }, { capture: true, passive: true });
    }
  }

  // Queries

  /** Queries the window at a place, or around the view; one query at a time, the last place wins. */
  ask(place = {}) {
    this.#wanted = place;
    if (place.cell || place.goes) this.#goal = place.cell ? place : null;
    this.#asking ??= this.#askOn().finally(() => { this.#asking = null; });
    return this.#asking;
  }

  async #askOn() {
    while (this.#wanted) {
      const place = this.#wanted;
      this.#wanted = null;
      this.#missed = 0;
      const { at, pageKey } = this;
      const view = this.scrolling.view;
      const question = this.#question(place, view);
      try {
        const page = await this.server.get("/rows", { ...question, h: 3 * view, at, page: pageKey }, true);
        if (at !== this.at || pageKey !== this.pageKey) {
          this.#wanted ??= place;
          continue;
        }
        this.#take(page, place);
        // Only events received meanwhile count: a restarted program counts from the beginning.
        if (page.stamp < this.#missed) this.#wanted ??= {};
      } catch (refusal) {
        if (!(refusal instanceof Refusal)) throw refusal;
        if (refusal.status === 404 && (place.cell ?? question.cell)) this.#wanted ??= { y: this.page?.y ?? 0 };
        else this.refused(refusal);
      }
    }
  }

  /** The query: where the person of a browser stood, a cell to go to, an offset, or the view, anchored at its first row. */
  #question(place, view) {
    if (place.device) return { device: place.device, dy: -view };
    if (place.cell) return { cell: place.cell, dy: -1.5 * view };
    if (place.y !== undefined) return { y: Math.max(0, place.y) };
    const anchor = this.scrolling.offset > 0 && !place.isScrolled ? this.#anchor() : null;
    if (anchor?.cell) return { cell: anchor.cell, dy: -view - anchor.below };
    return { y: Math.max(0, this.scrolling.offset - view) };
  }

  /** Whether the view and its surroundings are drawn; queries more if not. */
  scrolled() {
    const page = this.page;
    if (!page || this.scrolling.view === 0) return;
    const { offset, view } = this.scrolling;
    const above = offset - page.y >= view / 2 || page.y <= 0;
    const below = page.y + page.h - offset - view >= view / 2 || page.y + page.h >= page.height - 0.5;
    if (!above || !below) this.ask({ isScrolled: true });
  }

  /** Shows another revision; null for the current one. */
  show(revision) {
    this.at = revision;
    this.#posted.clear();
    return this.ask();
  }

  /**
   * Shows a page of the form from its top, or from another place; the first one for an unknown key.
   * @param {{ y?: number, goes?: boolean, device?: string }} place
   */
  showPage(key, place = { y: 0, goes: true }) {
    this.pageKey = key;
    return this.ask(place);
  }

  /** The cell of the first row that is seen whole, or of one that fills the view; null without rows. */
  get firstCell() {
    const { offset, view } = this.scrolling;
    let y = this.page?.top ?? 0;
    let first = null;
    for (const item of this.page?.items ?? []) {
      if (y - offset >= view) break;
      if (item.address !== undefined) first = item.address;
      if (y - offset >= -0.5 && item.address !== undefined) break;
      y += this.#heightOf(item);
    }
    return first;
  }

  /** The drawn items are outdated, whatever their stamp. */
  outdate() { if (this.page) this.page.stamp = 0; }

  /** Resolves when the drawn items are as new as a stamp, or after a while. */
  reached(stamp) {
    if (!this.page || this.at !== null || this.page.stamp >= stamp) return Promise.resolve();
    return new Promise((done) => {
      this.#waiting.push({ stamp, done });
      setTimeout(done, 2000);
    });
  }

  /** Scrolls just far enough to see an item whole. */
  bringIntoView(key) {
    const item = this.page.items.find((each) => each.key === key);
    if (!item) return;
    const y = this.#offsetOf((each) => each === item, this.scrolling.offset, 0);
    this.#include(y, y + this.#heightOf(item));
  }

  /** Scrolls just far enough to see what is between two offsets, or its beginning. */
  #include(top, bottom) {
    const { offset, view } = this.scrolling;
    if (top < offset || bottom - top > view) this.#scrollTo(top - 8);
    else if (bottom > offset + view) this.#scrollTo(bottom - view + 8);
    this.scrolled();
  }

  /** After a notice has appeared, or the screen was turned: what had the focus in view stays there. */
  #resized() {
    const { scroller, offset, view } = this.scrolling;
    const before = this.#viewHeight;
    this.#viewHeight = view;
    if (!this.page || before === 0 || before === view) {
      this.scrolled();
      return;
    }
    const goal = this.#goalAnchor();
    const active = document.activeElement;
    if (goal) {
      this.#scrollTo(this.#offsetOf((item) => item.key === goal.key, offset, goal.below));
    } else if (this.scrolling.sheet.contains(active)) {
      const box = active.getBoundingClientRect();
      const top = box.top - scroller.getBoundingClientRect().top;
      if (top >= 0 && top < before) this.#include(offset + top, offset + top + box.height);
    }
    this.scrolled();
  }

  // Events

  #take(page, place) {
    const anchor = place.cell || place.device || place.isScrolled || place.goes ? null : this.#anchor();
    speak(page.language);
    this.page = page;
    this.pageKey = page.page?.key ?? null;
    // A past revision that another window has requested meanwhile is rebuilt, without the reported heights.
    if (this.at !== null) this.#posted.clear();
    this.#draw(place.isScrolled || place.goes || place.cell !== undefined || place.device !== undefined);
    if (place.device) this.#goal = this.#placeGoal(page.place);
    let offset = place.device ? 0 : this.scrolling.offset;
    const goal = this.#goalAnchor();
    if (place.goes) offset = place.y;
    else if (goal) offset = this.#offsetOf((item) => item.key === goal.key, offset, goal.below);
    else if (anchor && offset > 0) offset = this.#offsetOf((item) => item.key === anchor.key, offset, anchor.below);
    this.#settle(offset);
  }

  /** Handles a change from the server. */
  change(event) {
    this.#missed = event.stamp;
    const page = this.page;
    if (!page || event.stamp <= page.stamp || this.#asking) return;
    if (this.at !== null) {
      const { stamp, first, last } = event;
      this.page = { ...page, stamp, first, last };
      this.pageChanged(this.page);
      return;
    }
    if (!event.window || event.window.base !== page.stamp) {
      this.ask();
      return;
    }
    const anchor = this.#anchor();
    const { window, ...head } = event;
    const moved = window.y - page.y;
    this.page = {
      ...page, ...head, y: window.y, h: window.h, top: window.top, height: window.height, page: window.page, sections: window.sections,
      items: applied(page.items, window.steps),
    };
    this.pageKey = window.page?.key ?? null;
    this.#draw(false, event.cause !== "measured");
    const offset = this.scrolling.offset;
    const goal = this.#goalAnchor();
    if (goal) this.#settle(this.#offsetOf((item) => item.key === goal.key, offset, goal.below));
    else this.#settle(
      offset > 0 && anchor ? this.#offsetOf((item) => item.key === anchor.key, offset + moved, anchor.below) : offset);
  }

  /** Handles the full state, sent when a stream begins, or when events were missed. */
  state(state) {
    this.#missed = state.stamp;
    // A restarted program counts from the beginning as well, so an equal stamp means nothing then.
    if (!this.#asking && (this.#hasState || this.page?.stamp !== state.stamp)) this.ask();
    this.#hasState = true;
  }

  // Drawing

  #draw(isScrolled, moves = false) {
    const fresh = drawItems(this, isScrolled);
    for (const view of fresh) {
      if (view.item.measure) this.#observer.observe(view.node);
      if (moves && mayMove()) {
        view.node.animate([{ opacity: 0, transform: "translateY(-6px)" }, {}], { duration: 160, easing: "ease-out" });
      }
    }
    this.#sendHeights();
  }

  /** Stops measuring a removed node. */
  forget(view) {
    this.#observer.unobserve(view.node);
    this.#heights.delete(view.item.key);
  }

  #settle(offset) {
    this.scrolling.place(this.page.top);
    this.#scrollTo(offset);
    this.pageChanged(this.page);
    const { stamp } = this.page;
    const reached = this.#waiting.filter((wait) => wait.stamp <= stamp);
    this.#waiting = this.#waiting.filter((wait) => wait.stamp > stamp);
    for (const wait of reached) wait.done();
    queueMicrotask(() => this.scrolled());
  }

  /** Begins the view at an offset; the form is as high as the drawn rows make it. */
  #scrollTo(offset) {
    const unreported = this.page.items.reduce((sum, item) => sum + this.#heightOf(item) - item.h, 0);
    this.scrolling.set(this.page.height + unreported, offset);
  }

  /** What stays in place whatever happens above it: the row with the focus, or else the first that is seen whole. */
  #anchor() {
    if (!this.page) return null;
    const { offset, view } = this.scrolling;
    let y = this.page.top;
    let first = null;
    for (const item of this.page.items) {
      const below = y - offset;
      const found = { key: item.key, cell: item.address, below };
      if (below >= -0.5) first ??= found;
      if (below >= -0.5 && below < view && this.views.get(item.key)?.node.contains(document.activeElement)) return found;
      y += this.#heightOf(item);
    }
    return first;
  }

  /** Where the person stood: the first row at the upper edge, below the headers just above it. */
  #placeGoal(place) {
    const cell = place?.first ?? place?.cell;
    const index = this.page.items.findIndex((item) => item.address === cell);
    if (!cell || index < 0) return null;
    let from = 0;
    for (let above = index - 1; this.page.items[above]?.type === "header"; above -= 1) from += this.#heightOf(this.page.items[above]);
    return { cell, from };
  }

  /** The row to which a person was led, at a place where its control is in view as well; null without one. */
  #goalAnchor() {
    const item = this.#goal && this.page.items.find(({ address }) => address === this.#goal.cell);
    const row = item && this.views.get(item.key);
    if (!row?.node.isConnected) return null;
    const [outer, main] = [row.node, row.main].map((node) => node.getBoundingClientRect());
    const room = this.scrolling.view - (main.bottom - outer.top) - 8;
    return { key: item.key, below: Math.min(this.#goal.from ?? 100, row.main === row.node ? Math.max(0, room) : room) };
  }

  /** The height of an item as it is drawn, which the server may not know yet. */
  #heightOf(item) {
    const row = this.views.get(item.key);
    return row?.node.isConnected && !row.isParked ? this.#rounded(row.node.getBoundingClientRect().height) : item.h;
  }

  /** The beginning of a view with an item at a distance below its edge; `otherwise` without that item. */
  #offsetOf(isMeant, otherwise, below) {
    let y = this.page.top;
    for (const item of this.page.items) {
      if (isMeant(item)) return y - below;
      y += this.#heightOf(item);
    }
    return otherwise;
  }

  // Heights

  #measure(entries) {
    for (const entry of entries) {
      const view = this.views.get(entry.target.dataset.key);
      if (view && !view.isParked) this.#heights.set(view.item.key, this.#rounded(entry.target.getBoundingClientRect().height));
    }
    this.#sendHeights();
  }

  /** Reports heights that differ from the server's: each once, since another window may have any width. */
  #sendHeights() {
    const heights = [];
    for (const item of this.page?.items ?? []) {
      const height = this.#heights.get(item.key);
      if (!item.measure || !height || height === item.h || this.#posted.get(item.key) === height) continue;
      this.#posted.set(item.key, height);
      heights.push({ key: item.key, h: height });
    }
    if (heights.length === 0) return;
    if (this.#posted.size > 10000) this.#posted.clear();
    if (this.at === null) this.server.post("/heights", { heights }).catch(() => {});
    else this.#sendPastHeights(heights);
  }

  /** Whether the server may have heights of a past revision that this window has not received. */
  get awaitsHeights() { return this.#pastPosts > 0; }

  /** Reports heights at a past revision, which has no events, and queries the result. */
  async #sendPastHeights(heights) {
    const at = this.at;
    this.#pastPosts += 1;
    const { taken } = await this.server.post("/heights", { heights }).catch(() => ({ taken: 0 }));
    if (taken > 0 && at === this.at) await this.ask();
    this.#pastPosts -= 1;
    this.pageChanged(this.page);
  }

  #rounded(height) { return Math.round(height * 64) / 64; }
}
