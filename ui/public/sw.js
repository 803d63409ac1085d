// Shows the page of the client from the cache, so that a later visit waits for the state of the game alone. The service lets the
// files that the page names be kept for good; their names change with their content.
const KEPT = "page";
const PAGE = "/";

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(KEPT).then((cache) => cache.add(new Request(PAGE, { cache: "no-cache" }))));
  self.skipWaiting();
});

self.addEventListener("fetch", (event) => {
  const { pathname } = new URL(event.request.url);
  if (event.request.mode === "navigate" && (pathname === PAGE || pathname.startsWith("/tables/"))) {
    event.respondWith(shown(event));
  }
});

/** The page as it was kept; a newer one is kept for the next time, and whoever looks at the old one is told. */
async function shown(event) {
  const cache = await caches.open(KEPT);
  const before = await cache.match(PAGE);
  const renewed = renew(cache, before?.clone(), event.resultingClientId);
  if (!before) return renewed;
  event.waitUntil(renewed.catch(() => undefined));
  return before;
}

async function renew(cache, before, client) {
  const now = await fetch(PAGE, { cache: "no-cache" });
  if (!now.ok) return now;
  await cache.put(PAGE, now.clone());
  if (before && (await before.text()) !== (await now.clone().text())) (await self.clients.get(client))?.postMessage("renewed");
  return now;
}
