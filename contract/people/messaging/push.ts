/**
 * The line on which a screen is told that something of its person's has changed: never what. A stream of server-sent events, read with
 * `fetch` so that the token travels in its header.
 */
export const PUSH_PATH = '/user-api/api/message/stream'
/** A line that says nothing for this long is a dead one. */
export const HEARTBEAT_MS = 12_000

/** What may be pushed. */
export type PushKind = 'message'
