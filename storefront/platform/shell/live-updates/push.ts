import { HEARTBEAT_MS, PUSH_PATH } from '#contract/people/messaging/push.ts'
import { API_BASE } from '#contract/platform/core/envelope.ts'
import { on } from '#storefront/platform/sessions/events.ts'
import { queries } from '#storefront/platform/sessions/session.ts'
import { readToken } from '#storefront/platform/sessions/token.ts'

/** A line that has been silent for so long is dead, though nobody has said so. */
const DEAD_MS = HEARTBEAT_MS * 3
const WAIT_MS = { first: 1_000, most: 60_000 }
/** A line that held so long was a good one: the next begins at once. */
const GOOD_MS = 30_000

/** Something of this person's is new: whatever shows messages is read anew. */
const look = () => void queries.invalidateQueries({ queryKey: ['message'] })

/** Tabs of one browser share one line: browsers open only six to a server. */
const neighbours = 'BroadcastChannel' in window ? new BroadcastChannel('yanfeng.news') : undefined

const NEWS = /^data: /m

/** Reads one line until it ends. Returns whether it was one at all: whoever is not logged in is told so and has none. */
async function readLine(token: string, stop: AbortSignal): Promise<boolean> {
  const dead = new AbortController()
  let watch = setTimeout(() => dead.abort(), DEAD_MS)
  try {
    const answer = await fetch(API_BASE + PUSH_PATH, {
      headers: { Authorization: token, Accept: 'text/event-stream' },
      cache: 'no-store',
      signal: AbortSignal.any([stop, dead.signal]),
    })
    if (!answer.body || !answer.headers.get('Content-Type')?.startsWith('text/event-stream')) return answer.status !== 200
    // What came while there was no line has been missed.
    look()
    const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader()
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      clearTimeout(watch)
      watch = setTimeout(() => dead.abort(), DEAD_MS)
      if (!NEWS.test(part.value)) continue
      look()
      neighbours?.postMessage('message')
    }
    return true
  } finally {
    clearTimeout(watch)
  }
}

/** From 0 to 1. */
const chance = () => (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) / 2 ** 32

const pause = (ms: number, stop: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms)
    stop.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })

/** Keeps a line for one token: when it breaks, another, each a little later, and not all browsers at the same moment. */
async function keepLine(token: string, stop: AbortSignal): Promise<void> {
  let wait = WAIT_MS.first
  while (!stop.aborted) {
    const begun = performance.now()
    const mayTryAgain = await readLine(token, stop).catch(() => true)
    if (!mayTryAgain) return
    wait = performance.now() - begun > GOOD_MS ? WAIT_MS.first : Math.min(wait * 2, WAIT_MS.most)
    await pause(wait * (0.5 + chance()), stop)
  }
}

/** One tab keeps the line; when it closes, the next takes over. Where the browser has no locks, every tab keeps its own. */
async function keepOneLine(token: string, stop: AbortSignal): Promise<void> {
  const keep = () => keepLine(token, stop)
  if (!('locks' in navigator)) return keep()
  await navigator.locks.request('yanfeng.news', { signal: stop }, keep).catch(() => {})
}

/** Listens for news as long as somebody is logged in; the header still asks once a minute, for browsers and proxies that let no line through. */
export function listenForPushes(): void {
  let hangUp = new AbortController()
  const begin = () => {
    hangUp.abort()
    hangUp = new AbortController()
    const token = readToken()
    if (token !== null) void keepOneLine(token, hangUp.signal)
  }
  neighbours?.addEventListener('message', look)
  on('tokenNotified', begin)
  begin()
}
