// Requests to the program that serves the page, and its events.

import { t } from "../strings/strings.js";
import { proof } from "./proofs.js";

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
const timeLimit = 15_000;
/** The same for long requests. */
const longTimeLimit = 300_000;
/** The path before those of the program, as behind a proxy. */
const root = new URL(".", location.href).pathname.slice(0, -1);
/** The program's size limit of an action in bytes. */
const largestBody = 1 << 20;

/** A signal that aborts after so many milliseconds. */
function soon(milliseconds, control = new AbortController()) {
  setTimeout(() => control.abort(), milliseconds);
  return control.signal;
}

function silent() {
  return new Refusal(0, { error: t.silent });
}

/** The program's data in the page itself. */
export const said = (name) => /** @type {HTMLMetaElement} */ (document.querySelector(`meta[name=formstate-${name}]`)).content;

export class Server {
  /** The name of this window among those of the form. */
  #client = crypto.randomUUID();
  #token = said("token");
  /** The current run of the program. */
  run = said("run");
  /** The connection (Line), which also tells others whether the program answers. */
  line = null;

  /** The model of the form: response, layout, language. */
  constructor(choices) {
    this.choices = choices;
  }

  address(path, parameters = {}) {
    const query = new URLSearchParams();
    for (const [name, value] of Object.entries({ ...this.choices, ...parameters })) {
      if (value !== null && value !== undefined && value !== "") query.set(name, value);
    }
    return `${root}${path}?${query}`;
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
      method: "POST", headers: { "X-FormState": this.#token, "Content-Type": "application/json" }, body: text,
      // This lets it arrive even if the page is closed; browsers limit that to 64 KB.
      keepalive: text.length < 16_000,
    }));
  }

  /** Uploads a file, unless `control` aborts that. */
  async send(path, file, parameters, control) {
    return this.#answer(await this.#fetch(this.address(path, parameters), {
      method: "POST", headers: { "X-FormState": this.#token, "Content-Type": "application/octet-stream" }, body: file,
    }, longTimeLimit, control));
  }

  /** The size at a path in bytes; null for none. */
  async size(path) {
    const response = await this.#fetch(this.address(path), { method: "HEAD" });
    if (response.ok) return Number(response.headers.get("Content-Length"));
    if (response.status === 404) return null;
    throw new Refusal(response.status, {});
  }

  /** Follows events; `listeners` by the names of events. */
  follow(listeners) {
    const stream = new EventSource(this.address("/events", { client: this.#client }));
    for (const [name, listener] of Object.entries(listeners)) {
      stream.addEventListener(name, (event) => listener(event.data === undefined ? undefined : JSON.parse(event.data)));
    }
    return stream;
  }

  /** Handles the first event of a stream; returns whether the program was restarted. */
  take({ run, token }) {
    const isAnother = run !== this.run;
    this.run = run;
    this.#token = token;
    return isAnother;
  }

  /** Makes the program prove that it is the same as before, then proves the same for this page. */
  async comeBack() {
    const nonce = crypto.randomUUID();
    const address = `${root}/return?${new URLSearchParams({ nonce })}`;
    try {
      const answer = await fetch(address, { redirect: "error", signal: soon(timeLimit) });
      // A proxy answers so if the program behind it does not.
      if (answer.status >= 500) return "lost";
      const { run, proof: given } = await answer.json().catch(() => ({}));
      if (!answer.ok || given !== await proof("server", nonce, run)) return "strange";
      const headers = { "X-FormState": await proof("page", nonce, run) };
      const signal = soon(timeLimit);
      return (await fetch(address, { method: "POST", headers, signal })).ok ? "known" : "strange";
    } catch {
      return "lost";
    }
  }

  async #fetch(address, options = {}, limit = timeLimit, control = undefined) {
    // Nothing is sent to a program that has not proven to be the same as before.
    if (this.line?.state === "strange") throw new Refusal(0, { error: t.another });
    if (this.line?.isBroken) throw silent();
    try {
      return await fetch(address, { ...options, signal: soon(limit, control) });
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
