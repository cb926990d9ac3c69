// What the page asks of the program that serves it, and what that tells by itself.

import { t } from "../strings/strings.js";
import { proof } from "./proofs.js";

/** A question or an action was refused; the message is the sentence that the command line would say. */
export class Refusal extends Error {
  constructor(status, answer, { isUnsure = false } = {}) {
    super(answer.error ?? t.answered(status));
    this.status = status;
    this.answer = answer;
    /** Whether it may have been done nevertheless. */
    this.isUnsure = isUnsure;
  }

  /** Whether this page, or this person, is not let in: by the program, or by a proxy before it. */
  get isShutOut() { return this.answer.letIn === false || this.status === 401; }
  /** Whether nobody answered, or somebody who does not know this page: it may be sent again later. */
  get isLoss() { return this.status === 0 || this.isShutOut; }
}

/** How many milliseconds an answer may take. Beyond that the program stands still, and what was sent is sent again later. */
const timeLimit = 15_000;
/** The same for what may be long. */
const longTimeLimit = 300_000;
/** The path before those of the program, which a proxy may have. */
const root = new URL(".", location.href).pathname.slice(0, -1);
/** How many bytes of an action the program takes. */
const largestBody = 1 << 20;

/** A signal that gives up after so many milliseconds. */
function soon(milliseconds, control = new AbortController()) {
  setTimeout(() => control.abort(), milliseconds);
  return control.signal;
}

function silent() {
  return new Refusal(0, { error: t.silent });
}

/** What the program says in the page itself. */
export const said = (name) => /** @type {HTMLMetaElement} */ (document.querySelector(`meta[name=formstate-${name}]`)).content;

export class Server {
  /** The name of this window among those that look at the form. */
  #client = crypto.randomUUID();
  #token = said("token");
  /** The run of the program that answers. */
  run = said("run");
  /** The line to it (Line), by which others know whether anybody answers. */
  line = null;

  /** Which model of the form is meant: response, layout, language. */
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

  /** Asks, and gives the answer; `isOwn` where the server keeps in mind what this window sees. */
  async get(path, parameters = {}, isOwn = false) {
    const client = isOwn ? { client: this.#client } : {};
    return this.#answer(await this.#fetch(this.address(path, { ...parameters, ...client })));
  }

  async text(path, parameters = {}) {
    const response = await this.#fetch(this.address(path, parameters), {}, longTimeLimit);
    if (!response.ok) await this.#answer(response);
    return response.text();
  }

  /** Sends; `seen` is what a person saw in the cell that is answered, where that is to be compared. */
  async post(path, body, parameters = {}, seen = undefined) {
    const text = JSON.stringify(body) + (seen === undefined ? "" : `\n${JSON.stringify({ seen })}`);
    if (new Blob([text]).size > largestBody) throw new Refusal(413, { error: t.tooLong });
    return this.#answer(await this.#fetch(this.address(path, { client: this.#client, ...parameters }), {
      method: "POST", headers: { "X-FormState": this.#token, "Content-Type": "application/json" }, body: text,
      // So that it arrives though the page is left; browsers take no more than 64 KB that way.
      keepalive: text.length < 16_000,
    }));
  }

  /** Sends a file, unless `control` ends that. */
  async send(path, file, parameters, control) {
    return this.#answer(await this.#fetch(this.address(path, parameters), {
      method: "POST", headers: { "X-FormState": this.#token, "Content-Type": "application/octet-stream" }, body: file,
    }, longTimeLimit, control));
  }

  /** How many bytes there are at a path; null for nothing. */
  async size(path) {
    const response = await this.#fetch(this.address(path), { method: "HEAD" });
    if (response.ok) return Number(response.headers.get("Content-Length"));
    if (response.status === 404) return null;
    throw new Refusal(response.status, {});
  }

  /** Follows what happens; `listeners` by the names of events. */
  follow(listeners) {
    const stream = new EventSource(this.address("/events", { client: this.#client }));
    for (const [name, listener] of Object.entries(listeners)) {
      stream.addEventListener(name, (event) => listener(event.data === undefined ? undefined : JSON.parse(event.data)));
    }
    return stream;
  }

  /** Takes what a stream begins with; says whether the program was started again. */
  take({ run, token }) {
    const isAnother = run !== this.run;
    this.run = run;
    this.#token = token;
    return isAnother;
  }

  /** Makes the program prove that it is the one from before, then proves that this is the page from before. */
  async comeBack() {
    const nonce = crypto.randomUUID();
    const address = `${root}/return?${new URLSearchParams({ nonce })}`;
    try {
      const answer = await fetch(address, { redirect: "error", signal: soon(timeLimit) });
      // A proxy says so where the program behind it does not answer.
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
    // Nothing is sent to somebody who has not proven to be the program from before.
    if (this.line?.state === "strange") throw new Refusal(0, { error: t.another });
    if (this.line?.isBroken) throw silent();
    try {
      return await fetch(address, { ...options, signal: soon(limit, control) });
    } catch {
      throw silent();
    }
  }

  async #answer(response) {
    // Where the answer breaks off, nobody knows what it was.
    const answer = await response.json().catch(() => {
      if (response.ok) throw new Refusal(0, { error: t.brokeOff });
      return {};
    });
    if (!response.ok) throw new Refusal(response.status, answer);
    return answer;
  }
}
