// The beginning of the page: a response, on the screen or on paper, or the list of responses.

import { said } from "./line/server.js";
import { ListScreen } from "./list.js";
import { PrintScreen } from "./print.js";
import { Screen } from "./screen.js";
import { speak } from "./strings/strings.js";

speak(new URLSearchParams(location.search).get("language"));
const query = new URLSearchParams(location.search);
const isList = query.has("list") || (said("start") === "list" && !query.has("response"));
document.body.dataset.shows = query.has("print") ? "print" : isList ? "list" : "form";
if (query.has("print")) new PrintScreen(query);
else if (isList) new ListScreen(query);
else new Screen(query);
