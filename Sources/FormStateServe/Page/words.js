// Texts of a form with the marks of forms for the field: emphasis, headings and links, as elements and never as
// markup.

import { element } from "./elements.js";
import { t } from "./strings/strings.js";

/** The text of a cell without a title: often the only one below the row with the question. */
const wordsByControl = () => ({
  text: t.text, longText: t.text, integer: t.number, decimal: t.number, date: t.date, time: t.time, dateTime: t.dateAndTime,
  switch: t.on, slider: t.amount, file: t.file, place: t.position, list: t.choice, options: t.choice,
  none: t.group, repeat: t.group, option: t.choice,
});

/** Whether the title of a row shows its answer, and its subtitle the question. */
export function showsCaption(item) { return item.captioned && item.control !== "label" && !item.inline; }

/** The question of a row. */
export function captionOf(item) {
  if (showsCaption(item)) return item.subtitle;
  return item.asked ?? (item.title || item.subtitle || (item.within ? `${item.within} …` : wordsByControl()[item.control] ?? ""));
}

/** The direction of a text that has none of its own, such as a number or a place: as it is written everywhere. */
export function directionOfFigures(text) { return /\d/.test(text) && !/\p{L}/u.test(text) ? "ltr" : null; }

const marks = new RegExp([
  /(?<strong>\*\*|__)(?=\S)(?<bold>.+?)(?<=\S)\k<strong>/, /(?<![\p{L}\p{N}])(?<mark>[*_])(?=\S)(?<italic>.+?)(?<=\S)\k<mark>(?![\p{L}\p{N}])/,
  /\[(?<words>[^\]\n]+)\]\((?<address>https?:\/\/[^)\s]+)\)/,
].map((each) => each.source).join("|"), "u");
/** The maximum nesting of marks. */
const deepest = 4;

/**
 * The nodes of a text; line breaks stay characters, which the style keeps. In a button, links are words (`hasLinks`).
 */
export function marked(text, hasLinks = true) {
  // Most texts have none.
  if (!/[*_[#]/.test(text)) return [text];
  return text.split("\n").flatMap((line, index) => [...(index > 0 ? ["\n"] : []), ...markedLine(line, hasLinks)]);
}

function markedLine(line, hasLinks) {
  const heading = line.match(/^#{1,6}\s+(.*)$/);
  return heading ? [element("strong", {}, ...inline(heading[1], hasLinks, 0))] : inline(line, hasLinks, 0);
}

function inline(text, hasLinks, depth) {
  const found = depth < deepest ? text.match(marks) : null;
  if (!found) return text === "" ? [] : [text];
  const { bold, italic, words, address } = found.groups;
  const node = bold !== undefined ? element("strong", {}, ...inline(bold, hasLinks, depth + 1))
    : italic !== undefined ? element("em", {}, ...inline(italic, hasLinks, depth + 1))
      : hasLinks ? element("a", { href: address, target: "_blank", rel: "noopener noreferrer" }, words) : words;
  const end = found.index + found[0].length;
  return [...(found.index > 0 ? [text.slice(0, found.index)] : []), node, ...inline(text.slice(end), hasLinks, depth)];
}

/**
 * Which part of a large form was looked at, in brackets; nothing if all of it.
 * @param {any} answer
 */
export function soFar({ of }, visited) { return visited < of ? ` (${t.soFar(Math.max(1, Math.floor(100 * visited / of)))})` : ""; }
