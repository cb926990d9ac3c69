// The access of this page. Its browser keeps a key that no script can read out, with which page and program prove to each
// other that they know each other. Everything else is only in the memory of the page, and ends with the program's run: a
// program of another user that takes this port later finds nothing that it could use or read.

const encoder = new TextEncoder();
const ivLength = 12;
/** Two programs behind one proxy differ in their paths. */
const name = new URL(".", location.href).pathname;

function hex(buffer) { return Array.from(new Uint8Array(buffer), (byte) => byte.toString(16).padStart(2, "0")).join(""); }

function bytes(text) { return new Uint8Array((text.match(/../g) ?? []).map((digits) => parseInt(digits, 16))); }

function signing(words) {
  return crypto.subtle.importKey("raw", encoder.encode(words), { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
}

async function digest(key, words) { return hex(await crypto.subtle.sign("HMAC", key, encoder.encode(words.join("\n")))); }

/** Does something with the keys in this browser. */
function withKeys(mode, act) {
  return new Promise((done, failed) => {
    const opening = indexedDB.open("formstate", 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore("keys");
    opening.onerror = () => failed(opening.error);
    opening.onsuccess = () => {
      const database = opening.result;
      const transaction = database.transaction("keys", mode);
      const asked = act(transaction.objectStore("keys"));
      transaction.oncomplete = () => {
        database.close();
        done(asked.result);
      };
      transaction.onabort = () => failed(transaction.error);
    };
  });
}

class Access {
  /** The current run of the program. */
  run = "";
  /** What each request has in its header. */
  token = "";
  /** What the page shows if its address names no response: “response” or “list”. */
  start = "response";
  #key = null;
  #tickets = null;
  #places = null;
  #seal = null;

  /** Takes what the program gives a page with access. */
  async take({ key, run, token, seal, start }) {
    if (key !== undefined) await this.#keep(key);
    const [tickets, places] = [await signing(token), await signing(seal)];
    this.#seal = await crypto.subtle.importKey("raw", bytes(seal), "AES-GCM", false, ["encrypt", "decrypt"]);
    [this.#tickets, this.#places] = [tickets, places];
    Object.assign(this, { run, token, start });
  }

  async #keep(words) {
    this.#key = await signing(words);
    // Where nothing can be kept, a reload needs the printed address again.
    await withKeys("readwrite", (keys) => keys.put(this.#key, name)).catch(() => {});
  }

  /** Finds the key of this browser; returns whether there is one. */
  async recall() {
    this.#key ??= await withKeys("readonly", (keys) => keys.get(name)).catch(() => null);
    return this.#key instanceof CryptoKey;
  }

  /** A random name of this browser, by which the program tells apart where people stand; null where nothing can be kept. */
  async device() {
    try {
      const kept = await withKeys("readonly", (keys) => keys.get(`${name} device`));
      if (typeof kept === "string") return kept;
      const fresh = crypto.randomUUID();
      await withKeys("readwrite", (keys) => keys.put(fresh, `${name} device`));
      return fresh;
    } catch {
      return null;
    }
  }

  /** A proof by a side, “server” or “page”, that it has the key. */
  proof(side, nonce, run) { return digest(this.#key, [side, nonce, run]); }

  /** The permission to read an address without a header, as links and pictures do. */
  ticket(words) { return digest(this.#tickets, ["ticket", ...words]); }

  /** The name of stored data of the served file, which does not reveal the file. */
  async place(...parts) { return `formstate ${await digest(this.#places, ["place", ...parts])}`; }

  async sealed(text) {
    const iv = crypto.getRandomValues(new Uint8Array(ivLength));
    return hex(iv) + hex(await crypto.subtle.encrypt({ name: "AES-GCM", iv }, this.#seal, encoder.encode(text)));
  }

  async unsealed(text) {
    const data = bytes(text);
    const iv = data.slice(0, ivLength);
    return new TextDecoder().decode(await crypto.subtle.decrypt({ name: "AES-GCM", iv }, this.#seal, data.slice(ivLength)));
  }
}

export const access = new Access();
