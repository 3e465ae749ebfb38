/** A request that the first script of the page has sent (`storefront/prefetch.ts`), and the token of that request. */
interface Sent {
  body: string
  token: string | null
  /** Undefined if it was not sent after all. */
  answer: Promise<Response | undefined>
}

declare global {
  /** The requests by path. */
  var prefetched: Record<string, Sent> | undefined
}

/** How long an answer counts as fresh. */
const FRESH_MS = 30_000

/** Returns the answer to a prefetched request. It is used once, and only for the same token and exactly the same input. */
export function takePrefetchedResponse(path: string, body: string, token: string | null): Promise<Response | undefined> | undefined {
  const sent = globalThis.prefetched?.[path]
  if (sent?.body !== body || sent.token !== token || performance.now() > FRESH_MS) return undefined
  delete globalThis.prefetched?.[path]
  return sent.answer
}
