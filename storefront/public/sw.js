/**
 * The service worker of the installed mall. It stores only built files, whose names contain the hash of their content: no page, no answer
 * of a call, no picture. The page itself always comes from the network, so that a new version appears at the next opening; without a
 * network the worker says so, and opens the same page again once the mall answers.
 */
const CACHE = 'mall-assets-1'
const HASHED = /^\/assets\/[\w.-]+-[\w-]{8}\.(?:js|css|woff2?)$/
const KEPT_MAX = 200

const OFFLINE =
  '<!doctype html><html lang="zh-CN"><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>没有网络</title><body style="margin:0;display:grid;place-items:center;min-height:100vh;background:#f5f3ee;color:#13201e;font:16px/1.7 sans-serif;text-align:center"><main><h1 style="font-size:20px">没有网络</h1><p>连上网络后重新打开商城。</p><p><a href="/" style="color:#0f6b5c">重试</a></p></main><script>setInterval(()=>fetch("/",{method:"HEAD",cache:"no-store"}).then(({ok})=>ok&&location.reload(),()=>undefined),3000);document.querySelector("a").onclick=(event)=>{event.preventDefault();location.reload()}</script>'

self.addEventListener('install', () => self.skipWaiting())

self.addEventListener('activate', (event) => {
  const cleaned = caches.keys().then((names) => Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name))))
  event.waitUntil(cleaned.then(() => self.clients.claim()))
})

/** The oldest entries are deleted first: files of versions that nobody loads any more. */
async function keep(request, answer) {
  const cache = await caches.open(CACHE)
  await cache.put(request, answer)
  const kept = await cache.keys()
  await Promise.all(kept.slice(0, Math.max(0, kept.length - KEPT_MAX)).map((old) => cache.delete(old)))
}

async function fileFor(event) {
  const kept = await caches.match(event.request, { cacheName: CACHE })
  if (kept) return kept
  const answer = await fetch(event.request)
  if (answer.ok && answer.type === 'basic') event.waitUntil(keep(event.request, answer.clone()).catch(() => undefined))
  return answer
}

const pageFor = (request) =>
  fetch(request).catch(() => new Response(OFFLINE, { status: 503, headers: { 'Content-Type': 'text/html; charset=utf-8' } }))

self.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== self.location.origin) return
  if (request.mode === 'navigate' && url.pathname === '/') event.respondWith(pageFor(request))
  else if (HASHED.test(url.pathname)) event.respondWith(fileFor(event))
})
