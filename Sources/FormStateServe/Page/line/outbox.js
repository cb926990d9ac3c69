// What was done on the page and is not acknowledged yet. Values wait until they are, across restarts and reloads; everything else is
// sent while somebody answers, or not at all.

import { t } from "../strings/strings.js";
import { place, sealed, unsealed } from "./proofs.js";
import { Refusal } from "./server.js";

/** After how many milliseconds an answer that is not acknowledged is marked. */
const lateness = 1000;
const patience = 2000;
/** The actions that give a value, each with those before it that it makes needless. */
const overtaken = { set: ["set", "clear", "draft"], clear: ["set", "clear", "draft"], draft: ["draft"], choose: ["choose"] };

export class Outbox {
  #entries = [];
  #place = null;
  #isSending = false;
  #isStoring = false;
  #isStale = false;

  /**
   * `changed` is called with entries whenever something else is to be shown for them; `refused` with an entry and why it was not taken;
   * `shown` gives a promise for when a stamp shows.
   */
  constructor(server, { changed, refused, shown }) {
    this.server = server;
    this.changed = changed;
    this.refused = refused;
    this.shown = shown;
  }

  // What waits

  get #waiting() { return this.#entries.filter((entry) => !entry.isDone); }
  /** Whether every value is acknowledged. */
  get isEmpty() { return !this.#waiting.some(isValue); }
  /** How many cells have an answer that has waited for long. */
  get lateCount() { return new Set(this.#waiting.filter((entry) => this.#isLate(entry)).map((entry) => entry.action.cell)).size; }
  /** Why the program does not take what it was sent, where it says so. */
  get reason() { return this.#waiting.find((entry) => entry.reason)?.reason; }
  /** “saved”, “saving” or “unsaved”: how it stands with all answers. */
  get standing() { return this.isEmpty ? "saved" : this.lateCount > 0 ? "unsaved" : "saving"; }
  /** Whether an answer to a cell was sent, or waits to be, that does not show yet. */
  has(cell) { return this.#entries.some((entry) => entry.action.cell === cell && entry.action.action !== "draft"); }

  isLate(cell) { return this.#waiting.some((entry) => entry.action.cell === cell && this.#isLate(entry)); }
  // By a note and not by the clock, so that what is drawn changes only when it is drawn.
  #isLate(entry) { return isValue(entry) && (this.server.line.isBroken || entry.hasWaited === true); }

  /** An item as it will be once what waits for it is acknowledged. */
  over(item) {
    return this.#entries.filter((entry) => concerns(entry, item)).reduce((shown, entry) => laidOver(shown, entry), item);
  }

  /** Waits until all is acknowledged, or for a while. */
  async settled(milliseconds) {
    const end = Date.now() + milliseconds;
    while (!this.isEmpty && Date.now() < end) await pause(20);
  }

  // What is done

  /**
   * Does an action after those before it, and gives the answer. `more` says what shows until then: `parent`, the question of an
   * option; `wanted`, whether one of several options is to be chosen; `text`, how a value reads; whether it `isTyped`; whether it
   * `isRest`, what is left of a typed value that was refused; and `seen`, what the cell held when one began to type.
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

  /** Takes away what was not sent yet and is overtaken by a newer answer to the same question. */
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

  /** The line is another: sends what waits, or gives up what must not be done later. */
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

  /** Sends an entry; what may have been done before the program was started again only where doing it twice does no harm. */
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
    return items.find((item) => item.cell === entry.action.cell)?.chosen ?? false;
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
      // It stays where it was typed; the others go on.
      Object.assign(entry, { isStuck: true, hasWaited: true, reason: refusal.message });
      this.#note(entry);
    } else if (isValue(entry) && (refusal.status >= 500 || refusal.status === 403)) {
      // The file cannot be written just now, which is no answer to what was typed.
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

  // Keeping

  /** Takes up what a page of this tab left, now that it is known which response shows. */
  async begin(form, response) {
    const name = await place(form, response);
    const kept = sessionStorage.getItem(name);
    // What cannot be read was not kept by a page of this file.
    const entries = kept === null ? [] : JSON.parse(await unsealed(kept).catch(() => "[]"));
    this.#entries = [...entries, ...this.#entries];
    this.#place = name;
    this.#store();
    this.changed(entries);
    for (const entry of entries) this.#markLater(entry);
    this.#send();
  }

  /** Keeps what waits in the tab; one writer at a time, the newest state wins. */
  async #store() {
    this.#isStale = true;
    if (this.#isStoring || this.#place === null) return;
    this.#isStoring = true;
    while (this.#isStale) {
      this.#isStale = false;
      const kept = this.#waiting.filter(isValue).map(({ isDone, done, failed, reason, isStuck, ...kept }) => kept);
      try {
        if (kept.length === 0) sessionStorage.removeItem(this.#place);
        else sessionStorage.setItem(this.#place, await sealed(JSON.stringify(kept)));
      } catch {
        // There is no room for more; it still waits here.
      }
    }
    this.#isStoring = false;
  }
}

/** What is answered where nothing had to be done: whatever is drawn next shows it. */
const shows = { stamp: 1 };

function isValue(entry) { return entry.action.action in overtaken; }

function notDone() {
  return new Refusal(0, { error: t.notDone });
}

function concerns({ action, parent, wanted }, item) {
  const isOfOptions = action.action === "choose" && wanted === undefined && parent !== undefined && item.parent === parent;
  return item.type === "row" && (action.cell === item.cell || isOfOptions);
}

function laidOver(item, { action, wanted, text }) {
  const { draft, problem, ...rest } = item;
  switch (action.action) {
    // What is missing is not missing any more.
    case "set": return { ...rest, ...withoutGaps(item), value: action.value, text: text ?? reading(item, action.value) };
    case "clear": return { ...rest, value: null, text: "" };
    case "draft": return action.value === null ? rest : { ...rest, draft: action.value };
    case "choose": return { ...item, chosen: wanted ?? action.cell === item.cell };
    default: return item;
  }
}

function withoutGaps({ faults }) {
  const left = faults?.filter((fault) => fault.kind !== "required") ?? [];
  return { faults: left.length > 0 ? left : undefined };
}

/** How a value reads until the program says so. */
function reading(item, value) {
  if (typeof value === "boolean") return (value ? item.switchTitles?.on : item.switchTitles?.off) ?? "";
  return item.unit ? `${value} ${item.unit}` : String(value);
}

function pause(milliseconds) { return new Promise((done) => setTimeout(done, milliseconds)); }
