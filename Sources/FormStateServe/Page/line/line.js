// The line to the program: a stream of events that is opened again by itself, once the program has proven to be the one from before.

const patience = 500;
/** How many windows of a browser keep a stream: it allows few connections to one place, and all windows share them. */
const mostStreams = 3;
/** How often a window without a stream of its own looks, in milliseconds. */
const pollInterval = 1500;

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
  /** Gives the slot back that lets this window keep its stream; null where it has none. */
  #release = null;

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
    this.#giveSlotBack();
    if (this.isOpen) this.#set("opening");
  }

  #giveSlotBack() {
    this.#release?.();
    this.#release = null;
  }

  /** Takes one of the slots of this browser, if one is free. */
  async #takeSlot() {
    for (let slot = 0; slot < mostStreams && this.#release === null; slot += 1) {
      await new Promise((taken) => {
        navigator.locks.request(`formstate-stream-${slot}`, { ifAvailable: true }, (lock) => {
          if (!lock) return taken();
          return new Promise((release) => {
            this.#release = release;
            taken();
          });
        });
      });
    }
  }

  /** Once a window without a slot knows how everything stands, it lets go of the stream and looks again later. */
  async #yield(stream) {
    if (this.#release === null) await this.#takeSlot();
    if (this.#stream !== stream) {
      // It was closed meanwhile; the slot is for others.
      if (this.#stream === null) this.#giveSlotBack();
      return;
    }
    if (this.#release !== null) return;
    stream.close();
    await pause(pollInterval);
    if (this.#stream === stream && this.#isWanted) this.#open();
  }

  #open() {
    this.#opened = Date.now();
    const stream = this.server.follow({
      ...this.listeners,
      welcome: (welcome) => {
        const isAnother = this.server.take(welcome);
        if (isAnother || !this.isOpen) this.#set("open", isAnother);
      },
      state: (state) => {
        this.listeners.state(state);
        this.#yield(stream);
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

function pause(milliseconds = patience) { return new Promise((done) => setTimeout(done, milliseconds)); }
