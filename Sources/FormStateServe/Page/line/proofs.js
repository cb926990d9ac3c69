// What the page and the program prove to each other with the key that stands in the page, and how the page seals what it keeps.
// A program that listens at this port later has no key: the page sends nothing there, and what it keeps stays unread.

const encoder = new TextEncoder();
const words = /** @type {HTMLMetaElement} */ (document.querySelector("meta[name=formstate-key]")).content;
const key = crypto.subtle.importKey("raw", encoder.encode(words), { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
const sealing = digest("seal").then((bytes) => crypto.subtle.importKey("raw", bytes, "AES-GCM", false, ["encrypt", "decrypt"]));
const ivLength = 12;

async function digest(text) { return crypto.subtle.sign("HMAC", await key, encoder.encode(text)); }

function hex(buffer) { return Array.from(new Uint8Array(buffer), (byte) => byte.toString(16).padStart(2, "0")).join(""); }

/** What a side, “server” or “page”, says to prove that it has the key. */
export async function proof(side, nonce, run) { return hex(await digest([side, location.host, nonce, run].join("\n"))); }

/** Where the tab keeps something of the served file: a name that tells nobody else which file it is. */
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
