// Numbers in the notation of a language: typed and shown so, and sent plainly.

import { formTongue } from "../strings/strings.js";

/** The zeros of digits besides 0 to 9: Arabic, Persian, Devanagari, Bengali, Thai, Burmese. */
const zeros = [0x660, 0x6f0, 0x966, 0x9e6, 0xe50, 0x1040];

/** The signs before the fraction and between the thousands. */
function signs() {
  const parts = new Intl.NumberFormat(formTongue, { useGrouping: true }).formatToParts(1234567.8);
  const sign = (type) => parts.find((part) => part.type === type)?.value;
  return { decimal: sign("decimal") ?? ".", group: sign("group") ?? "" };
}

function digit(sign) {
  const code = sign.codePointAt(0);
  const zero = zeros.find((each) => code >= each && code < each + 10);
  return zero === undefined ? sign : String(code - zero);
}

/** A number in the format of the server; an invalid one stays as typed. */
export function plainNumber(text) {
  const { decimal, group } = signs();
  const typed = text.trim().replace(/\p{Nd}/gu, digit).replace(/^[−–]/, "-");
  const isGroup = (sign) => sign === group || (/\s/.test(group) && /[\s\u00a0\u202f]/.test(sign)) || sign === "’" || sign === "'";
  // Thousands are groups of three digits; a separator elsewhere has another meaning.
  const found = typed.match(/^(-?)(\d{1,3}(?:(\D)\d{3})(?:\3\d{3})*|\d+)(?:(\D)(\d+))?$/u);
  if (!found) return text;
  const [, minus, whole, between, point, fraction] = found;
  if (between !== undefined && !isGroup(between)) {
    // In “1.234” the point may be the language's decimal separator.
    const isFraction = point === undefined && whole.split(between).length === 2 && isPoint(between, decimal);
    return isFraction ? minus + whole.replace(between, ".") : text;
  }
  if (point !== undefined && !isPoint(point, decimal)) return text;
  return minus + whole.replace(/\D/g, "") + (fraction === undefined ? "" : `.${fraction}`);
}

/** Whether a character is a decimal separator: the language's, or the point. */
function isPoint(sign, decimal) { return sign === decimal || sign === "٫" || sign === "."; }

/** A number from the server in the notation of the language; without thousands separators, so it can be edited. */
export function writtenNumber(text) {
  return /^-?\d+\.\d+$/.test(text) ? text.replace(".", signs().decimal) : text;
}
