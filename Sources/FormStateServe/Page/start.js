// The beginning of the page: a response, on the screen or on paper, or the list of responses.

import { element } from "./elements.js";
import { access } from "./line/access.js";
import { enter, secret } from "./line/entering.js";
import { Refusal } from "./line/server.js";
import { ListScreen } from "./list.js";
import { PrintScreen } from "./print.js";
import { Screen } from "./screen.js";
import { speak } from "./strings/strings.js";

/** How long a page waits for a program that does not answer, in milliseconds. */
const patience = 1000;

const query = new URLSearchParams(location.search);
speak(query.get("language"));
// An address that differs only in its secret does not load the page again.
addEventListener("hashchange", () => { if (secret() !== null) location.reload(); });
begin();

async function begin() {
  try {
    await enter();
  } catch (refusal) {
    if (!(refusal instanceof Refusal)) throw refusal;
    document.getElementById("title").textContent = document.title;
    const words = `${refusal.message[0].toUpperCase()}${refusal.message.slice(1)}${/[.?]$/.test(refusal.message) ? "" : "."}`;
    document.getElementById("form").replaceChildren(element("p", { class: "notice fault", role: "alert" }, words));
    if (refusal.status === 0 || refusal.status >= 500) setTimeout(begin, patience);
    return;
  }
  const isList = query.has("list") || (access.start === "list" && !query.has("response"));
  document.body.dataset.shows = query.has("print") ? "print" : isList ? "list" : "form";
  if (query.has("print")) new PrintScreen(query);
  else if (isList) new ListScreen(query);
  else new Screen(query);
}
