import type { FastifyBaseLogger, FastifyRequest } from 'fastify'
import type { BinaryFile, Endpoint, InputOf, OutputOf } from '#contract/platform/core/endpoint.ts'
import type { Refusal } from '#contract/platform/core/refusal.ts'
import { type AuditEntry, recordAudits } from '#server/platform/core/audit.ts'
import type { Db, Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { type Caller, type CallerForAccessRule, type Member, type Staff, toAuditActor } from './caller.ts'
import type { FileResponse } from './download.ts'

/** The origin of a request, for the audit log and for sessions. */
export interface RequestOrigin {
  requestId: string
  ip: string
  userAgent: string
}

export const toRequestOrigin = (request: FastifyRequest): RequestOrigin => ({
  requestId: request.id,
  ip: request.ip,
  userAgent: (request.headers['user-agent'] ?? '').slice(0, 200),
})

/** The browser of a request, by which tries are counted. */
export interface Visitor {
  /** The key under which its address is counted, see `toIpNetworkKey`. */
  address: string
  /** The device cookie of the request, unchecked. */
  cookie: string | undefined
  /** The id in the device cookie; undefined if there is no valid cookie. */
  deviceId: string | undefined
  /** Sets the device cookie in the answer. */
  setCookie(cookie: string): void
}

declare module 'fastify' {
  interface FastifyRequest {
    visitor: Visitor
  }
}

/** The result of a check whose attempts are counted, such as that of a payment password. */
export interface CountedCheckResult {
  /** Why the call is refused; undefined: the check has passed. */
  refusal: Refusal | undefined
  /** Records the attempt. The check has locked the counter; undefined: there is nothing to record. */
  count: ((tx: Tx) => Promise<void>) | undefined
}

/** The values that a handler receives besides its input. */
export interface Context<C extends Caller = Caller, Answer = unknown> {
  db: Db
  caller: C
  moment: Moment
  origin: RequestOrigin
  visitor: Visitor
  log: FastifyBaseLogger
  /**
   * Opens the transaction of a write, retries deadlocks, and audits writes of staff. It first locks the caller's session, so that a
   * revocation either waits for this call or refuses it. A payment call whose idempotency key was used is answered from the stored answer,
   * which is what its `work` has returned.
   */
  write(work: (tx: Tx) => Promise<Answer>): Promise<Answer>
  /**
   * Like `write`, after a check whose attempts are counted: the count is committed even if the call is refused. The counter stays locked
   * until then, so that concurrent attempts wait; if there is nothing to count, the check's locks are released at once. A call that was
   * answered before is answered from its key whatever the check says, and no attempt is counted. An error that `check` throws refuses the
   * call without a count.
   */
  writeChecked(check: (tx: Tx) => Promise<CountedCheckResult>, work: (tx: Tx) => Promise<Answer>): Promise<Answer>
  /**
   * For a payment call: answers at once from its key if it was answered before. Use it before a check that must not run twice, such as a
   * password.
   */
  replay(): Promise<void>
  /**
   * Opens a transaction without locking the caller's session: for a caller who has no session yet, who ends his own, or who is not audited.
   * After a commit, or a possible commit, the caller never gets the answer that nothing was done.
   */
  writeWithoutSession<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** A transaction that is separate from the call's own work: for counters that must survive a refusal, and for records of views. */
  writeSeparately<T>(work: (tx: Tx) => Promise<T>): Promise<T>
}

type WriteAnswer<E extends Endpoint> = E['idempotent'] extends true ? OutputOf<E> : never

interface CallContext<E extends Endpoint> extends Omit<Context<CallerForAccessRule<E['needs']>>, 'write' | 'writeChecked'> {
  write: E['idempotent'] extends true
    ? (work: (tx: Tx) => Promise<WriteAnswer<E>>) => Promise<WriteAnswer<E>>
    : <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
  writeChecked: E['idempotent'] extends true
    ? (check: (tx: Tx) => Promise<CountedCheckResult>, work: (tx: Tx) => Promise<WriteAnswer<E>>) => Promise<WriteAnswer<E>>
    : <T>(check: (tx: Tx) => Promise<CountedCheckResult>, work: (tx: Tx) => Promise<T>) => Promise<T>
}

/** A handler of an upload receives this in addition: the bytes of its file, within the call's limit and otherwise unchecked. */
interface WithFile {
  file: Buffer
}

export type HandlerContext<E extends Endpoint> = CallContext<E> & (E extends { kind: 'upload' } ? WithFile : unknown)

/** A file may be sent while it is still being produced. */
type AnswerOf<E extends Endpoint> = OutputOf<E> extends BinaryFile ? FileResponse : OutputOf<E>

export type Handler<E extends Endpoint> = (input: InputOf<E>, context: HandlerContext<E>) => Promise<AnswerOf<E>>
/** A missing, extra or wrongly typed handler is a type error. */
export type Handlers<A extends Record<string, Endpoint>> = { [Name in keyof A]: Handler<A[Name]> }

/** What `recordViewInAuditLog` needs of the call. */
export type RecordViewContext = Pick<Context<Member | Staff>, 'caller' | 'moment' | 'origin' | 'writeSeparately'>

interface ViewEntry extends Pick<AuditEntry, 'action' | 'objectKind' | 'objectId' | 'facts'> {
  /** The company that it is of. A member sees what is of his own. */
  enterpriseId?: string
}

/**
 * Records in the audit log what a member or a staff member has looked at or downloaded, each with an entry of its own. It has a transaction
 * of its own, because a read has none.
 */
export async function recordViewsInAuditLog(
  { caller, moment, origin, writeSeparately }: RecordViewContext,
  views: readonly ViewEntry[],
): Promise<void> {
  const person = toAuditActor(caller)
  const entries = views.map(({ enterpriseId, ...entry }): AuditEntry => {
    const actor = enterpriseId === undefined ? person : { ...person, enterpriseId }
    return { origin, actor, ...entry }
  })
  await writeSeparately((tx) => recordAudits(tx, moment, entries))
}

/** The same for one. */
export const recordViewInAuditLog = (context: RecordViewContext, view: ViewEntry): Promise<void> => recordViewsInAuditLog(context, [view])

const reusableAnswers = new WeakSet<object>()

/**
 * Marks an answer that a handler may return again. It must not be changed any more, because its text is computed once and kept as long as
 * the answer is.
 */
export const markAnswerAsReusable = (answer: object): void => void reusableAnswers.add(answer)

export const isReusableAnswer = (answer: unknown): answer is object =>
  typeof answer === 'object' && answer !== null && reusableAnswers.has(answer)
