// The language of a form, as browsers and screen readers expect it.

/** Right-to-left languages. */
const rightToLeft = new Set(["ar", "arc", "ckb", "dv", "fa", "ha", "he", "ks", "ku", "nqo", "pa", "prs", "ps", "sd", "syr", "ug", "ur", "yi"]);
/** The scripts of those languages. */
const script = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

/** The tag of a form's language: “Français (fr)” or “fr”; null if its name has none. */
export function tagOf(language) {
  const found = language?.match(/^(?:.*\()?([a-z]{2,3}(?:-[A-Za-z0-9]{2,8})*)\)?$/)?.[1];
  return found ?? null;
}

/** “rtl” or “ltr”: the direction of a language, by its tag or else by its name. */
export function directionOf(language) {
  const tag = tagOf(language);
  if (tag !== null) {
    // Punjabi, Hausa and Kurdish are, if they are written in Arabic script.
    const [code, ...rest] = tag.split("-");
    if (["pa", "ha", "ku"].includes(code)) return rest.includes("Arab") ? "rtl" : "ltr";
    return rightToLeft.has(code) && !rest.includes("Latn") ? "rtl" : "ltr";
  }
  return script.test(language ?? "") ? "rtl" : "ltr";
}
