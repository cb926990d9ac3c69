// The scroll position of the form. Browsers limit elements to some 33 million pixels, and a million rows are taller;
// the scrolling area is therefore bounded, and beyond that the bar is a ratio while wheel, keys and fingers move by
// real pixels.

const tallestArea = 8_000_000;

export class Scrolling {
  #expected = 0;
  #isDraggingBar = false;
  #height = 0;
  /** The form's offset at the upper edge of the view. */
  offset = 0;

  /** `moved` is called whenever the person has scrolled. */
  constructor(scroller, area, sheet, moved) {
    this.scroller = scroller;
    this.area = area;
    this.sheet = sheet;
    scroller.addEventListener("scroll", () => { if (this.#follow()) moved(); }, { passive: true });
    scroller.addEventListener("pointerdown", (event) => {
      this.#isDraggingBar = event.target === scroller && event.offsetX >= scroller.clientWidth;
    });
    addEventListener("pointerup", () => { this.#isDraggingBar = false; });
    scroller.addEventListener("scrollend", () => this.#show());
  }

  get view() { return this.scroller.clientHeight; }
  get height() { return this.#height; }
  get #isScaled() { return this.#height > tallestArea; }
  /** The number of the form's pixels per pixel of the bar. */
  get #ratio() {
    return this.#isScaled ? (this.#height - this.view) / (tallestArea - this.view) : 1;
  }

  /** Sets the height of the form, and the position of the view in it. */
  set(height, offset) {
    this.#height = height;
    const shown = `${Math.min(height, tallestArea)}px`;
    if (this.area.style.height !== shown) this.area.style.height = shown;
    this.offset = Math.max(0, Math.min(offset, height - this.view));
    this.#show();
  }

  /** Positions the rows, of which the first begins at `top`. */
  place(top) {
    this.top = top;
    this.sheet.style.transform = `translateY(${this.scroller.scrollTop + top - this.offset}px)`;
  }

  /** Moves the bar to the position of the view. */
  #show() {
    const scrollTop = this.offset / this.#ratio;
    if (Math.abs(this.scroller.scrollTop - scrollTop) >= 1) this.scroller.scrollTop = scrollTop;
    this.#expected = this.scroller.scrollTop;
    if (this.top !== undefined) this.place(this.top);
  }

  /** Reads the person's scrolling; returns whether there was any. */
  #follow() {
    const moved = this.scroller.scrollTop - this.#expected;
    if (Math.abs(moved) < 0.5) return false;
    this.#expected = this.scroller.scrollTop;
    const isStep = this.#isScaled && !this.#isDraggingBar && Math.abs(moved) <= 2 * this.view;
    const wanted = isStep ? this.offset + moved : this.#expected * this.#ratio;
    this.offset = Math.max(0, Math.min(wanted, this.#height - this.view));
    if (this.top !== undefined) this.place(this.top);
    return true;
  }
}
