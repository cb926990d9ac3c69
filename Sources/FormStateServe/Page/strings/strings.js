// What the page says: in the language of the response where there is a table for it, otherwise in one that the browser asks for.

import { directionOf, tagOf } from "../languages.js";
import { arabic } from "./arabic.js";
import { english } from "./english.js";
import { french } from "./french.js";
import { german } from "./german.js";
import { spanish } from "./spanish.js";

/** @type {Record<string, Partial<typeof english>>} */
const tables = { en: english, de: german, fr: french, es: spanish, ar: arabic };

/** The words of the page. */
export let t = english;
/** Their language, as a tag. */
export let tongue = "en";
/** The tag of the language in which the response shows; that of the page where it names none. */
export let formTongue = "en";

/** Takes the language of the response, as the form names it; null where it has none. */
export function speak(language) {
  const wanted = [tagOf(language), ...navigator.languages, "en"].filter((tag) => tag !== null);
  tongue = wanted.map((tag) => tag.split("-")[0].toLowerCase()).find((tag) => tag in tables) ?? "en";
  formTongue = tagOf(language) ?? tongue;
  t = { ...english, ...tables[tongue] };
  document.documentElement.lang = tongue;
  document.documentElement.dir = directionOf(tongue);
}
