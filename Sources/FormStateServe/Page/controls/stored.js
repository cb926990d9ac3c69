// Stored files and how they are drawn: pictures, sounds, films, and the names of all others.

import { element } from "../elements.js";
import { t } from "../strings/strings.js";

/** The files that browsers draw, by extension; the program sends all others as downloads. */
const kindsByEnding = {
  image: ["avif", "bmp", "gif", "jpeg", "jpg", "png", "webp"],
  audio: ["aac", "flac", "m4a", "mp3", "oga", "ogg", "opus", "wav", "weba"],
  video: ["3gp", "m4v", "mov", "mp4", "ogv", "webm"],
};

/** How a file is drawn: “image”, “audio”, “video”, or null. */
export function kindOf(name) {
  const ending = name.includes(".") ? name.split(".").pop().toLowerCase() : "";
  return Object.keys(kindsByEnding).find((kind) => kindsByEnding[kind].includes(ending)) ?? null;
}

/** A number of bytes in readable form. */
export function readableSize(bytes) {
  if (bytes < 1000) return t.bytes(bytes);
  return bytes < 1_000_000 ? `${Math.round(bytes / 1000)} KB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/** The existing files and their sizes: queried once for each. */
export class StoredFiles {
  #sizes = new Map();
  #addresses = new Map();
  #asked = new Set();

  /** `changed` is called with a cell whose files are now known. */
  constructor(server, changed) {
    this.server = server;
    this.changed = changed;
  }

  /** Records a size without a query. */
  async note(path, size) {
    this.#addresses.set(path, await this.server.ticketed(path));
    this.#sizes.set(path, size);
  }

  /** The address of an existing file for a link or an element. */
  address(path) { return this.#addresses.get(path); }

  /** Forgets all addresses, which end with the program's run; the files are queried again as they are drawn. */
  forget() { this.#sizes.clear(); }

  /** The size of a cell's file; null if it is missing, undefined while that is unknown. */
  size(path, cell) {
    if (!this.#sizes.has(path)) this.#ask(path, cell);
    return this.#sizes.get(path);
  }

  async #ask(path, cell) {
    if (this.#asked.has(path)) return;
    this.#asked.add(path);
    const size = await this.server.size(path).catch(() => undefined);
    this.#asked.delete(path);
    if (size === undefined) return;
    await this.note(path, size);
    this.changed(cell);
  }

  /** A file's element; `kind` is its type, `words` its description. */
  drawn(path, kind, words) {
    const address = this.address(path);
    if (kind === "image") return element("img", { src: address, alt: words });
    return element(kind, { src: address, controls: true, preload: "metadata", "aria-label": words });
  }
}

/** The address of a picture or a sound of a label. */
export function mediaPath(name) { return `/media/${encodeURIComponent(name)}`; }

/** The pictures and sounds of a row's label; null without any. */
export function mediaOf(item, words, stored) {
  if (!item.media) return null;
  return element("div", { class: "media" }, ...item.media.map(({ kind, name }) => {
    const path = mediaPath(name);
    const isThere = typeof stored.size(path, item.address) === "number";
    return isThere ? stored.drawn(path, kind, words) : element("span", { class: "detail" }, name);
  }));
}
