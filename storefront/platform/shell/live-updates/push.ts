import { PUSH_SILENCE_MAX_MS, PUSH_STREAM_PATH } from '#contract/people/messaging/push.ts'
import { API_BASE } from '#contract/platform/core/envelope.ts'
import { onClientEvent } from '#storefront/platform/sessions/events.ts'
import { queryClient } from '#storefront/platform/sessions/session.ts'
import { readToken } from '#storefront/platform/sessions/token.ts'

/** A stream that is silent for so long is dead, even without an error. */
const DEAD_MS = PUSH_SILENCE_MAX_MS * 3
const WAIT_MS = { first: 1_000, most: 60_000 }
/** A stream that lasted so long was healthy, so the next one starts at once. */
const GOOD_MS = 30_000

/** Something of this person is new, so everything that shows messages is fetched again. */
const refreshMessages = () => void queryClient.invalidateQueries({ queryKey: ['message'] })

/** The tabs of one browser share one stream, because browsers open only six connections to a server. */
const neighbours = 'BroadcastChannel' in window ? new BroadcastChannel('yanfeng.news') : undefined

const NEWS = /^data: /m

/** Reads one stream until it ends. Returns whether it started. A person without a login is refused and has none. */
async function readStream(token: string, stop: AbortSignal): Promise<boolean> {
  const dead = new AbortController()
  let watch = setTimeout(() => dead.abort(), DEAD_MS)
  try {
    const answer = await fetch(API_BASE + PUSH_STREAM_PATH, {
      headers: { Authorization: token, Accept: 'text/event-stream' },
      cache: 'no-store',
      signal: AbortSignal.any([stop, dead.signal]),
    })
    if (!answer.body || !answer.headers.get('Content-Type')?.startsWith('text/event-stream')) return answer.status !== 200
    // Signals during the time without a stream were missed.
    refreshMessages()
    const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader()
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      clearTimeout(watch)
      watch = setTimeout(() => dead.abort(), DEAD_MS)
      if (!NEWS.test(part.value)) continue
      refreshMessages()
      neighbours?.postMessage('message')
    }
    return true
  } finally {
    clearTimeout(watch)
  }
}

/** From 0 to 1. */
const random = () => (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) / 2 ** 32

const pause = (ms: number, stop: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms)
    stop.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })

/**
 * Keeps a stream open for one token. When it breaks, it connects again with growing random delays, so that browsers do not reconnect at the
 * same moment.
 */
async function runStream(token: string, stop: AbortSignal): Promise<void> {
  let wait = WAIT_MS.first
  while (!stop.aborted) {
    const begun = performance.now()
    const mayTryAgain = await readStream(token, stop).catch(() => true)
    if (!mayTryAgain) return
    wait = performance.now() - begun > GOOD_MS ? WAIT_MS.first : Math.min(wait * 2, WAIT_MS.most)
    await pause(wait * (0.5 + random()), stop)
  }
}

/** One tab keeps the stream. When it closes, another takes over. Without the Web Locks API every tab has its own. */
async function runSharedStream(token: string, stop: AbortSignal): Promise<void> {
  const run = () => runStream(token, stop)
  if (!('locks' in navigator)) return run()
  await navigator.locks.request('yanfeng.news', { signal: stop }, run).catch(() => {})
}

/**
 * Listens for push signals while somebody is logged in. The header still polls once a minute, for browsers and proxies that block streams.
 */
export function listenForPushes(): void {
  let hangUp = new AbortController()
  const begin = () => {
    hangUp.abort()
    hangUp = new AbortController()
    const token = readToken()
    if (token !== null) void runSharedStream(token, hangUp.signal)
  }
  neighbours?.addEventListener('message', refreshMessages)
  onClientEvent('tokenNotified', begin)
  begin()
}
