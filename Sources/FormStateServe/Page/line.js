// The line to the program: a stream of events that is opened again by itself, once the program has proven to be the one from before.

const patience = 500;

/**
 * `state` is “open”; “opening” after a break, until more is known; “lost” while nobody answers; “strange” while somebody answers who is
 * not the program that served this page. Only an open line takes actions.
 */
export class Line {
  state = "open";
  #stream = null;
  #isWanted = false;
  #isReturning = false;
  #opened = 0;

  /** `listeners` by the names of events; `told` is called whenever the state is another, and before the first event of each stream. */
  constructor(server, listeners, told) {
    this.server = server;
    this.listeners = listeners;
    this.told = told;
  }

  get isOpen() { return this.state === "open"; }
  /** Whether it is known that nothing arrives. */
  get isBroken() { return this.state === "lost" || this.state === "strange"; }

  /** Follows from now on, or lets go of the line while nobody looks. */
  want(isWanted) {
    this.#isWanted = isWanted;
    if (!isWanted) {
      this.#close();
    } else if (!this.#stream && !this.#isReturning) {
      // The page has just come from the program; later on anybody may have taken its place.
      if (this.#opened === 0) this.#open();
      else this.#comeBack();
    }
  }

  /** Something that was sent did not arrive. */
  lost() {
    this.#close();
    if (this.#isWanted) this.#comeBack();
  }

  #close() {
    this.#stream?.close();
    this.#stream = null;
    if (this.isOpen) this.#set("opening");
  }

  #open() {
    this.#opened = Date.now();
    const stream = this.server.follow({
      ...this.listeners,
      welcome: (welcome) => {
        const isAnother = this.server.take(welcome);
        this.#set("open", isAnother);
      },
      error: () => { if (this.#stream === stream) this.lost(); },
    });
    this.#stream = stream;
  }

  async #comeBack() {
    if (this.#isReturning) return;
    this.#isReturning = true;
    if (Date.now() - this.#opened < patience) await pause();
    while (this.#isWanted) {
      const found = await this.server.comeBack();
      if (found === "known") break;
      this.#set(found);
      await pause();
    }
    this.#isReturning = false;
    if (this.#isWanted) this.#open();
  }

  #set(state, isAnother = false) {
    this.state = state;
    this.told(isAnother);
  }
}

function pause() { return new Promise((done) => setTimeout(done, patience)); }
