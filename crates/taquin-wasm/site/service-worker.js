// Keeps one version of the site in a cache. A new version is stored beside it and takes over when the user agrees, or when no
// page of the old one is open. Pages of the old one reload then, so all files that a page loads are of one version.

const SITE = `taquin:${registration.scope}:`; // other copies may be on the same origin
const VERSION = `${SITE}%VERSION%`;
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
  for (const name of await caches.keys()) if (name.startsWith(SITE) && name !== VERSION) await caches.delete(name);
  await clients.claim();
}

addEventListener("message", ({ data }) => data === "activate" && skipWaiting());

addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method === "GET" && request.url.startsWith(registration.scope)) event.respondWith(answer(request));
});

async function answer(request) {
  const cache = await caches.open(VERSION);
  const { origin, pathname } = new URL(request.url);
  const isPage = `${origin}${pathname}` === `${registration.scope}index.html`;
  return (await cache.match(isPage ? registration.scope : request, { ignoreSearch: true, ignoreVary: true })) ?? fetch(request);
}
