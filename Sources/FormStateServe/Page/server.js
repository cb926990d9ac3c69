// What the page asks of the program that serves it, and what that tells by itself.

/** A question or an action was refused; the message is the sentence that the command line would say. */
export class Refusal extends Error {
  constructor(status, answer) {
    super(answer.error ?? `The server answered ${status}`);
    this.status = status;
    this.answer = answer;
  }
}

export class Server {
  /** The name of this window among those that look at the form. */
  #client = crypto.randomUUID();
  #token = document.querySelector("meta[name=formstate-token]").content;
  #last = Promise.resolve();

  /** Which model of the form is meant: response, layout, language. */
  constructor(choices) {
    this.choices = choices;
  }

  address(path, parameters = {}) {
    const query = new URLSearchParams();
    for (const [name, value] of Object.entries({ ...this.choices, ...parameters })) {
      if (value !== null && value !== undefined && value !== "") query.set(name, value);
    }
    return `${path}?${query}`;
  }

  /** Asks, and gives the answer; `isOwn` where the server keeps in mind what this window sees. */
  async get(path, parameters = {}, isOwn = false) {
    const client = isOwn ? { client: this.#client } : {};
    return this.#answer(await this.#fetch(this.address(path, { ...parameters, ...client })));
  }

  async text(path, parameters = {}) {
    const response = await this.#fetch(this.address(path, parameters));
    if (!response.ok) await this.#answer(response);
    return response.text();
  }

  /** Does an action, after those before it: a draft must not overtake the value. */
  act(action) {
    const done = this.#last.then(() => this.post("/act", action));
    this.#last = done.catch(() => {});
    return done;
  }

  async post(path, body) {
    const text = JSON.stringify(body);
    return this.#answer(await this.#fetch(this.address(path, { client: this.#client }), {
      method: "POST", headers: { "X-FormState": this.#token, "Content-Type": "application/json" }, body: text,
      // So that it arrives though the page is left; browsers take no more than 64 KB that way.
      keepalive: text.length < 16_000,
    }));
  }

  /** Follows what happens; `listeners` by the names of events. */
  follow(listeners) {
    const stream = new EventSource(this.address("/events", { client: this.#client }));
    for (const [name, listener] of Object.entries(listeners)) {
      stream.addEventListener(name, (event) => listener(event.data === undefined ? undefined : JSON.parse(event.data)));
    }
    return stream;
  }

  async #fetch(address, options) {
    try {
      return await fetch(address, options);
    } catch {
      throw new Refusal(0, { error: "The program that serves this page does not answer; is it still running?" });
    }
  }

  async #answer(response) {
    const answer = await response.json().catch(() => ({}));
    if (!response.ok) throw new Refusal(response.status, answer);
    return answer;
  }
}
