/** A call that the page's first script has sent (`storefront/prefetch.ts`), and whose it is. */
interface Sent {
  body: string
  token: string | null
  answer: Promise<Response>
}

declare global {
  /** By their paths. */
  var prefetched: Record<string, Sent> | undefined
}

/** As long as an answer counts as new. */
const FRESH_MS = 30_000

/** The answer to a call that went out before the shell was there; once, and only for who sits here now and for the very same words. */
export function takePrefetched(path: string, body: string, token: string | null): Promise<Response> | undefined {
  const sent = globalThis.prefetched?.[path]
  if (sent?.body !== body || sent.token !== token || performance.now() > FRESH_MS) return undefined
  delete globalThis.prefetched?.[path]
  return sent.answer
}
