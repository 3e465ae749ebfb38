/**
 * The stream that tells a screen that something of its user has changed, but not what. It is server-sent events that are read with `fetch`,
 * so that the token is sent in a header.
 */
export const PUSH_STREAM_PATH = '/user-api/api/message/stream'
/** A stream without data for this time is considered dead. */
export const PUSH_SILENCE_MAX_MS = 12_000

/** The topics that can be pushed. */
export type PushTopic = 'message'
