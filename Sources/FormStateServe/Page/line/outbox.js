// Unacknowledged actions of the page. Values wait until they are acknowledged, across restarts and reloads; all other
// actions are sent only while the program answers.

import { t } from "../strings/strings.js";
import { access } from "./access.js";
import { Refusal } from "./server.js";

/** After how many milliseconds an unacknowledged answer is marked. */
const lateness = 1000;
const patience = 2000;
/** The actions that set a value, each with the earlier ones that it replaces. */
const overtaken = { set: ["set", "clear", "draft"], clear: ["set", "clear", "draft"], draft: ["draft"], choose: ["choose"] };

export class Outbox {
  #entries = [];
  #place = null;
  #isSending = false;
  /** @type {Promise<void> | null} */
  #storing = null;
  #isStale = false;

  /**
   * `changed` is called with entries whose display has changed; `refused` with an entry and the reason; `shown`
   * returns a promise for the display of a stamp.
   */
  constructor(server, { changed, refused, shown }) {
    this.server = server;
    this.changed = changed;
    this.refused = refused;
    this.shown = shown;
  }

  // Waiting actions

  get #waiting() { return this.#entries.filter((entry) => !entry.isDone); }
  /** Whether every value is acknowledged. */
  get isEmpty() { return !this.#waiting.some(isValue); }
  /** The number of cells whose answers have waited for long. */
  get lateCount() { return new Set(this.#waiting.filter((entry) => this.#isLate(entry)).map((entry) => entry.action.cell)).size; }
  /** Why the program refuses requests, if it gives a reason. */
  get reason() { return this.#waiting.find((entry) => entry.reason)?.reason; }
  /** “saved”, “saving” or “unsaved”: the state of all answers. */
  get saveState() { return this.isEmpty ? "saved" : this.lateCount > 0 ? "unsaved" : "saving"; }
  /** Whether an answer to a cell was sent, or waits to be sent, and does not show yet. */
  has(cell) { return this.#entries.some((entry) => entry.action.cell === cell && entry.action.action !== "draft"); }

  isLate(cell) { return this.#waiting.some((entry) => entry.action.cell === cell && this.#isLate(entry)); }
  // By a flag and not by the clock, so the display changes only when it is redrawn.
  #isLate(entry) { return isValue(entry) && (this.server.line.isBroken || entry.hasWaited === true); }

  /** An item with its waiting values applied. */
  over(item) {
    return this.#entries.filter((entry) => concerns(entry, item)).reduce((shown, entry) => laidOver(shown, entry), item);
  }

  /** Waits until all is acknowledged, or for a while. */
  async settled(milliseconds) {
    const end = Date.now() + milliseconds;
    while (!this.isEmpty && Date.now() < end) await pause(20);
  }

  // Actions

  /**
   * Sends an action after earlier ones, and returns the response. `more` determines the display until then: `parent`,
   * the question of an option; `wanted`, whether one of several options is chosen; `text`, the readable value; whether
   * it `isTyped`; whether it `isRest`, the rest of a refused typed value; and `seen`, the cell's value when typing
   * began.
   */
  act(action, more = {}) {
    const entry = { id: crypto.randomUUID(), action, tried: null, ...more };
    if (!isValue(entry) && this.server.line.isBroken) return Promise.reject(notDone());
    const answer = new Promise((done, failed) => Object.assign(entry, { done, failed }));
    this.#supersede(entry);
    this.#entries.push(entry);
    this.#send();
    this.#note(entry);
    this.#markLater(entry);
    return answer;
  }

  #markLater(entry) {
    setTimeout(() => {
      entry.hasWaited = true;
      if (!entry.isDone) this.changed([entry]);
    }, lateness);
  }

  /** Removes unsent actions that a newer answer to the same question replaces. */
  #supersede(entry) {
    const needless = overtaken[entry.action.action] ?? [];
    for (const old of this.#waiting) {
      const isPending = !old.tried || old.isStuck;
      if (!isPending || old.action.cell !== entry.action.cell || !needless.includes(old.action.action)) continue;
      entry.checks = entry.wanted !== undefined;
      if (entry.action.action !== "draft") entry.seen ??= old.seen;
      this.#drop(old);
      old.done?.(shows);
    }
  }

  /** The line has changed: sends waiting actions, or drops those that must not be done later. */
  lineChanged() {
    if (this.server.line.isBroken) {
      for (const entry of this.#waiting) if (!isValue(entry) && !entry.tried) this.#fail(entry, notDone());
    }
    this.changed(this.#waiting);
    this.#send();
  }

  // Sending

  async #send() {
    if (this.#isSending) return;
    this.#isSending = true;
    let entry;
    while (this.server.line.isOpen && (entry = this.#waiting.find((each) => !each.isStuck))) {
      try {
        this.#acknowledge(entry, await this.#deliver(entry));
      } catch (refusal) {
        if (!(refusal instanceof Refusal)) throw refusal;
        await this.#undelivered(entry, refusal);
      }
    }
    this.#isSending = false;
  }

  /** Sends an entry; one that may have been done before a restart only if repeating it does no harm. */
  async #deliver(entry) {
    if (entry.tried && entry.tried !== this.server.run) {
      if (!isValue(entry)) throw new Refusal(409, { error: t.startedAgain }, { isUnsure: true });
      if (entry.wanted !== undefined) entry.checks = true;
    }
    if (entry.checks && await this.#isChosen(entry) === entry.wanted) return shows;
    entry.tried = this.server.run;
    const sending = this.server.post("/act", entry.action, { id: entry.id }, entry.seen);
    this.#store();
    return sending;
  }

  async #isChosen(entry) {
    const { items } = await this.server.get("/rows", { cell: entry.action.cell, h: 1 });
    return items.find((item) => item.address === entry.action.cell)?.chosen ?? false;
  }

  #acknowledge(entry, answer) {
    entry.isDone = true;
    this.#note(entry);
    entry.done?.(answer);
    this.shown(answer.stamp).then(() => {
      this.#drop(entry);
      this.changed([entry]);
    });
  }

  async #undelivered(entry, refusal) {
    if (refusal.isLoss) {
      this.server.line.lost();
    } else if (isValue(entry) && refusal.status === 413) {
      // It stays in its field; the others continue.
      Object.assign(entry, { isStuck: true, hasWaited: true, reason: refusal.message });
      this.#note(entry);
    } else if (isValue(entry) && (refusal.status >= 500 || refusal.status === 403)) {
      // The file cannot be written at the moment, which does not concern the input.
      entry.reason = refusal.message;
      this.changed([entry]);
      await pause(patience);
    } else {
      this.#fail(entry, refusal);
    }
  }

  #fail(entry, refusal) {
    this.#drop(entry);
    this.refused(entry, refusal);
    this.#note(entry);
    entry.failed?.(refusal);
  }

  #drop(entry) { this.#entries = this.#entries.filter((other) => other !== entry); }

  #note(entry) {
    this.#store();
    this.changed([entry]);
  }

  // Storage

  /** Sends what other pages of this response leave, now that it is known: those before a reload, and closed tabs. */
  async begin(form, response) {
    const all = await access.place(form, response);
    this.#place = `${all} ${crypto.randomUUID()}`;
    // The lock ends with this page.
    navigator.locks.request(this.#place, () => new Promise(() => {}));
    this.#store();
    for (const name of Object.keys(localStorage)) {
      if (name.startsWith(all) && name !== this.#place) navigator.locks.request(name, () => this.#adopt(name));
    }
  }

  /** Takes over the entries of a page that is gone. */
  async #adopt(name) {
    const kept = localStorage.getItem(name);
    if (kept === null) return;
    // Unreadable entries were not stored by a page of this file.
    const entries = JSON.parse(await access.unsealed(kept).catch(() => "[]"));
    this.#entries = [...entries, ...this.#entries];
    await this.#store();
    localStorage.removeItem(name);
    this.changed(entries);
    for (const entry of entries) this.#markLater(entry);
    this.#send();
  }

  /** Stores waiting actions in the browser; one writer at a time, the newest state wins. */
  #store() {
    this.#isStale = true;
    if (this.#place !== null) this.#storing ??= this.#write();
    return this.#storing;
  }

  async #write() {
    // The caller first keeps the promise.
    await null;
    while (this.#isStale) {
      this.#isStale = false;
      const kept = this.#waiting.filter(isValue).map(({ isDone, done, failed, reason, isStuck, ...kept }) => kept);
      try {
        if (kept.length === 0) localStorage.removeItem(this.#place);
        else localStorage.setItem(this.#place, await access.sealed(JSON.stringify(kept)));
      } catch {
        // There is no room for more; it still waits here.
      }
    }
    this.#storing = null;
  }
}

/** The response if nothing had to be done: whatever is drawn next shows it. */
const shows = { stamp: 1 };

function isValue(entry) { return entry.action.action in overtaken; }

function notDone() {
  return new Refusal(0, { error: t.notDone });
}

function concerns({ action, parent, wanted }, item) {
  const isOfOptions = action.action === "choose" && wanted === undefined && parent !== undefined && item.parent === parent;
  return item.type === "row" && (action.cell === item.address || isOfOptions);
}

function laidOver(item, { action, wanted, text }) {
  const { draft, problem, ...rest } = withoutFault(item, "draft");
  switch (action.action) {
    // The missing answer is no longer missing.
    case "set": return { ...withoutFault(rest, "required"), value: action.value, readable: text ?? reading(item, action.value) };
    case "clear": return { ...rest, value: null, readable: undefined };
    case "draft": return action.value === null ? rest : { ...rest, draft: action.value };
    case "choose": return { ...item, chosen: wanted ?? action.cell === item.address };
    default: return item;
  }
}

/**
 * An item without its faults of a kind.
 * @param {any} item
 */
function withoutFault({ faults, ...rest }, kind) {
  const left = faults?.filter((fault) => fault.fault !== kind) ?? [];
  return { ...rest, faults: left.length > 0 ? left : undefined };
}

/** The readable form of a value until the program provides it. */
function reading(item, value) {
  if (typeof value === "boolean") return (value ? item.switchTitles?.on : item.switchTitles?.off) ?? "";
  return item.unit ? `${value} ${item.unit}` : String(value);
}

function pause(milliseconds) { return new Promise((done) => setTimeout(done, milliseconds)); }
