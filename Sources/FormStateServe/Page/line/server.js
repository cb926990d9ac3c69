// Requests to the program that serves the page, and its events.

import { t, tongueOfBrowser } from "../strings/strings.js";
import { access } from "./access.js";

/** A refused query or action; the message is that of the command line. */
export class Refusal extends Error {
  constructor(status, answer, { isUnsure = false } = {}) {
    super(answer.error ?? t.answered(status));
    this.status = status;
    this.answer = answer;
    /** Whether it may have been done nevertheless. */
    this.isUnsure = isUnsure;
  }

  /** Whether this page or person has no access: by the program, or by a proxy before it. */
  get isShutOut() { return this.answer.letIn === false || this.status === 401; }
  /** Whether there was no answer, or one from a program that does not know this page: it may be sent again later. */
  get isLoss() { return this.status === 0 || this.isShutOut; }
}

/** The time limit for an answer, in milliseconds. Beyond it the program hangs, and requests are sent again later. */
export const timeLimit = 15_000;
/** The same for long requests. */
const longTimeLimit = 300_000;
/** The path before those of the program, as behind a proxy. */
export const root = new URL(".", location.href).pathname.slice(0, -1);
/** The program's size limit of an action in bytes. */
const largestBody = 1 << 20;

/** A signal that aborts after so many milliseconds. */
export function soon(milliseconds, control = new AbortController()) {
  setTimeout(() => control.abort(), milliseconds);
  return control.signal;
}

export function silent() {
  return new Refusal(0, { error: t.silent });
}

export class Server {
  /** The name of this window among those of the form. */
  #client = crypto.randomUUID();
  /** The connection (Line), which also tells others whether the program answers. */
  line = null;

  /** The model of the form: response, layout, language. */
  constructor(choices) {
    this.choices = choices;
  }

  /** The current run of the program. */
  get run() { return access.run; }

  address(path, parameters = {}) {
    const query = new URLSearchParams();
    for (const [name, value] of Object.entries({ ...this.choices, words: tongueOfBrowser(), ...parameters })) {
      if (value !== null && value !== undefined && value !== "") query.set(name, value);
    }
    return `${root}${path}?${query}`;
  }

  /** An address that a link or an element of this page may read, which sends no header. */
  async ticketed(path, parameters = {}) {
    const address = new URL(this.address(path, parameters), location.href);
    const words = [...address.searchParams].map(([name, value]) => `${name}=${value}`);
    address.searchParams.append("ticket", await access.ticket([decodeURIComponent(path), ...words]));
    return address.href;
  }

  /** Queries, and returns the answer; `isOwn` if the server remembers this window's view. */
  async get(path, parameters = {}, isOwn = false) {
    const client = isOwn ? { client: this.#client } : {};
    return this.#answer(await this.#fetch(this.address(path, { ...parameters, ...client })));
  }

  async text(path, parameters = {}) {
    const response = await this.#fetch(this.address(path, parameters), {}, longTimeLimit);
    if (!response.ok) await this.#answer(response);
    return response.text();
  }

  /** Sends; `seen` is the value that the person saw in the cell, if it is to be compared. */
  async post(path, body, parameters = {}, seen = undefined) {
    const text = JSON.stringify(body) + (seen === undefined ? "" : `\n${JSON.stringify({ seen })}`);
    if (new Blob([text]).size > largestBody) throw new Refusal(413, { error: t.tooLong });
    return this.#answer(await this.#fetch(this.address(path, { client: this.#client, ...parameters }), {
      method: "POST", headers: { "Content-Type": "application/json" }, body: text,
      // This lets it arrive even if the page is closed; browsers limit that to 64 KB.
      keepalive: text.length < 16_000,
    }));
  }

  /** Uploads a file, unless `control` aborts that. */
  async send(path, file, parameters, control) {
    return this.#answer(await this.#fetch(this.address(path, parameters), {
      method: "POST", headers: { "Content-Type": "application/octet-stream" }, body: file,
    }, longTimeLimit, control));
  }

  /** The size at a path in bytes; null for none. */
  async size(path) {
    const response = await this.#fetch(this.address(path), { method: "HEAD" });
    if (response.ok) return Number(response.headers.get("Content-Length"));
    if (response.status === 404) return null;
    throw new Refusal(response.status, {});
  }

  /** Follows events until it is closed; `listeners` by the names of events, and “error” at the end. */
  follow(listeners) {
    const control = new AbortController();
    const address = this.address("/events", { client: this.#client });
    readEvents(address, control, listeners).catch(() => {}).then(() => { if (!control.signal.aborted) listeners.error(); });
    return { close: () => control.abort() };
  }

  async #fetch(address, options = {}, limit = timeLimit, control = undefined) {
    // Nothing is sent to a program that has not proven to be the same as before.
    if (this.line?.state === "strange") throw new Refusal(0, { error: t.another });
    if (this.line?.isBroken) throw silent();
    try {
      const headers = { "X-FormState": access.token, ...options.headers };
      return await fetch(address, { ...options, headers, redirect: "error", signal: soon(limit, control) });
    } catch {
      throw silent();
    }
  }

  async #answer(response) {
    // If the answer is cut off, its content is unknown.
    const answer = await response.json().catch(() => {
      if (response.ok) throw new Refusal(0, { error: t.brokeOff });
      return {};
    });
    if (!response.ok) throw new Refusal(response.status, answer);
    return answer;
  }
}

/** Reads Server-Sent Events until they end. `EventSource` sends no header, and would need the token in the address. */
async function readEvents(address, control, listeners) {
  const response = await fetch(address, { headers: { "X-FormState": access.token }, redirect: "error", signal: control.signal });
  if (!response.ok) return;
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const events = (rest + decoder.decode(value, { stream: true })).split("\n\n");
    rest = events.pop();
    for (const event of events) {
      if (control.signal.aborted) return;
      hear(event, listeners);
    }
  }
}

/** Passes an event on; a comment is none. */
function hear(event, listeners) {
  const fields = Object.fromEntries(event.split("\n").map((line) => line.split(/: (.*)/s, 2)));
  if (fields.event === undefined) return;
  try {
    listeners[fields.event]?.(JSON.parse(fields.data));
  } catch (problem) {
    // It is the page's fault, and not that of the connection.
    reportError(problem);
  }
}
