import type pg from 'pg'
import { PacketQuery, type Result, TRANSACTION_ABORTED } from './packet.ts'
import type { PreparedStatements } from './prepared-statements.ts'

/** pg's own way to send a packet, or a text without parameters. */
type Send = (sent: PacketQuery | string) => unknown

/** A statement that waits for the next one of its transaction. */
interface HeldStatement {
  text: string
  values: readonly unknown[]
  result: PromiseWithResolvers<Result>
  check: Promise<unknown> | undefined
}

/** What is sent in one turn of the event loop. */
interface Turn {
  statements: string[]
  packets: PacketQuery[]
  /** How many of them are sent. */
  sent: number
  /** How many answers are missing. */
  missing: number
}

interface HoldOptions {
  /** Settled by the statement's result. Until then no later result is returned and nothing is committed. */
  check: Promise<unknown> | undefined
  /** Called when the connection has the statement: later statements are sent after it. */
  onHeld: () => void
}

/** The held-back statements, by their parameters, because a connection can identify a statement only by them. */
const heldBack = new WeakMap<readonly unknown[], HoldOptions>()

/** Marks a statement by its parameters: its connection sends it together with the next statement of the transaction. */
export function markStatementHeldBack(parameters: readonly unknown[], options: HoldOptions): void {
  heldBack.set(parameters, options)
}

/** Parameters that no statement has: see `markStatementAsFlush`. */
const flushes = new WeakSet<readonly unknown[]>()

/** Marks a statement by its parameters: instead of it, the connection sends only the held-back statements, and waits for their checks. */
export function markStatementAsFlush(parameters: readonly unknown[]): void {
  flushes.add(parameters)
}

/** Errors that the database has reported for a statement before the commit: the transaction was rolled back for certain. */
const statementErrorsBeforeCommit = new WeakSet<object>()

/** Whether the error says that a commit was not executed, although it may look like a lost connection. */
export const isStatementErrorBeforeCommit = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && statementErrorsBeforeCommit.has(error)

/** A text with several statements is sent unchanged. */
const BEGIN = /^(?:begin|start transaction)\b[^;]*$/
/** It must be executed even if a statement before it has failed. */
const ROLLBACK = /^rollback\b/
const NO_VALUES: readonly unknown[] = []
const noResult = (command: string): Result => ({ command, rowCount: null, rows: [] })
const ignore = () => {}
/** A code of Node such as EPIPE looks like a SQLSTATE without digits, and means that the connection is lost. */
const isSqlState = (code: string): boolean => /^[0-9A-Z]{5}$/.test(code) && /[0-9]/.test(code)
const hasSqlState = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && isSqlState(String(error.code))
const isTransactionAborted = (error: unknown): boolean => hasSqlState(error) && (error as { code: string }).code === TRANSACTION_ABORTED

/**
 * Sends statements of one connection together. The statements of one turn of the event loop go out in one write, and the database answers
 * them one after another. `begin` and held-back statements go with the next statement, or with the commit.
 */
class Pipeline {
  readonly #send: Send
  readonly #options: PipelineOptions
  #turn: Turn | undefined
  /** Whether the database is in a transaction when it has executed what was written. */
  #isInTransaction = false
  #begin: string | undefined
  #held: HeldStatement[] = []
  /** Checks of statements that were sent. */
  readonly #checks = new Set<Promise<unknown>>()
  /** Why the transaction cannot continue: a held-back statement has failed, or its check has refused. */
  #failure: { error: unknown } | undefined

  constructor(send: Send, options: PipelineOptions) {
    this.#send = send
    this.#options = options
  }

  query(text: string, values?: readonly unknown[]): Promise<Result> {
    if (BEGIN.test(text)) return this.#beginWith(text)
    if (text === 'commit') return this.#commit()
    if (text === 'rollback') return this.#rollback()
    if (values && flushes.has(values)) return this.#flushAndCheck()
    const held = values && heldBack.get(values)
    if (held) return this.#hold(text, values, held)
    if (this.#failure) return Promise.reject(this.#failure.error)
    this.#sendHeld()
    return this.#afterChecks(this.#write(text, values))
  }

  /** Sends everything that waits, because other code uses the connection directly. */
  flush(): void {
    this.#sendHeld()
    if (this.#turn) this.#sendPackets(this.#turn)
  }

  /**
   * All writes of one turn go out together. Their results are returned when the last of them has arrived: so the statements that follow them
   * go out together, too, and the number of round trips does not depend on how the answers arrive. In a transaction they are one packet.
   * Outside of one each statement is a packet of its own, because its failure has nothing to do with the others.
   */
  #write(text: string, values: readonly unknown[] | undefined): Promise<Result> {
    this.#turn ??= this.#openTurn()
    const turn = this.#turn
    turn.statements.push(text)
    if (values === undefined) return this.#writeText(turn, text)
    let packet = turn.packets[turn.packets.length - 1]
    if (packet === undefined || packet.isSent || !this.#isInTransaction || ROLLBACK.test(text)) {
      packet = new PacketQuery(this.#options.prepared, () => this.#noteAnswer(turn))
      turn.packets.push(packet)
      turn.missing++
    }
    return packet.add(text, values)
  }

  /** Sends a text that may have several statements. */
  #writeText(turn: Turn, text: string): Promise<Result> {
    this.#sendPackets(turn)
    turn.missing++
    const answer = this.#send(text) as Promise<Result>
    answer.catch(ignore).then(() => this.#noteAnswer(turn))
    return answer
  }

  #openTurn(): Turn {
    const turn: Turn = { statements: [], packets: [], sent: 0, missing: 1 }
    process.nextTick(() => {
      this.#turn = undefined
      this.#sendPackets(turn)
      this.#options.onRoundTrip?.(turn.statements)
      this.#noteAnswer(turn)
    })
    return turn
  }

  #sendPackets(turn: Turn): void {
    for (const packet of turn.packets.slice(turn.sent)) this.#send(packet)
    turn.sent = turn.packets.length
  }

  #noteAnswer(turn: Turn): void {
    if (--turn.missing > 0) return
    for (const packet of turn.packets) packet.settle()
  }

  #beginWith(text: string): Promise<Result> {
    this.#reset()
    this.#begin = text
    return Promise.resolve(noResult('BEGIN'))
  }

  async #flushAndCheck(): Promise<Result> {
    const sent = await Promise.allSettled(this.#held.length > 0 ? this.#sendHeld() : [])
    for (const check of [...this.#checks]) await check
    // Whoever sends them after the transaction has failed has the error already.
    for (const one of sent) if (one.status === 'rejected' && !isTransactionAborted(one.reason)) throw one.reason
    return noResult('SELECT')
  }

  #hold(text: string, values: readonly unknown[], { check, onHeld }: HoldOptions): Promise<Result> {
    const result = Promise.withResolvers<Result>()
    result.promise.catch(ignore)
    this.#held.push({ text, values, result, check })
    onHeld()
    return result.promise
  }

  #fail(error: unknown): void {
    this.#failure ??= { error }
  }

  #track(sent: Promise<Result>): Promise<Result> {
    sent.catch((error: unknown) => this.#fail(error))
    return sent
  }

  /** Sends `begin` and the held-back statements. */
  #sendHeld(): Promise<Result>[] {
    const sent: Promise<Result>[] = []
    if (this.#begin !== undefined) {
      sent.push(this.#track(this.#write(this.#begin, NO_VALUES)))
      this.#isInTransaction = true
      this.#begin = undefined
    }
    for (const { text, values, result, check } of this.#held.splice(0)) {
      const answer = this.#track(this.#write(text, values))
      answer.then(result.resolve, result.reject)
      sent.push(answer)
      if (!check) continue
      this.#checks.add(check)
      check.then(
        () => this.#checks.delete(check),
        (error: unknown) => this.#fail(error),
      )
    }
    return sent
  }

  /** Returns a result once all earlier checks have passed. The first failure is the error of everything that was sent after it. */
  async #afterChecks(answer: Promise<Result>): Promise<Result> {
    answer.catch(ignore)
    for (const check of [...this.#checks]) await check
    try {
      return await answer
    } catch (error) {
      throw isTransactionAborted(error) && this.#failure ? this.#failure.error : error
    }
  }

  async #commit(): Promise<Result> {
    if (this.#held.some(({ check }) => check)) this.#sendHeld()
    for (const check of [...this.#checks]) await check
    if (this.#failure) throw this.#failure.error
    if (this.#begin !== undefined && this.#held.length === 0) {
      this.#begin = undefined
      return noResult('COMMIT')
    }
    const before = this.#sendHeld()
    const written = this.#write('commit', NO_VALUES)
    this.#isInTransaction = false
    const [commit, ...others] = await Promise.allSettled([written, ...before])
    const failed = others.find((one) => one.status === 'rejected')
    if (failed && hasSqlState(failed.reason)) statementErrorsBeforeCommit.add(failed.reason as object)
    if (failed) throw failed.reason
    if (commit.status === 'rejected') throw commit.reason
    this.#reset()
    return commit.value
  }

  #rollback(): Promise<Result> {
    const unsent = this.#begin !== undefined
    this.#reset()
    if (unsent) return Promise.resolve(noResult('ROLLBACK'))
    this.#isInTransaction = false
    return this.#write('rollback', NO_VALUES)
  }

  #reset(): void {
    this.#begin = undefined
    for (const { result } of this.#held.splice(0)) result.reject(new Error('the transaction has ended before this statement was sent'))
    this.#checks.clear()
    this.#failure = undefined
  }
}

interface PipelineOptions {
  /** undefined: nothing is prepared, because a pooler would execute it on another connection. */
  prepared: PreparedStatements | undefined
  /** Called with the statements of each wait for the database. */
  onRoundTrip: ((statements: readonly string[]) => void) | undefined
}

/** Makes a connection send statements together; its client must have the option `pipeline`. */
export function enablePipelining(client: pg.Client, options: PipelineOptions): void {
  const plain = client.query.bind(client) as (...given: unknown[]) => unknown
  const pipeline = new Pipeline(plain, options)
  const query = (given: unknown, values?: unknown, done?: unknown) => {
    if (typeof given === 'string' && done === undefined && (values === undefined || Array.isArray(values)))
      return pipeline.query(given, values)
    pipeline.flush()
    return plain(given, values, done)
  }
  client.query = query as typeof client.query
}
