/** Keeps the pages and what they are built of, so that a screen that is started before the device says so itself, and goes on when it comes. */
const KEPT = 'greenline-pages'
const PAGE = /^\/(assets\/|icon|manifest|$|index\.html|setup|sheet|public|device|certificate|buying|overlay)/

self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (e) => e.waitUntil(self.clients.claim()))
self.addEventListener('fetch', (e) => {
  const url = new URL(e.request.url)
  if (e.request.method === 'GET' && url.origin === location.origin && PAGE.test(url.pathname)) e.respondWith(fresh(e.request, url))
})

/** From the device while it is there, for its pages may be newer; else as they were last. */
async function fresh(request, url) {
  const pages = await caches.open(KEPT)
  try {
    const answer = await fetch(request)
    if (answer.ok) {
      await pages.put(url.pathname, answer.clone())
      await forgetOlder(pages, url.pathname)
    }
    return answer
  } catch (gone) {
    const kept = await pages.match(url.pathname)
    if (kept) return kept
    throw gone
  }
}

/** Files are named by their content: an earlier one of the same name is of no use any more. */
async function forgetOlder(pages, path) {
  const name = (p) => p.replace(/-[\w-]{8}\./, '.')
  for (const { url } of await pages.keys()) {
    const other = new URL(url).pathname
    if (other !== path && name(other) === name(path)) await pages.delete(other)
  }
}
