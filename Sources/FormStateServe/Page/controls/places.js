// A place on the earth: typed as latitude and longitude, or located by the browser.

import { button, element, say, setAttribute } from "../elements.js";
import { t } from "../strings/strings.js";
import { TextControl, kinds, typed } from "./controls.js";

/** The browser's time limit for locating, in milliseconds. */
const timeLimit = 30_000;
/** Pending and failed locating, by cell: a sentence, or “finding”. */
const searches = new Map();

typed.place = { type: "text", placeholder: "52.5 13.4" };
kinds.place = () => PlaceControl;

/** The numbers of a text, or null if they are not a place. The program reports why (RowMembers). */
function numbersIn(text) {
  const parts = text.split(/[\s,;]+/).filter(Boolean);
  const numbers = parts.map(Number);
  const isPlace = parts.length >= 2 && parts.length <= 4 && parts.every((part) => /^[+-]?(\d+\.?\d*|\.\d+)$/.test(part))
    && Math.abs(numbers[0]) <= 90 && Math.abs(numbers[1]) <= 180 && (numbers[3] ?? 0) >= 0;
  return isPlace ? numbers : null;
}

/** A number without an exponent, and without needless digits. */
function written(number, digits) {
  return (number ?? 0).toFixed(digits).replace(/\.?0+$/, "").replace(/^-0$/, "0");
}

/** A place in the notation of XForms: latitude, longitude, altitude, accuracy. */
function value([latitude, longitude, altitude, accuracy]) {
  return [written(latitude, 7), written(longitude, 7), written(altitude, 1), written(accuracy, 1)].join(" ");
}

class PlaceControl extends TextControl {
  constructor(item, row) {
    super(item, row);
    this.find = button("", () => this.#find(), { id: `${this.id}-find` });
    this.note = element("span", { class: "fault" });
    this.node.classList.add("placing");
    this.node.append(this.find, this.note);
  }

  get state() { return `${super.state} ${this.find.disabled}`; }

  /** The first two numbers of an answer; other input stays unchanged. */
  plain(held) {
    const text = super.plain(held);
    const numbers = text === this.item?.draft ? null : numbersIn(text);
    return numbers ? `${written(numbers[0], 7)} ${written(numbers[1], 7)}` : text;
  }

  asValue(text) {
    // Altitude and accuracy from the browser stay unless another place was typed.
    if (text === this.plain(this.row.item.value)) return this.row.item.value;
    const numbers = numbersIn(text);
    return numbers && value(numbers);
  }

  update(item, page, described) {
    super.update(item, page, described);
    const isFinding = searches.get(item.address) === "finding";
    const words = isFinding ? t.looking : t.useThisPlace;
    if (this.find.textContent !== words) this.find.textContent = words;
    setAttribute(this.find, "aria-labelledby", `${this.row.id}-title ${this.id}-find`);
    this.find.hidden = this.main.disabled;
    this.find.disabled = isFinding;
    const problem = isFinding || this.main.disabled ? "" : searches.get(item.address) ?? "";
    if (this.note.textContent !== problem) this.note.textContent = problem;
  }

  show(item) {
    super.show(item);
    const accuracy = numbersIn(super.plain(item.value))?.[3] ?? 0;
    const words = item.draft === undefined && accuracy > 0 ? `± ${Math.max(1, Math.round(accuracy))} m` : "";
    if (this.unit.textContent !== words) this.unit.textContent = words;
  }

  #find() {
    const { context } = this.row;
    const { address: cell } = this.item;
    const note = (what) => {
      if (what === null) searches.delete(cell);
      else searches.set(cell, what);
      if (what !== null && what !== "finding") say(what);
      context.refresh(new Set([cell]));
    };
    if (!navigator.geolocation) {
      note(t.knowsNoPlace);
      return;
    }
    note("finding");
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        note(null);
        this.act({ action: "set", cell, value: value([coords.latitude, coords.longitude, coords.altitude, coords.accuracy]) });
      },
      (refused) => note(({ 1: t.placeRefused, 3: t.placeTooSlow })[refused.code] ?? t.placeUnknown), { enableHighAccuracy: true, timeout: timeLimit, maximumAge: 0 });
  }
}
