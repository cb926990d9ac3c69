// Elements of the page. All text becomes text nodes, so nothing of a form is ever markup.

import { t } from "./strings/strings.js";

/** An element with attributes; null, undefined and false are omitted, and names that begin with "on" are listeners. */
export function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else made.setAttribute(name, value === true ? "" : String(value));
  }
  made.append(...children.filter((child) => child !== null && child !== undefined && child !== ""));
  return made;
}

/** A button; its text describes its action, or its label if it shows only a sign. */
export function button(words, onclick, attributes = {}) {
  return element("button", { type: "button", onclick, ...attributes }, words);
}

/** Opens a dialog, which is removed when it is closed and returns the focus to the element that opened it. */
export function openDialog(dialog, opener) {
  dialog.addEventListener("close", () => {
    dialog.remove();
    // A row may have been redrawn meanwhile.
    document.getElementById(opener.id)?.focus();
  });
  document.body.append(dialog);
  dialog.showModal();
}

/** Sets an attribute, or removes it without a value; does not touch a correct one. */
export function setAttribute(node, name, value) {
  if (value === undefined || value === null || value === false) {
    if (node.hasAttribute(name)) node.removeAttribute(name);
    return;
  }
  const text = value === true ? "" : String(value);
  if (node.getAttribute(name) !== text) node.setAttribute(name, text);
}

/** Sets the children of a node, and moves only misplaced ones. */
export function setChildren(node, children) {
  let next = node.firstChild;
  for (const child of children) {
    if (child === next) next = next.nextSibling;
    else put(child, node, next);
  }
  while (next) {
    const after = next.nextSibling;
    next.remove();
    next = after;
  }
}

/** Puts a node before another; the focus in it is kept if the browser can move nodes at all. */
export function put(child, node, next = null) {
  if (child.isConnected && node.isConnected && node.moveBefore) node.moveBefore(child, next);
  else node.insertBefore(child, next);
}

/** An identifier for a key, which may contain anything. */
export function identifier(prefix, key) {
  return prefix + encodeURIComponent(key).replace(/[^A-Za-z0-9]/g, (sign) => "_" + sign.charCodeAt(0).toString(16));
}

/** Whether a key belongs to an input method, which composes a character; Safari reports the last key only by its number. */
export function isComposing(event) { return event.isComposing || event.keyCode === 229; }

/** Announces something to screen readers. */
export function say(text) {
  document.getElementById("said").textContent = text;
}

let toastTimer;

/** Shows and announces a sentence for a while. */
export function showMessage(text) {
  const toast = document.getElementById("toast");
  toast.textContent = text;
  makeWay();
  clearTimeout(toastTimer);
  toastTimer = setTimeout(() => toast.replaceChildren(), 6000);
}

/** Moves the sentence to the upper edge if it covers what has the focus at the lower one. */
function makeWay() {
  const toast = document.getElementById("toast");
  toast.classList.remove("above");
  const [one, two] = [toast, document.activeElement].map((each) => each.getBoundingClientRect());
  const covers = one.bottom > two.top && two.bottom > one.top && one.right > two.left && two.right > one.left;
  toast.classList.toggle("above", covers && document.activeElement !== document.body);
}

document.addEventListener("focusin", makeWay);

/** Whether animations are allowed on the page. */
export function mayMove() {
  return !matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** Copies a text, and reports it. */
export async function copy(text, what) {
  try {
    await navigator.clipboard.writeText(text);
    showMessage(t.copied(what));
  } catch {
    showMessage(t.notCopied(what));
  }
}
