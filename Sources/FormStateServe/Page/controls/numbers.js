// Numbers as a language writes them: typed and shown so, and sent plainly.

import { formTongue } from "../strings/strings.js";

/** The zeros of the digits that people type besides 0 to 9: Arabic, Persian, Devanagari, Bengali, Thai, Burmese. */
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

/** A number as it is sent; what is no number stays as it was typed. */
export function plainNumber(text) {
  const { decimal, group } = signs();
  const typed = text.trim().replace(/\p{Nd}/gu, digit).replace(/^[−–]/, "-");
  const isGroup = (sign) => sign === group || (/\s/.test(group) && /[\s\u00a0\u202f]/.test(sign)) || sign === "’" || sign === "'";
  // Thousands are three digits each; a sign that stands elsewhere means something else.
  const found = typed.match(/^(-?)(\d{1,3}(?:(\D)\d{3})(?:\3\d{3})*|\d+)(?:(\D)(\d+))?$/u);
  if (!found) return text;
  const [, minus, whole, between, point, fraction] = found;
  if (between !== undefined && !isGroup(between)) {
    // In “1.234” the point may be what the language has before a fraction.
    const isFraction = point === undefined && whole.split(between).length === 2 && isPoint(between, decimal);
    return isFraction ? minus + whole.replace(between, ".") : text;
  }
  if (point !== undefined && !isPoint(point, decimal)) return text;
  return minus + whole.replace(/\D/g, "") + (fraction === undefined ? "" : `.${fraction}`);
}

/** Whether a sign stands before a fraction: that of the language, or the point that programs write. */
function isPoint(sign, decimal) { return sign === decimal || sign === "٫" || sign === "."; }

/** A number that was sent, as the language writes it; its thousands stay together, so that it can be edited. */
export function writtenNumber(text) {
  return /^-?\d+\.\d+$/.test(text) ? text.replace(".", signs().decimal) : text;
}
