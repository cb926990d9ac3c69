// The mutual proofs of page and program with the key in the page, and the encryption of stored data. A program that
// takes this port later has no key: the page sends it nothing, and stored data stays unreadable.

const encoder = new TextEncoder();
const words = /** @type {HTMLMetaElement} */ (document.querySelector("meta[name=formstate-key]")).content;
const key = crypto.subtle.importKey("raw", encoder.encode(words), { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
const sealing = digest("seal").then((bytes) => crypto.subtle.importKey("raw", bytes, "AES-GCM", false, ["encrypt", "decrypt"]));
const ivLength = 12;

async function digest(text) { return crypto.subtle.sign("HMAC", await key, encoder.encode(text)); }

function hex(buffer) { return Array.from(new Uint8Array(buffer), (byte) => byte.toString(16).padStart(2, "0")).join(""); }

/** A proof by a side, “server” or “page”, that it has the key. */
export async function proof(side, nonce, run) { return hex(await digest([side, location.host, nonce, run].join("\n"))); }

/** The name of stored data of the served file in the tab, which does not reveal the file. */
export async function place(...parts) { return `formstate ${hex(await digest(["place", ...parts].join("\n")))}`; }

export async function sealed(text) {
  const iv = crypto.getRandomValues(new Uint8Array(ivLength));
  return hex(iv) + hex(await crypto.subtle.encrypt({ name: "AES-GCM", iv }, await sealing, encoder.encode(text)));
}

export async function unsealed(text) {
  const bytes = new Uint8Array((text.match(/../g) ?? []).map((digits) => parseInt(digits, 16)));
  const iv = bytes.slice(0, ivLength);
  return new TextDecoder().decode(await crypto.subtle.decrypt({ name: "AES-GCM", iv }, await sealing, bytes.slice(ivLength)));
}
