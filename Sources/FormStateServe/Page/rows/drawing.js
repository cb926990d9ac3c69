// Turns items into elements: sections with a heading and a list, matched by key, so unchanged parts keep their node,
// focus and caret.

import { element, identifier, put, setAttribute, setChildren } from "../elements.js";

/** The items grouped by section: `{ key, title, header, rows }`, rows with their number in it. */
export function runs(items, sections) {
  const result = [];
  const open = (section, header) => {
    result.push({ key: section.key, title: section.title, size: section.rows, next: section.first, header, rows: [] });
  };
  const bySection = new Map(sections.map((section) => [section.key, section]));
  for (const item of items) {
    if (item.type === "header") open(bySection.get(item.section), item);
    else if (result.length === 0) open(sections[0], null);
    const run = result[result.length - 1];
    if (item.type !== "header") run.rows.push({ item, number: run.next++ });
  }
  return result;
}

/** Draws the items of a window; returns the new views. */
export function drawItems(window, isScrolled) {
  const { page, views } = window;
  const sheet = window.scrolling.sheet;
  const focus = focused(views);
  const keys = new Set(page.items.map((item) => item.key));
  if (focus && isScrolled && !keys.has(focus.view.item.key)) park(focus.view);
  const fresh = [];
  const viewOf = (item) => {
    let view = views.get(item.key);
    if (!view) {
      view = window.makeView(item);
      views.set(item.key, view);
      fresh.push(view);
    }
    view.isParked = false;
    return view;
  };
  const all = runs(page.items, page.sections).map((run) => ({ run, ...sectionNode(sheet, run) }));
  setChildren(sheet, all.map((section) => section.node));
  for (const { run, node, list } of all) {
    const header = run.header && viewOf(run.header);
    header?.update(run.header, page);
    setChildren(node, [...(header ? [header.node] : []), ...(run.rows.length > 0 ? [list] : [])]);
    setChildren(list, run.rows.map(({ item, number }) => {
      const row = viewOf(item);
      row.update(item, page, { number: number + 1, size: run.size });
      return row.node;
    }));
  }
  for (const [key, old] of views) {
    if (keys.has(key) || (old.isParked && old.node.contains(document.activeElement))) continue;
    window.forget(old);
    old.node.remove();
    views.delete(key);
  }
  if (focus) restore(focus, window);
  return fresh;
}

/** The node of a section; an existing one is kept. */
function sectionNode(sheet, run) {
  const id = identifier("section-", run.key);
  let node = sheet.querySelector(`:scope > #${id}`);
  let list = node?.querySelector(":scope > ul");
  if (!node) {
    list = element("ul", { class: "rows" });
    node = element("section", { id, class: "section" }, list);
  }
  list ??= element("ul", { class: "rows" });
  setAttribute(list, "aria-label", run.title === "" ? null : run.title);
  return { node, list };
}

/** Keeps the focused row when it is scrolled away, without a position among the others. */
function park(view) {
  view.isParked = true;
  put(view.node, document.getElementById("parked"));
}

function focused(views) {
  const active = document.activeElement;
  const node = /** @type {HTMLElement | null} */ (active?.closest("#area [data-key]"));
  const view = node && views.get(node.dataset.key);
  if (!view) return null;
  const others = /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("#sheet [data-key]"));
  const keys = [...others].map((other) => other.dataset.key);
  return { active, view, above: keys.slice(0, Math.max(0, keys.indexOf(node.dataset.key))).reverse() };
}

/** Restores the focus that drawing took: to the same element, or to the replacement of a removed row. */
function restore({ active, view, above }, window) {
  if (document.activeElement === active) return;
  if (active.isConnected && !active.disabled) {
    active.focus({ preventScroll: true });
    return;
  }
  const parent = window.page.items.find((other) => other.address !== undefined && other.address === view.item.parent);
  const stand = window.views.get(view.item.key) ?? (parent && window.views.get(parent.key))
    ?? window.views.get(above.find((key) => window.views.has(key)));
  stand?.focus();
}
