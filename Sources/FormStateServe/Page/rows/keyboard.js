// The keyboard: Tab moves through controls as usual, arrows through rows, left and right collapse and expand.

import { isComposing } from "../elements.js";

/** Whether a key belongs to the focused control, such as an arrow to a slider. */
function isTakenByControl(target, key) {
  const vertical = key === "ArrowUp" || key === "ArrowDown";
  if (target.tagName === "TEXTAREA" || target.tagName === "SELECT" || target.closest("dialog")) return true;
  if (target.tagName !== "INPUT") return false;
  if (target.type === "radio" && target.closest("fieldset")) return true;
  if (["checkbox", "radio"].includes(target.type)) return false;
  return vertical ? !["text", "search"].includes(target.type) : true;
}

function isTyping(target) {
  return target.tagName === "TEXTAREA" || (target.tagName === "INPUT" && !["checkbox", "radio", "range"].includes(target.type));
}

export function listen(context) {
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.altKey || isComposing(event)) return;
    const command = event.ctrlKey || event.metaKey;
    const view = context.viewOf(event.target);
    if (command && event.key.toLowerCase() === "z") {
      // A text field has its own undo.
      if (/** @type {Element} */ (event.target).closest("dialog") || (isTyping(event.target) && (!view || view.isBeingTyped))) return;
      event.preventDefault();
      context.undo(event.shiftKey ? "redo" : "undo");
      return;
    }
    if (command && (event.key === "Home" || event.key === "End") && !isTyping(event.target)) {
      event.preventDefault();
      goToEnd(context.window, event.key === "End");
      return;
    }
    if (command || event.shiftKey || !view || isTakenByControl(event.target, event.key)) return;
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      step(context, view, event.key === "ArrowDown" ? 1 : -1);
    } else if (event.key === "ArrowLeft" || event.key === "ArrowRight") {
      if (disclose(context, view, event.key === "ArrowRight")) event.preventDefault();
    }
  });
}

/** Goes to the row or header before or after one. */
async function step(context, view, direction) {
  const { window } = context;
  const { items } = window.page;
  const index = items.findIndex((item) => item.key === view.item.key);
  if (index < 0) {
    await context.goTo(view.item.address);
    return;
  }
  let next = index + direction;
  // A header without a button has nothing to do.
  while (items[next]?.type === "header" && window.views.get(items[next].key).main.tagName !== "BUTTON") next += direction;
  focus(window, items[next]?.key);
}

async function goToEnd(window, isLast) {
  await window.ask({ y: isLast ? window.scrolling.height : 0, goes: true });
  const rows = window.page.items.filter((item) => item.type === "row");
  focus(window, (isLast ? rows[rows.length - 1] : rows[0])?.key);
}

function focus(window, key) {
  if (key === undefined) return;
  window.views.get(key).focus();
  window.bringIntoView(key);
}

/** Expands or collapses; returns whether there was anything to. */
function disclose(context, view, opens) {
  const { item } = view;
  const isOpen = item.type === "header" ? !item.folded : item.expanded ?? false;
  if (!(item.foldable || item.expandable) || isOpen === opens || context.isReadOnly) return false;
  context.act(item.type === "header" ? item.tap : { action: "tap", cell: item.address });
  return true;
}
