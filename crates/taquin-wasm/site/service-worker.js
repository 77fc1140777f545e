// Keeps one version of the site in a cache. A new version is stored beside it and takes over when the user agrees, or when no
// page of the old one is open; so all files that a page loads are of one version.

const VERSION = "%VERSION%";
const FILES = %FILES%;

addEventListener("install", (event) => event.waitUntil(store()));

async function store() {
  const cache = await caches.open(VERSION);
  try {
    await cache.addAll(FILES.map((file) => new Request(file, { cache: "reload" })));
  } catch (error) {
    await caches.delete(VERSION);
    if (error.name === "QuotaExceededError") {
      for (const client of await clients.matchAll({ includeUncontrolled: true })) client.postMessage("not-stored");
    }
    throw error;
  }
}

addEventListener("activate", (event) => event.waitUntil(takeOver()));

async function takeOver() {
  const prefix = VERSION.slice(0, VERSION.lastIndexOf(":") + 1);
  for (const name of await caches.keys()) if (name.startsWith(prefix) && name !== VERSION) await caches.delete(name);
  await clients.claim();
}

addEventListener("message", ({ data }) => data === "activate" && skipWaiting());

addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method === "GET" && request.url.startsWith(registration.scope)) event.respondWith(answer(request));
});

async function answer(request) {
  const cache = await caches.open(VERSION);
  return (await cache.match(request, { ignoreSearch: true })) ?? fetch(request);
}
