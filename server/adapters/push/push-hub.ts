import { PUSH_SILENCE_MAX_MS, type PushTopic } from '#contract/people/messaging/push.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import type { PushSignal } from '#server/platform/core/outbox.ts'
import type { ServerLimits } from '#server/platform/core/server-limits.ts'
import type { Member } from '#server/platform/http/caller.ts'

/** An open push stream to one screen. */
export interface PushStream {
  member: Member
  write(text: string): void
  end(): void
}

/** Returns which of the given members have an active session, as the hex digests of their tokens. */
export type FindActiveSessionDigests = (members: readonly Member[]) => Promise<ReadonlySet<string>>

/** All push streams of this process. */
export interface PushHub {
  /** Adds a stream. Refuses if its person or the process has too many. Returns the function that removes it. */
  add(stream: PushStream): () => void
  /** Sends a signal to the screens that it concerns. A signal that ends sessions closes their streams. */
  push(push: PushSignal): Promise<void>
  /** Sends a signal to all screens, because some may have been missed. */
  pushToAll(kind: PushTopic): void
  open(): number
  close(): void
}

/** The number of heartbeats between two checks of the sessions. */
const CHECK_EVERY = 3

const lineOf = (kind: PushTopic): string => `data: ${JSON.stringify({ kind })}\n\n`
const concerns = ({ member }: PushStream, { enterpriseId, userIds }: PushSignal): boolean =>
  (enterpriseId === undefined || member.enterpriseId === enterpriseId) && (userIds === undefined || userIds.includes(member.userId))

/** Streams by person, so that a signal for one person does not go through all streams. */
export function createPushHub(
  { streams: max, userStreams }: Pick<ServerLimits, 'streams' | 'userStreams'>,
  findActiveSessions: FindActiveSessionDigests,
): PushHub {
  const byUser = new Map<string, Set<PushStream>>()
  let count = 0
  const leave = (stream: PushStream) => {
    const own = byUser.get(stream.member.userId)
    if (!own?.delete(stream)) return
    count--
    if (own.size === 0) byUser.delete(stream.member.userId)
  }
  const all = (): PushStream[] => [...byUser.values()].flatMap((own) => [...own])
  const of = (push: PushSignal): PushStream[] => {
    const own = push.userIds?.flatMap((id) => [...(byUser.get(id) ?? [])]) ?? all()
    return own.filter((stream) => concerns(stream, push))
  }
  const end = (stream: PushStream) => {
    leave(stream)
    stream.end()
  }
  /** Closes the streams whose session has ended or changed to another company. */
  const checkSessions = async (streams: readonly PushStream[]) => {
    if (streams.length === 0) return
    const stands = await findActiveSessions(streams.map(({ member }) => member))
    for (const stream of streams) if (!stands.has(stream.member.tokenHash.toString('hex'))) end(stream)
  }
  let beats = 0
  const beat = setInterval(() => {
    for (const stream of all()) stream.write(':\n\n')
    // If the database does not answer, no session is treated as ended.
    if (++beats % CHECK_EVERY === 0) void checkSessions(all()).catch(() => {})
  }, PUSH_SILENCE_MAX_MS).unref()
  return {
    add(stream) {
      const own = byUser.get(stream.member.userId) ?? new Set()
      if (own.size >= userStreams) refuse('TOO_MANY')
      if (count >= max) refuse('OVERLOADED')
      byUser.set(stream.member.userId, own.add(stream))
      count++
      return () => leave(stream)
    },
    async push(push) {
      if (push.kind === 'session') return checkSessions(of(push))
      const line = lineOf(push.kind)
      for (const stream of of(push)) stream.write(line)
    },
    pushToAll(kind) {
      for (const stream of all()) stream.write(lineOf(kind))
    },
    open: () => count,
    close() {
      clearInterval(beat)
      for (const stream of all()) end(stream)
    },
  }
}
