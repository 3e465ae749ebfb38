import { sql } from 'kysely'
import * as z from 'zod/mini'
import { PLATFORM_ENTERPRISE_ID } from '#contract/billing/bank/platform-enterprise.ts'
import { auditObjectsByInputField } from '#contract/platform/core/audit-objects.ts'
import type { Endpoint } from '#contract/platform/core/endpoint.ts'
import { Refusal } from '#contract/platform/core/refusal.ts'
import { refuse } from '#contract/platform/core/refusals.ts'
import { isSecretField, isTextOfOwnTable } from '#contract/platform/core/secret.ts'
import { recordAuditWithNextStatement } from '#server/platform/core/audit.ts'
import { consumeDailyCallQuota } from '#server/platform/core/daily-calls.ts'
import { isDatabaseUnavailable, UnknownCommitOutcomeError } from '#server/platform/core/database-errors.ts'
import {
  awaitAllAndThrowFirstError,
  type Db,
  flushHeldBackStatements,
  runInSeparateTransaction,
  runInTransaction,
  sendWithNextStatement,
  type Tx,
} from '#server/platform/core/db.ts'
import {
  claimIdempotencyKey,
  IdempotencyKeyTakenError,
  type IdempotencyScope,
  readStoredIdempotentAnswer,
  StoredIdempotentAnswerFoundError,
  saveIdempotentAnswer,
} from '#server/platform/core/idempotency.ts'
import { sha256 } from '#server/platform/core/keys.ts'
import type { Moment } from '#server/platform/core/moment.ts'
import { type Caller, toAuditActor } from './caller.ts'
import type { CountedCheckResult, RequestOrigin } from './context.ts'

/** Identifies callers, and locks their sessions for the duration of a transaction. */
export interface Authenticator {
  /** The caller that a token from an address stands for; a guest if it is not valid. */
  identify(token: string | undefined, moment: Moment, ip: string): Promise<Caller>
  /** Whether a member of staff is the account manager of a company. */
  looksAfter(staffId: string, enterpriseId: string): Promise<boolean>
  /** Locks the caller's account before the session: see `locksCaller` of an endpoint. */
  lockCaller(tx: Tx, caller: Caller): Promise<void>
  /** Locks the caller's session against revocation. Refuses if it has ended. */
  hold(tx: Tx, caller: Caller, moment: Moment): Promise<void>
}

export interface WriteCall {
  db: Db
  endpoint: Endpoint
  caller: Caller
  moment: Moment
  origin: RequestOrigin
  authenticator: Authenticator
  /** The decoded input, the file of an upload, and the idempotency key. */
  input: unknown
  file: Buffer | undefined
  idempotencyKey: string | undefined
  /** A keyed digest of a request, from which the request cannot be guessed. */
  digest: (text: string) => Buffer
}

const KEY_SHAPE = /^[A-Za-z0-9_-]{8,64}$/

/** Refuses a payment call without a valid key before any work. */
export function requireIdempotencyKey(key: unknown): string {
  if (typeof key !== 'string' || !KEY_SHAPE.test(key)) refuse('IDEMPOTENCY_KEY_MISSING')
  return key
}

/** The owner of an idempotency key: a person in a company. Staff and platform keys own theirs in the platform's company. */
function ownerOf(caller: Caller): Pick<IdempotencyScope, 'enterpriseId' | 'userId'> | undefined {
  if (caller.kind === 'staff') return { enterpriseId: PLATFORM_ENTERPRISE_ID, userId: caller.staffId }
  if (caller.kind === 'platformMachine') return { enterpriseId: PLATFORM_ENTERPRISE_ID, userId: caller.keyId }
  return caller.kind === 'member' ? { enterpriseId: caller.enterpriseId, userId: caller.userId } : undefined
}

/** Where a call stores its answer, and the digest of its request; undefined for calls without a key. */
function keyOf({
  endpoint,
  caller,
  input,
  file,
  idempotencyKey,
  digest,
}: WriteCall): { scope: IdempotencyScope; requestHash: Buffer } | undefined {
  const owner = ownerOf(caller)
  if (!endpoint.idempotent || !owner) return undefined
  const request = JSON.stringify(input) + (file ? sha256(file).toString('hex') : '')
  return { scope: { ...owner, call: endpoint.path, key: requireIdempotencyKey(idempotencyKey) }, requestHash: digest(request) }
}

/** Creates the transactions that a handler opens; see `Context`. */
export function createHandlerTransactions(write: WriteCall) {
  let committed = false
  const noted = async <T>(transaction: Promise<T>): Promise<T> => {
    const result = await transaction
    committed = true
    return result
  }
  return {
    write: <T>(work: (tx: Tx) => Promise<T>): Promise<T> => noted(writing(write, { work })),
    writeChecked: <T>(check: Check, work: (tx: Tx) => Promise<T>): Promise<T> => noted(writing(write, { check, work })),
    writeWithoutSession: <T>(work: (tx: Tx) => Promise<T>): Promise<T> => noted(runInTransaction(write.db, work)),
    writeSeparately: <T>(work: (tx: Tx) => Promise<T>): Promise<T> => runInSeparateTransaction(write.db, work),
    /**
     * Runs a handler. If the database is lost after a commit, the answer must not say that nothing was done: throws `UnknownCommitOutcomeError`.
     */
    async runHandler<T>(handle: () => Promise<T>): Promise<T> {
      try {
        return await handle()
      } catch (error) {
        throw committed && isDatabaseUnavailable(error) ? new UnknownCommitOutcomeError(error) : error
      }
    },
  }
}

type Check = (tx: Tx) => Promise<CountedCheckResult>

interface Work<T> {
  check?: Check
  work: (tx: Tx) => Promise<T>
}

/** The transaction of a write; see `Context.write`. */
const writing = <T>(write: WriteCall, work: Work<T>): Promise<T> => withKey(write, () => writeOnce(write, work))

/**
 * Repeats a payment call whose commit was cut off. If the commit succeeded, the key answers it. If the commit is still under way, the call
 * waits for it. If it failed, the work is done now.
 */
async function withKey<T>({ endpoint }: WriteCall, attempt: () => Promise<T>): Promise<T> {
  try {
    return await attempt()
  } catch (error) {
    if (!endpoint.idempotent || !(error instanceof UnknownCommitOutcomeError)) throw error
    return attempt().catch((again: unknown) => {
      throw isDatabaseUnavailable(again) ? error : again
    })
  }
}

async function writeOnce<T>(write: WriteCall, { check, work }: Work<T>): Promise<T> {
  const key = keyOf(write)
  let checked: CountedCheckResult | undefined
  const given = { write, key, work }
  try {
    const answer = await runInTransaction(write.db, async (tx) => {
      checked = undefined
      await lockCaller(tx, write)
      checked = check && (await runCheck(tx, { key, check }))
      await checked?.count?.(tx)
      return checked?.refusal ? undefined : { answer: await workLocked(tx, given) }
    })
    if (answer) return answer.answer
  } catch (error) {
    if (key && error instanceof IdempotencyKeyTakenError)
      throw new StoredIdempotentAnswerFoundError((await readStoredIdempotentAnswer(write.db, key.scope, key.requestHash)) ?? 'null')
    // Only the commit of the count was lost.
    if (checked?.refusal && error instanceof UnknownCommitOutcomeError) throw error.cause
    if (check && checked?.count && error instanceof Refusal) await countAgain(write.db, check)
    throw error
  }
  throw checked?.refusal
}

/**
 * Runs a check whose attempts are counted. A call that was answered before is answered from its key: the key is read after the check's lock
 * is held, so a call with the same key that was running has ended.
 */
async function runCheck(tx: Tx, { key, check }: { key: Key; check: Check }): Promise<CountedCheckResult> {
  await sendWithNextStatement(tx, sql`savepoint before_check`)
  const checking = check(tx).catch((error: unknown): CountedCheckResult => {
    if (error instanceof Refusal) return { refusal: error, count: undefined }
    throw error
  })
  const [stored, checked] = await awaitAllAndThrowFirstError(
    key ? readStoredIdempotentAnswer(tx, key.scope, key.requestHash) : Promise.resolve(undefined),
    checking,
  )
  if (stored !== undefined) throw new StoredIdempotentAnswerFoundError(stored)
  if (checked.refusal && !checked.count) throw checked.refusal
  // Nothing is counted, so other calls need not wait for the rest of this transaction.
  if (!checked.count) await sendWithNextStatement(tx, sql`rollback to savepoint before_check`)
  return checked
}

/** The check had passed, but the refusal of the work rolled back its record. The attempt is counted all the same. */
async function countAgain(db: Db, check: Check): Promise<void> {
  await runInSeparateTransaction(db, async (tx) => (await check(tx)).count?.(tx))
}

type Key = ReturnType<typeof keyOf>

/** The session's lock is sent with the next statement. */
async function lockCaller(tx: Tx, { endpoint, caller, moment, authenticator }: WriteCall): Promise<void> {
  if (endpoint.locksCaller) await authenticator.lockCaller(tx, caller)
  await authenticator.hold(tx, caller, moment)
}

interface LockedWrite<T> {
  write: WriteCall
  key: Key
  work: (tx: Tx) => Promise<T>
}

/** The key's claim is sent with the first statement of the work. */
async function workLocked<T>(tx: Tx, { write, key, work }: LockedWrite<T>): Promise<T> {
  const { endpoint, caller, moment, origin, input } = write
  if (key) await claimIdempotencyKey(tx, key.scope, { requestHash: key.requestHash, now: moment.now })
  const answer = await afterLocks(tx, work)
  // This is the last lock, so other calls of the same kind in the company wait only for the commit.
  if (caller.kind === 'member') await recordMemberCall(tx, moment, caller.enterpriseId, endpoint)
  if (key) await saveIdempotentAnswer(tx, key.scope, JSON.stringify(z.encode(endpoint.output, answer)))
  if (caller.kind === 'staff') await auditStaff(tx, { endpoint, caller, moment, origin, input })
  if (caller.kind === 'platformMachine')
    await recordAuditWithNextStatement(tx, moment, {
      origin,
      actor: toAuditActor(caller),
      action: endpoint.path,
      facts: factsOf(endpoint, input),
    })
  return answer
}

/** If the work refuses before its first statement, the checks that are sent with that statement still come first, as in every call. */
async function afterLocks<T>(tx: Tx, work: (tx: Tx) => Promise<T>): Promise<T> {
  try {
    return await work(tx)
  } catch (error) {
    await flushHeldBackStatements(tx)
    throw error
  }
}

/** Counts a member's call if nothing else limits its rows. */
async function recordMemberCall(tx: Tx, moment: Moment, enterpriseId: string, { path, memberLimit }: Endpoint): Promise<void> {
  if (typeof memberLimit === 'number') await consumeDailyCallQuota(tx, moment, { enterpriseId, call: path, most: memberLimit })
}

/** Answers a call from its key if it was answered before; see `Context.replay`. */
export const createIdempotentReplayCheck = (write: WriteCall) => async (): Promise<void> => {
  const key = keyOf(write)
  const seen = key && (await readStoredIdempotentAnswer(write.db, key.scope, key.requestHash))
  if (seen !== undefined) throw new StoredIdempotentAnswerFoundError(seen)
}

interface StaffAct extends Pick<WriteCall, 'endpoint' | 'moment' | 'origin' | 'input'> {
  caller: Extract<Caller, { kind: 'staff' }>
}

/** Longer texts are cut in the audit log. An article's full text is stored with its versions. */
const FACT_MAX = 1_000
/** A longer list or object is left out, because its own table stores it, for example drafts and versions of goods. */
const PART_MAX = 10_000
function cut(value: unknown): unknown {
  if (typeof value === 'string') return value.length > FACT_MAX ? `${value.slice(0, FACT_MAX)}…（共 ${value.length} 字）` : value
  const length = typeof value === 'object' && value !== null ? JSON.stringify(value).length : 0
  return length > PART_MAX ? `（内容较长，共 ${length} 字）` : value
}

/** The input as it is recorded, without the fields that prove a person's identity. Of a text that its own table keeps, the length. */
function factsOf({ input: schema }: Endpoint, input: unknown): Record<string, unknown> {
  const { shape = {} } = schema._zod.def as { shape?: Record<string, z.core.$ZodType> }
  const facts = Object.entries(input as Record<string, unknown>).flatMap(([name, value]) => {
    const field = shape[name]
    if (field === undefined || isSecretField(field)) return []
    const inOwnTable = typeof value === 'string' && isTextOfOwnTable(field)
    return [[name, inOwnTable ? `（共 ${[...value].length} 字）` : cut(value)] as const]
  })
  return Object.fromEntries(facts)
}

/** Records every action of staff: which call, on which object, with which input. */
async function auditStaff(tx: Tx, { endpoint, caller, moment, origin, input }: StaffAct): Promise<void> {
  const facts = factsOf(endpoint, input)
  const { enterpriseId } = facts
  const object = endpoint.audits && auditObjectsByInputField[endpoint.audits]
  const objectId = object && facts[object.field]
  await recordAuditWithNextStatement(tx, moment, {
    origin,
    actor: { kind: 'staff', id: caller.staffId, ...(typeof enterpriseId === 'string' ? { enterpriseId } : {}) },
    action: endpoint.path,
    ...(typeof objectId === 'string' || typeof objectId === 'number' ? { objectKind: object?.kind, objectId: String(objectId) } : {}),
    facts,
  })
}
