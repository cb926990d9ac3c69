// How a page gets access: by the secret of the printed address, or by the key that this browser got for it.

import { access } from "./access.js";
import { Refusal, root, silent, soon, timeLimit } from "./server.js";

/** The secret in the address, after the `#`, which browsers send to nobody; null without one. */
export function secret() { return new URLSearchParams(location.hash.slice(1)).get("secret"); }

/** Gets access; throws if it is refused. */
export async function enter() {
  const given = secret();
  let refused = null;
  if (given !== null) {
    try {
      return await exchange(given);
    } catch (refusal) {
      if (!(refusal instanceof Refusal) || !refusal.isShutOut) throw refusal;
      refused = refusal;
    } finally {
      // Neither the history nor a copied address keeps it.
      if (refused || access.token !== "") history.replaceState(history.state, "", location.pathname + location.search);
    }
  }
  const found = await comeBack();
  if (found === "known") return;
  if (found === "lost") throw silent();
  // A user whom a proxy names needs no secret.
  try {
    await exchange("");
  } catch (refusal) {
    throw refused ?? refusal;
  }
}

/** Makes the program prove that it is the one that gave this browser its key, then proves the same for this page. */
export async function comeBack() {
  if (!await access.recall()) return "strange";
  const nonce = crypto.randomUUID();
  const address = `${root}/return?${new URLSearchParams({ nonce })}`;
  try {
    const answer = await fetch(address, { redirect: "error", signal: soon(timeLimit) });
    // A proxy answers so if the program behind it does not.
    if (answer.status >= 500) return "lost";
    const { run, proof } = await answer.json().catch(() => ({}));
    if (!answer.ok || proof !== await access.proof("server", nonce, run)) return "strange";
    const headers = { "X-FormState": await access.proof("page", nonce, run) };
    const back = await fetch(address, { method: "POST", headers, redirect: "error", signal: soon(timeLimit) });
    if (!back.ok) return "strange";
    await access.take(await back.json());
    return "known";
  } catch {
    return "lost";
  }
}

async function exchange(words) {
  let answer, given;
  try {
    answer = await fetch(`${root}/enter`, { method: "POST", headers: { "X-FormState": words }, redirect: "error", signal: soon(timeLimit) });
    given = await answer.json();
  } catch {
    if (!answer || answer.ok || answer.status >= 500) throw silent();
    given = {};
  }
  if (!answer.ok) throw new Refusal(answer.status, given);
  await access.take(given);
}
