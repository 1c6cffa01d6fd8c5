// Whether this browser is told: asked of it, and changed by two buttons.

const card = document.getElementById("browser");
const zone = /** @type {HTMLInputElement | null} */ (document.querySelector("[data-guess]"));
const PAGE = "/account/notices/browser";

if (zone) zone.value = Intl.DateTimeFormat().resolvedOptions().timeZone || zone.value;

/** Show what there is to say or to press. @param {string} state */
function show(state) {
  for (const part of card?.querySelectorAll("[data-state]") ?? [])
    part.toggleAttribute("hidden", /** @type {HTMLElement} */ (part).dataset.state !== state);
}

/** @param {string} path @param {Record<string, string>} fields */
async function post(path, fields) {
  const answer = await fetch(path, { method: "POST", body: new URLSearchParams(fields) });
  if (!answer.ok) throw new Error(String(answer.status));
}

/** The site's key as the browser wants it. @param {string} text */
function bytes(text) {
  const plain = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
}

async function begin() {
  if ((await Notification.requestPermission()) !== "granted") return show("denied");
  const ready = await navigator.serviceWorker.ready;
  const made = await ready.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: bytes(card?.dataset.key ?? ""),
  });
  const { endpoint = "", keys = {} } = made.toJSON();
  await post(PAGE, { endpoint, key: keys.p256dh ?? "", secret: keys.auth ?? "" });
  card?.querySelector("[data-test]")?.removeAttribute("hidden");
  show("on");
}

async function end() {
  const found = await (await navigator.serviceWorker.ready).pushManager.getSubscription();
  if (found) {
    await post(`${PAGE}/forget`, { endpoint: found.endpoint });
    await found.unsubscribe();
  }
  show("off");
}

/** What is so now. */
async function look() {
  if (!("PushManager" in window) || !("Notification" in window)) return show("none");
  if (!navigator.serviceWorker || !isSecureContext) return show("none");
  if (Notification.permission === "denied") return show("denied");
  show("off");
  const ready = await navigator.serviceWorker.ready;
  const found = await ready.pushManager.getSubscription();
  show(found && (await isKnown(found.endpoint)) ? "on" : "off");
}

/** Whether the site still tells this browser. @param {string} endpoint */
async function isKnown(endpoint) {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(endpoint));
  const id = [...new Uint8Array(digest)].map((it) => it.toString(16).padStart(2, "0")).join("");
  return (card?.dataset.known ?? "").split(" ").includes(id);
}

const failed = () => show("failed");
card?.addEventListener("click", (event) => {
  const pressed = /** @type {Element} */ (event.target).closest("button[data-state]");
  const state = /** @type {HTMLElement | null} */ (pressed)?.dataset.state;
  if (state === "off") begin().catch(failed);
  if (state === "on") end().catch(failed);
});
look().catch(failed);
