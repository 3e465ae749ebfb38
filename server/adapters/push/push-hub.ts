import { HEARTBEAT_MS, type PushKind } from '#contract/people/messaging/push.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import type { PushSignal } from '#server/platform/core/outbox.ts'
import type { ServerLimits } from '#server/platform/core/server-limits.ts'
import type { Member } from '#server/platform/http/caller.ts'

/** An open line to one screen. */
export interface PushStream {
  member: Member
  write(text: string): void
  end(): void
}

/** Of some people, those whose session still stands, as the digests of their tokens in hex. */
export type FindActiveSessions = (members: readonly Member[]) => Promise<ReadonlySet<string>>

/** All open lines of this process. */
export interface PushHub {
  /** Takes a line in, or refuses when its person or the process has too many. Returns how it leaves. */
  join(stream: PushStream): () => void
  /** Tells those whom it concerns. What ends sessions closes their lines. */
  push(push: PushSignal): Promise<void>
  /** Tells everybody: something may have been missed. */
  tellAll(kind: PushKind): void
  open(): number
  close(): void
}

/** How many beats pass between two looks at whose session still stands. */
const LOOK_EVERY = 3

const lineOf = (kind: PushKind): string => `data: ${JSON.stringify({ kind })}\n\n`
const concerns = ({ member }: PushStream, { enterpriseId, userIds }: PushSignal): boolean =>
  (enterpriseId === undefined || member.enterpriseId === enterpriseId) && (userIds === undefined || userIds.includes(member.userId))

/** Lines by person, so that news for one looks at his alone. */
export function createPushHub(
  { streams: most, userStreams }: Pick<ServerLimits, 'streams' | 'userStreams'>,
  standing: FindActiveSessions,
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
  /** Closes the lines of those who no longer sit where they sat. */
  const look = async (streams: readonly PushStream[]) => {
    if (streams.length === 0) return
    const stands = await standing(streams.map(({ member }) => member))
    for (const stream of streams) if (!stands.has(stream.member.tokenHash.toString('hex'))) end(stream)
  }
  let beats = 0
  const beat = setInterval(() => {
    for (const stream of all()) stream.write(':\n\n')
    // A database that does not answer ends nobody's session.
    if (++beats % LOOK_EVERY === 0) void look(all()).catch(() => {})
  }, HEARTBEAT_MS).unref()
  return {
    join(stream) {
      const own = byUser.get(stream.member.userId) ?? new Set()
      if (own.size >= userStreams) refuse('TOO_MANY')
      if (count >= most) refuse('OVERLOADED')
      byUser.set(stream.member.userId, own.add(stream))
      count++
      return () => leave(stream)
    },
    async push(push) {
      if (push.kind === 'session') return look(of(push))
      const line = lineOf(push.kind)
      for (const stream of of(push)) stream.write(line)
    },
    tellAll(kind) {
      for (const stream of all()) stream.write(lineOf(kind))
    },
    open: () => count,
    close() {
      clearInterval(beat)
      for (const stream of all()) end(stream)
    },
  }
}
