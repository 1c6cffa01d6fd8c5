// Works while no page is open: shows what the site tells, and a page of its own where the site is out of reach.

/** What the offline page is made of; the server fills it in. */
const KEPT = [/* kept */];
const CACHE = `offline ${KEPT.join(" ")}`;
/** @type {any} */
const worker = self;

async function keep() {
  const cache = await caches.open(CACHE);
  await cache.addAll(KEPT);
  await worker.skipWaiting();
}

async function begin() {
  for (const name of await caches.keys()) if (name !== CACHE) await caches.delete(name);
  await worker.registration.navigationPreload?.enable();
  await worker.clients.claim();
}

/** The page itself, or the one that says that there is none. @param {any} event */
async function reach(event) {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request));
  } catch {
    return (await caches.match("/offline", { ignoreVary: true })) ?? Response.error();
  }
}

/** Show a notice; a later one about the same table takes its place. @param {any} data */
async function tell(data) {
  await worker.registration.showNotification(data.title, {
    body: data.text,
    tag: data.table || data.event,
    renotify: true,
    icon: "/icons/192.png",
    badge: "/icons/192.png",
    data: { path: data.path },
  });
  if (["turn", "back", "pause"].includes(data.event)) await worker.navigator.setAppBadge?.().catch(() => {});
}

/** Open the page of a notice: one that is open already, or a new one. @param {string} path */
async function open(path) {
  const url = new URL(path, worker.location.origin).href;
  const pages = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  const there = pages.find((/** @type {any} */ page) => page.url === url);
  await (there ? there.focus() : worker.clients.openWindow(url));
}

worker.addEventListener("install", (/** @type {any} */ event) => event.waitUntil(keep()));
worker.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(begin()));
worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { mode, method, url } = event.request;
  if (mode === "navigate" && method === "GET") event.respondWith(reach(event));
  else if (KEPT.includes(new URL(url).pathname))
    event.respondWith(fetch(event.request).catch(() => caches.match(new URL(url).pathname)));
});
worker.addEventListener("push", (/** @type {any} */ event) => {
  event.waitUntil(tell(event.data?.json() ?? { title: "Trainshed", path: "/" }));
});
worker.addEventListener("notificationclick", (/** @type {any} */ event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data.path));
});
