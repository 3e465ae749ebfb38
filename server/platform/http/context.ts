import type { FastifyBaseLogger } from 'fastify'
import type { Binary, Endpoint, InputOf, OutputOf } from '#contract/platform/core/endpoint.ts'
import type { Db, Tx } from '#server/platform/core/db.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import type { Caller, CallerFor } from './caller.ts'
import type { FileResponse } from './download.ts'

/** Where a request came from, for the audit log and for sessions. */
export interface Origin {
  requestId: string
  ip: string
  userAgent: string
}

/** The browser that a request came from, as tries are counted by it. */
export interface Visitor {
  /** What its address is counted by, see `computeIpKey`. */
  address: string
  /** The device cookie as it came. */
  cookie: string | undefined
  /** Of the device cookie; undefined when none came that is ours. */
  deviceId: string | undefined
  /** Has the answer replace the device cookie. */
  keep(cookie: string): void
}

declare module 'fastify' {
  interface FastifyRequest {
    visitor: Visitor
  }
}

/** What a handler is given besides its input. */
export interface Context<C extends Caller = Caller, Answer = unknown> {
  db: Db
  caller: C
  moment: Moment
  origin: Origin
  visitor: Visitor
  log: FastifyBaseLogger
  /**
   * Opens the transaction of a write. It first holds the caller's session, so that a revocation either waits for this call or refuses
   * it; a call of money is answered from its idempotency key when that key has been seen; staff's writes are audited; deadlocks
   * are tried again. For a call of money `work` must return the call's answer.
   */
  write(work: (tx: Tx) => Promise<Answer>): Promise<Answer>
  /** Of a call of money: answers at once, by its key, what has been answered before. For what must not be asked twice, a password. */
  replay(): Promise<void>
  /**
   * Opens the transaction of what was asked for without holding the caller's session: of whoever has none yet, or ends his own, or is not to be
   * audited. Once it is committed, or may be, nobody is told that nothing was done.
   */
  act<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** A transaction beside what was asked for: counters that must survive a refusal, and who looked at what. */
  apart<T>(work: (tx: Tx) => Promise<T>): Promise<T>
}

type WriteAnswer<E extends Endpoint> = E['idempotent'] extends true ? OutputOf<E> : never

interface CallContext<E extends Endpoint> extends Omit<Context<CallerFor<E['needs']>>, 'write'> {
  write: E['idempotent'] extends true
    ? (work: (tx: Tx) => Promise<WriteAnswer<E>>) => Promise<WriteAnswer<E>>
    : <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
}

/** What an upload's handler is given besides: the bytes of its file as they came, within the call's limit and otherwise unread. */
interface WithFile {
  file: Buffer
}

export type HandlerContext<E extends Endpoint> = CallContext<E> & (E extends { kind: 'upload' } ? WithFile : unknown)

/** A file may leave while it is still being made. */
type AnswerOf<E extends Endpoint> = OutputOf<E> extends Binary ? FileResponse : OutputOf<E>

export type Handler<E extends Endpoint> = (input: InputOf<E>, context: HandlerContext<E>) => Promise<AnswerOf<E>>
/** A missing, extra or wrongly typed handler does not compile. */
export type Handlers<A extends Record<string, Endpoint>> = { [Name in keyof A]: Handler<A[Name]> }
