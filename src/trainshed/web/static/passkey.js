// Passkeys: the browser makes a key or shows one, the server says whether it is right.

/** @param {string} text @returns {ArrayBuffer} */
function bytes(text) {
  const plain = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(plain, (letter) => letter.charCodeAt(0)).buffer;
}

/** @param {ArrayBuffer | null | undefined} buffer @returns {string | undefined} */
function text(buffer) {
  if (!buffer) return undefined;
  const plain = String.fromCharCode(...new Uint8Array(buffer));
  return btoa(plain).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** What the server asks, with its texts as bytes. @param {any} options */
function readable(options) {
  /** @param {any} key */
  const named = (key) => ({ ...key, id: bytes(key.id) });
  const found = { ...options, challenge: bytes(options.challenge) };
  if (options.user) found.user = named(options.user);
  if (options.excludeCredentials) found.excludeCredentials = options.excludeCredentials.map(named);
  if (options.allowCredentials) found.allowCredentials = options.allowCredentials.map(named);
  return found;
}

/** What the browser has made or shown, with its bytes as texts. @param {any} key */
function writable(key) {
  return {
    id: key.id,
    rawId: text(key.rawId),
    type: key.type,
    response: {
      clientDataJSON: text(key.response.clientDataJSON),
      attestationObject: text(key.response.attestationObject),
      authenticatorData: text(key.response.authenticatorData),
      signature: text(key.response.signature),
      userHandle: text(key.response.userHandle),
    },
  };
}

/** @param {string} step @param {object} body @returns {Promise<any>} */
async function send(step, body) {
  const answer = await fetch(`/account/passkey/${step}${location.search}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  const found = await answer.json().catch(() => ({ fault: "" }));
  if (!answer.ok) throw new Error(found.fault);
  return found;
}

/** One ceremony from beginning to end. @param {HTMLElement} button */
async function go(button) {
  const purpose = button.dataset.passkey ?? "show";
  const form = button.closest("form");
  const name = String((form && new FormData(form).get("name")) ?? "");
  if (purpose === "make" && form) {
    const field = /** @type {HTMLInputElement | null} */ (form.querySelector('[name="name"]'));
    if (field && !field.reportValidity()) return;
  }
  const password = String((purpose === "add" && form && new FormData(form).get("password")) || "");
  const wish = { purpose, name: purpose === "make" ? name : "", password };
  const options = readable(await send("ask", wish));
  const key =
    purpose === "show"
      ? await navigator.credentials.get({ publicKey: options })
      : await navigator.credentials.create({ publicKey: options });
  const label = purpose === "add" ? name : "";
  const { to } = await send("answer", { credential: writable(key), name: label });
  location.assign(to);
}

/** Say what went wrong beside the button. @param {HTMLElement} button @param {unknown} error */
function complain(button, error) {
  const place = button.closest("[data-passkeys]")?.querySelector("[data-fault]");
  if (!(place instanceof HTMLElement)) return;
  const said = error instanceof Error && error.constructor === Error ? error.message : "";
  place.textContent = said || (place.dataset.fault ?? "");
  place.hidden = false;
}

if (window.PublicKeyCredential) {
  for (const part of document.querySelectorAll("[data-passkeys]"))
    /** @type {HTMLElement} */ (part).hidden = false;
}

document.addEventListener("click", async (event) => {
  const button = /** @type {HTMLElement | null} */ (
    /** @type {Element} */ (event.target).closest("[data-passkey]")
  );
  if (!button) return;
  event.preventDefault();
  try {
    await go(button);
  } catch (error) {
    complain(button, error);
  }
});
