// A signature or a drawing: a dialog to draw with a pen, a finger or the mouse.

import { button, element, openDialog, showMessage } from "../elements.js";
import { t } from "../strings/strings.js";

/** The width and height of a drawing, in pixels. */
const sizes = { signature: [800, 320], drawing: [800, 600] };

export class DrawingDialog {
  #isEmpty = true;
  #last = null;

  /** `name` is the title of the question; `done` is called with the drawing, as a file. */
  constructor(name, isSignature, done) {
    this.kind = isSignature ? "signature" : "drawing";
    this.done = done;
    const [width, height] = sizes[this.kind];
    this.canvas = /** @type {HTMLCanvasElement} */ (element("canvas", { width, height, role: "img", "aria-label": t.about(t.whatIsDrawn, name) }));
    this.pen = this.canvas.getContext("2d");
    this.dialog = /** @type {HTMLDialogElement} */ (element(
      "dialog", { class: "sheet drawing", "aria-label": name },
      element("h2", {}, name), this.canvas,
      element("div", { class: "ends" },
        button(t.cancel, () => this.dialog.close()), button(t.clear, () => this.#clear()),
        button(t.finish, () => this.#end(), { class: "main" }))));
    this.#clear();
    this.canvas.addEventListener("pointerdown", (event) => this.#begin(event));
    this.canvas.addEventListener("pointermove", (event) => this.#move(event));
    for (const name of ["pointerup", "pointercancel"]) this.canvas.addEventListener(name, () => { this.#last = null; });
  }

  open(opener) { openDialog(this.dialog, opener); }

  /** An empty sheet, white in every colour scheme. */
  #clear() {
    this.pen.fillStyle = "#ffffff";
    this.pen.fillRect(0, 0, this.canvas.width, this.canvas.height);
    this.#isEmpty = true;
  }

  #place(event) {
    const box = this.canvas.getBoundingClientRect();
    return {
      x: (event.clientX - box.left) * this.canvas.width / box.width, y: (event.clientY - box.top) * this.canvas.height / box.height,
    };
  }

  #begin(event) {
    if (event.button !== 0) return;
    event.preventDefault();
    this.canvas.setPointerCapture(event.pointerId);
    this.#last = { pointer: event.pointerId, ...this.#place(event) };
    this.#line(this.#last);
  }

  #move(event) {
    if (this.#last?.pointer !== event.pointerId) return;
    for (const each of event.getCoalescedEvents?.() ?? [event]) this.#line(this.#place(each));
    this.#line(this.#place(event));
  }

  #line(place) {
    const { pen } = this;
    pen.strokeStyle = "#101014";
    pen.lineWidth = 4;
    pen.lineCap = "round";
    pen.beginPath();
    pen.moveTo(this.#last.x, this.#last.y);
    pen.lineTo(place.x, place.y);
    pen.stroke();
    this.#last = { ...this.#last, ...place };
    this.#isEmpty = false;
  }

  #end() {
    if (this.#isEmpty) {
      showMessage(t.nothingDrawn);
      return;
    }
    this.canvas.toBlob((picture) => {
      this.dialog.close();
      if (picture) this.done(new File([picture], `${this.kind}.png`, { type: "image/png" }));
      else showMessage(t.cannotKeepDrawing);
    }, "image/png");
  }
}
