// Where the form is scrolled to. A browser cuts elements off at some 33 million pixels, and a million rows are more; so the area
// that scrolls has a bound, and beyond it the bar is a measure of the whole while wheel, keys and fingers move by real pixels.

const tallestArea = 8_000_000;

export class Scrolling {
  #expected = 0;
  #isDraggingBar = false;
  #height = 0;
  /** The offset in the form that the upper edge of the view shows. */
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
  /** How many pixels of the form one of the bar stands for. */
  get #ratio() {
    return this.#isScaled ? (this.#height - this.view) / (tallestArea - this.view) : 1;
  }

  /** Takes the height of the form, and where the view is to be in it. */
  set(height, offset) {
    this.#height = height;
    const shown = `${Math.min(height, tallestArea)}px`;
    if (this.area.style.height !== shown) this.area.style.height = shown;
    this.offset = Math.max(0, Math.min(offset, height - this.view));
    this.#show();
  }

  /** Puts the rows, of which the first begins at `top`, where they belong. */
  place(top) {
    this.top = top;
    this.sheet.style.transform = `translateY(${this.scroller.scrollTop + top - this.offset}px)`;
  }

  /** Brings the bar to where the view is. */
  #show() {
    const scrollTop = this.offset / this.#ratio;
    if (Math.abs(this.scroller.scrollTop - scrollTop) >= 1) this.scroller.scrollTop = scrollTop;
    this.#expected = this.scroller.scrollTop;
    if (this.top !== undefined) this.place(this.top);
  }

  /** Takes what the person has scrolled; says whether that was anything. */
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
