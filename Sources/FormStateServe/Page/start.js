// Where the page begins: with a response, or with the list of them.

import { ListScreen } from "./list.js";
import { Screen } from "./screen.js";
import { said } from "./server.js";

const query = new URLSearchParams(location.search);
const isList = query.has("list") || (said("start") === "list" && !query.has("response"));
document.body.dataset.shows = isList ? "list" : "form";
if (isList) new ListScreen(query);
else new Screen(query);
