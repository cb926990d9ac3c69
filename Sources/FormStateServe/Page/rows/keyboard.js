// The keyboard: Tab walks controls as everywhere, arrows walk rows, left and right close and open.

/** Whether a key belongs to the control that has the focus, such as an arrow to a slider. */
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
    if (event.defaultPrevented || event.altKey) return;
    const command = event.ctrlKey || event.metaKey;
    const view = context.viewOf(event.target);
    if (command && event.key.toLowerCase() === "z") {
      // What is being typed has an undo of its own.
      if (/** @type {Element} */ (event.target).closest("dialog") || (isTyping(event.target) && (!view || view.isBeingTyped))) return;
      event.preventDefault();
      context.undo(event.shiftKey ? "redo" : "undo");
      return;
    }
    if (command && (event.key === "Home" || event.key === "End") && !isTyping(event.target)) {
      event.preventDefault();
      context.goToEnd(event.key === "End");
      return;
    }
    if (command || event.shiftKey || !view || isTakenByControl(event.target, event.key)) return;
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      context.step(view, event.key === "ArrowDown" ? 1 : -1);
    } else if (event.key === "ArrowLeft" || event.key === "ArrowRight") {
      if (context.disclose(view, event.key === "ArrowRight")) event.preventDefault();
    }
  });
}
