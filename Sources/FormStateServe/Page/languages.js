// In which language a form shows, as browsers and screen readers want to know it.

/** Languages that are written from right to left. */
const rightToLeft = new Set(["ar", "arc", "ckb", "dv", "fa", "ha", "he", "ks", "ku", "nqo", "pa", "prs", "ps", "sd", "syr", "ug", "ur", "yi"]);
/** The scripts of those languages. */
const script = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

/** The tag of a language that a form names: “Français (fr)” or “fr”; null where its name tells none. */
export function tagOf(language) {
  const found = language?.match(/^(?:.*\()?([a-z]{2,3}(?:-[A-Za-z0-9]{2,8})*)\)?$/)?.[1];
  return found ?? null;
}

/** “rtl” or “ltr”: how a language is written, by its tag or else by its name. */
export function directionOf(language) {
  const tag = tagOf(language);
  if (tag !== null) {
    // Punjabi, Hausa and Kurdish are, where they are written in Arabic letters.
    const [code, ...rest] = tag.split("-");
    if (["pa", "ha", "ku"].includes(code)) return rest.includes("Arab") ? "rtl" : "ltr";
    return rightToLeft.has(code) && !rest.includes("Latn") ? "rtl" : "ltr";
  }
  return script.test(language ?? "") ? "rtl" : "ltr";
}
