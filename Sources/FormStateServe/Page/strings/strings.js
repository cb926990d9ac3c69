// The page's texts: in the language of the response if there is a table for it, otherwise in one of the browser's
// languages.

import { directionOf, tagOf } from "../languages.js";
import { arabic } from "./arabic.js";
import { english } from "./english.js";
import { french } from "./french.js";
import { german } from "./german.js";
import { spanish } from "./spanish.js";

/** @type {Record<string, Partial<typeof english>>} */
const tables = { en: english, de: german, fr: french, es: spanish, ar: arabic };

/** The texts of the page. */
export let t = english;
/** Their language, as a tag. */
export let tongue = "en";
/** The tag of the language of the response; that of the page if it has none. */
export let formTongue = "en";

/** The first of the browser's languages that has a table. */
export function tongueOfBrowser() {
  return [...navigator.languages, "en"].map((tag) => tag.split("-")[0].toLowerCase()).find((tag) => tag in tables);
}

/** Sets the language of the response, as named by the form; null without one. */
export function speak(language) {
  const wanted = [tagOf(language), ...navigator.languages, "en"].filter((tag) => tag !== null);
  tongue = wanted.map((tag) => tag.split("-")[0].toLowerCase()).find((tag) => tag in tables) ?? "en";
  formTongue = tagOf(language) ?? tongue;
  t = { ...english, ...tables[tongue] };
  document.documentElement.lang = tongue;
  document.documentElement.dir = directionOf(tongue);
}
