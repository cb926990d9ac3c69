// The connection to the program: a stream of events that reopens by itself, once the program has proven to be the same
// as before.

import { comeBack } from "./entering.js";

const patience = 500;
/** How many windows of a browser keep a stream: browsers allow few connections to one host, and all windows share them. */
const mostStreams = 3;
/** The polling interval of a window without a stream, in milliseconds. */
const pollInterval = 1500;

/**
 * `state` is “open”; “opening” after a break, until more is known; “lost” while there is no answer; “strange” while
 * another program answers. Only an open line accepts actions.
 */
export class Line {
  state = "open";
  #stream = null;
  #isWanted = false;
  #isReturning = false;
  #opened = 0;
  #run;
  /** Releases the slot that lets this window keep its stream; null without one. */
  #release = null;

  /** `listeners` by the names of events; `stateChanged` is called whenever the state has changed, and before the first event of each stream. */
  constructor(server, listeners, stateChanged) {
    this.server = server;
    this.#run = server.run;
    this.listeners = listeners;
    this.stateChanged = stateChanged;
  }

  get isOpen() { return this.state === "open"; }
  /** Whether the connection is known to be broken. */
  get isBroken() { return this.state === "lost" || this.state === "strange"; }

  /** Follows from now on, or releases the connection while the page is hidden. */
  want(isWanted) {
    this.#isWanted = isWanted;
    if (!isWanted) {
      this.#close();
    } else if (!this.#stream && !this.#isReturning) {
      // The page has just come from the program; later another program may have taken its place.
      if (this.#opened === 0) this.#open();
      else this.#comeBack();
    }
  }

  /** A request did not arrive. */
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

  /** Once a window without a slot has the full state, it releases the stream and polls again later. */
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
      welcome: ({ run }) => {
        const isAnother = run !== this.#run;
        this.#run = run;
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
      const found = await comeBack();
      if (found === "known") break;
      this.#set(found);
      await pause();
    }
    this.#isReturning = false;
    if (this.#isWanted) this.#open();
  }

  #set(state, isAnother = false) {
    this.state = state;
    this.stateChanged(isAnother);
  }
}

function pause(milliseconds = patience) { return new Promise((done) => setTimeout(done, milliseconds)); }
