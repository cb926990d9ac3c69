// Files as answers: picked or drawn, uploaded one after another, shown and replaced.

import { button, element, say, setAttribute, setChildren } from "../elements.js";
import { Refusal } from "../line/server.js";
import { t } from "../strings/strings.js";
import { captionOf } from "../words.js";
import { Control, kinds } from "./controls.js";
import { DrawingDialog } from "./signature.js";
import { kindOf, readableSize } from "./stored.js";

/** The program's size limit of a file in bytes. */
const largestFile = 32 << 20;
/** The names of files stored by the program. */
const keptName = /-[0-9a-f]{32}(\.[a-z0-9]{1,8})?$/;

/** The pending and failed uploads: one file for each cell. */
export class Uploads {
  #all = new Map();
  #last = Promise.resolve();

  /** `changed` is called with a cell whose upload has changed. */
  constructor(context, changed) {
    this.context = context;
    this.changed = changed;
  }

  of(cell) { return this.#all.get(cell); }
  get #waiting() { return [...this.#all.values()].filter((upload) => upload.isSending || upload.mayRetry); }
  /** Whether closing the page would lose nothing. */
  get isEmpty() { return this.#waiting.length === 0; }
  /** “saved”, “saving” or “unsaved”. */
  get saveState() { return this.isEmpty ? "saved" : this.#waiting.some((upload) => !upload.isSending) ? "unsaved" : "saving"; }

  /** Uploads a file, and sets the cell to its name. */
  send(cell, file) {
    this.#all.get(cell)?.abort.abort();
    const upload = { cell, file, abort: new AbortController(), isSending: true, isLost: false, mayRetry: false, problem: "" };
    this.#all.set(cell, upload);
    if (file.size > largestFile) {
      this.#fail(upload, t.tooLarge(file.name, readableSize(file.size), `${largestFile >> 20} MB`), false);
    } else {
      say(t.sending(file.name));
      this.changed(cell);
      this.#last = this.#last.then(() => this.#deliver(upload));
    }
  }

  retry(cell) { this.send(cell, this.#all.get(cell).file); }

  /** Repeats uploads that were lost with the connection, now that it is back. */
  resume() {
    for (const { cell, isLost } of this.#all.values()) if (isLost) this.retry(cell);
  }

  /** Cancels an upload, or dismisses a failed one. */
  drop(cell) {
    this.#all.get(cell)?.abort.abort();
    this.#all.delete(cell);
    this.changed(cell);
  }

  async #deliver(upload) {
    const { cell, file } = upload;
    if (this.#all.get(cell) !== upload) return;
    try {
      const name = file.name.slice(-200);
      const { value } = await this.context.server.send("/attachments", file, { cell, name }, upload.abort);
      if (this.#all.get(cell) !== upload) return;
      this.#all.delete(cell);
      await this.context.stored.note(addressOf(value), file.size);
      this.context.act({ action: "set", cell, value });
      this.changed(cell);
    } catch (refusal) {
      if (!(refusal instanceof Refusal)) throw refusal;
      if (this.#all.get(cell) !== upload) return;
      const mayRetry = refusal.status >= 500 || [0, 401, 403, 408].includes(refusal.status);
      upload.isLost = refusal.isLoss;
      const reason = /[.?]$/.test(refusal.message) ? refusal.message : `${refusal.message}.`;
      this.#fail(upload, `“${file.name}” was not sent: ${reason}`, mayRetry);
    }
  }

  #fail(upload, problem, mayRetry) {
    Object.assign(upload, { isSending: false, problem, mayRetry });
    say(problem);
    this.changed(upload.cell);
  }
}

/** The original name of the file, as far as it is part of the stored name. */
function givenName(name) { return name.replace(keptName, "$1"); }

function addressOf(name) { return `/attachments/${encodeURIComponent(name)}`; }

/** A file: the current one, and buttons to pick, draw, replace and clear it. */
class FileControl extends Control {
  labels = false;
  #shown = "";

  constructor(item, row) {
    super(item, row);
    this.main = button("", () => this.input.click(), { id: this.id, class: "pick" });
    // The native control looks different in each browser, and shows “no file” even if there is one.
    this.input = element("input", { type: "file", class: "hidden", tabindex: "-1", "aria-hidden": "true" });
    this.input.addEventListener("change", () => {
      const [file] = this.input.files;
      this.input.value = "";
      if (file) this.#send(file);
    });
    this.draw = button("", () => this.#draw(), { id: `${this.id}-draw`, class: "draw" });
    this.preview = element("div", { class: "filed" });
    this.buttons = element("div", { class: "picking" });
    this.node = element("div", { class: "control filing" }, this.preview, this.buttons);
  }

  get state() { return `${this.main.disabled}`; }

  #send(file) { this.row.context.uploads.send(this.item.address, file); }

  #draw() {
    const { subtitle, title } = this.item;
    const name = title || subtitle ? captionOf(this.item) : this.#isSignature ? t.signature : t.drawing;
    new DrawingDialog(name, this.#isSignature, (file) => this.#send(file)).open(this.draw);
  }

  get #isSignature() { return this.item.draws === "signature"; }

  update(item, page, described) {
    super.update(item, page, described);
    for (const name of ["aria-required", "aria-invalid"]) setAttribute(this.main, name, null);
    setAttribute(this.main, "aria-labelledby", `${this.row.id}-title ${this.id}`);
    setAttribute(this.draw, "aria-labelledby", `${this.row.id}-title ${this.id}-draw`);
    setAttribute(this.input, "accept", item.accept);
    setAttribute(this.input, "capture", item.camera);
    const { disabled } = this.main;
    const upload = disabled ? undefined : this.row.context.uploads.of(item.address);
    this.#name(item);
    this.#showPreview(item, upload, disabled);
    setChildren(this.buttons, disabled ? [] : [...(item.draws ? [this.draw] : []), this.main, this.input]);
  }

  #name(item) {
    const isEmpty = item.value === null;
    const words = !isEmpty ? t.replace : item.camera ? t.takePhoto : t.chooseFile;
    if (this.main.textContent !== words) this.main.textContent = words;
    const drawing = this.#isSignature ? t.sign : t.draw;
    if (this.draw.textContent !== drawing) this.draw.textContent = drawing;
  }

  /** Shows the current file and the upload; unchanged parts keep their nodes, so a film keeps playing. */
  #showPreview(item, upload, disabled) {
    const { stored } = this.row.context;
    const path = item.value !== null && keptName.test(item.value) ? addressOf(item.value) : null;
    const size = path ? stored.size(path, item.address) : undefined;
    const shown = JSON.stringify([item.value, String(size), upload?.isSending, upload?.problem, upload?.mayRetry, disabled]);
    if (shown === this.#shown) return;
    this.#shown = shown;
    const hadFocus = this.preview.contains(document.activeElement);
    setChildren(this.preview, [
      ...(upload ? [this.#underWay(upload)] : []),
      ...(item.value === null ? (disabled ? [element("span", { class: "detail" }, t.noFile)] : []) : this.#file(item, path, size, disabled)),
    ]);
    if (hadFocus && !disabled) this.main.focus({ preventScroll: true });
  }

  #underWay({ cell, file, isSending, problem, mayRetry }) {
    const { uploads } = this.row.context;
    if (isSending) {
      return element("p", { class: "sending" }, `${t.sending(file.name)} … `, button(t.cancel, () => uploads.drop(cell), { class: "link" }));
    }
    return element("p", { class: "fault" }, `${problem} `,
      mayRetry ? button(t.tryAgain, () => uploads.retry(cell), { class: "link" }) : "", " ",
      button(t.discard, () => uploads.drop(cell), { class: "link" }));
  }

  #file(item, path, size, disabled) {
    const name = path ? givenName(item.value) : String(item.value);
    const clear = disabled ? [] : [button(t.clear, () => this.act({ action: "clear", cell: item.address }), { class: "link", "aria-label": t.about(t.clear, name) })];
    const about = typeof size === "number" ? readableSize(size) : size === null ? t.fileMissing : "";
    const { stored } = this.row.context;
    const isThere = typeof size === "number";
    const link = isThere ? element("a", { href: stored.address(path), target: "_blank", rel: "noopener", title: item.value }, name) : name;
    const kind = isThere ? kindOf(name) : null;
    return [
      ...(kind ? [stored.drawn(path, kind, name)] : []),
      element("p", { class: "detail" }, link, about && ` · ${about}`, " ", ...clear),
    ];
  }
}

kinds.file = () => FileControl;
